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
 * @param byMetric in the order of the metrics; empty if the variant is not ranked
 */
public record Figures(@JsonIgnore Map<RunMetric, MedianInterval> byMetric) {

  public static Figures of(List<RecordedRun> runs, List<RunMetric> metrics) {
    Map<RunMetric, MedianInterval> figures = new LinkedHashMap<>();
    for (RunMetric metric : metrics) {
      metric.figure(runs).ifPresent(figure -> figures.put(metric, figure));
    }
    return new Figures(figures);
  }

  /** A figure; empty if it was not measured. */
  public Optional<MedianInterval> get(RunMetric metric) {
    return Optional.ofNullable(byMetric.get(metric));
  }

  /**
   * The fields that JSON has: {@code latency} in ms by percentile, in an open model from when a
   * request was due; {@code serviceTime} from when it was sent, in an open model only; all others
   * by their names.
   */
  @JsonAnyGetter
  Map<String, Object> fields() {
    Map<String, Object> fields = new LinkedHashMap<>(in(Output.JSON));
    fields.put("latency", in(Output.JSON_LATENCY));
    Map<String, MedianInterval> serviceTime = in(Output.JSON_SERVICE_TIME);
    if (!serviceTime.isEmpty()) {
      fields.put("serviceTime", serviceTime);
    }
    return fields;
  }

  private Map<String, MedianInterval> in(Output output) {
    Map<String, MedianInterval> fields = new LinkedHashMap<>();
    byMetric.forEach(
        (metric, figure) -> {
          if (metric.isIn(output)) {
            fields.put(metric.name(), figure);
          }
        });
    return fields;
  }
}
