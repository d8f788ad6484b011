package io.github.restcomparison.runner;

import io.github.restcomparison.records.Environment;
import io.github.restcomparison.records.LoadSpec;
import io.github.restcomparison.records.RunRecord;
import io.github.restcomparison.records.RunRecord.Counts;
import io.github.restcomparison.records.RunRecord.Figures;
import io.github.restcomparison.records.RunRecord.Identity;
import io.github.restcomparison.records.RunRecord.InWindow;
import io.github.restcomparison.records.RunRecord.Load;
import io.github.restcomparison.records.RunRecord.Status;
import io.github.restcomparison.records.RunRecord.Verdict;
import io.github.restcomparison.records.RunRecord.WarmUp;
import io.github.restcomparison.records.plan.ExperimentPlan.Setup;
import io.github.restcomparison.runner.host.Cmd;
import io.github.restcomparison.runner.host.Owner;
import io.github.restcomparison.runner.host.Placement;
import io.github.restcomparison.runner.service.Launch;
import io.github.restcomparison.runner.service.RunEnvironment;
import io.github.restcomparison.runner.service.VariantService;
import io.github.restcomparison.runner.settings.RunId;
import io.github.restcomparison.runner.settings.Target;
import io.github.restcomparison.runner.variants.HttpClientVariant;
import io.github.restcomparison.runner.variants.Variant;
import java.io.IOException;
import java.net.URI;
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
 * One run of one client: starts a service and the client, which repeats a burst of requests. The
 * result is the median duration of the bursts after the first ones, which warm up both processes.
 * The sum of the answers must be right in each of them.
 *
 * @param project the folder that contains the modules
 * @param service that the client sends its requests to
 * @param requests per burst, all sent at once
 * @param placement which CPUs service and client are pinned to
 */
public record ClientRun(
    Path project, HttpClientVariant client, Variant service, int requests, Placement placement) {
  private static final int WARM_UP = 3;
  private static final int REPETITIONS = 7;
  private static final int LIMIT_SECONDS = 600;

  /** One burst: its duration in µs, and whether the sum of its answers was right. */
  record Repetition(long micros, boolean right) {}

  /**
   * Measures the client.
   *
   * @param folder receives the logs of service and client
   * @return the record; FAILED if a repetition is missing or has a wrong sum
   * @throws IOException if the service or the client cannot be started
   */
  public RunRecord measure(String session, RunId runId, Target.Planned planned, Path folder)
      throws IOException, InterruptedException {
    Instant start = Instant.now();
    Files.createDirectories(folder);
    try (Owner owner = new Owner()) {
      Launch.Started running =
          VariantService.launch(
                  project,
                  service,
                  Map.of("DELAY_MS", "0"),
                  Setup.BARE,
                  placement,
                  folder.resolve("service.log"))
              .start(true, owner);
      Environment environment = RunEnvironment.of(running, placement);
      List<Repetition> all = burst(running.address(), folder.resolve("client.log"));
      return record(session, runId, planned, start, environment, all);
    }
  }

  private List<Repetition> burst(URI service, Path log) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(placement.generatorCommand());
    command.addAll(client.command(project));
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile());
    builder
        .environment()
        .putAll(
            client.environment(service.resolve("/").toString(), requests, WARM_UP + REPETITIONS));
    Process process = builder.start();
    try {
      process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS);
    } finally {
      Cmd.end(process);
    }
    return read(log);
  }

  /** Reads the repetitions; other lines are skipped, and a missing repetition fails the run. */
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
      Target.Planned planned,
      Instant start,
      Environment environment,
      List<Repetition> all) {
    List<Repetition> measured = all.stream().skip(WARM_UP).toList();
    long right = measured.stream().filter(Repetition::right).count();
    boolean valid = right == REPETITIONS;
    long[] micros = measured.stream().mapToLong(Repetition::micros).sorted().toArray();
    OptionalDouble seconds =
        valid ? OptionalDouble.of(micros[micros.length / 2] / 1e6) : OptionalDouble.empty();
    return new RunRecord(
        new Identity(
            session,
            planned.name(),
            planned.controlOf(),
            runId.round(),
            runId.position().orElse(1),
            runId.attempt(),
            start.toString()),
        new Verdict(
            valid ? Status.VALID : Status.FAILED,
            valid
                ? List.of()
                : List.of("%d of %d repetitions had the right sum".formatted(right, REPETITIONS)),
            List.of("µs of the repetitions: " + Arrays.toString(micros)),
            List.of(new RunRecord.GateResult("answers", valid, List.of()))),
        LoadSpec.closed(requests, 1, 0, "fixed", OptionalInt.empty(), 0),
        new RunRecord.Setup(
            Map.of("client", client.threadModel(), "service", service.name()),
            environment,
            Optional.empty(),
            Optional.empty()),
        Figures.of(Optional.of(load(right, valid, seconds))));
  }

  private Load load(long right, boolean valid, OptionalDouble seconds) {
    return new Load(
        new Counts(
            (long) requests * REPETITIONS,
            right * requests,
            (REPETITIONS - right) * requests,
            Map.of()),
        new InWindow(
            seconds,
            seconds,
            List.of(),
            seconds.stream().map(duration -> requests / duration).findFirst(),
            OptionalDouble.empty(),
            OptionalDouble.empty(),
            OptionalDouble.empty()),
        Optional.empty(),
        OptionalLong.empty(),
        Optional.empty(),
        new WarmUp(0, valid, Optional.empty()));
  }
}
