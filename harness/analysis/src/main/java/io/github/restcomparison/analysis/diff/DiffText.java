package io.github.restcomparison.analysis.diff;

import io.github.restcomparison.analysis.statistics.Numbers;
import io.github.restcomparison.analysis.text.Columns;
import java.util.List;
import java.util.StringJoiner;
import java.util.stream.Stream;

/** A diff for a terminal. */
public final class DiffText {
  private static final String FORMAT = "%s  %s  %s  %s  %s";

  private DiffText() {}

  /** A table for each metric: before, after, the change with its interval, the verdict. */
  public static String render(Diff diff) {
    StringJoiner text = new StringJoiner("\n", "", "\n");
    text.add("%s against %s".formatted(diff.after(), diff.before()));
    if (diff.isSameFolder()) {
      text.add("  both are the same folder: an experiment is compared with itself");
    }
    diff.differences().forEach(each -> text.add("  not the same: " + each));
    diff.changes().forEach(each -> text.add("  changed: " + each));
    diff.lines().stream()
        .map(Diff.Line::metric)
        .distinct()
        .forEach(
            metric -> {
              text.add("");
              table(diff.lines().stream().filter(line -> line.metric().equals(metric)).toList())
                  .forEach(text::add);
            });
    return printable(text.toString());
  }

  private static List<String> table(List<Diff.Line> lines) {
    Diff.Line any = lines.getFirst();
    List<List<String>> rows =
        Stream.concat(
                Stream.of(
                    List.of(
                        "%s (%s)".formatted(any.metric(), any.unit()),
                        "before",
                        "after",
                        "change",
                        "verdict")),
                lines.stream().map(DiffText::row))
            .toList();
    return rows.stream()
        .map(
            row ->
                FORMAT
                    .formatted(
                        Columns.left(row.get(0), Columns.widest(rows, 0)),
                        Columns.right(row.get(1), Columns.widest(rows, 1)),
                        Columns.right(row.get(2), Columns.widest(rows, 2)),
                        Columns.left(row.get(3), Columns.widest(rows, 3)),
                        row.get(4))
                    .stripTrailing())
        .toList();
  }

  private static List<String> row(Diff.Line line) {
    return List.of(
        line.variant(), line.before(), line.after(), change(line), words(line.outcome()));
  }

  /** The regression that stops a build stands out. */
  private static String words(Diff.Outcome outcome) {
    return switch (outcome) {
      case REGRESSION, FAILED -> outcome.name();
      default -> outcome.words();
    };
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

  /** A name from a record must not steer the terminal. */
  private static String printable(String text) {
    return text.replaceAll("[\\p{C}&&[^\\n]]+", " ");
  }
}
