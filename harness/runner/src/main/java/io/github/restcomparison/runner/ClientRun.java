package io.github.restcomparison.runner;

import io.github.restcomparison.records.RunRecord;
import io.github.restcomparison.records.RunRecord.Load;
import io.github.restcomparison.records.RunRecord.LoadSettings;
import io.github.restcomparison.records.RunRecord.Status;
import io.github.restcomparison.runner.host.Placement;
import io.github.restcomparison.runner.sampling.ServiceProbe;
import io.github.restcomparison.runner.service.ProcessLauncher;
import io.github.restcomparison.runner.service.RunEnvironment;
import io.github.restcomparison.runner.service.ServiceProcess;
import io.github.restcomparison.runner.service.StartedWith;
import io.github.restcomparison.runner.settings.RunId;
import io.github.restcomparison.runner.settings.Target;
import io.github.restcomparison.runner.variants.HttpClientVariant;
import io.github.restcomparison.runner.variants.Variant;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;

/**
 * One run of one client: a fresh service, a fresh process of the client, a few repetitions of its
 * burst. What it is worth is the median of the repetitions after the first ones, which warm both
 * up; all of them must have the right sum.
 *
 * @param service that is asked
 * @param requests that are all asked at once
 */
public record ClientRun(
    Path project, HttpClientVariant client, Variant service, int requests, Placement placement) {
  private static final int WARM_UP = 3;
  private static final int REPETITIONS = 7;
  private static final int LIMIT_SECONDS = 600;

  /** A burst: what it took, and whether the sum of its answers was right. */
  record Repetition(long micros, boolean right) {}

  /**
   * Runs it.
   *
   * @param folder gets what service and client print
   */
  public RunRecord measure(String session, RunId runId, String name, Path folder)
      throws IOException, InterruptedException {
    Instant start = Instant.now();
    Files.createDirectories(folder);
    try (ServiceProcess running =
        ServiceProcess.start(
            project,
            service,
            Map.of("DELAY_MS", "0"),
            new ProcessLauncher(),
            placement,
            folder.resolve("service.log"))) {
      StartedWith startedWith = startedWith(running);
      List<Repetition> all = burst(running, folder.resolve("client.log"));
      return record(session, runId, name, start, startedWith, all);
    }
  }

  private static StartedWith startedWith(ServiceProcess service)
      throws IOException, InterruptedException {
    try (ServiceProbe probe = ServiceProbe.attach(service.pid())) {
      return StartedWith.of(service, probe);
    }
  }

  private List<Repetition> burst(ServiceProcess service, Path log)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(placement.generatorCommand());
    command.addAll(client.command(project));
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile());
    builder
        .environment()
        .putAll(
            client.environment(
                service.resource().resolve("/").toString(), requests, WARM_UP + REPETITIONS));
    Process process = builder.start();
    try {
      process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS);
    } finally {
      process.destroyForcibly();
    }
    return read(log);
  }

  /** What cannot be read is no repetition, and one that is missing fails the run. */
  List<Repetition> read(Path log) throws IOException {
    long right = (long) requests * (requests - 1) / 2;
    List<Repetition> all = new ArrayList<>();
    for (String line : Files.readAllLines(log)) {
      if (line.matches("\\d{1,15} \\d{1,15}")) {
        String[] parts = line.split(" ");
        all.add(new Repetition(Long.parseLong(parts[0]), Long.parseLong(parts[1]) == right));
      }
    }
    return all;
  }

  private RunRecord record(
      String session,
      RunId runId,
      String name,
      Instant start,
      StartedWith startedWith,
      List<Repetition> all) {
    List<Repetition> measured = all.stream().skip(WARM_UP).toList();
    long right = measured.stream().filter(Repetition::right).count();
    boolean valid = right == REPETITIONS;
    long[] micros = measured.stream().mapToLong(Repetition::micros).sorted().toArray();
    OptionalDouble seconds =
        valid ? OptionalDouble.of(micros[micros.length / 2] / 1e6) : OptionalDouble.empty();
    return new RunRecord(
        RunRecord.SCHEMA,
        session,
        name,
        name.endsWith(Target.CONTROL) ? Optional.of(client.name()) : Optional.empty(),
        runId.round(),
        runId.position().orElse(1),
        OptionalInt.of(runId.attempt()),
        start.toString(),
        valid ? Status.VALID : Status.FAILED,
        valid
            ? List.of()
            : List.of("%d of %d repetitions had the right sum".formatted(right, REPETITIONS)),
        List.of("µs of the repetitions: " + Arrays.toString(micros)),
        List.of(new RunRecord.GateResult("answers", valid, List.of())),
        new LoadSettings(
            requests,
            1,
            0,
            Optional.of("fixed"),
            OptionalInt.empty(),
            0,
            Optional.empty(),
            OptionalInt.empty()),
        Map.of("client", client.threadModel(), "service", service.name()),
        RunEnvironment.of(Optional.of(startedWith), placement),
        Optional.of(
            new Load(
                (long) requests * REPETITIONS,
                right * requests,
                (REPETITIONS - right) * requests,
                Map.of(),
                seconds,
                seconds.isPresent()
                    ? OptionalDouble.of(requests / seconds.getAsDouble())
                    : OptionalDouble.empty(),
                OptionalDouble.empty(),
                OptionalDouble.empty(),
                OptionalDouble.empty(),
                Optional.empty(),
                OptionalLong.empty(),
                OptionalLong.empty(),
                Optional.empty(),
                0,
                valid)),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty());
  }
}
