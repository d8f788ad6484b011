package io.github.restcomparison.analysis.diff;

import io.github.restcomparison.analysis.page.Page;
import io.github.restcomparison.analysis.page.Page.Block;
import io.github.restcomparison.analysis.page.Page.Column;
import io.github.restcomparison.analysis.page.Page.Fold;
import io.github.restcomparison.analysis.page.Page.Items;
import io.github.restcomparison.analysis.page.Page.Section;
import io.github.restcomparison.analysis.page.Page.Table;
import io.github.restcomparison.analysis.statistics.Numbers;
import java.util.ArrayList;
import java.util.List;

/** The page of a diff: a table for each metric, with what else has changed before it. */
public final class DiffPage {
  private DiffPage() {}

  /** The page. */
  public static Page of(Diff diff) {
    List<String> changes = new ArrayList<>();
    if (diff.isSameFolder()) {
      changes.add("both are the same folder: an experiment is compared with itself");
    }
    diff.differences().forEach(each -> changes.add("not the same: " + each));
    diff.changes().forEach(each -> changes.add("changed: " + each));
    return new Page(
        new Page.Head(
            "%s against %s".formatted(diff.after(), diff.before()),
            diff.regressed() ? "Regression" : "No regression shown",
            statement(diff),
            List.of(),
            changes),
        diff.lines().stream()
            .map(Diff.Line::metric)
            .distinct()
            .map(
                metric ->
                    section(
                        metric,
                        diff.lines().stream()
                            .filter(line -> line.metric().equals(metric))
                            .toList()))
            .toList());
  }

  private static String statement(Diff diff) {
    long worse = diff.lines().stream().filter(line -> line.outcome().isWorse()).count();
    return "%d of %s worse by more than the margin, which is at least 10 %%"
            .formatted(worse, Numbers.count(diff.lines().size(), "comparison"))
        + "; "
        + Diff.CAVEAT;
  }

  private static Section section(String metric, List<Diff.Line> lines) {
    Block table =
        Table.of(
            metric,
            lines,
            List.of(
                Column.text(
                    "%s, %s".formatted(metric, lines.getFirst().unit()), Diff.Line::variant),
                new Column<>("before", Diff.Line::before),
                new Column<>("after", Diff.Line::after),
                new Column<>("change", DiffPage::change),
                Column.text("outcome", DiffPage::outcome)));
    return Section.of(
        metric.replace(' ', '-'),
        metric,
        table,
        new Fold("Verdicts", List.of(Items.of(lines.stream().map(Diff.Line::sentence).toList()))));
  }

  /** The regression that stops a build stands out. */
  private static String outcome(Diff.Line line) {
    return line.outcome().isWorse() ? line.outcome().name() : line.outcome().words();
  }

  private static String change(Diff.Line line) {
    return line.ratio().isEmpty()
        ? Numbers.ABSENT
        : Diff.Line.percent(line.ratio())
            + " %"
            + (line.low().isEmpty()
                ? ""
                : " (%s to %s %%)"
                    .formatted(Diff.Line.percent(line.low()), Diff.Line.percent(line.high())));
  }
}
