package io.github.restcomparison.analysis.curves;

import io.github.restcomparison.analysis.curves.SweepReport.Point;
import io.github.restcomparison.analysis.page.Page;
import io.github.restcomparison.analysis.page.Page.Column;
import io.github.restcomparison.analysis.page.Page.Curves;
import io.github.restcomparison.analysis.page.Page.Section;
import io.github.restcomparison.analysis.runs.RunMetric;
import io.github.restcomparison.analysis.runs.RunMetrics;
import io.github.restcomparison.analysis.statistics.Numbers;
import io.github.restcomparison.analysis.statistics.PairVerdict;
import io.github.restcomparison.records.RunRecord.Status;
import io.github.restcomparison.records.plan.SweepPlan;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/** The page of a sweep. */
public final class SweepCurves {
  private SweepCurves() {}

  public static Page of(SweepReport report) {
    List<SweepCrossing> crossings = SweepCrossing.all(report);
    List<Curves> charts = new ArrayList<>();
    for (SweepAxis axis : SweepAxis.values()) {
      charts.addAll(SweepCharts.over(axis, report));
    }
    List<Section> tables = new ArrayList<>(List.of(crossings(crossings)));
    tables.add(cells(report));
    return Page.of(
        new Page.Head(
            "Sweep: %s over %s and %s"
                .formatted(
                    Numbers.count(report.plan().runs().design().variants().size(), "variant"),
                    Numbers.count(report.plan().users().size(), "number") + " of users",
                    Numbers.count(report.plan().delaysMs().size(), "wait")),
            (report.lost().isEmpty() && report.cold().isEmpty() ? Status.VALID : Status.INVALID)
                .name(),
            statement(report),
            List.of(model(report)),
            findings(crossings)),
        charts,
        tables,
        Stream.concat(
                Stream.concat(
                    report.lost().stream().map(each -> "no figures, " + each),
                    report.cold().stream().map(each -> "not warm, " + name(each))),
                report.plan().skipped().stream().map(each -> "not measured, " + each))
            .toList());
  }

  private static List<String> findings(List<SweepCrossing> crossings) {
    List<String> found = crossings.stream().flatMap(each -> each.sentence().stream()).toList();
    return found.isEmpty()
        ? List.of(
            "No variant answers over 5 % more requests per second than another, from any number of users that was measured to the greatest: the charts show by how much they differ")
        : found;
  }

  private static String statement(SweepReport report) {
    long planned = report.plan().cells().stream().mapToInt(cell -> cell.variants().size()).sum();
    int cold = report.cold().size();
    return "%d of %d points have figures; %s%s; a sweep shows shapes and judges its crossing points: for all else there is ./compare run"
        .formatted(
            report.points().size(),
            planned,
            cold == 0
                ? ""
                : "%d of them of a service that was not warm: %s; "
                    .formatted(cold, WarmUpAdvice.of(report.plan().runs().load())),
            Numbers.count(report.plan().runs().design().rounds(), "round"));
  }

  private static String model(SweepReport report) {
    SweepPlan plan = report.plan();
    return "Closed model: latencies are service times. Every point is a median over rounds, each with fresh JVMs, warmed up for at most %d s; cells take turns in a shuffled order. %s, pinning: %s."
        .formatted(
            plan.runs().load().warmUpLimitMs() / 1_000,
            plan.runs().setup().host(),
            plan.runs().setup().pinning());
  }

  private static Section crossings(List<SweepCrossing> crossings) {
    return Section.table(
        "crossings",
        "Crossing points",
        "From how many users on one variant answers more requests per second than another, by more than 5 %, with all greater numbers of users too: somewhere between two that were measured. The verdicts are on the throughput at these two, round by round, by the rule of every experiment with a margin of 5 %; each crossing point by itself, without a correction for how many there are.",
        crossings,
        List.of(
            new Column<>("more", SweepCrossing::better),
            new Column<>("than", SweepCrossing::other),
            new Column<>("at a wait of, ms", each -> Numbers.of(each.delayMs())),
            new Column<>("from users", SweepCrossing::users),
            new Column<>("times as many", each -> Numbers.of(each.ratio())),
            new Column<>("with users", each -> Numbers.of(each.mostUsers())),
            new Column<>(
                "before it",
                each -> each.before().map(PairVerdict::verdict).orElse(Numbers.ABSENT)),
            new Column<>("from it on", each -> each.verdict().verdict())));
  }

  private static Section cells(SweepReport report) {
    return Section.table(
        "cells",
        "Every point",
        "Medians over the valid rounds; in brackets the least and the greatest where they differ.",
        report.points().stream().sorted(SweepReport.BY_CELL).toList(),
        List.of(
            new Column<>("users, wait, variant", SweepCurves::name),
            new Column<>("requests/s", point -> spread(point, RunMetrics.THROUGHPUT)),
            new Column<>("of the ceiling, %", SweepCurves::percentOfCeiling),
            new Column<>("p50, ms", point -> spread(point, RunMetrics.P50)),
            new Column<>("p99, ms", point -> spread(point, RunMetrics.P99)),
            new Column<>("CPU, µs/request", point -> spread(point, RunMetrics.CPU)),
            new Column<>("valid rounds", point -> Integer.toString(point.runs().size()))));
  }

  private static String name(Point point) {
    return "%s users, %s ms, %s"
        .formatted(
            Numbers.of(point.cell().users()), Numbers.of(point.cell().delayMs()), point.variant());
  }

  private static String percentOfCeiling(Point point) {
    return Numbers.of(point.limits().percentOfCeiling(point.median(RunMetrics.THROUGHPUT)));
  }

  private static String spread(Point point, RunMetric metric) {
    double[] values = metric.of(point.runs());
    String median = Numbers.of(point.median(metric));
    String least = Numbers.of(Arrays.stream(values).min().getAsDouble());
    String greatest = Numbers.of(Arrays.stream(values).max().getAsDouble());
    return least.equals(greatest) ? median : "%s (%s to %s)".formatted(median, least, greatest);
  }
}
