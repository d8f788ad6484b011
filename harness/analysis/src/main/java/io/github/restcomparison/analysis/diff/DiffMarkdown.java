package io.github.restcomparison.analysis.diff;

import io.github.restcomparison.analysis.text.MarkdownPage;
import io.github.restcomparison.analysis.text.MarkdownTable;
import java.util.List;
import java.util.Set;
import java.util.StringJoiner;

/** A diff as the comment of a pull request. */
public final class DiffMarkdown {
  private DiffMarkdown() {}

  /** The verdict, a row for each variant and metric, and what else has changed. */
  public static String render(Diff diff) {
    StringJoiner page = new StringJoiner("\n\n", "", "\n");
    page.add(
        "**%s**: %s against %s"
            .formatted(
                diff.regressed() ? "Regression" : "No regression shown",
                MarkdownPage.text(diff.after()),
                MarkdownPage.text(diff.before())));
    page.add(
        MarkdownTable.of(
            List.of("variant", "metric", "before", "after", "change (%)", "outcome", "verdict"),
            Set.of("variant", "metric", "outcome", "verdict"),
            diff.lines().stream().map(DiffMarkdown::row)));
    StringJoiner changes = new StringJoiner("\n");
    diff.differences().forEach(each -> changes.add("- not the same: " + MarkdownPage.text(each)));
    diff.changes().forEach(each -> changes.add("- changed: " + MarkdownPage.text(each)));
    if (changes.length() > 0) {
      page.add(changes.toString());
    }
    return page.toString();
  }

  private static List<String> row(Diff.Line line) {
    return List.of(
        MarkdownPage.text(line.variant()),
        "%s (%s)".formatted(MarkdownPage.text(line.metric()), line.unit()),
        line.before(),
        line.after(),
        Diff.Line.percent(line.ratio()),
        line.outcome().words(),
        MarkdownPage.text(line.sentence()));
  }
}
