package io.github.restcomparison.analysis.curves;

import io.github.restcomparison.analysis.curves.CapacityReport.Tried;
import io.github.restcomparison.analysis.page.Page;
import io.github.restcomparison.analysis.page.Page.Axis;
import io.github.restcomparison.analysis.page.Page.Column;
import io.github.restcomparison.analysis.page.Page.Curves;
import io.github.restcomparison.analysis.page.Page.Point;
import io.github.restcomparison.analysis.page.Page.Section;
import io.github.restcomparison.analysis.page.Page.Series;
import io.github.restcomparison.analysis.runs.RunMetric;
import io.github.restcomparison.analysis.runs.RunMetrics;
import io.github.restcomparison.analysis.statistics.Numbers;
import io.github.restcomparison.records.RunRecord;
import io.github.restcomparison.records.RunRecord.Load;
import io.github.restcomparison.records.RunRecord.Status;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The page of a search for capacity. */
public final class CapacityCurves {
  private CapacityCurves() {}

  public static Page of(CapacityReport report) {
    List<CapacityAnswer> answers =
        report.variants().stream().map(each -> CapacityAnswer.of(each, report.plan())).toList();
    return Page.of(
        new Page.Head(
            "Capacity under " + report.plan().slo(),
            (report.unreadable().isEmpty() && answers.stream().allMatch(CapacityAnswer::isValid)
                    ? Status.VALID
                    : Status.INVALID)
                .name(),
            statement(report, answers),
            List.of(model(report)),
            Stream.concat(
                    answers.stream().map(CapacityAnswer::sentence),
                    CapacityAnswer.compared(answers).stream())
                .toList()),
        List.of(latencies(report)),
        List.of(table(answers), steps(report)),
        report.unreadable());
  }

  private static String statement(CapacityReport report, List<CapacityAnswer> answers) {
    long open = answers.stream().filter(answer -> !answer.isComplete()).count();
    if (open > 0) {
      return "%d of %s without an interval so far"
          .formatted(open, Numbers.count(answers.size(), "variant"));
    }
    long cold = answers.stream().mapToLong(CapacityAnswer::cold).sum();
    return cold > 0
        ? "%s at the ends of the intervals measured a service that was not warm: %s"
            .formatted(Numbers.count(cold, "run"), WarmUpAdvice.of(report.plan().runs().load()))
        : "every answer is an interval: a rate that kept the promise, and one that did not";
  }

  private static String model(CapacityReport report) {
    var runs = report.plan().runs();
    return "Open model: requests by a schedule for %s at each rate, an answer takes %s ms at least; latencies count from when a request was due. A rate counts where two runs, each with fresh JVMs, agree; the rates are bisected until they are %s %% apart. %s, pinning: %s."
        .formatted(
            Numbers.count(runs.load().open().orElseThrow().seconds(), "second"),
            Numbers.of(runs.load().delayMs()),
            Numbers.of(100 * report.plan().precision()),
            runs.setup().host(),
            runs.setup().pinning());
  }

  private static Curves latencies(CapacityReport report) {
    List<Series> series =
        report.variants().stream()
            .map(
                variant ->
                    new Series(
                        variant.name(),
                        false,
                        false,
                        variant.steps().stream().flatMap(CapacityCurves::points).toList()))
            .toList();
    return Curves.of(
        "latencies",
        "p99 (ms) at each rate that was tried",
        "From when a request was due; each point is one run.",
        new Axis("requests/s", "requests/s", true),
        new Axis("p99", "ms", true),
        series);
  }

  private static Stream<Point> points(Tried tried) {
    return tried.step().runs().stream()
        .mapToDouble(RunMetrics.P99::of)
        .filter(Double::isFinite)
        .mapToObj(ms -> Point.of(tried.rate(), ms));
  }

  private static Section table(List<CapacityAnswer> answers) {
    return Section.table(
        "capacity",
        "Capacity",
        "The highest rate that kept the promise, and the lowest above it that did not.",
        answers,
        List.of(
            new Column<>("variant", CapacityAnswer::variant),
            new Column<>("kept at, requests/s", each -> Numbers.of(each.bracket().met())),
            new Column<>("broken at, requests/s", each -> Numbers.of(each.bracket().violated())),
            new Column<>("threads allow, requests/s", each -> Numbers.of(each.bound())),
            new Column<>(
                "CPU of the service at capacity, µs/request",
                each -> Numbers.of(each.cpuMicros()))));
  }

  /** A rate of a variant. */
  private record Step(String variant, Tried tried) {}

  private static Section steps(CapacityReport report) {
    return Section.table(
        "steps",
        "Every step",
        "All runs of a rate, those included that a disturbed host has spoilt.",
        report.variants().stream()
            .flatMap(each -> each.steps().stream().map(tried -> new Step(each.name(), tried)))
            .toList(),
        List.of(
            new Column<>(
                "variant and rate",
                step -> "%s at %s/s".formatted(step.variant, Numbers.of(step.tried.rate()))),
            new Column<>(
                "verdict", step -> step.tried.step().verdict().name().toLowerCase(Locale.ROOT)),
            new Column<>("p50, ms", step -> each(step.tried, RunMetrics.P50)),
            new Column<>("p99, ms", step -> each(step.tried, RunMetrics.P99)),
            new Column<>("JIT compilation, ms", step -> each(step.tried, RunMetrics.COMPILING)),
            new Column<>("could not start", step -> each(step.tried, RunMetrics.DROPPED)),
            new Column<>("remarks", step -> remarks(step.tried))));
  }

  private static String each(Tried tried, RunMetric metric) {
    return tried.step().runs().stream()
        .map(run -> Numbers.of(metric.of(run)))
        .collect(Collectors.joining(", "));
  }

  private static String remarks(Tried tried) {
    return tried.step().runs().stream()
        .flatMap(run -> remarks(tried, run))
        .distinct()
        .collect(Collectors.joining("; "));
  }

  private static Stream<String> remarks(Tried tried, RunRecord run) {
    Stream<String> violated =
        run.load().stream().flatMap((Load load) -> tried.step().slo().violated(load).stream());
    Stream<String> cold = run.wasWarm() ? Stream.empty() : Stream.of("not warm");
    return run.status() == Status.INVALID ? run.reasons().stream() : Stream.concat(violated, cold);
  }
}
