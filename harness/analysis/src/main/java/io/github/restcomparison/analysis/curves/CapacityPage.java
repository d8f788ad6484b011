package io.github.restcomparison.analysis.curves;

import io.github.restcomparison.analysis.page.Chart;
import io.github.restcomparison.analysis.page.Chart.Axis;
import io.github.restcomparison.analysis.page.Chart.Point;
import io.github.restcomparison.analysis.page.Chart.Series;
import io.github.restcomparison.analysis.page.Page;
import io.github.restcomparison.analysis.page.Page.Column;
import io.github.restcomparison.analysis.page.Page.Section;
import io.github.restcomparison.analysis.runs.RunMetric;
import io.github.restcomparison.analysis.runs.RunMetrics;
import io.github.restcomparison.analysis.statistics.Numbers;
import io.github.restcomparison.records.RunFolder;
import io.github.restcomparison.records.RunRecord;
import io.github.restcomparison.records.RunRecord.Status;
import io.github.restcomparison.records.Slo;
import io.github.restcomparison.records.plan.CapacityPlan;
import io.github.restcomparison.records.plan.ExperimentPlan;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The page of a search for capacity. */
public final class CapacityPage {
  private CapacityPage() {}

  /**
   * Returns the page of the search in a folder. A record that cannot be read is named and left out.
   *
   * @throws IOException if the folder cannot be read
   */
  public static Page of(CapacityPlan plan, Path folder) throws IOException {
    List<String> unreadable = new ArrayList<>();
    List<CapacityAnswer> answers = new ArrayList<>();
    for (String variant : plan.runs().design().variants()) {
      List<CapacityStep> steps = steps(plan, new CapacityPlan.Folder(folder), variant, unreadable);
      answers.add(new CapacityAnswer(variant, plan, steps));
    }
    long cold = answers.stream().mapToLong(CapacityAnswer::cold).sum();
    long open = answers.stream().filter(answer -> !answer.isComplete()).count();
    Page.Head head =
        new Page.Head(
            "Capacity under " + plan.slo(),
            (open + cold + unreadable.size() == 0 ? Status.VALID : Status.INVALID).name(),
            open > 0
                ? "%d of %s without an interval so far"
                    .formatted(open, Numbers.count(answers.size(), "variant"))
                : cold > 0
                    ? "%s at the ends of the intervals measured a service that was not warm: %s"
                        .formatted(
                            Numbers.count(cold, "run"), SweepPage.warmUpAdvice(plan.runs().load()))
                    : "every answer is an interval: a rate that kept the promise, and one that did"
                        + " not",
            List.of(model(plan)),
            Stream.concat(
                    answers.stream().map(CapacityAnswer::sentence),
                    CapacityAnswer.compared(answers).stream())
                .toList());
    return Page.of(
        head, List.of(latencies(answers)), List.of(table(answers), steps(answers)), unreadable);
  }

  private static List<CapacityStep> steps(
      CapacityPlan plan, CapacityPlan.Folder folder, String variant, List<String> unreadable)
      throws IOException {
    List<CapacityStep> steps = new ArrayList<>();
    for (double rate : folder.rates(variant)) {
      List<RunRecord> runs = new ArrayList<>();
      for (RunFolder run : folder.runs(variant, rate)) {
        try {
          runs.add(run.readRecord());
        } catch (IOException e) {
          unreadable.add(e.getMessage());
        }
      }
      steps.add(new CapacityStep(rate, Slo.of(plan.slo()), runs));
    }
    return steps;
  }

  private static String model(CapacityPlan plan) {
    ExperimentPlan runs = plan.runs();
    return "Open model: requests by a schedule for %s at each rate, an answer takes %s ms at least; latencies count from when a request was due. A rate counts where two runs, each with fresh JVMs, agree; the rates are bisected until they are %s %% apart. %s, pinning: %s."
        .formatted(
            Numbers.count(runs.load().open().orElseThrow().seconds(), "second"),
            Numbers.of(runs.load().delayMs()),
            Numbers.of(100 * plan.precision()),
            runs.setup().host(),
            runs.setup().pinning());
  }

  private static Chart latencies(List<CapacityAnswer> answers) {
    return Chart.of(
        "latencies",
        "p99 (ms) at each rate that was tried",
        "From when a request was due; each point is one run.",
        new Axis("requests/s", "requests/s", true),
        new Axis("p99", "ms", true),
        answers.stream()
            .map(
                answer ->
                    Series.points(
                        answer.variant(),
                        answer.steps().stream().flatMap(CapacityPage::points).toList()))
            .toList());
  }

  private static Stream<Point> points(CapacityStep step) {
    return step.runs().stream()
        .mapToDouble(RunMetrics.P99::of)
        .filter(Double::isFinite)
        .mapToObj(ms -> Point.of(step.rate(), ms));
  }

  private static Section table(List<CapacityAnswer> answers) {
    return Section.table(
        "capacity",
        "Capacity",
        "The highest rate that kept the promise, and the lowest above it that did not.",
        answers,
        List.of(
            new Column<>("variant", CapacityAnswer::variant),
            new Column<>("kept at, requests/s", each -> Numbers.of(each.bracket().kept())),
            new Column<>("broken at, requests/s", each -> Numbers.of(each.bracket().broken())),
            new Column<>("threads allow, requests/s", each -> Numbers.of(each.bound())),
            new Column<>(
                "CPU of the service at capacity, µs/request",
                each -> Numbers.of(each.cpuMicros()))));
  }

  /** One rate of a variant. */
  private record Row(String variant, CapacityStep step) {
    String each(RunMetric metric) {
      return step.runs().stream()
          .map(run -> Numbers.of(metric.of(run)))
          .collect(Collectors.joining(", "));
    }
  }

  private static Section steps(List<CapacityAnswer> answers) {
    return Section.table(
        "steps",
        "Every step",
        "All runs of a rate, those included that a disturbed host has spoilt.",
        answers.stream()
            .flatMap(each -> each.steps().stream().map(step -> new Row(each.variant(), step)))
            .toList(),
        List.of(
            new Column<>(
                "variant and rate",
                row -> "%s at %s/s".formatted(row.variant, Numbers.of(row.step.rate()))),
            new Column<>("verdict", row -> row.step.verdict().name().toLowerCase(Locale.ROOT)),
            new Column<>("p50, ms", row -> row.each(RunMetrics.P50)),
            new Column<>("p99, ms", row -> row.each(RunMetrics.P99)),
            new Column<>("JIT compilation, ms", row -> row.each(RunMetrics.COMPILING)),
            new Column<>("could not start", row -> row.each(RunMetrics.DROPPED)),
            new Column<>("remarks", row -> remarks(row.step))));
  }

  private static String remarks(CapacityStep step) {
    return step.runs().stream()
        .flatMap(
            run ->
                run.status() == Status.INVALID
                    ? run.reasons().stream()
                    : Stream.concat(
                        step.violations(run), Stream.of("not warm").filter(cold -> !run.wasWarm())))
        .distinct()
        .collect(Collectors.joining("; "));
  }
}
