package io.github.restcomparison.compare.cli;

import io.github.restcomparison.compare.options.PlanReader;
import io.github.restcomparison.records.Delay;
import io.github.restcomparison.records.DurationText;
import io.github.restcomparison.records.Load;
import io.github.restcomparison.records.Load.Bounds;
import io.github.restcomparison.records.ThroughputLimits;
import io.github.restcomparison.records.plan.ExperimentPlan;
import io.github.restcomparison.records.plan.SettingTree;
import io.github.restcomparison.records.plan.SweepPlan;
import io.github.restcomparison.records.plan.SweepPlan.GridCell;
import io.github.restcomparison.records.service.FeederRecords;
import io.github.restcomparison.records.settings.SettingException;
import io.github.restcomparison.runner.host.Host;
import io.github.restcomparison.runner.host.LocalPorts;
import io.github.restcomparison.runner.variants.Variant;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code compare sweep}: a grid of short runs, over users, waits and workers. */
@Command(name = "sweep", mixinStandardHelpOptions = true)
final class SweepCommand extends MeasuringCommand {
  private static final String VARIANTS = "jersey-sync,jersey-virtual,jersey-async,vertx-rest";

  /** The maximum of these requests per second on any host, by which a cell is shortened. */
  private static final double FASTEST = 10_000;

  /**
   * The minimum of requests per user: users with equal waits send in waves, and with fewer requests
   * one wave more or less in the window would matter.
   */
  private static final int FEWEST_REQUESTS = 10;

  /**
   * The maximum expected time of a cell; a longer one is skipped, unless {@code --duration} is
   * longer.
   */
  private static final double LONGEST_SECONDS = 60;

  /** The maximum of a cell, in durations: a user sends whole requests, and a pool has its queue. */
  private static final int LONGEST_DURATIONS = 2;

  @Option(names = "--users", paramLabel = "LIST", defaultValue = "10,100,1000,5000")
  private String users;

  @Option(names = "--delay", paramLabel = "LIST")
  private String delays;

  @Option(names = "--workers", paramLabel = "LIST", defaultValue = "200")
  private String workers;

  @Override
  public Integer call() throws Exception {
    return measureGrid(plan(SweepPlan.class, this::newPlan));
  }

  SweepPlan newPlan() throws IOException {
    List<String> pools = SettingTree.values("--workers " + workers, workers);
    pools.forEach(pool -> SettingTree.value(Bounds.class, "workers", "--workers " + pool, pool));
    List<Integer> numbers = users(users);
    PlanReader reader =
        new PlanReader(
            spec,
            isForeign ->
                defaults(isForeign, VARIANTS, "3", "4s")
                    .set("--workers", pools.getFirst(), "load", "workers"));
    boolean isStated = spec.commandLine().getParseResult().hasMatchedOption("--workers");
    SettingException.refuseIf(
        isStated && reader.compared().names().stream().noneMatch(reader.compared()::waitsInWorker),
        "--workers %s: requires a variant whose waiting blocks a thread",
        workers);
    List<Integer> waits = delays(reader.isForeign() ? "0ms" : "10ms,100ms,1s");
    Duration duration = reader.load().loadTime();
    return grid(numbers, waits, gridPlan(reader, withPools(reader, pools)), duration);
  }

  private List<Integer> delays(String usual) {
    String list = delays == null ? usual : delays;
    return SettingTree.values("--delay " + list, list).stream()
        .map(part -> SettingTree.value(Delay.class, "delay", "--delay " + part, part))
        .map(part -> (int) DurationText.parse(part).orElseThrow().toMillis())
        .sorted()
        .toList();
  }

  /** Returns the variants; one whose waits block workers is replaced by one for each pool. */
  private static List<String> withPools(PlanReader reader, List<String> pools) {
    List<String> variants = new ArrayList<>();
    for (String name : reader.compared().names()) {
      if (pools.size() > 1 && reader.compared().waitsInWorker(name)) {
        pools.forEach(pool -> variants.add(name + "@WORKERS=" + pool));
      } else {
        variants.add(name);
      }
    }
    return variants;
  }

  /**
   * Returns the grid, with the cells that can be measured in an acceptable time.
   *
   * @param duration that the load of a cell should take
   */
  static SweepPlan grid(
      List<Integer> users, List<Integer> delaysMs, ExperimentPlan runs, Duration duration) {
    List<GridCell> cells = new ArrayList<>();
    List<String> skipped = new ArrayList<>();
    List<FeederRecords> feeders = feeders(runs);
    double seconds = duration.toMillis() / 1e3;
    double longest = Math.max(LONGEST_SECONDS, LONGEST_DURATIONS * seconds);
    for (int delayMs : delaysMs) {
      for (int number : users) {
        String name = "%d users, %d ms".formatted(number, delayMs);
        double most = fastest(number, OptionalInt.empty(), delayMs);
        int requests = (int) Math.max(FEWEST_REQUESTS, Math.ceil(most * seconds / number));
        Load load = runs.load().of(number, requests, delayMs);
        Optional<String> refusal =
            Host.fileShortage(number, 2)
                .or(() -> LocalPorts.shortage(number, 0))
                .or(() -> recordShortage(feeders, runs, load));
        if (refusal.isPresent()) {
          skipped.add(name + ": " + refusal.get());
          continue;
        }
        List<String> measured = new ArrayList<>();
        Set<String> withoutQueue = new HashSet<>();
        for (String variant : runs.design().variants()) {
          OptionalInt bound = Variant.workers(runs.service(variant), runs.load());
          double rate = fastest(number, bound, delayMs);
          double takes = (double) number * requests / rate;
          boolean queues = bound.isEmpty() || bound.getAsInt() < number;
          if (takes > longest) {
            skipped.add(
                "%s, %s: %d requests of each user would take %.0f s (limit: %.0f s)"
                    .formatted(name, variant, requests, takes, longest));
          } else if (queues || withoutQueue.add(variant.replaceAll("@WORKERS=[^@]*", ""))) {
            measured.add(variant);
          } else {
            skipped.add(
                name + ", " + variant + ": a smaller pool has a thread for each user already");
          }
        }
        if (!measured.isEmpty()) {
          cells.add(new GridCell(number, delayMs, requests, measured));
        }
      }
    }
    return new SweepPlan(users, delaysMs, cells, skipped, runs);
  }

  /** Returns the maximum throughput of a variant in requests per second. */
  private static double fastest(int users, OptionalInt bound, int delayMs) {
    return Math.min(
        FASTEST, new ThroughputLimits(users, bound, Duration.ofMillis(delayMs)).ceiling());
  }
}
