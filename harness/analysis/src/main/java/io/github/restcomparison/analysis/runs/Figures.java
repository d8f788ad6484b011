package io.github.restcomparison.analysis.runs;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonIgnore;
import io.github.restcomparison.analysis.runs.RunMetric.Output;
import io.github.restcomparison.analysis.statistics.MedianInterval;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The figures of a variant over its valid rounds, in the units of the files.
 *
 * @param byMetric in the order of the metrics; empty where the variant is not ranked
 */
public record Figures(@JsonIgnore Map<RunMetric, MedianInterval> byMetric) {

  public static Figures of(List<RecordedRun> runs, List<RunMetric> metrics) {
    Map<RunMetric, MedianInterval> figures = new LinkedHashMap<>();
    for (RunMetric metric : metrics) {
      metric.figure(runs).ifPresent(figure -> figures.put(metric, figure));
    }
    return new Figures(figures);
  }

  /** A figure; empty where it was not measured. */
  public Optional<MedianInterval> get(RunMetric metric) {
    return Optional.ofNullable(byMetric.get(metric));
  }

  /**
   * The fields that JSON has: {@code latency} in ms by percentile, in an open model from when a
   * request was due; {@code serviceTime} likewise from when it was sent, in an open model alone;
   * all others by their names.
   */
  @JsonAnyGetter
  Map<String, Object> fields() {
    Map<String, Object> fields = new LinkedHashMap<>();
    Map<String, MedianInterval> latency = new LinkedHashMap<>();
    Map<String, MedianInterval> serviceTime = new LinkedHashMap<>();
    byMetric.forEach(
        (metric, figure) -> {
          if (metric.isIn(Output.JSON)) {
            fields.put(metric.name(), figure);
          } else if (metric.isIn(Output.JSON_LATENCY)) {
            latency.put(metric.name(), figure);
            fields.put("latency", latency);
          } else if (metric.isIn(Output.JSON_SERVICE_TIME)) {
            serviceTime.put(metric.name(), figure);
            fields.put("serviceTime", serviceTime);
          }
        });
    fields.putIfAbsent("latency", latency);
    return fields;
  }
}
