package io.github.restcomparison.analysis.diff;

import java.util.Locale;
import java.util.StringJoiner;

/** A diff for a terminal. */
public final class DiffText {
  private DiffText() {}

  /** A line for each variant and metric, with its sentence below. */
  public static String render(Diff diff) {
    StringJoiner text = new StringJoiner("\n", "", "\n");
    text.add("%s against %s".formatted(diff.after(), diff.before()));
    diff.differences().forEach(each -> text.add("  not the same: " + each));
    diff.changes().forEach(each -> text.add("  changed: " + each));
    for (Diff.Line line : diff.lines()) {
      text.add("");
      text.add(
          "%s, %s: %s%s".formatted(line.variant(), line.metric(), words(line.outcome()), by(line)));
      text.add("  " + line.sentence());
    }
    return printable(text.toString());
  }

  private static String words(Diff.Outcome outcome) {
    return outcome.name().replace('_', ' ');
  }

  private static String by(Diff.Line line) {
    return line.ratio().isEmpty()
        ? ""
        : String.format(Locale.ROOT, " (%+.1f %%)", 100 * (line.ratio().getAsDouble() - 1));
  }

  /** A name from a record must not steer the terminal. */
  private static String printable(String text) {
    return text.replaceAll("[\\p{C}&&[^\\n]]+", " ");
  }
}
