package io.github.restcomparison.records.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.restcomparison.records.ClosedLoad;
import io.github.restcomparison.records.Load;
import io.github.restcomparison.records.OpenModel;
import io.github.restcomparison.records.OpenModel.Rate;
import io.github.restcomparison.records.Pinning;
import io.github.restcomparison.records.Wait;
import io.github.restcomparison.records.plan.ExperimentPlan.Design;
import io.github.restcomparison.records.plan.ExperimentPlan.Rounds;
import io.github.restcomparison.records.plan.ExperimentPlan.Setup;
import io.github.restcomparison.records.plan.ExperimentPlan.StudyPlace;
import io.github.restcomparison.records.plan.ExperimentPlan.Subject;
import io.github.restcomparison.records.settings.SettingException;
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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

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
          Optional.of(new StudyPlace("rest-2014", "1000-users")),
          Optional.empty());

  @TempDir private Path folder;

  @Test
  void planIsReadBack() throws IOException {
    assertThat(ExperimentPlan.read(folder)).isEmpty();
    PLAN.write(folder);
    assertThat(ExperimentPlan.read(folder)).contains(PLAN);
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
      assertThat(Plan.read(folder)).contains(plan);
      assertThat(ExperimentPlan.read(folder).isPresent()).isEqualTo(plan.equals(PLAN));
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
    CapacityPlan read = (CapacityPlan) Plan.read(folder).orElseThrow();
    assertThat(read.step("vertx-rest", 100).load().concurrency()).isEqualTo(30);
    assertThat(read.step("vertx-rest", 1_000).load().concurrency()).isEqualTo(210);
    assertThat(search(OptionalInt.of(7)).step("vertx-rest", 1_000).load().concurrency())
        .isEqualTo(7);
  }

  private static CapacityPlan search(OptionalInt connections) {
    Load load = PLAN.load().with(new OpenModel(new Rate(10, 10), 10), connections, false);
    return new CapacityPlan("p99<150ms", 10, 1_000, PLAN.of(List.of("vertx-rest"), load));
  }

  /** The words were Jackson's: "missing type id property 'type'". */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{} | ` (line 1)`",
        "{\"session\" : 1 | ` (line 1)`",
        "null | ``",
        "`` | ` (line 1)`",
        "[] | ` (line 1)`",
        "{\"type\": \"plan\"} | ` (line 1)`",
        "{\"type\": \"study\"} | ` (name)`",
        "{\"type\": \"study\", \"name\": \"a\", \"experiments\": {\"b\": {\"design\": {\"rounds\": \"0\"}}}} | ` (experiments.b)`",
      })
  void fileThatIsNoPlanIsNamed(String plan, String where) throws IOException {
    Path file = Files.writeString(folder.resolve("plan.json"), plan);
    assertThatThrownBy(() -> Plan.read(folder))
        .isInstanceOf(SettingException.class)
        .hasMessage("%s: damaged, or not of this version%s", file, where);
  }

  @Test
  void planThatIsAFolderIsNamed() throws IOException {
    Path file = Files.createDirectory(folder.resolve("plan.json"));
    assertThatThrownBy(() -> Plan.read(folder))
        .isInstanceOf(SettingException.class)
        .hasMessage("%s: damaged, or not of this version", file);
  }

  /** One of the two was ignored. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "users : 1000    | users : 1000, rate : 9/s        | unknown field load.rate",
        "users : 1000    | rate : 9/s, users : 1000        | (load.duration)",
        "users : 1000    | users : 1000, connections : 7   | unknown field load.connections",
        "users : 1000    | users : 1000, newConnections : true | unknown field load.newConnections",
        "requests : 100  | requests : 100, duration : 5s   | (duration 5s: not together with requests 100)",
        "seed : 7        | seed : 7, sed : 8               | unknown field design.sed",
      })
  void fieldWithoutEffectIsRefused(String before, String after, String why) throws IOException {
    PLAN.write(folder);
    Path file = folder.resolve("plan.json");
    Files.writeString(file, Files.readString(file).replace(json(before), json(after)));
    assertThatThrownBy(() -> Plan.read(folder))
        .isInstanceOf(SettingException.class)
        .hasMessageContaining(file + ": ")
        .hasMessageContaining(why);
  }

  @ParameterizedTest
  @ValueSource(strings = {"users : 1", "requests : 1", "think : 1s", "rampUp : 1s"})
  void fieldOfUsersInAnOpenLoadIsRefused(String field) throws IOException {
    search(OptionalInt.empty()).write(folder);
    Path file = folder.resolve("plan.json");
    Files.writeString(
        file, Files.readString(file).replace(json("rate : 10/s"), json("rate : 10/s, " + field)));
    assertThatThrownBy(() -> Plan.read(folder))
        .isInstanceOf(SettingException.class)
        .hasMessageContaining("unknown field runs.load." + field.split(" ")[0]);
  }

  /** {@code users : 7} is {@code "users" : 7}. */
  private static String json(String fields) {
    return fields
        .replaceAll("(\\w+) :", "\"$1\" :")
        .replaceAll(": ([^,]*[a-z/](?<!true))(?=,|$)", ": \"$1\"");
  }
}
