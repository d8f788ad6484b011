package io.github.restcomparison.analysis.curves;

import io.github.restcomparison.analysis.model.Comparison;
import io.github.restcomparison.analysis.model.Statement;
import io.github.restcomparison.analysis.model.VariantRuns;
import io.github.restcomparison.analysis.page.Chart;
import io.github.restcomparison.analysis.page.Chart.Axis;
import io.github.restcomparison.analysis.page.Chart.Kind;
import io.github.restcomparison.analysis.page.Chart.Series;
import io.github.restcomparison.analysis.page.Chart.View;
import io.github.restcomparison.analysis.page.Page;
import io.github.restcomparison.analysis.page.Page.Column;
import io.github.restcomparison.analysis.page.Page.Section;
import io.github.restcomparison.analysis.runs.RecordedRun;
import io.github.restcomparison.analysis.runs.RecordedRuns;
import io.github.restcomparison.analysis.runs.RunMetric;
import io.github.restcomparison.analysis.statistics.Numbers;
import io.github.restcomparison.records.RunRecord.Status;
import io.github.restcomparison.records.ThroughputLimits;
import io.github.restcomparison.records.plan.ExperimentPlan;
import io.github.restcomparison.records.plan.SweepPlan;
import io.github.restcomparison.records.plan.SweepPlan.GridCell;
import io.github.restcomparison.records.settings.Count;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The page of a sweep. */
public final class SweepPage {
  private final SweepPlan plan;
  private final Map<GridCell, Comparison> cells = new LinkedHashMap<>();

  /** The points with figures, by the wait, then by the users. */
  private final List<GridPoint> points = new ArrayList<>();

  /** The reasons for which other points have no figures, a sentence each. */
  private final List<String> lost = new ArrayList<>();

  /** The names of points without a measured run. */
  private final List<String> missing = new ArrayList<>();

  /** One variant in one cell, which is a separate experiment. */
  private record GridPoint(GridCell cell, VariantRuns variant) {
    String name() {
      return SweepPage.name(cell, variantName());
    }

    String variantName() {
      return variant.name();
    }

    List<RecordedRun> runs() {
      return variant.valid();
    }

    /** Returns whether it was not steady in some round. */
    boolean isUnsteady() {
      return !runs().stream().allMatch(run -> run.record().wasSteady());
    }

    /** Returns whether it has lost too many rounds. */
    boolean isInvalid() {
      return variant.status() != Status.VALID;
    }

    double median(RunMetric metric) {
      return metric.median(runs());
    }

    /** Returns the median, and in brackets the minimum and the maximum if they differ. */
    String text(RunMetric metric) {
      Chart.Point rounds = Chart.Point.of(0, median(metric), metric.valueIn(runs()));
      String min = Numbers.of(rounds.low());
      String max = Numbers.of(rounds.high());
      String median = Numbers.of(median(metric));
      return variant.boundPrefix(metric)
          + (min.equals(max) ? median : "%s (%s to %s)".formatted(median, min, max));
    }

    ThroughputLimits limits() {
      return runs().getFirst().limits();
    }

    String users() {
      return Count.of(cell.users(), "user");
    }

    String delay() {
      return "a wait of %s ms".formatted(Numbers.of(cell.delayMs()));
    }
  }

  private SweepPage(SweepPlan plan, Path folder) throws IOException {
    this.plan = plan;
    for (Map.Entry<GridCell, RecordedRuns> each : RecordedRuns.readSoFar(plan, folder).entrySet()) {
      lost.addAll(each.getValue().unreadable());
      if (!each.getValue().runs().isEmpty()) {
        cells.put(each.getKey(), Comparison.of(each.getValue()));
      }
    }
    cells.forEach(
        (cell, comparison) ->
            comparison.variants().stream()
                .map(variant -> new GridPoint(cell, variant))
                .forEach(this::add));
    for (GridCell cell : plan.cells()) {
      for (String variant : cell.variants()) {
        if (Optional.ofNullable(cells.get(cell)).flatMap(it -> it.variant(variant)).isEmpty()) {
          missing.add(name(cell, variant));
        }
      }
    }
    points.sort(
        Comparator.comparingInt((GridPoint point) -> point.cell.delayMs())
            .thenComparingInt(point -> point.cell.users())
            // In the user's order: 16 workers before 64, whichever is faster.
            .thenComparingInt(
                point -> plan.runs().design().variants().indexOf(point.variantName())));
  }

  /** Returns {@code 100 users, 10 ms, jersey-sync}. */
  private static String name(GridCell cell, String variant) {
    return "%s users, %s ms, %s"
        .formatted(Numbers.of(cell.users()), Numbers.of(cell.delayMs()), variant);
  }

