package io.github.restcomparison.compare.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.restcomparison.records.Load;
import io.github.restcomparison.records.OpenModel;
import io.github.restcomparison.records.OpenModel.Rate;
import io.github.restcomparison.records.RunFolder;
import io.github.restcomparison.records.plan.ExperimentPlan;
import io.github.restcomparison.runner.host.Placement;
import io.github.restcomparison.runner.settings.RunRequest;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** With an executor that leaves the records that the test has written. */
class CalibrationTest {
  private static final JsonMapper JSON = JsonMapper.builder().build();

  private final StringWriter heard = new StringWriter();
  @TempDir private Path project;

  /** Leaves the record that the test has prepared for the attempt, if any. */
  private String measure(RunRequest request, Path folder, Consumer<String> live)
      throws IOException {
    int attempt = request.place().runId().round();
    Path record = project.resolve("attempt-" + attempt + ".json");
    if (Files.exists(record)) {
      Files.copy(record, new RunFolder(folder).recordFile());
    }
    return "this is attempt " + attempt;
  }

  @Test
  void isRepeatedIfTheHostWasBusy() throws Exception {
    leaves(1, "INVALID", false);
    leaves(2, "INVALID", true);
    assertThat(capacity()).isEqualTo(9_550.5);
    assertThat(heard.toString().lines())
        .containsExactly(
            "calibration of the load generator: INVALID, reason of attempt 1",
            "the load generator sends at most 9,551 requests/s on this host");
  }

  @Test
  void failsAfterThreeAttempts() throws Exception {
    leaves(1, "INVALID", false);
    leaves(2, "INVALID", false);
    leaves(3, "INVALID", false);
    leaves(4, "VALID", true);
    assertStopped("the load generator could not be calibrated: reason of attempt 3");
  }

  @Test
  void isNotRepeatedIfTheServiceFailed() throws Exception {
    leaves(1, "FAILED", true);
    leaves(2, "VALID", true);
    assertStopped("the load generator could not be calibrated: reason of attempt 1");
  }

  /** 34,402 failed connections were called a failure of the calibration. */
  @Test
  void hostWithoutPortsIsNamedNotTheCalibration() throws Exception {
    String why = "the load generator could not open a connection for 3 requests: no port";
    leaves(1, "INVALID", true);
    Path record = project.resolve("attempt-1.json");
    Files.writeString(record, Files.readString(record).replace("reason of attempt 1", why));
    assertStopped(why);
  }

  @Test
  void isNotRepeatedIfNothingRan() {
    assertStopped("calibration of the load generator: this is attempt 1");
  }

  /** Its capacity would say nothing of another load, or of the load generators of a cluster. */
  @Test
  void onlyAClosedLoadOfThisHostIsCalibrated() {
    ExperimentPlan plan = Plans.plan(1);
    Load open = plan.load().with(new OpenModel(Rate.of("10/s"), 5), OptionalInt.empty(), false);
    assertThat(Calibration.appliesTo(plan)).isTrue();
    assertThat(Calibration.appliesTo(plan.of(List.of("vertx-rest"), open))).isFalse();
    assertThat(Calibration.appliesTo(plan.of(List.of("client-async"), plan.load()))).isFalse();
    assertThat(Calibration.appliesTo(plan.measuringStartUp())).isFalse();
  }

  private void assertStopped(String why) {
    assertThatThrownBy(this::capacity).isInstanceOf(IOException.class).hasMessage(why);
  }

  private double capacity() throws Exception {
    Experiment.Context context =
        new Experiment.Context(
            Placement.ANYWHERE,
            this::measure,
            new Progress(new PrintWriter(heard), false),
            new ExperimentTime(project, Optional.empty(), System::nanoTime),
            null,
            true,
            null);
    return new Calibration(project, Plans.plan(1), context).capacity();
  }

  /** Prepares what the stand-in leaves of an attempt. */
  private void leaves(int attempt, String status, boolean throughput) throws IOException {
    ObjectNode record;
    try (InputStream golden =
        CalibrationTest.class.getResourceAsStream("/run-folder/recorded/run.json")) {
      record = (ObjectNode) JSON.readTree(golden);
    }
    record.put("status", status).putArray("reasons").add("reason of attempt " + attempt);
    ObjectNode load = (ObjectNode) record.get("load");
    if (throughput) {
      load.put("throughput", 9_550.5);
    } else {
      load.remove("throughput");
    }
    Files.writeString(project.resolve("attempt-" + attempt + ".json"), record.toString());
  }
}
