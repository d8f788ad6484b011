package io.github.restcomparison.analysis.diff;

import io.github.restcomparison.analysis.diff.Diff.Line;
import io.github.restcomparison.analysis.model.Pair;
import io.github.restcomparison.analysis.model.PairSentences;
import io.github.restcomparison.analysis.page.Page;
import io.github.restcomparison.analysis.page.Page.Column;
import io.github.restcomparison.analysis.page.Page.Fold;
import io.github.restcomparison.analysis.page.Page.Items;
import io.github.restcomparison.analysis.page.Page.Section;
import io.github.restcomparison.analysis.page.Page.Table;
import io.github.restcomparison.analysis.runs.TestedMetric;
import io.github.restcomparison.analysis.statistics.Numbers;
import io.github.restcomparison.records.settings.Count;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** The page of a diff: the other changes, then a table for each metric. */
public final class DiffPage {
  /** The limits of a diff, and the command that decides instead. */
  private static final String CAVEAT =
      "sessions of different days also differ in ways that their rounds do not show; to"
          + " decide, measure both builds in one run: ./compare run --service old=... --service"
          + " new=...";

  private DiffPage() {}

  /** Returns the page. */
  public static Page of(Diff diff) {
    List<String> changes = new ArrayList<>();
    if (diff.isSameFolder()) {
      changes.add("both are the same folder");
    }
    diff.differences().forEach(each -> changes.add("not the same: " + each));
    diff.changes().forEach(each -> changes.add("changed: " + each));
    diff.unjudged().forEach(each -> changes.add("not judged: " + each));
    diff.notices().forEach(each -> changes.add("in no figure: " + each));
    long worse = diff.lines().stream().filter(line -> line.outcome().isWorse()).count();
    return new Page(
        new Page.Head(
            "%s against %s".formatted(diff.after(), diff.before()),
            status(diff),
            "%d of %s worse by more than the margin (%s), which is at least 10 %%; %s"
                .formatted(
                    worse, Count.of(diff.lines().size(), "comparison"), margins(diff), CAVEAT),
            List.of(
                "Intervals: %s; equivalence has its own, with its confidence."
                    .formatted(PairSentences.TOGETHER)),
            changes),
        diff.lines().stream()
            .map(line -> line.pair().tested())
            .distinct()
            .map(metric -> section(metric, diff))
            .toList());
  }

  private static Page.Status status(Diff diff) {
    if (diff.regressed()) {
      return Page.Status.REGRESSION;
    }
    return diff.unjudged().isEmpty() ? Page.Status.NO_REGRESSION : Page.Status.NOT_JUDGED;
  }

  /** Returns the margin of each metric: a wide margin hides a regression. */
  private static String margins(Diff diff) {
    return diff.lines().stream()
        .map(Line::pair)
        .map(pair -> pair.tested().label() + " " + PairSentences.margin(pair))
        .distinct()
        .collect(Collectors.joining(", "));
  }

  private static Section section(TestedMetric tested, Diff diff) {
    List<Line> lines =
        diff.lines().stream().filter(line -> line.pair().tested() == tested).toList();
    String unit = tested.metric().label().unit();
    return Section.of(
        tested.label().replace(' ', '-'),
        tested.label(),
        Table.of(
            tested.label(),
            lines,
            List.of(
                Column.text("%s, %s".formatted(tested.label(), unit), Line::variant),
                new Column<>("before", Line::before),
                new Column<>("after", Line::after),
                new Column<>(
                    "ratio after / before", line -> Numbers.decimals(line.pair().ratio(), 3)),
                new Column<>(
                    "interval", line -> PairSentences.interval(line.pair(), line.pair().a())),
                Column.text("outcome", DiffPage::outcome))),
        new Fold(
            "Verdicts",
            List.of(Items.of(lines.stream().map(line -> line.pair().sentence()).toList()))));
  }

  /** Returns the outcome, in capitals if it fails a build, and its size or reason. */
  private static String outcome(Line line) {
    Pair pair = line.pair();
    String outcome = line.outcome().isWorse() ? line.outcome().name() : line.outcome().words();
    return switch (pair.ruling()) {
      case UNRANKED, NOT_COMPARABLE -> "%s: %s".formatted(outcome, pair.validity().reason());
      case BETTER_AT_LEAST, BETTER_SIZE_UNCLEAR ->
          "%s; %s: %s"
              .formatted(
                  outcome,
                  pair.better().equals(pair.a()) ? "after" : "before",
                  PairSentences.compared(pair, pair.better()));
      case PREVIEW, EQUIVALENT, NOT_TOLD_APART -> pair.verdict();
    };
  }
}
