package io.github.restcomparison.records.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import io.github.restcomparison.records.ClosedLoad;
import io.github.restcomparison.records.Load;
import io.github.restcomparison.records.OpenModel;
import io.github.restcomparison.records.OpenModel.Rate;
import io.github.restcomparison.records.Pinning;
import io.github.restcomparison.records.Wait;
import io.github.restcomparison.records.plan.ExperimentPlan.Design;
import io.github.restcomparison.records.plan.ExperimentPlan.OfStudy;
import io.github.restcomparison.records.plan.ExperimentPlan.Rounds;
import io.github.restcomparison.records.plan.ExperimentPlan.Setup;
import io.github.restcomparison.records.plan.ExperimentPlan.Subject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExperimentPlanTest {
  private static final ExperimentPlan PLAN =
      new ExperimentPlan(
          "compare-20261122-182855",
          Subject.START_UP,
          new Design(
              List.of("jersey-sync", "vertx-rest"),
              Optional.of("vertx-rest"),
              new Rounds(3, 10),
              7,
              Optional.of(Duration.ofMinutes(10)),
              Optional.of("vertx-rest")),
          ClosedLoad.of(1_000, 100, 100, Wait.FIXED, OptionalInt.of(200), 40_000),
          new Setup("a host", Pinning.NONE, ServiceRuntime.BARE, Optional.empty(), 21_747.613),
          Optional.of(new OfStudy("rest-2014", "1000-users")),
          Optional.empty());

  @TempDir private Path folder;

  @Test
  void whatIsWrittenIsRead() throws IOException {
    assertThat(ExperimentPlan.in(folder)).isEmpty();
    PLAN.write(folder);
    assertThat(ExperimentPlan.in(folder)).contains(PLAN);
  }

  @Test
  void kindOfAPlanIsRead() throws IOException {
    List<Plan> plans =
        List.of(
            PLAN,
            new SweepPlan(List.of(1), List.of(100), List.of(), List.of("a reason"), PLAN),
            search(OptionalInt.empty()),
            new StudyPlan("rest-2014", Map.of("1000-users", PLAN)));
    for (Plan plan : plans) {
      plan.write(folder);
      assertThat(Plan.in(folder)).contains(plan);
      assertThat(ExperimentPlan.in(folder).isPresent()).isEqualTo(plan.equals(PLAN));
    }
    assertThat(plans)
        .extracting(Plan::command)
        .containsExactly("startup", "sweep", "capacity", "study");
  }

  /** 100/s and 1000/s of 100 ms keep 10 and 100 busy: twice as many and ten. */
  @Test
  void poolOfASearchGrowsWithTheRateUnlessItIsStated() throws IOException {
    CapacityPlan search = search(OptionalInt.empty());
    search.write(folder);
    CapacityPlan read = (CapacityPlan) Plan.in(folder).orElseThrow();
    assertThat(read.step("vertx-rest", 100).load().concurrency()).isEqualTo(30);
    assertThat(read.step("vertx-rest", 1_000).load().concurrency()).isEqualTo(210);
    assertThat(search(OptionalInt.of(7)).step("vertx-rest", 1_000).load().concurrency())
        .isEqualTo(7);
  }

  private static CapacityPlan search(OptionalInt connections) {
    Load load = PLAN.load().with(new OpenModel(new Rate(10, 10), 10), connections, false);
    return new CapacityPlan("p99<150ms", 10, 1_000, PLAN.of(List.of("vertx-rest"), load));
  }

  @Test
  void fileThatIsNoPlanIsNamed() throws IOException {
    Files.writeString(folder.resolve("plan.json"), "{}");
    assertThatIOException()
        .isThrownBy(() -> ExperimentPlan.in(folder))
        .withMessageStartingWith(folder.resolve("plan.json") + " is not a record");
  }
}
