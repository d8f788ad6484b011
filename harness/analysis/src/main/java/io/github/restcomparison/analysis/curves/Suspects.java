package io.github.restcomparison.analysis.curves;

import io.github.restcomparison.analysis.runs.RunMetric;
import io.github.restcomparison.analysis.runs.RunMetrics;
import io.github.restcomparison.analysis.statistics.Numbers;
import io.github.restcomparison.records.RunRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.stream.DoubleStream;

/**
 * What may have broken a promise, other than a lack of CPU time.
 *
 * @param runs at the rate at which it was broken
 */
record Suspects(List<RunRecord> runs) {
  private static final double MOSTLY_IDLE = 0.5;

  /** The share of the window from which on something is a suspect. */
  private static final double NOTABLE = 0.02;

  private static final double NOTABLE_MS = 20;

  /** The share of its CPUs that the service left idle; absent where that is not known. */
  OptionalDouble idle() {
    return runs.stream()
        .flatMapToDouble(
            run -> {
              OptionalInt cpus = run.setup().environment().placement().serviceCpus();
              return DoubleStream.of(RunMetrics.SERVER_CORES.of(run))
                  .filter(cores -> cores >= 0 && cpus.isPresent())
                  .map(cores -> Math.max(0, 1 - cores / cpus.getAsInt()));
            })
        .average();
  }

  /** Whether more CPU time would hardly have helped. */
  boolean isMostlyIdle() {
    return idle().orElse(0) > MOSTLY_IDLE;
  }

  /** What the records hold against it, or that they hold nothing. */
  String sentence() {
    List<String> found = new ArrayList<>();
    share(RunMetrics.COMPILING, "JIT compilation (%s %% of the window)", found);
    share(RunMetrics.GC_PAUSE, "garbage collection (%s %% of the window)", found);
    if (mean(RunMetrics.STEAL) > NOTABLE) {
      found.add(
          "the hypervisor (%s %% of the CPU time)"
              .formatted(Numbers.of(100 * mean(RunMetrics.STEAL))));
    }
    if (mean(RunMetrics.OTHERS) > NOTABLE) {
      found.add(
          "other processes (%s %% of the CPU time)"
              .formatted(Numbers.of(100 * mean(RunMetrics.OTHERS))));
    }
    double lateMs = values(RunMetrics.SENT_LATE).max().orElse(0);
    if (lateMs > NOTABLE_MS) {
      found.add(
          "the load generator (1 %% of the requests sent %s ms late or more, in the worst run)"
              .formatted(Numbers.of(lateMs)));
    }
    double queuedMs = mean(RunMetrics.RUN_QUEUE) / 1e3;
    if (queuedMs > NOTABLE_MS) {
      found.add("the run queue (%s ms per request)".formatted(Numbers.of(queuedMs)));
    }
    return found.isEmpty()
        ? "the records name no suspect"
        : "suspected: " + String.join("; ", found);
  }

  private void share(RunMetric ms, String what, List<String> found) {
    double share = mean(ms) / 1e3 / mean(RunMetrics.WINDOW);
    if (share > NOTABLE) {
      found.add(what.formatted(Numbers.of(100 * share)));
    }
  }

  /** 0 where no run has the figure. */
  private double mean(RunMetric metric) {
    return values(metric).average().orElse(0);
  }

  private DoubleStream values(RunMetric metric) {
    return runs.stream().mapToDouble(metric::of).filter(Double::isFinite);
  }
}
