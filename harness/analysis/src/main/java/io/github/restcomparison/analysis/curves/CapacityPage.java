package io.github.restcomparison.analysis.curves;

import io.github.restcomparison.analysis.model.Statement;
import io.github.restcomparison.analysis.page.Chart;
import io.github.restcomparison.analysis.page.Chart.Axis;
import io.github.restcomparison.analysis.page.Chart.Kind;
import io.github.restcomparison.analysis.page.Chart.Mark;
import io.github.restcomparison.analysis.page.Chart.Point;
import io.github.restcomparison.analysis.page.Chart.Series;
import io.github.restcomparison.analysis.page.Chart.View;
import io.github.restcomparison.analysis.page.Page;
import io.github.restcomparison.analysis.page.Page.Column;
import io.github.restcomparison.analysis.page.Page.Section;
import io.github.restcomparison.analysis.runs.RunMetric;
import io.github.restcomparison.analysis.statistics.Numbers;
import io.github.restcomparison.records.RunRecord;
import io.github.restcomparison.records.RunRecord.Status;
import io.github.restcomparison.records.Slo;
import io.github.restcomparison.records.plan.CapacityPlan;
import io.github.restcomparison.records.plan.ExperimentPlan;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
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
    List<Capacity> answers = new ArrayList<>();
    for (String variant : plan.runs().design().variants()) {
      answers.add(Capacity.in(folder, plan, variant, unreadable));
    }
    List<Capacity> unsteady = answers.stream().filter(answer -> answer.unsteady() > 0).toList();
    long open = answers.stream().filter(answer -> !answer.isComplete()).count();
    Page.Head head =
        new Page.Head(
            "Capacity under " + plan.slo(),
            open + unsteady.size() + unreadable.size() == 0
                ? Page.Status.VALID
                : Page.Status.INVALID,
            (open > 0
                    ? "%d of %s without an interval so far"
                        .formatted(open, Numbers.count(answers.size(), "variant"))
                    : !unsteady.isEmpty()
                        ? "%s at the ends of the intervals were not steady (%s): %s"
                            .formatted(
                                Numbers.count(
                                    unsteady.stream().mapToLong(Capacity::unsteady).sum(), "run"),
                                unsteady.stream()
                                    .map(Capacity::variant)
                                    .collect(Collectors.joining(", ")),
                                Statement.warmUpAdvice(plan.runs().load()))
                        : "each result is an interval: a rate that met the SLO, and one that missed it")
                + SweepPage.unreadable(unreadable),
            List.of(model(plan)),
            Stream.concat(answers.stream().map(CapacityPage::sentence), compared(answers).stream())
                .toList());
    return Page.of(
        head,
        List.of(latencies(plan, answers)),
        List.of(table(answers), steps(answers)),
        unreadable);
  }

  private static String model(CapacityPlan plan) {
    ExperimentPlan runs = plan.runs();
    return "Open model: requests by a schedule for %s at each rate%s; latencies count from when a request was due. A rate counts if two runs, each with fresh JVMs, agree; the rates are bisected until they are %s %% apart. %s"
        .formatted(
            Numbers.count(runs.load().loadTime().toSeconds(), "second"),
            runs.load().delay().isUnknown()
                ? ""
                : ", the wait of a request is %s ms on average"
                    .formatted(Numbers.of(runs.load().delay().mean().toNanos() / 1e6)),
            Numbers.of(100 * CapacityPlan.PRECISION),
            SweepPage.host(runs));
  }

  /** Compares each complete answer with all that carry less, a sentence each. */
  private static List<String> compared(List<Capacity> answers) {
    List<Capacity> ordered =
        answers.stream()
            .filter(Capacity::isComplete)
            .sorted(Comparator.comparingDouble(answer -> -answer.kept()))
            .toList();
    List<String> sentences = new ArrayList<>();
    for (int i = 0; i < ordered.size(); i++) {
      for (int j = i + 1; j < ordered.size(); j++) {
        sentences.add(against(ordered.get(i), ordered.get(j)));
      }
    }
    return sentences;
  }

  private static Chart latencies(CapacityPlan plan, List<Capacity> answers) {
    Optional<Integer> limit = Optional.ofNullable(Slo.of(plan.slo()).latencies().get("p99"));
    return new Chart(
        "latencies",
        "p99 (ms) at each rate that was tried",
        "From when a request was due; each point is one run.",
        new Axis("requests/s", "requests/s", true),
        new Axis("p99", "ms", true),
        List.of(),
        limit.stream().map(ms -> Mark.line("limit", ms)).toList(),
        List.of(
            new View(
                "all",
                answers.stream()
                    .map(
                        answer ->
                            new Series(
                                answer.variant(),
                                Kind.POINTS,
                                answer.steps().stream().flatMap(CapacityPage::points).toList()))
                    .toList())));
  }

  private static Stream<Point> points(Capacity.Step step) {
    return step.runs().stream()
        .mapToDouble(RunMetric.P99::of)
        .filter(Double::isFinite)
        .mapToObj(ms -> Point.of(step.rate(), ms));
  }

  private static Section table(List<Capacity> answers) {
    return Section.table(
        "capacity",
        "Capacity",
        "The highest rate that met the SLO, and the lowest above it that missed it.",
        answers,
        List.of(
            new Column<>("variant", Capacity::variant),
            new Column<>("met at, requests/s", each -> Numbers.of(each.kept())),
            new Column<>("missed at, requests/s", each -> Numbers.of(each.broken())),
            new Column<>("threads allow, requests/s", each -> Numbers.of(each.bound())),
            new Column<>(
                "CPU of the service at capacity, µs/request",
                each -> Numbers.of(each.cpuMicros()))));
  }

  private static Section steps(List<Capacity> answers) {
    return Section.table(
        "steps",
        "Every step",
        "All runs of a rate, including those on a disturbed host.",
        answers.stream()
            .flatMap(each -> each.steps().stream().map(step -> new Row(each.variant(), step)))
            .toList(),
        List.of(
            new Column<>(
                "variant and rate",
                row -> "%s at %s/s".formatted(row.variant, Numbers.of(row.step.rate()))),
            Column.text("verdict", row -> row.step.verdict().name().toLowerCase(Locale.ROOT)),
            Row.column("p50, ms", RunMetric.P50),
            Row.column("p99, ms", RunMetric.P99),
            Row.column("JIT compilation, ms", RunMetric.COMPILING),
            Row.column("could not start", RunMetric.DROPPED),
            Column.text("remarks", Row::remarks)));
  }

  /** One rate of a variant. */
  private record Row(String variant, Capacity.Step step) {
    static Column<Row> column(String head, RunMetric metric) {
      return new Column<>(
          head,
          row ->
              row.step.runs().stream()
                  .map(run -> Numbers.of(metric.of(run)))
                  .collect(Collectors.joining(", ")));
    }

    String remarks() {
      return step.runs().stream()
          .flatMap(this::remarks)
          .distinct()
          .collect(Collectors.joining("; "));
    }

    private Stream<String> remarks(RunRecord run) {
      return run.status() == Status.INVALID
          ? run.reasons().stream()
          : Stream.concat(
              step.violations(run), Stream.of("not steady").filter(any -> !run.wasSteady()));
    }
  }

  private static String sentence(Capacity found) {
    boolean isOpen = Double.isNaN(found.broken());
    String slo = found.plan().slo();
    if (Double.isNaN(found.kept())) {
      return "%s: no rate met %s%s"
          .formatted(
              found.variant(),
              slo,
              isOpen
                  ? " so far"
                  : ", not even %s requests/s".formatted(Numbers.of(found.broken())));
    }
    String answer =
        "%s: %s requests/s met %s".formatted(found.variant(), Numbers.of(found.kept()), slo);
    if (isOpen) {
      return answer + "; no rate that was tried missed it";
    }
    String violations =
        found
            .at(found.broken())
            .flatMap(step -> step.counted().stream().flatMap(step::violations))
            .distinct()
            .collect(Collectors.joining("; "));
    return "%s, %s did not (%s)".formatted(answer, Numbers.of(found.broken()), violations)
        + (Double.isNaN(found.bound())
            ? ""
            : "; its threads allow %s requests/s, of which this is %s %%"
                .formatted(
                    Numbers.of(found.bound()), Numbers.of(100 * found.kept() / found.bound())))
        + (found.isLowerBound()
            ? "; the load generator itself was late there, so this is a lower bound"
            : "");
  }

  private static String against(Capacity more, Capacity less) {
    if (!more.isAbove(less)) {
      return "%s and %s: no difference shown, their intervals overlap"
          .formatted(more.variant(), less.variant());
    }
    return less.isLowerBound()
        ? "%s and %s: not ranked, the load generator limited the latter"
            .formatted(more.variant(), less.variant())
        : "%s carries at least %,.0f %% more than %s"
            .formatted(
                more.variant(),
                Math.floor(100 * (more.kept() / less.broken() - 1)),
                less.variant());
  }
}
