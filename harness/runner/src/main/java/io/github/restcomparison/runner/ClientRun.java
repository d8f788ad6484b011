package io.github.restcomparison.runner;

import io.github.restcomparison.records.ClosedLoad;
import io.github.restcomparison.records.Gate;
import io.github.restcomparison.records.RunFigures;
import io.github.restcomparison.records.RunFigures.Counts;
import io.github.restcomparison.records.RunFigures.InWindow;
import io.github.restcomparison.records.RunFigures.LoadResult;
import io.github.restcomparison.records.RunRecord;
import io.github.restcomparison.records.RunRecord.Extras;
import io.github.restcomparison.records.RunRecord.Judgement;
import io.github.restcomparison.records.RunRecord.Status;
import io.github.restcomparison.records.RunRecord.Subject;
import io.github.restcomparison.records.Wait;
import io.github.restcomparison.records.plan.ServiceRuntime;
import io.github.restcomparison.records.service.Secrets;
import io.github.restcomparison.records.service.ServiceSpec;
import io.github.restcomparison.records.service.ServiceSpec.Origin;
import io.github.restcomparison.runner.host.Owner;
import io.github.restcomparison.runner.host.Placement;
import io.github.restcomparison.runner.service.CommandInstance;
import io.github.restcomparison.runner.service.Launch;
import io.github.restcomparison.runner.service.RunningService;
import io.github.restcomparison.runner.settings.RunRequest;
import io.github.restcomparison.runner.variants.Variant;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
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
 * One run of one client: starts spring-boot and the client, which repeats a burst of as many
 * requests as the load has users. The result is the median duration of the bursts after the first
 * ones, which warm up both processes. The sum of the responses must be correct in each of them.
 *
 * @param project the folder that contains the modules
 * @param request whose service is the client
 */
public record ClientRun(Path project, RunRequest request) {
  private static final int WARM_UP = 3;
  private static final int REPETITIONS = 7;
  private static final Duration LIMIT = Duration.ofMinutes(10);

  /** One burst: its duration in µs, and whether the sum of its responses was correct. */
  record Repetition(long micros, boolean isCorrect) {}

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
    Variant client = request.service().variant().flatMap(Variant::client).orElseThrow();
    Variant service = Variant.named("spring-boot");
    try (Owner owner = new Owner()) {
      ServiceSpec spec = service.spec(project, Map.of("DELAY_MS", "0"), ServiceRuntime.BARE);
      Path serviceLog = folder.resolve("service.log");
      Launch launch = Launch.of(spec, Secrets.NONE, request.placement(), serviceLog);
      RunningService running;
      try {
        running = launch.start(owner).observe(owner).requireBean(owner);
      } catch (IOException e) {
        throw new IOException("%s: %s".formatted(service.name(), e.getMessage()), e);
      }
      Map<String, String> both = Map.of("client", client.threadModel(), "service", service.name());
      Subject subject = ServiceStart.subject(request, both, running);
      Path log = folder.resolve("client.log");
      burst(client, running.address().getPort(), log, owner);
      return record(start, subject, read(log));
    }
  }

  private void burst(Variant client, int port, Path log, Owner owner)
      throws IOException, InterruptedException {
    Map<String, String> settings = new TreeMap<>(client.settings());
    settings.put("SERVICE", "http://127.0.0.1:" + Origin.PORT + "/");
    settings.put("REQUESTS", Integer.toString(request.load().concurrency()));
    settings.put("REPETITIONS", Integer.toString(WARM_UP + REPETITIONS));
    Origin.Command command = client.command(project);
    ServiceSpec spec = ServiceSpec.of(command, settings, Optional.empty());
    Placement swapped =
        new Placement(request.placement().generator(), request.placement().service());
    Launch launch = new Launch(spec, Secrets.NONE, swapped, log, port, port);
    CommandInstance burst = owner.own(new CommandInstance(launch, command, "", Optional.empty()));
    long start = System.nanoTime();
    while (burst.exitCode().isEmpty() && System.nanoTime() - start < LIMIT.toNanos()) {
      Thread.sleep(100);
    }
    burst.close();
  }

  /** Reads the repetitions; other lines are skipped, and a missing repetition fails the run. */
  List<Repetition> read(Path log) throws IOException {
    long users = request.load().concurrency();
    String right = Long.toString(users * (users - 1) / 2);
    return new String(Files.readAllBytes(log), StandardCharsets.UTF_8)
        .lines()
        .filter(line -> line.matches("\\d{1,15} \\d{1,15}"))
        .map(line -> line.split(" "))
        .map(each -> new Repetition(Long.parseLong(each[0]), each[1].equals(right)))
        .toList();
  }

  private RunRecord record(Instant start, Subject subject, List<Repetition> all) {
    List<Repetition> measured = all.stream().skip(WARM_UP).toList();
    int right = (int) measured.stream().filter(Repetition::isCorrect).count();
    boolean valid = right == REPETITIONS;
    long[] micros = measured.stream().mapToLong(Repetition::micros).sorted().toArray();
    double unknown = Double.NaN;
    double seconds = valid ? micros[REPETITIONS / 2] / 1e6 : unknown;
    int users = request.load().concurrency();
    long sent = (long) users * REPETITIONS;
    long ok = (long) users * right;
    String sums = "%d of %d repetitions had the right sum".formatted(right, REPETITIONS);
    LoadResult load =
        new LoadResult(
            new Counts(sent, ok, sent - ok, Map.of()),
            new InWindow(seconds, seconds, List.of(), users / seconds, unknown, unknown, unknown),
            Optional.empty(),
            unknown,
            Optional.empty(),
            0,
            valid);
    return new RunRecord(
        request.identity(request.place().runId().position().orElse(1), start),
        new Judgement(
            valid ? Status.VALID : Status.FAILED,
            valid ? List.of() : List.of(sums),
            List.of("µs of the repetitions: " + Arrays.toString(micros)),
            List.of(new RunRecord.GateResult(Gate.ANSWERS, valid, List.of()))),
        ClosedLoad.of(users, 1, 0, Wait.FIXED, OptionalInt.empty(), 0),
        subject,
        RunFigures.of(Optional.of(load)),
        Extras.NONE);
  }
}