  private void add(GridPoint point) {
    if (point.median(RunMetric.THROUGHPUT) >= 0 && point.variant.status() != Status.FAILED) {
      points.add(point);
    } else {
      lost.add(point.name() + ": " + point.variant.reason());
    }
  }

  /**
   * Returns the page of the sweep in a folder.
   *
   * @throws IOException if the folder cannot be read
   */
  public static Page of(SweepPlan plan, Path folder) throws IOException {
    return new SweepPage(plan, folder).page();
  }

  private Page page() {
    List<GridPoint> unsteady = points.stream().filter(GridPoint::isUnsteady).toList();
    List<GridPoint> invalid = points.stream().filter(GridPoint::isInvalid).toList();
    List<Crossing> crossings = Crossing.findAll(plan, cells);
    List<String> variants = plan.runs().design().variants();
    Page.Head head =
        new Page.Head(
            "Sweep: %s over %s of users and %s"
                .formatted(
                    Count.of(variants.size(), "variant"),
                    Count.of(plan.users().size(), "number"),
                    Count.of(plan.delaysMs().size(), "wait")),
            status(
                cells.values(),
                Stream.of(lost, missing, unsteady, invalid).allMatch(List::isEmpty)),
            statement(unsteady.size(), invalid.size()),
            List.of(
                "Closed model: latencies are service times. Every point is a median over rounds, each with fresh JVMs, warmed up for at most %d s; cells take turns in a shuffled order. %s"
                    .formatted(plan.runs().load().warmUp().toSeconds(), host(plan.runs()))),
            Crossing.findings(crossings));
    return Page.of(
        head,
        SweepAxis.ALL.stream().flatMap(axis -> axis.charts(points).stream()).toList(),
        variants.size() == 1
            ? List.of(pointsTable())
            : List.of(Crossing.table(crossings), pointsTable()),
        Stream.of(
                lost.stream().map(each -> "no figures, " + each),
                missing.stream().map(each -> "no run, " + each),
                invalid.stream()
                    .map(each -> "INVALID, %s: %s".formatted(each.name(), each.variant.reason())),
                unsteady.stream().map(each -> "not steady, " + each.name()),
                plan.skipped().stream().map(each -> "not measured, " + each))
            .flatMap(each -> each)
            .toList());
  }

  /** A service that failed is not the host's fault. */
  private static Page.Status status(Collection<Comparison> cells, boolean isComplete) {
    if (cells.stream()
        .flatMap(cell -> cell.variants().stream())
        .anyMatch(variant -> variant.status() == Status.FAILED)) {
      return Page.Status.FAILED;
    }
    return isComplete ? Page.Status.VALID : Page.Status.INVALID;
  }

  private String statement(int unsteady, int invalid) {
    return "%d of %d points have figures; %s%s%s; a sweep judges only its crossing points; ./compare run judges the rest"
        .formatted(
            points.size(),
            plan.cells().stream().mapToInt(cell -> cell.variants().size()).sum(),
            invalid == 0 ? "" : "%d of them with too few valid rounds; ".formatted(invalid),
            unsteady == 0
                ? ""
                : "%d of them without a steady state in each round: %s; "
                    .formatted(unsteady, Statement.warmUpAdvice(plan.runs().load())),
            Count.of(plan.runs().design().rounds().max(), "round"));
  }

  /** Returns how many records cannot be read, as the end of a statement; empty for none. */
  static String unreadable(List<String> records) {
    return records.isEmpty()
        ? ""
        : "; %s could not be read".formatted(Count.of(records.size(), "record"));
  }

  /** Returns what the runs have in common: {@code a host, pinning: none.}. */
  static String host(ExperimentPlan runs) {
    return "%s, pinning: %s.".formatted(runs.setup().host(), runs.setup().pinning());
  }

  /** Returns a variant without the size of its pool. */
  static String family(String variant) {
    return variant.replaceFirst("@WORKERS=.*", "");
  }

  private Section pointsTable() {
    return Section.table(
        "cells",
        "Every point",
        "Medians over the valid rounds; in brackets the minimum and the maximum if they differ.",
        points,
        List.of(
            new Column<>("users, wait, variant", GridPoint::name),
            new Column<>("requests/s", point -> point.text(RunMetric.THROUGHPUT)),
            new Column<>(
                "of the ceiling, %",
                point ->
                    Numbers.of(
                        100
                            * point.median(RunMetric.THROUGHPUT)
                            / point.runs().getFirst().ceiling())),
            new Column<>("p50, ms", point -> point.text(RunMetric.P50)),
            new Column<>("p99, ms", point -> point.text(RunMetric.P99)),
            new Column<>("CPU, µs/request", point -> point.text(RunMetric.CPU)),
            new Column<>("valid rounds", point -> Integer.toString(point.runs().size()))));
  }

