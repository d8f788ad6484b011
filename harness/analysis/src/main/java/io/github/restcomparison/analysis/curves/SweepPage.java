package io.github.restcomparison.analysis.curves;

import io.github.restcomparison.analysis.curves.Sweep.Point;
import io.github.restcomparison.analysis.page.Chart;
import io.github.restcomparison.analysis.page.Chart.Axis;
import io.github.restcomparison.analysis.page.Chart.Series;
import io.github.restcomparison.analysis.page.Chart.View;
import io.github.restcomparison.analysis.page.Page;
import io.github.restcomparison.analysis.page.Page.Column;
import io.github.restcomparison.analysis.page.Page.Section;
import io.github.restcomparison.analysis.runs.RunMetric;
import io.github.restcomparison.analysis.runs.RunMetrics;
import io.github.restcomparison.analysis.statistics.Numbers;
import io.github.restcomparison.records.LoadSpec;
import io.github.restcomparison.records.RunRecord.Status;
import io.github.restcomparison.records.ThroughputLimits;
import io.github.restcomparison.records.plan.ExperimentPlan;
import io.github.restcomparison.records.plan.SweepPlan;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The page of a sweep. */
public final class SweepPage {
  private static final int LEAST_WARM_UP_SECONDS = 60;

  private SweepPage() {}

  /**
   * Returns the page of the sweep in a folder.
   *
   * @throws IOException if the folder cannot be read
   */
  public static Page of(SweepPlan plan, Path folder) throws IOException {
    Sweep sweep = Sweep.read(plan, folder);
    List<Crossing> crossings = Crossing.all(sweep);
    boolean isOfOne = plan.runs().design().variants().size() == 1;
    boolean isValid = sweep.lost().isEmpty() && sweep.cold().isEmpty();
    Page.Head head =
        new Page.Head(
            "Sweep: %s over %s of users and %s"
                .formatted(
                    Numbers.count(plan.runs().design().variants().size(), "variant"),
                    Numbers.count(plan.users().size(), "number"),
                    Numbers.count(plan.delaysMs().size(), "wait")),
            (isValid ? Status.VALID : Status.INVALID).name(),
            statement(sweep),
            List.of(
                "Closed model: latencies are service times. Every point is a median over rounds, each with fresh JVMs, warmed up for at most %d s; cells take turns in a shuffled order. %s"
                    .formatted(plan.runs().load().warmUp().toSeconds(), host(plan.runs()))),
            isOfOne ? List.of() : findings(crossings));
    return Page.of(
        head,
        Stream.of(SweepAxis.values()).flatMap(axis -> axis.charts(sweep).stream()).toList(),
        isOfOne ? List.of(points(sweep)) : List.of(crossings(crossings), points(sweep)),
        Stream.of(
                sweep.lost().stream().map(each -> "no figures, " + each),
                sweep.cold().stream().map(each -> "not warm, " + each.name()),
                plan.skipped().stream().map(each -> "not measured, " + each))
            .flatMap(each -> each)
            .toList());
  }

  private static List<String> findings(List<Crossing> crossings) {
    List<String> found =
        crossings.stream().filter(Crossing::exists).map(Crossing::sentence).toList();
    return found.isEmpty()
        ? List.of(
            "No variant answers over 5 % more requests per second than another, from any number of"
                + " users that was measured to the greatest: the charts show by how much they"
                + " differ")
        : found;
  }

  private static String statement(Sweep sweep) {
    ExperimentPlan runs = sweep.plan().runs();
    int cold = sweep.cold().size();
    return "%d of %d points have figures; %s%s; a sweep shows shapes and judges its crossing points: for all else there is ./compare run"
        .formatted(
            sweep.points().size(),
            sweep.plan().cells().stream().mapToInt(cell -> cell.variants().size()).sum(),
            cold == 0
                ? ""
                : "%d of them of a service that was not warm: %s; "
                    .formatted(cold, warmUpAdvice(runs.load())),
            Numbers.count(runs.design().rounds().most(), "round"));
  }

  /** Advises to warm up for twice the time, and for a minute at least. */
  static String warmUpAdvice(LoadSpec load) {
    return "measure again with --warm-up %ds"
        .formatted(Math.max(LEAST_WARM_UP_SECONDS, 2 * load.warmUp().toSeconds()));
  }

  /** Returns what the runs share: {@code a host, pinning: none.}. */
  static String host(ExperimentPlan runs) {
    return "%s, pinning: %s.".formatted(runs.setup().host(), runs.setup().pinning());
  }

  private static Section crossings(List<Crossing> crossings) {
    return Section.table(
        "crossings",
        "Crossing points",
        "From how many users on one variant answers more requests per second than another, by more"
            + " than 5 %, with all greater numbers of users too: somewhere between two that were"
            + " measured. The verdicts at these two are those of every experiment: on throughput,"
            + " round by round, with a margin of 5 %, together with all pairs of their cell.",
        crossings,
        List.of(
            new Column<>("more", Crossing::better),
            new Column<>("than", Crossing::other),
            new Column<>("at a wait of, ms", each -> Numbers.of(each.delayMs())),
            new Column<>("from users", Crossing::users),
            new Column<>("times as many", each -> Numbers.of(each.last().ratio())),
            new Column<>("with users", each -> each.last().users()),
            new Column<>("before it", Crossing::before),
            new Column<>("from it on", Crossing::verdict)));
  }

