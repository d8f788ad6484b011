package io.github.restcomparison.runner;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restcomparison.records.ClosedLoad;
import io.github.restcomparison.records.Wait;
import io.github.restcomparison.records.plan.ServiceRuntime;
import io.github.restcomparison.records.service.ServiceSpec;
import io.github.restcomparison.runner.ClientRun.Repetition;
import io.github.restcomparison.runner.host.Placement;
import io.github.restcomparison.runner.settings.RunRequest;
import io.github.restcomparison.runner.settings.RunRequest.RunId;
import io.github.restcomparison.runner.settings.RunRequest.RunPlace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClientRunTest {
  @TempDir private Path folder;

  /** The sum of 0 to 99 is 4950; other lines of the log are not repetitions. */
  @Test
  void repetitionWithAWrongSumIsNotRight() throws IOException {
    Path log =
        Files.writeString(
            folder.resolve("client.log"), "12345 4950\nwarning: slow\n23456 4943\n\n34567 4950\n");
    ClientRun run = new ClientRun(Path.of("../.."), request());
    assertThat(run.read(log))
        .containsExactly(
            new Repetition(12_345, true),
            new Repetition(23_456, false),
            new Repetition(34_567, true));
  }

  private RunRequest request() {
    return new RunRequest(
        new RunPlace(folder, folder, "s", RunId.next("client-virtual")),
        ServiceSpec.ofVariant("client-virtual"),
        Optional.empty(),
        ClosedLoad.of(100, 1, 0, Wait.FIXED, OptionalInt.empty(), 0),
        Placement.ANYWHERE,
        Optional.empty(),
        new RunRequest.RunFlags(ServiceRuntime.BARE, false, false));
  }
}
