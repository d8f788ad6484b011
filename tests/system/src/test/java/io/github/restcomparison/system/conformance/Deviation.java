package io.github.restcomparison.system.conformance;

import java.util.List;
import java.util.Optional;

/**
 * A row that a stack does not keep, what it does instead, and why that is let stand.
 *
 * @param stack the service, {@code tomcat}
 * @param row the row's id
 * @param does what comes instead, as a table has it
 */
record Deviation(String stack, String row, Expectation does, String why) {
  private static final List<Deviation> ALL =
      Rows.lines("deviations.tsv").stream().map(Deviation::of).toList();

  private static Deviation of(String line) {
    String[] columns = line.split("\t");
    if (columns.length != 4) {
      throw new IllegalArgumentException("a deviation has 4 columns: " + line);
    }
    return new Deviation(columns[0], columns[1], Expectation.of(columns[2]), columns[3]);
  }

  /** All that are known. */
  static List<Deviation> all() {
    return ALL;
  }

  /** That of a stack from a row, where there is one. */
  static Optional<Deviation> of(String stack, Row row) {
    return ALL.stream()
        .filter(deviation -> deviation.stack.equals(stack) && deviation.row.equals(row.id()))
        .findFirst();
  }
}
