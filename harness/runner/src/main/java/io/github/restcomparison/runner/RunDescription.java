package io.github.restcomparison.runner;

import io.github.restcomparison.records.LoadSpec;
import io.github.restcomparison.records.RunRecord;
import io.github.restcomparison.records.RunRecord.Figures;
import io.github.restcomparison.records.RunRecord.Identity;
import io.github.restcomparison.records.RunRecord.Latency;
import io.github.restcomparison.records.RunRecord.Setup;
import io.github.restcomparison.records.RunRecord.Verdict;
import io.github.restcomparison.runner.outcome.RunOutcome;
import io.github.restcomparison.runner.service.RunEnvironment;
import io.github.restcomparison.runner.settings.RunId;
import io.github.restcomparison.runner.settings.RunRequest;
import io.github.restcomparison.runner.settings.Target;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * All that is known of a run, for its record.
 *
 * @param load with the bounds of the service
 * @param position within its round, from 1
 * @param service absent where it did not start
 * @param latencyByRequest empty where all requests are alike
 */
record RunDescription(
    RunRequest request,
    LoadSpec load,
    int position,
    Instant startedAt,
    Optional<MeasuredService> service,
    Map<String, Latency> latencyByRequest) {

  /**
   * The record.
   *
   * @param outcome absent where nothing was measured
   * @param gatlingReport path of Gatling's page, relative to the folder of the comparison
   */
  RunRecord record(Verdict verdict, Optional<RunOutcome> outcome, Optional<String> gatlingReport) {
    RunId runId = request.place().runId();
    return new RunRecord(
        new Identity(
            request.place().session(),
            request.target().name(),
            request.target().controlOf(),
            runId.round(),
            position,
            runId.attempt(),
            startedAt.toString()),
        verdict.withNotes(outcome.map(RunOutcome::notes).orElse(List.of())),
        load,
        new Setup(
            service.map(MeasuredService::configuration).orElse(Map.of()),
            service
                .map(MeasuredService::environment)
                .orElseGet(() -> RunEnvironment.of(request.placement())),
            request.target() instanceof Target.OfUser theirs
                ? Optional.of(theirs.user())
                : Optional.empty(),
            request.injector()),
        new Figures(
            outcome.map(RunOutcome::figures),
            outcome.flatMap(RunOutcome::server),
            outcome.flatMap(RunOutcome::generator),
            outcome.flatMap(RunOutcome::host),
            service.flatMap(MeasuredService::waiting),
            outcome.flatMap(RunOutcome::backEnd),
            latencyByRequest,
            gatlingReport));
  }
}