  /**
   * The horizontal axis of the charts of throughput, latency and CPU.
   *
   * @param place of a point on the logarithmic axis; 0 for none
   * @param line that a point belongs to
   * @param view names the settings that are not on the axis
   */
  private record SweepAxis(
      String title,
      String unit,
      ToDoubleFunction<GridPoint> place,
      Function<GridPoint, String> line,
      Function<GridPoint, String> view) {
    private static final List<SweepAxis> ALL =
        List.of(
            new SweepAxis(
                "users",
                "users",
                point -> point.cell.users(),
                GridPoint::variantName,
                GridPoint::delay),
            new SweepAxis(
                "wait of one request, ms",
                "ms",
                point -> point.cell.delayMs(),
                GridPoint::variantName,
                GridPoint::users),
            // The threads that may block concurrently, of variants that have such a pool.
            new SweepAxis(
                "workers",
                "workers",
                point -> point.limits().workers().orElse(0),
                point -> family(point.variantName()),
                point -> point.users() + ", " + point.delay()));

    /** Returns the charts; none if all points have one place on the axis. */
    List<Chart> charts(List<GridPoint> all) {
      List<GridPoint> points =
          all.stream()
              .filter(point -> place.applyAsDouble(point) > 0)
              .sorted(Comparator.comparingDouble(place))
              .toList();
      return points.stream().mapToDouble(place).distinct().count() < 2
          ? List.of()
          : List.of(
              chart(points, RunMetric.THROUGHPUT, "Throughput", "requests/s"),
              chart(points, RunMetric.P99, "Latency, p99", "ms"),
              chart(points, RunMetric.CPU, "CPU of the service", "µs/request"));
    }

    private Chart chart(List<GridPoint> points, RunMetric metric, String name, String ofName) {
      List<View> views = new ArrayList<>();
      grouped(points, view).forEach((view, of) -> views.add(new View(view, series(of, metric))));
      return new Chart(
          metric.name().toLowerCase(Locale.ROOT) + "-over-" + unit,
          "%s (%s) over %s".formatted(name, ofName, title),
          metric == RunMetric.THROUGHPUT
              ? "Dashed: what users / wait, or threads or connections / wait, allow."
              : "Medians over the rounds.",
          new Axis(title, unit, true),
          new Axis(name, ofName, metric != RunMetric.CPU),
          views);
    }

    private static Map<String, List<GridPoint>> grouped(
        List<GridPoint> points, Function<GridPoint, String> name) {
      return points.stream()
          .collect(Collectors.groupingBy(name, LinkedHashMap::new, Collectors.toList()));
    }

    private List<Series> series(List<GridPoint> view, RunMetric metric) {
      Map<String, List<GridPoint>> lines = grouped(view, line);
      List<Series> series = new ArrayList<>();
      lines.forEach(
          (name, line) -> series.add(new Series(name, Kind.LINE, measured(line, metric))));
      if (metric == RunMetric.THROUGHPUT) {
        addBound(series, "users allow", view, ThroughputLimits::usersOnly);
        lines.forEach(
            (name, line) ->
                addBound(
                    series,
                    "%s: %s allow".formatted(name, pool(line.getLast().limits())),
                    line.stream().filter(each -> !pool(each.limits()).isEmpty()).toList(),
                    UnaryOperator.identity()));
      }
      return series;
    }

    /** Returns the limit of the requests that wait in a service; empty if there is none. */
    private static String pool(ThroughputLimits limits) {
      int threads = limits.workers().orElse(Integer.MAX_VALUE);
      return limits.connections().orElse(Integer.MAX_VALUE) < threads
          ? "connections"
          : threads < Integer.MAX_VALUE ? "threads" : "";
    }

    private List<Chart.Point> measured(List<GridPoint> line, RunMetric metric) {
      return line.stream()
          .filter(point -> !Double.isNaN(point.median(metric)))
          .map(
              point ->
                  Chart.Point.of(
                      place.applyAsDouble(point),
                      point.median(metric),
                      metric.valueIn(point.runs())))
          .toList();
    }

    /** Adds a line of two points or more. */
    private void addBound(
        List<Series> series,
        String name,
        List<GridPoint> line,
        UnaryOperator<ThroughputLimits> limits) {
      List<Chart.Point> bound =
          line.stream()
              .filter(point -> !point.limits().delay().isZero())
              .map(
                  point ->
                      Chart.Point.of(
                          place.applyAsDouble(point), limits.apply(point.limits()).ceiling()))
              .distinct()
              .toList();
      if (bound.size() > 1) {
        series.add(new Series(name, Kind.BOUND, bound));
      }
    }
  }
}
