package io.github.restcomparison.analysis.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.restcomparison.analysis.Records;
import io.github.restcomparison.analysis.Records.Service;
import io.github.restcomparison.analysis.plan.Measurements.MeasuredLoad;
import io.github.restcomparison.analysis.plan.Measurements.RoundStatistic;
import io.github.restcomparison.records.LoadSpec.Protocol;
import io.github.restcomparison.records.RunRecord;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

class MeasurementsTest {
  private static final JsonMapper JSON = JsonMapper.builder().build();

  @TempDir private Path folder;

  private Records records() {
    return new Records(folder);
  }

  private List<MeasuredLoad> loads(String variant) throws IOException {
    return Measurements.read(List.of(folder)).loads().get(variant);
  }

  @Test
  void roundsOfOneLoadAreOneLoad() throws IOException {
    records().valid(Service.VERTX_REST, 1, 1, 1);
    records().valid(Service.VERTX_REST, 2, 1.1, 0.9);
    records().valid(Service.VERTX_REST, 3, 0.9, 1.2);
    MeasuredLoad load = loads("vertx-rest").getFirst();
    assertThat(load.runs()).hasSize(3);
    assertThat(load.throughput()).isEqualTo(9_550);
    assertThat(load.cpuMicros(RoundStatistic.MIN))
        .isCloseTo(0.9 * 33.5, Percentage.withPercentage(1));
    assertThat(load.cpuMicros(RoundStatistic.MAX))
        .isCloseTo(1.2 * 33.5, Percentage.withPercentage(1));
    // the cube root of 1 x 0.9 x 1.2 is 1.026
    assertThat(load.cpuMicros(RoundStatistic.GEOMETRIC_MEAN))
        .isCloseTo(34.37, Percentage.withPercentage(0.1));
    // 0.75 CPUs for 9,550/s
    assertThat(load.generatorMicros()).isCloseTo(78.5, Percentage.withPercentage(1));
    // both share two CPUs, less 0.2 % for the hypervisor and 1.1 % for other processes
    assertThat(load.cpus()).isCloseTo(1.974, Percentage.withPercentage(0.01));
    assertThat(load.utilisation()).isCloseTo(0.542, Percentage.withPercentage(1));
  }

  /** Not all of its users are in the service all the time. */
  @Test
  void loadWithThinkTimeIsNoPartOfAPlan() throws IOException {
    records().write(Records.paced(Records.record(Service.VERTX_REST, 1, 1, 1), "1s", "0s"));
    assertThatThrownBy(() -> Measurements.read(List.of(folder)))
        .hasMessage(
            "%s has no valid run of users without think time, with the CPU of the service", folder);
  }

  /** 30 µs are the requests' own, and 9,550 times 3.5 µs are not there for them. */
  @Test
  void compilersAndSamplingAreNoPartOfARequest() throws IOException {
    records().write(withCompilers(Records.record(Service.VERTX_REST, 1, 1, 1)));
    MeasuredLoad load = loads("vertx-rest").getFirst();
    assertThat(load.cpuMicros(RoundStatistic.GEOMETRIC_MEAN))
        .isCloseTo(30, Percentage.withPercentage(0.1));
    assertThat(load.cpus()).isCloseTo(1.974 - 0.0334, Percentage.withPercentage(0.1));
  }

  @Test
  void recordThatCannotBeReadIsNamedAndTheOthersCount() throws IOException {
    records().valid(Service.VERTX_REST, 1, 1, 1);
    RunRecord second = Records.record(Service.VERTX_REST, 2, 1, 1);
    records().write(second);
    Files.writeString(records().folder(second).recordFile(), "{\"schema");
    Measurements measurements = Measurements.read(List.of(folder));
    assertThat(measurements.loads().get("vertx-rest").getFirst().runs()).hasSize(1);
    assertThat(measurements.notes())
        .singleElement()
        .asString()
        .contains(": runs/02-vertx_rest/run.json cannot be read");
  }

  /** Four connections to the back end and eighty are two loads, whatever the users. */
  @Test
  void sizesOfABackEndPoolAreLoadsOfTheirOwn() throws IOException {
    Path other = folder.resolve("other");
    for (int connections : List.of(4, 80)) {
      new Records(connections == 4 ? folder : other)
          .write(
              Records.edited(
                  Records.record(Service.VERTX_REST, 1, connections / 80.0, 1),
                  json ->
                      ((ObjectNode) json.get("settings"))
                          .put("downstreamConnections", connections)));
    }
    assertThat(Measurements.read(List.of(folder, other)).loads().get("vertx-rest")).hasSize(2);
  }

