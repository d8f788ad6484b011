package io.github.restcomparison.analysis.runs;

import io.github.restcomparison.analysis.runs.RunMetric.Output;
import io.github.restcomparison.analysis.statistics.Numbers;
import io.github.restcomparison.records.RunFigures.Latency;
import io.github.restcomparison.records.RunFigures.LoadResult;
import io.github.restcomparison.records.RunRecord;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/** Figures of a part of the requests of a run: of one kind, or with one status. */
public final class PartMetrics {
  private static final String STATUS = "status";

  private PartMetrics() {}

  /** Returns the percentiles of one kind of request: p50, p95 and p99. */
  public static List<RunMetric> forRequest(String name) {
    Function<RunRecord, Optional<Latency>> latency =
        run -> Optional.ofNullable(run.figures().latencyByRequest().get(name));
    return List.of(
        percentile("p50", latency, Latency::p50),
        percentile("p95", latency, each -> each.percentiles().p95()),
        percentile("p99", latency, Latency::p99));
  }

  /** Returns the share of the responses that have a status, 0 to 1, and their p50 and p99. */
  public static List<RunMetric> forStatus(String status) {
    RunMetric share =
        RunMetric.of("share", "share", run -> share(run, status))
            .withLabel("share", "%", each -> Numbers.of(100 * each));
    Function<RunRecord, Optional<Latency>> latency = run -> latency(run, status);
    return List.of(
        share, percentile("p50", latency, Latency::p50), percentile("p99", latency, Latency::p99));
  }

  /** Returns the number of responses by status. */
  public static Map<String, Long> statuses(RunRecord run) {
    return run.figures().behaviour().responses().orElse(Map.of()).getOrDefault(STATUS, Map.of());
  }

  private static double share(RunRecord run, String status) {
    Map<String, Long> counts = statuses(run);
    double all = counts.values().stream().mapToLong(Long::longValue).sum();
    return all > 0 ? counts.getOrDefault(status, 0L) / all : Double.NaN;
  }

  private static Optional<Latency> latency(RunRecord run, String status) {
    Optional<Latency> own =
        run.figures().behaviour().latencyByStatus().map(latencies -> latencies.get(status));
    return statuses(run).keySet().equals(Set.of(status))
        ? run.load().flatMap(LoadResult::latency)
        : own;
  }

  private static RunMetric percentile(
      String name,
      Function<RunRecord, Optional<Latency>> latency,
      ToDoubleFunction<Latency> value) {
    return RunMetric.of(
            name, "ms", run -> latency.apply(run).map(value::applyAsDouble).orElse(Double.NaN))
        .withLabel(name, "ms", Numbers::of)
        .withOutputs(Output.PERCENTILE);
  }
}
