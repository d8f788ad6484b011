package io.github.restcomparison.analysis.study;

import io.github.restcomparison.analysis.model.VariantSummary;
import io.github.restcomparison.analysis.overhead.Bottleneck;
import io.github.restcomparison.analysis.page.Page.Block;
import io.github.restcomparison.analysis.page.Page.Column;
import io.github.restcomparison.analysis.page.Page.Items;
import io.github.restcomparison.analysis.page.Page.Table;
import io.github.restcomparison.analysis.runs.RecordedRun;
import io.github.restcomparison.analysis.runs.RunMetric;
import io.github.restcomparison.analysis.runs.RunMetrics;
import io.github.restcomparison.analysis.statistics.MedianInterval;
import io.github.restcomparison.analysis.statistics.Numbers;
import io.github.restcomparison.records.study.Study;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * What was published of a variant beside what was measured.
 *
 * @param published a row of the publication
 * @param variant that it is compared with
 */
record PublishedFigures(Study.Figures published, VariantSummary variant) {

  /** FAILED runs have this figure, too. */
  private static final RunMetric SUCCESS =
      RunMetric.of(
          "success",
          "%",
          record ->
              record.load().stream()
                  .filter(load -> load.counts().requests() > 0)
                  .mapToDouble(load -> 100.0 * load.counts().ok() / load.counts().requests())
                  .findFirst()
                  .orElse(Double.NaN));

  /** Table and explanations; none if nothing was published of the load. */
  static List<Block> blocks(Study study, StudyExperiment experiment) {
    List<PublishedFigures> all =
        study.figures(experiment.load()).stream()
            .flatMap(
                published ->
                    experiment.variant(published.variant()).stream()
                        .map(variant -> new PublishedFigures(published, variant)))
            .toList();
    List<Row> rows = all.stream().flatMap(each -> each.rows().stream()).toList();
    return rows.isEmpty()
        ? List.of()
        : List.of(
            Table.of(
                "Published and measured",
                rows,
                List.of(
                    Column.text("variant", row -> row.of.variant()),
                    Column.text("as published", row -> row.of.system()),
                    Column.text("figure", Row::figure),
                    new Column<>("published", row -> Numbers.of(row.published)),
                    new Column<>("measured", Row::measured))),
            Items.of(all.stream().flatMap(each -> each.explanation().stream()).toList()));
  }

  private record Row(Study.Figures of, String figure, double published, String measured) {}

  private List<Row> rows() {
    List<Row> rows = new ArrayList<>();
    add(rows, "requests/s", published.throughput(), RunMetrics.THROUGHPUT);
    add(rows, "mean, ms", published.meanMs(), RunMetrics.MEAN);
    add(rows, "min, ms", published.minMs(), RunMetrics.MIN);
    add(rows, "max, ms", published.maxMs(), RunMetrics.MAX);
    add(rows, "bytes/s", published.bytesPerSecond(), RunMetrics.BYTES);
    add(rows, "most requests at once", published.mostInFlight(), RunMetrics.IN_FLIGHT);
    add(rows, "success, %", published.successPercent(), SUCCESS);
    int requests = published.requests().orElse(0);
    double[] together =
        Arrays.stream(RunMetrics.THROUGHPUT.of(variant.ranked()))
            .map(perSecond -> 1e3 * requests / perSecond)
            .toArray();
    add(
        rows,
        Numbers.count(requests, "request") + " together, ms",
        wholeMs(),
        RunMetric.figure(together));
    return rows;
  }

  private void add(List<Row> rows, String figure, OptionalDouble value, RunMetric metric) {
    List<RecordedRun> runs = metric == SUCCESS ? variant.runs() : variant.ranked();
    add(rows, figure, value, metric.figure(runs));
  }

  private void add(
      List<Row> rows, String figure, OptionalDouble value, Optional<MedianInterval> measured) {
    value.ifPresent(
        each ->
            rows.add(new Row(published, figure, each, Numbers.interval(measured, Numbers::of))));
  }

  /** The median of the published times of the whole load. */
  private OptionalDouble wholeMs() {
    return published.wholeMs().stream()
        .map(times -> times.stream().mapToDouble(Integer::doubleValue).toArray())
        .mapToDouble(times -> MedianInterval.of(times).median())
        .findFirst();
  }

  /**
   * Applies Little's law to both sides alike: throughput times wait is how many requests waited at
   * once, throughput times latency how many were in the system.
   */
  private Optional<String> explanation() {
    Duration wait = variant.runs().getFirst().limits().delay();
    double here = RunMetrics.THROUGHPUT.median(variant.ranked());
    OptionalDouble there = wait.isZero() ? wholeMs() : published.throughput();
    if (Double.isNaN(here) || there.isEmpty()) {
      return Optional.empty();
    }
    String bound =
        Bottleneck.of(variant.ranked())
            .map(each -> "bound by " + each.what())
            .orElse("with no bound that shows");
    if (wait.isZero()) {
      return Optional.of(
          "%s: published %s ms for the whole; measured %s/s, %s, at %s µs of the service's CPU for each request."
              .formatted(
                  variant.name(),
                  Numbers.of(there),
                  Numbers.of(here),
                  bound,
                  Numbers.of(RunMetrics.CPU.median(variant.ranked()))));
    }
    double seconds = wait.toMillis() / 1e3;
    String asked =
        published.meanMs().stream()
            .mapToObj(
                ms ->
                    ", of %s that were asked for".formatted(whole(there.getAsDouble() * ms / 1e3)))
            .findFirst()
            .orElse("");
    return Optional.of(
        "%s: published %s/s of %s ms are %s requests that waited at once%s; measured %s/s are %s, %s."
            .formatted(
                variant.name(),
                Numbers.of(there),
                Numbers.of(wait.toMillis()),
                whole(there.getAsDouble() * seconds),
                asked,
                Numbers.of(here),
                whole(here * seconds),
                bound));
  }

  private static String whole(double requests) {
    return Numbers.of(Math.rint(requests));
  }
}
