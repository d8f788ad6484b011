package io.github.restcomparison.runner;

import io.github.restcomparison.records.LoadSpec;
import io.github.restcomparison.records.RunRecord;
import io.github.restcomparison.records.RunRecord.Counts;
import io.github.restcomparison.records.RunRecord.Figures;
import io.github.restcomparison.records.RunRecord.InWindow;
import io.github.restcomparison.records.RunRecord.Load;
import io.github.restcomparison.records.RunRecord.Setup;
import io.github.restcomparison.records.RunRecord.Status;
import io.github.restcomparison.records.RunRecord.Verdict;
import io.github.restcomparison.records.RunRecord.WarmUp;
import io.github.restcomparison.records.plan.ExperimentPlan;
import io.github.restcomparison.records.service.Origin;
import io.github.restcomparison.records.service.Secrets;
import io.github.restcomparison.records.service.ServiceSpec;
import io.github.restcomparison.runner.host.Owner;
import io.github.restcomparison.runner.host.Placement;
import io.github.restcomparison.runner.service.CommandInstance;
import io.github.restcomparison.runner.service.Launch;
import io.github.restcomparison.runner.service.RunEnvironment;
import io.github.restcomparison.runner.service.StartedService;
import io.github.restcomparison.runner.settings.RunRequest;
import io.github.restcomparison.runner.variants.Variant;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;

/**
 * One run of one client: starts a service and the client, which repeats a burst of as many requests
 * as the load has users. The result is the median duration of the bursts after the first ones,
 * which warm up both processes. The sum of the answers must be right in each of them.
 *
 * @param project the folder that contains the modules
 * @param service that the client sends its requests to
 */
public record ClientRun(Path project, Variant client, Variant service, RunRequest request) {
  private static final int WARM_UP = 3;
  private static final int REPETITIONS = 7;
  private static final Duration LIMIT = Duration.ofMinutes(10);

  /** One burst: its duration in µs, and whether the sum of its answers was right. */
  record Repetition(long micros, boolean right) {}

  /**
   * Measures the client.
   *
   * @param folder receives the logs of service and client
   * @return the record; FAILED if a repetition is missing or has a wrong sum
   * @throws IOException if the service or the client cannot be started
   */
  public RunRecord measure(Path folder) throws IOException, InterruptedException {
    Instant start = Instant.now();
    Files.createDirectories(folder);
    try (Owner owner = new Owner()) {
      StartedService running =
          Launch.of(
                  project,
                  service,
                  Map.of("DELAY_MS", "0"),
                  ExperimentPlan.Setup.BARE,
                  request.placement(),
                  folder.resolve("service.log"))
              .start(true, owner);
      Setup setup =
          new Setup(
              Map.of("client", client.threadModel(), "service", service.name()),
              RunEnvironment.of(running.sampled(), running.container(), request.placement()),
              Optional.empty(),
              Optional.empty());
      Path log = folder.resolve("client.log");
      burst(running.address().getPort(), log, owner);
      return record(start, setup, read(log));
    }
  }

  private int requests() {
    return request.load().users();
  }

  private void burst(int port, Path log, Owner owner) throws IOException, InterruptedException {
    Map<String, String> settings = new TreeMap<>(client.settings());
    settings.put("SERVICE", "http://127.0.0.1:" + Origin.PORT + "/");
    settings.put("REQUESTS", Integer.toString(requests()));
    settings.put("REPETITIONS", Integer.toString(WARM_UP + REPETITIONS));
    Origin.Command command = client.command(project);
    Launch launch =
        new Launch(
            client.name(),
            ServiceSpec.of(command, settings),
            Secrets.NONE,
            new Placement(request.placement().generator(), request.placement().service()),
            log,
            Map.of(Origin.PORT, Integer.toString(port)));
    try (CommandInstance burst = owner.own(new CommandInstance(launch, command, ""))) {
      long start = System.nanoTime();
      while (burst.exitCode().isEmpty() && System.nanoTime() - start < LIMIT.toNanos()) {
        Thread.sleep(100);
      }
    }
  }

  /** Reads the repetitions; other lines are skipped, and a missing repetition fails the run. */
  List<Repetition> read(Path log) throws IOException {
    long right = (long) requests() * (requests() - 1) / 2;
    return Files.readAllLines(log).stream()
        .filter(line -> line.matches("\\d{1,15} \\d{1,15}"))
        .map(line -> line.split(" "))
        .map(each -> new Repetition(Long.parseLong(each[0]), Long.parseLong(each[1]) == right))
        .toList();
  }

  private RunRecord record(Instant start, Setup setup, List<Repetition> all) {
    List<Repetition> measured = all.stream().skip(WARM_UP).toList();
    int right = (int) measured.stream().filter(Repetition::right).count();
    boolean valid = right == REPETITIONS;
    long[] micros = measured.stream().mapToLong(Repetition::micros).sorted().toArray();
    double seconds = valid ? micros[REPETITIONS / 2] / 1e6 : Double.NaN;
    long sent = (long) requests() * REPETITIONS;
    long ok = (long) requests() * right;
    String sums = "%d of %d repetitions had the right sum".formatted(right, REPETITIONS);
    return new RunRecord(
        Run.identity(request, request.place().runId().position().orElse(1), start),
        new Verdict(
            valid ? Status.VALID : Status.FAILED,
            valid ? List.of() : List.of(sums),
            List.of("µs of the repetitions: " + Arrays.toString(micros)),
            List.of(new RunRecord.GateResult("answers", valid, List.of()))),
        LoadSpec.closed(requests(), 1, 0, "fixed", OptionalInt.empty(), 0),
        setup,
        Figures.of(
            Optional.of(
                new Load(
                    new Counts(sent, ok, sent - ok, Map.of()),
                    new InWindow(
                        seconds,
                        seconds,
                        List.of(),
                        requests() / seconds,
                        Double.NaN,
                        Double.NaN,
                        Double.NaN),
                    Optional.empty(),
                    Double.NaN,
                    Optional.empty(),
                    new WarmUp(0, valid, Optional.empty())))));
  }
}
