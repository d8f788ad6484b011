package io.github.restcomparison.analysis.model;

import io.github.restcomparison.analysis.runs.RecordedRun;
import io.github.restcomparison.analysis.statistics.MedianInterval;
import io.github.restcomparison.records.RunRecord.Latency;
import java.util.List;
import java.util.TreeSet;
import java.util.function.ToIntFunction;

/**
 * The latencies of one kind of request, where a load has several: medians over the rounds, in ms.
 *
 * @param name of the request
 */
public record RequestFigures(
    String name, MedianInterval p50, MedianInterval p95, MedianInterval p99) {

  /** Of the valid runs of a variant; none where all of its requests are alike. */
  static List<RequestFigures> of(List<RecordedRun> runs) {
    TreeSet<String> names = new TreeSet<>();
    runs.forEach(run -> names.addAll(run.record().figures().latencyByRequest().keySet()));
    return names.stream()
        .map(
            name ->
                new RequestFigures(
                    name,
                    median(runs, name, Latency::p50),
                    median(runs, name, each -> each.percentiles().p95()),
                    median(runs, name, Latency::p99)))
        .toList();
  }

  private static MedianInterval median(
      List<RecordedRun> runs, String name, ToIntFunction<Latency> percentile) {
    return MedianInterval.ofPercentiles(
        runs.stream()
            .map(run -> run.record().figures().latencyByRequest().get(name))
            .filter(latency -> latency != null)
            .mapToDouble(percentile::applyAsInt)
            .toArray());
  }
}
