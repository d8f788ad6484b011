package io.github.restcomparison.analysis.curves;

import io.github.restcomparison.analysis.curves.Capacity.SloResult;
import io.github.restcomparison.analysis.model.PairSentences;
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
import io.github.restcomparison.analysis.runs.TestedMetric;
import io.github.restcomparison.analysis.statistics.Numbers;
import io.github.restcomparison.records.RunRecord;
import io.github.restcomparison.records.RunRecord.Status;
import io.github.restcomparison.records.Slo;
import io.github.restcomparison.records.plan.CapacityPlan;
import io.github.restcomparison.records.plan.ExperimentPlan;
import io.github.restcomparison.records.settings.Count;
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
   * Returns the page of the search in a folder. A record that cannot be read is named and excluded.
   *
   * @throws IOException if the folder cannot be read
   */
  public static Page of(CapacityPlan plan, Path folder) throws IOException {
    List<String> unreadable = new ArrayList<>();
    List<Capacity> results = new ArrayList<>();
    for (String variant : plan.runs().design().variants()) {
      results.add(Capacity.read(folder, plan, variant, unreadable));
    }
    List<Capacity> unsteady = results.stream().filter(result -> result.unsteady() > 0).toList();
    List<Capacity> open = results.stream().filter(result -> !result.isComplete()).toList();
    Page.Head head =
        new Page.Head(
            "Capacity under " + plan.slo(),
            results.stream().anyMatch(Capacity::isFailed)
                ? Page.Status.FAILED
                : open.size() + unsteady.size() + unreadable.size() == 0
                    ? Page.Status.VALID
                    : Page.Status.INVALID,
            statement(plan, results, open, unsteady) + SweepPage.unreadable(unreadable),
            List.of(model(plan)),
            Stream.concat(results.stream().map(CapacityPage::sentence), compared(results).stream())
                .toList());
    return Page.of(
        head,
        List.of(latencies(plan, results)),
        List.of(table(results), steps(results)),
        unreadable);
  }

  private static String statement(
      CapacityPlan plan, List<Capacity> results, List<Capacity> open, List<Capacity> unsteady) {
    List<String> failed =
        results.stream().filter(Capacity::isFailed).map(Capacity::variant).toList();
    if (!failed.isEmpty()) {
      return "%s failed at each rate".formatted(String.join(", ", failed));
    }
    if (!open.isEmpty()) {
      boolean isOver = open.stream().noneMatch(each -> each.disputed().isEmpty());
      return "%d of %s without a result%s"
          .formatted(
              open.size(),
              Count.of(results.size(), "variant"),
              isOver ? ": the runs of a rate do not agree" : " so far");
    }
    if (!unsteady.isEmpty()) {
      return "%s at the ends of the intervals were not steady (%s): %s"
          .formatted(
              Count.of(unsteady.stream().mapToLong(Capacity::unsteady).sum(), "run"),
              unsteady.stream().map(Capacity::variant).collect(Collectors.joining(", ")),
              Statement.warmUpAdvice(plan.runs().load()));
    }
    return "each result is the interval between a rate that met the SLO and one that missed it, or a limit of the rates to try";
  }

  private static String model(CapacityPlan plan) {
    ExperimentPlan runs = plan.runs();
    return "Open model: requests by a schedule for %s at each rate%s; latencies are measured from the scheduled time of a request. A rate counts if two runs, each with fresh JVMs, agree; the rates are bisected until they are %s %% apart. %s"
        .formatted(
            Count.of(runs.load().loadTime().toSeconds(), "second"),
            runs.load().delay().isUnknown()
                ? ""
                : ", the wait of a request is %s ms on average"
                    .formatted(Numbers.of(runs.load().delay().mean().toNanos() / 1e6)),
            Numbers.of(100 * CapacityPlan.PRECISION),
            SweepPage.host(runs));
  }

  /** Compares each complete result with all lower ones, a sentence each. */
  private static List<String> compared(List<Capacity> results) {
    List<Capacity> ordered =
        results.stream()
            .filter(Capacity::isComplete)
            .sorted(Comparator.comparingDouble(result -> -result.highestMet()))
            .toList();
    List<String> sentences = new ArrayList<>();
    for (int i = 0; i < ordered.size(); i++) {
      for (int j = i + 1; j < ordered.size(); j++) {
        sentences.add(comparisonOf(ordered.get(i), ordered.get(j)));
      }
    }
    return sentences;
  }

  private static Chart latencies(CapacityPlan plan, List<Capacity> results) {
    Optional<Integer> limit = Optional.ofNullable(Slo.of(plan.slo()).latencies().get("p99"));
    return new Chart(
        "latencies",
        "p99 (ms) at each rate that was tried",
        "Measured from the scheduled time; each point is one run.",
        new Axis("requests/s", "requests/s", true),
        new Axis("p99", "ms", true),
        List.of(),
        limit.stream().map(ms -> Mark.line("limit", ms)).toList(),
        List.of(
            new View(
                "all",
                results.stream()
                    .map(
                        result ->
                            new Series(
                                result.variant(),
                                Kind.POINTS,
                                result.steps().stream().flatMap(CapacityPage::points).toList()))
                    .toList())));
  }

  private static Stream<Point> points(Capacity.Step step) {
    return step.runs().stream()
        .mapToDouble(RunMetric.P99::valueIn)
        .filter(Double::isFinite)
        .mapToObj(ms -> Point.of(step.rate(), ms));
  }

  private static Section table(List<Capacity> results) {
    return Section.table(
        "capacity",
        "Capacity",
        "The highest rate that met the SLO, and the lowest above it that missed it.",
        results,
        List.of(
            new Column<>("variant", Capacity::variant),
            new Column<>(
                "met SLO at, requests/s", each -> atLeast(each) + Numbers.of(each.highestMet())),
            new Column<>("missed SLO at, requests/s", each -> Numbers.of(each.lowestMissed())),
            new Column<>("threads allow, requests/s", each -> Numbers.of(each.threadLimit())),
            new Column<>(
                "CPU of the service at capacity, µs/request",
                each -> Numbers.of(each.cpuMicros()))));
  }

  private static Section steps(List<Capacity> results) {
    return Section.table(
        "steps",
        "Every step",
        "All runs of a rate, including those on a disturbed host.",
        results.stream()
            .flatMap(each -> each.steps().stream().map(step -> new StepRow(each.variant(), step)))
            .toList(),
        List.of(
            new Column<>(
                "variant and rate",
                row -> "%s at %s/s".formatted(row.variant, Numbers.of(row.step.rate()))),
            Column.text("verdict", row -> row.step.sloResult().name().toLowerCase(Locale.ROOT)),
            StepRow.column("p50, ms", RunMetric.P50),
            StepRow.column("p99, ms", RunMetric.P99),
            StepRow.column("JIT compilation, ms", RunMetric.COMPILING),
            StepRow.column("could not start", RunMetric.DROPPED),
            Column.text("remarks", StepRow::remarks)));
  }

  /** One rate of a variant. */
  private record StepRow(String variant, Capacity.Step step) {
    static Column<StepRow> column(String head, RunMetric metric) {
      return new Column<>(
          head,
          row ->
              row.step.runs().stream()
                  .map(run -> Numbers.of(metric.valueIn(run)))
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

  /**
   * Returns {@code at least } for the figure of a variant that the load generator or the plan
   * limited.
   */
  private static String atLeast(Capacity found) {
    return found.isLowerBound() || found.isAtMaximum() ? "at least " : "";
  }

  private static String sentence(Capacity found) {
    String slo = found.plan().slo();
    String missed = Numbers.of(found.lowestMissed());
    String disputed =
        found.disputed().isEmpty()
            ? ""
            : "; the runs at %s requests/s do not agree"
                .formatted(
                    found.disputed().stream().map(Numbers::of).collect(Collectors.joining(", ")));
    if (Double.isNaN(found.highestMet())) {
      return "%s: %s%s".formatted(found.variant(), sentenceWithoutCapacity(found, slo), disputed);
    }
    String met =
        "%s: %s%s requests/s met %s"
            .formatted(found.variant(), atLeast(found), Numbers.of(found.highestMet()), slo);
    if (found.isAtMaximum()) {
      return met + ", the highest rate to try (--max-rate)";
    }
    if (Double.isNaN(found.lowestMissed())) {
      return met + "; no rate that was tried missed it" + disputed;
    }
    return "%s, %s did not (%s%s)"
            .formatted(
                met,
                missed,
                violations(found),
                found.isLowerBound() ? "; there the load generator was late" : "")
        + (Double.isNaN(found.threadLimit())
            ? ""
            : "; its threads allow %s requests/s, of which this is %s %%"
                .formatted(
                    Numbers.of(found.threadLimit()),
                    Numbers.of(100 * found.highestMet() / found.threadLimit())))
        + disputed;
  }

  /**
   * Describes a variant without a rate that met the SLO, or with one that contradicts a lower one.
   */
  private static String sentenceWithoutCapacity(Capacity found, String slo) {
    Optional<Capacity.Step> above =
        found.steps().stream().filter(step -> step.sloResult() == SloResult.MET).findFirst();
    if (above.isPresent()) {
      return "%s requests/s met %s, but the lower rate of %s did not (%s)"
          .formatted(
              Numbers.of(above.get().rate()),
              slo,
              Numbers.of(found.lowestMissed()),
              violations(found));
    }
    if (Double.isNaN(found.lowestMissed())) {
      return "no rate met %s so far".formatted(slo);
    }
    boolean isLowest = found.steps().getFirst().rate() == found.lowestMissed();
    return "no rate met %s; %s%s requests/s missed it (%s)"
        .formatted(
            slo,
            isLowest ? "the lowest that was tried, " : "",
            Numbers.of(found.lowestMissed()),
            violations(found));
  }

  private static String violations(Capacity found) {
    return found
        .findSteps(found.lowestMissed())
        .flatMap(step -> step.counted().stream().flatMap(step::violations))
        .distinct()
        .collect(Collectors.joining("; "));
  }

  private static String comparisonOf(Capacity more, Capacity less) {
    String both = "%s and %s are not".formatted(more.variant(), less.variant());
    int percent = (int) Math.floor(100 * (more.highestMet() / less.lowestMissed() - 1));
    if (more.isAtMaximum() && less.isAtMaximum()) {
      return both + " told apart: both met the SLO at the highest rate to try";
    }
    if (!more.isAbove(less) || percent == 0) {
      return "%s told apart: their intervals %s"
          .formatted(both, percent == 0 && more.isAbove(less) ? "touch" : "overlap");
    }
    return less.isLowerBound()
        ? "%s ranked: the load generator limited %s".formatted(both, less.variant())
        : "%s carries %s"
            .formatted(
                more.variant(),
                PairSentences.atLeast(TestedMetric.THROUGHPUT, percent, less.variant()));
  }
}
