package io.github.restcomparison.analysis.diff;

import io.github.restcomparison.analysis.statistics.Numbers;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
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
                        padded(rows, row, 0, false),
                        padded(rows, row, 1, true),
                        padded(rows, row, 2, true),
                        padded(rows, row, 3, false),
                        row.get(4))
                    .stripTrailing())
        .toList();
  }

  private static List<String> row(Diff.Line line) {
    return List.of(
        line.variant(), line.before(), line.after(), change(line), words(line.outcome()));
  }

  private static String padded(
      List<List<String>> rows, List<String> row, int column, boolean right) {
    int width = rows.stream().mapToInt(each -> each.get(column).length()).max().orElse(0);
    String space = " ".repeat(width - row.get(column).length());
    return right ? space + row.get(column) : row.get(column) + space;
  }

  /** The regression that stops a build stands out. */
  private static String words(Diff.Outcome outcome) {
    String words = outcome.name().replace('_', ' ');
    return switch (outcome) {
      case REGRESSION, FAILED -> words;
      default -> words.toLowerCase(Locale.ROOT);
    };
  }

  private static String change(Diff.Line line) {
    return line.ratio().isEmpty()
        ? Numbers.ABSENT
        : percent(line.ratio())
            + " %"
            + (line.low().isEmpty()
                ? ""
                : " (%s to %s %%)".formatted(percent(line.low()), percent(line.high())));
  }

  private static String percent(OptionalDouble ratio) {
    return String.format(Locale.ROOT, "%+.1f", 100 * (ratio.getAsDouble() - 1));
  }

  /** A name from a record must not steer the terminal. */
  private static String printable(String text) {
    return text.replaceAll("[\\p{C}&&[^\\n]]+", " ");
  }
}
