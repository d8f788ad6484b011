package io.github.restcomparison.records.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restcomparison.records.JsonFiles;
import io.github.restcomparison.records.LoadSpec;
import io.github.restcomparison.records.OpenModel;
import io.github.restcomparison.records.plan.ExperimentPlan.Design;
import io.github.restcomparison.records.plan.ExperimentPlan.Setup;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PlanFileTest {
  private static final Path FIRST = Path.of("src/test/resources/plans/first-version.json");
  private static final Setup HOST = new Setup("AMD EPYC, 2 CPUs, 24105 MiB", "none", "bare");

  @TempDir private Path folder;

  /** As schema 1 had it, all settings side by side. */
  @Test
  void flatPlanIsRead() throws IOException {
    assertThat(new PlanFile(FIRST).read())
        .contains(
            new ExperimentPlan(
                2,
                "compare-20261122-182855",
                new Design(
                    List.of("jersey-sync", "jersey-async", "vertx-rest"),
                    Optional.of("jersey-async"),
                    3,
                    7),
                LoadSpec.closed(100, 30, 100, "fixed", OptionalInt.of(200), 4_000),
                HOST,
                false,
                Optional.empty(),
                OptionalDouble.of(21_747.613),
                Optional.empty()));
  }

  @Test
  void flatPlanOfAnOpenModelIsRead() throws IOException {
    Path file = FIRST.resolveSibling("first-version-open.json");
    ExperimentPlan plan = new PlanFile(file).read().orElseThrow();
    assertThat(plan.load())
        .isEqualTo(
            LoadSpec.closed(1, 1, 100, "fixed", OptionalInt.of(200), 3_000)
                .by(new OpenModel(300, 300, 4, 70, false)));
    assertThat(plan.generatorCapacity()).isEmpty();
  }

  @Test
  void whatFlatPlansSeldomHaveIsRead() throws IOException {
    String flat =
        Files.readString(FIRST)
            .replace("\"200\"", "\"virtual\", \"launcher\" : \"docker\", \"waiting\" : true");
    Files.writeString(folder.resolve("plan.json"), flat);
    ExperimentPlan plan = PlanFile.in(folder).read().orElseThrow();
    assertThat(plan.load().workers()).isEmpty();
    assertThat(plan.setup().runtime()).isEqualTo("docker");
    assertThat(plan.memory()).isTrue();
  }

  /** Plans of schema 2 did not say at first whether they end early, for none did. */
  @Test
  void planThatDoesNotSayWhetherItEndsEarlyDoesNot() throws IOException {
    ExperimentPlan plan = new PlanFile(FIRST).read().orElseThrow();
    PlanFile.in(folder).write(plan);
    Path file = folder.resolve("plan.json");
    String written = Files.readString(file);
    String older = written.replaceFirst(",\\s*\"earlyStop\" : false", "");
    assertThat(older).isNotEqualTo(written);
    Files.writeString(file, older);
    assertThat(PlanFile.in(folder).read()).contains(plan);
  }

  /** Who ran out of time may go on; who was to measure all rounds may not stop for what he saw. */
  @Test
  void earlyStopMakesAnotherExperimentAndTheTimeLimitDoesNot() throws IOException {
    ExperimentPlan plan = new PlanFile(FIRST).read().orElseThrow();
    assertThat(ending(plan, false, OptionalLong.of(600_000)).settings()).isEqualTo(plan.settings());
    assertThat(ending(plan, true, OptionalLong.empty()).settings()).isNotEqualTo(plan.settings());
    ExperimentPlan limited = ending(plan, true, OptionalLong.of(600_000));
    PlanFile.in(folder).write(limited);
    assertThat(PlanFile.in(folder).read()).contains(limited);
  }

  private static ExperimentPlan ending(
      ExperimentPlan plan, boolean earlyStop, OptionalLong timeLimitMs) {
    Design design = plan.design();
    return new ExperimentPlan(
        plan.session(),
        new Design(
            design.variants(),
            design.control(),
            design.rounds(),
            design.seed(),
            earlyStop,
            timeLimitMs),
        plan.load(),
        plan.setup(),
        plan.study());
  }

  /** Sweeps and searches have a flat plan in theirs. */
  @Test
  void plansOfManySmallExperimentsAreRead() throws IOException {
    String flat = Files.readString(FIRST);
    ExperimentPlan plan = new PlanFile(FIRST).read().orElseThrow();
    Files.writeString(
        folder.resolve(SweepPlan.FILE),
        "{\"schema\":1,\"users\":[1],\"delaysMs\":[2],\"cells\":[],\"skipped\":[],\"runs\":"
            + flat
            + "}");
    Files.writeString(
        folder.resolve(CapacityPlan.FILE),
        "{\"schema\":1,\"slo\":\"failures=0\",\"precision\":0.02,\"fromRate\":1,\"mostRate\":9,\"runs\":"
            + flat
            + "}");
    assertThat(SweepPlan.in(folder).orElseThrow().runs()).isEqualTo(plan);
    assertThat(CapacityPlan.in(folder).orElseThrow().runs()).isEqualTo(plan);
  }

  @Test
  void whatIsWrittenIsRead() throws IOException {
    ExperimentPlan plan = new PlanFile(FIRST).read().orElseThrow();
    PlanFile.in(folder).write(plan);
    assertThat(PlanFile.in(folder).read()).contains(plan);
    assertThat(JsonFiles.read(folder.resolve("plan.json"), ExperimentPlan.class)).isEqualTo(plan);
  }
}
