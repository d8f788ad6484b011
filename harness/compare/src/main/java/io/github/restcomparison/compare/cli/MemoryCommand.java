package io.github.restcomparison.compare.cli;

import io.github.restcomparison.compare.experiment.MeasurementContext;
import io.github.restcomparison.compare.experiment.UsageException;
import io.github.restcomparison.compare.options.DurationConverter;
import io.github.restcomparison.compare.options.MeasurementOptions;
import io.github.restcomparison.compare.options.MeasurementOptions.Compared;
import io.github.restcomparison.compare.options.WaitOptions;
import io.github.restcomparison.compare.sweep.SweepExperiment;
import io.github.restcomparison.records.LoadSpec;
import io.github.restcomparison.records.Range;
import io.github.restcomparison.records.plan.ExperimentPlan;
import io.github.restcomparison.records.plan.SweepPlan;
import io.github.restcomparison.records.plan.SweepPlan.Cell;
import io.github.restcomparison.records.service.Origin;
import io.github.restcomparison.records.service.UserServices;
import io.github.restcomparison.runner.host.Host;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code compare memory}: what it costs a service that thousands of requests wait in it. */
@Command(
    name = "memory",
    mixinStandardHelpOptions = true,
    description = {
      "Lets thousands of requests wait at once in each variant, at a fixed heap of 512 MB, and looks"
          + " at what the service then holds: heap after a full collection, resident memory, threads."
          + " A variant whose waiting blocks a thread has as many threads as requests wait. A service of"
          + " yours runs with what its command says; its heap is seen where it is a JVM.",
      ""
    },
    footer = {
      "",
      "Examples:",
      "  ./compare memory --users 1000,5000,10000,15000 --delay 3s",
      "  ./compare memory --service mine='java -jar app.jar --server.port={port}' --get /slow --users"
          + " 500,1000"
    })
final class MemoryCommand implements Callable<Integer> {
  /** So many times each user waits: the first time all connect, which takes a while. */
  private static final int REQUESTS = 5;

  private static final Range ROUNDS = new Range("rounds", 1, 100);
  private static final Range DELAY_MS =
      new Range(LoadSpec.DELAY_MS.setting(), 100, LoadSpec.DELAY_MS.max());

  @Mixin private MeasurementOptions options;

  @Option(
      names = "--users",
      split = ",",
      paramLabel = "N",
      defaultValue = "1000,5000,10000,15000",
      description = "How many wait at once, 1 to 20000 (default: ${DEFAULT-VALUE}).")
  private int[] users;

  @Option(
      names = "--delay",
      paramLabel = "TIME",
      defaultValue = "3s",
      converter = DurationConverter.class,
      description =
          "How long each waits, 100ms to 10m: long enough for all to connect (default:"
              + " ${DEFAULT-VALUE}). Of services of yours, what a request takes.")
  private Duration delay;

  @Option(
      names = "--rounds",
      paramLabel = "N",
      defaultValue = "1",
      description = "How often each is measured, 1 to 100 (default: ${DEFAULT-VALUE}).")
  private int rounds;

  @Override
  public Integer call() throws Exception {
    SweepPlan asked = plan();
    Path path = options.folder();
    SweepPlan plan = options.plan(path, asked, SweepPlan.in(path), SweepPlan::settings);
    MeasurementContext context = options.take(plan.runs(), 1, path);
    plan.write(path);
    return options.measure(path, "memory", new SweepExperiment(plan, path, context)::run);
  }

  private SweepPlan plan() throws IOException {
    int delayMs = DELAY_MS.check(delay.toMillis());
    Compared compared =
        options.compared(
            List.of("jersey-sync", "jersey-virtual", "jersey-async", "vertx-rest"),
            new WaitOptions());
    compared.users().ifPresent(MemoryCommand::refuseUnseen);
    List<String> named = compared.variants();
    List<Cell> cells = new ArrayList<>();
    List<String> skipped = new ArrayList<>();
    List<Integer> numbers = Arrays.stream(users).sorted().boxed().toList();
    for (int number : numbers) {
      LoadSpec.USERS.check(number);
      Optional<String> files = Host.tooFewFiles(number, 1);
      if (files.isPresent()) {
        skipped.add(files.get());
      } else {
        List<String> variants =
            named.stream().map(name -> withThreads(compared, name, number)).toList();
        cells.add(new Cell(number, delayMs, REQUESTS, variants));
      }
    }
    ExperimentPlan runs =
        options
            .plan(
                compared,
                named,
                ROUNDS.check(rounds),
                LoadSpec.USUAL.workers(),
                delayMs,
                delay.multipliedBy(REQUESTS))
            .lookingAtMemory();
    return new SweepPlan(SweepPlan.SCHEMA, numbers, List.of(delayMs), cells, skipped, runs);
  }

  /** What is looked at is the memory of processes of this host, while its own load waits. */
  private static void refuseUnseen(UserServices users) {
    if (users.workload().simulation().isPresent()) {
      throw new UsageException("--simulation may be given to run: who waits in yours is not known");
    }
    users
        .services()
        .forEach(
            (name, service) -> {
              if (service.from() instanceof Origin.Address(String url, Optional<String> restart)) {
                throw new UsageException(
                    "service %s is %s: for its memory it may be a command or docker:IMAGE"
                        .formatted(name, url));
              }
            });
  }

  private static String withThreads(Compared compared, String name, int number) {
    return compared.waitsInWorker(name) ? name + "@WORKERS=" + number : name;
  }
}
