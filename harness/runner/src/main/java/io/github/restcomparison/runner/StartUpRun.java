package io.github.restcomparison.runner;

import io.github.restcomparison.records.RunFigures;
import io.github.restcomparison.records.RunRecord;
import io.github.restcomparison.records.RunRecord.Extras;
import io.github.restcomparison.records.RunRecord.Status;
import io.github.restcomparison.records.RunRecord.Verdict;
import io.github.restcomparison.runner.host.Owner;
import io.github.restcomparison.runner.service.RunningService;
import io.github.restcomparison.runner.settings.RunRequest;
import io.github.restcomparison.runner.variants.Contract;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;

/**
 * One start of one service, which is stopped after its first correct response.
 *
 * @param project the folder that contains the modules
 */
public record StartUpRun(Path project, RunRequest request) {

  /**
   * Measures the start.
   *
   * @param folder receives the log
   * @return the record; FAILED if the service does not start, or its first response is wrong
   * @throws IOException if the user's command before each run fails
   */
  public RunRecord measure(Path folder) throws IOException, InterruptedException {
    Instant startedAt = Instant.now();
    try (Owner owner = new Owner()) {
      ServiceStart start = new ServiceStart(request, project, folder, owner, true);
      start.prepare();
      try {
        RunningService service = start.service(start.backEnd());
        return new RunRecord(
            request.identity(request.place().runId().position().orElse(1), startedAt),
            new Verdict(Status.VALID, List.of(), List.of(), List.of()),
            Contract.load(request),
            start.subject(service),
            RunFigures.NONE,
            Extras.of(service.startUp()));
      } catch (IOException e) {
        return Run.unmeasured(request, startedAt, Status.FAILED, e.getMessage());
      }
    }
  }
}