  @Test
  void loadsThatWereNeverWarmAreNamed() throws IOException {
    records().valid(Service.VERTX_REST, 1, 1, 1);
    records().write(unsteady(Records.record(Service.VERTX_REST, 2, 2, 2)));
    records().write(unsteady(Records.record(Service.JERSEY_SYNC, 2, 1, 1)));
    Measurements measurements = Measurements.read(List.of(folder));
    assertThat(measurements.loads().get("vertx-rest").getFirst().runs()).hasSize(2);
    assertThat(measurements.notes())
        .containsExactly("jersey-sync, 1,000 users, 100 ms, 200 threads: no run was steady");
  }

  /** Nobody says how long a request of theirs waits: the name has what was inferred. */
  @Test
  void loadOfTheUsersServiceThatWasNeverWarmIsNamed() throws IOException {
    new Records(folder).write(unsteady(mine(10, 97, 102)));
    assertThat(Measurements.read(List.of(folder)).notes())
        .contains("mine, 10 users, 102 ms: no run was steady");
  }

  /** Runs of the same users are no rounds of one load if one asked a back end. */
  @ParameterizedTest
  @ValueSource(strings = {"wait", "protocol", "cpu"})
  void runsUnderOtherConditionsAreNotInOnePlan(String difference) throws IOException {
    records().valid(Service.VERTX_REST, 1, 1, 1);
    Path other = folder.resolve("other");
    new Records(other)
        .write(
            Records.edited(
                Records.record(Service.VERTX_REST, 1, 1, 1),
                json -> {
                  ObjectNode settings = (ObjectNode) json.get("settings");
                  switch (difference) {
                    case "wait" -> settings.put("wait", "http");
                    case "protocol" -> settings.set("protocol", JSON.valueToTree(Protocol.HTTP2));
                    default -> ((ObjectNode) json.get("environment")).put("cpu", "another");
                  }
                }));
    assertThatThrownBy(() -> Measurements.read(List.of(folder, other)))
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith("the runs of vertx-rest cannot be in one plan: wait fixed, ");
  }

  /** Of 33.5 µs a request 3.5 are theirs and the sampling's. */
  private static RunRecord withCompilers(RunRecord record) {
    return Records.edited(
        record,
        json -> ((ObjectNode) json.get("server")).put("jitAndSamplingMicrosPerRequest", 3.5));
  }

  private static RunRecord unsteady(RunRecord record) {
    return Records.edited(record, json -> ((ObjectNode) json.get("load")).put("steady", false));
  }

  /** Nobody says how long a request of theirs waits, or in how many threads: both are assumed. */
  @Test
  void whatIsAssumedOfTheUsersServiceIsSaid() throws IOException {
    Measurements measurements =
        Measurements.read(List.of(ofUser(10, 97, 102), ofUser(100, 960, 103)));
    assertThat(measurements.loads().get("mine"))
        .allSatisfy(load -> assertThat(load.waitMs()).isEqualTo(102))
        .allSatisfy(load -> assertThat(load.workers()).isInfinite());
    assertThat(measurements.notes())
        .containsExactly(
            "mine: a request is assumed to wait 102 ms, the lowest p50 (measure with --delay)",
            "mine: no pool of threads is assumed to limit it (--workers states one)");
  }

  /** The folder of an experiment of one run. */
  private Path ofUser(int users, double throughput, int p50) throws IOException {
    Path experiment = folder.resolve(Integer.toString(users));
    new Records(experiment).write(mine(users, throughput, p50));
    return experiment;
  }

  private static RunRecord mine(int users, double throughput, int p50) {
    return Records.edited(
        Records.ofUser(Records.withUsers(Records.record(Service.VERTX_REST, 1, 1, 1), users)),
        json -> {
          json.put("variant", "mine");
          ((ObjectNode) json.get("settings")).put("wait", "stated").put("delay", "0ms");
          ObjectNode load = (ObjectNode) json.get("load");
          load.put("throughput", throughput);
          ((ObjectNode) load.get("latency")).put("p50", p50);
          ((ObjectNode) json.get("generator")).put("cpuCores", 0.1);
        });
  }
}
