package io.github.restcomparison.runner;

import io.github.restcomparison.records.RunFolder;
import io.github.restcomparison.records.RunRecord;
import io.github.restcomparison.records.RunRecord.Status;
import io.github.restcomparison.runner.gate.Gate;
import io.github.restcomparison.runner.settings.RunRequest;
import java.io.IOException;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/** The record of a run that did not come to its load. */
public final class UnmeasuredRun {
  private UnmeasuredRun() {}

  /**
   * Writes it.
   *
   * @param request of the run, with its position
   * @param reason why nothing was measured, in one line
   */
  public static RunRecord write(
      RunRequest request, Instant startedAt, Status status, String reason, RunFolder folder)
      throws IOException {
    RunDescription description =
        new RunDescription(
            request,
            request.boundLoad(),
            request.place().runId().position().orElse(1),
            startedAt,
            Optional.empty(),
            Map.of());
    RunRecord record =
        description.record(Gate.unmeasured(status, reason), Optional.empty(), Optional.empty());
    folder.write(record);
    return record;
  }
}