  private static Section points(Sweep sweep) {
    return Section.table(
        "cells",
        "Every point",
        "Medians over the valid rounds; in brackets the least and the greatest if they differ.",
        sweep.points(),
        List.of(
            new Column<>("users, wait, variant", Point::name),
            new Column<>("requests/s", point -> spread(point, RunMetrics.THROUGHPUT)),
            new Column<>(
                "of the ceiling, %",
                point ->
                    Numbers.of(
                        point.limits().percentOfCeiling(point.median(RunMetrics.THROUGHPUT)))),
            new Column<>("p50, ms", point -> spread(point, RunMetrics.P50)),
            new Column<>("p99, ms", point -> spread(point, RunMetrics.P99)),
            new Column<>("CPU, µs/request", point -> spread(point, RunMetrics.CPU)),
            new Column<>("valid rounds", point -> Integer.toString(point.runs().size()))));
  }

  private static String spread(Point point, RunMetric metric) {
    double[] values = metric.of(point.runs());
    if (values.length == 0) {
      return Numbers.ABSENT;
    }
    String least = Numbers.of(Arrays.stream(values).min().getAsDouble());
    String greatest = Numbers.of(Arrays.stream(values).max().getAsDouble());
    String median = Numbers.of(point.median(metric));
    return least.equals(greatest) ? median : "%s (%s to %s)".formatted(median, least, greatest);
  }

  /** The horizontal axis of the charts of throughput, latency and CPU. */
  private enum SweepAxis {
    /** How many users send requests at once. */
    USERS("users", "users"),
    /** The wait of one request. */
    DELAY("wait of one request, ms", "ms"),
    /** The threads that may block at once, of variants that have such a pool. */
    WORKERS("workers", "workers");

    private final String title;
    private final String unit;

    SweepAxis(String title, String unit) {
      this.title = title;
      this.unit = unit;
    }

    /** Returns the place of a point on the logarithmic axis; 0 for none. */
    private double place(Point point) {
      return switch (this) {
        case USERS -> point.cell().users();
        case DELAY -> point.cell().delayMs();
        case WORKERS -> point.limits().workers().orElse(0);
      };
    }

    private String line(Point point) {
      String variant = point.variant().name();
      return this == WORKERS ? Sweep.family(variant) : variant;
    }

    /** Names all that is not on the axis. */
    private String view(Point point) {
      String users = Numbers.count(point.cell().users(), "user");
      String delay = "a wait of %s ms".formatted(Numbers.of(point.cell().delayMs()));
      return switch (this) {
        case USERS -> delay;
        case DELAY -> users;
        case WORKERS -> users + ", " + delay;
      };
    }

    /** Returns the charts; none if all points lie at one place of the axis. */
    List<Chart> charts(Sweep sweep) {
      List<Point> points =
          sweep.points().stream()
              .filter(point -> place(point) > 0)
              .sorted(Comparator.comparingDouble(this::place))
              .toList();
      return points.stream().mapToDouble(this::place).distinct().count() < 2
          ? List.of()
          : List.of(
              chart(points, RunMetrics.THROUGHPUT, "Throughput", "requests/s"),
              chart(points, RunMetrics.P99, "Latency, p99", "ms"),
              chart(points, RunMetrics.CPU, "CPU of the service", "µs/request"));
    }

    private Chart chart(List<Point> points, RunMetric metric, String name, String ofName) {
      List<View> views = new ArrayList<>();
      grouped(points, this::view)
          .forEach((view, of) -> views.add(new View(view, series(of, metric))));
      return new Chart(
          metric.name().toLowerCase(Locale.ROOT) + "-over-" + unit,
          "%s (%s) over %s".formatted(name, ofName, title),
          metric == RunMetrics.THROUGHPUT
              ? "Dashed: what users / wait, or threads / wait, allow."
              : "Medians over the rounds.",
          new Axis(title, unit, true),
          new Axis(name, ofName, metric != RunMetrics.CPU),
          views);
    }

    private static Map<String, List<Point>> grouped(
        List<Point> points, Function<Point, String> name) {
      return points.stream()
          .collect(Collectors.groupingBy(name, LinkedHashMap::new, Collectors.toList()));
    }

    private List<Series> series(List<Point> view, RunMetric metric) {
      Map<String, List<Point>> lines = grouped(view, this::line);
      List<Series> series = new ArrayList<>();
      lines.forEach((name, line) -> series.add(Series.line(name, measured(line, metric))));
      if (metric == RunMetrics.THROUGHPUT) {
        series.add(bound("users allow", view, ThroughputLimits::ofUsers));
        lines.forEach(
            (name, line) ->
                series.add(
                    bound(
                        name + ": threads allow",
                        line.stream().filter(each -> each.limits().workers().isPresent()).toList(),
                        UnaryOperator.identity())));
      }
      return series.stream().filter(each -> each.isMeasured() || each.points().size() > 1).toList();
    }

    private List<Chart.Point> measured(List<Point> line, RunMetric metric) {
      return line.stream()
          .filter(point -> !Double.isNaN(point.median(metric)))
          .map(point -> Chart.Point.of(place(point), point.median(metric), metric.of(point.runs())))
          .toList();
    }

    private Series bound(String name, List<Point> line, UnaryOperator<ThroughputLimits> limits) {
      return Series.bound(
          name,
          line.stream()
              .flatMap(
                  point ->
                      limits.apply(point.limits()).ceiling().stream()
                          .mapToObj(ceiling -> Chart.Point.of(place(point), ceiling)))
              .distinct()
              .toList());
    }
  }
}
