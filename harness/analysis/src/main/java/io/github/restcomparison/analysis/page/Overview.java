package io.github.restcomparison.analysis.page;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The bars of a run's first screen: a row for each variant, with what a reader wants to know of it
 * in a minute.
 *
 * @param command that began it; empty if it was not written down
 * @param remarks what a reader of the terminal must know beside the findings, a sentence each
 */
public record Overview(Optional<String> command, List<Row> rows, List<String> remarks) {
  /** Whether there is anything to draw. */
  public boolean hasFigures() {
    return rows.stream().anyMatch(row -> row.unranked().isEmpty());
  }

  /**
   * A variant. Places are in percent of the width of the bar's column.
   *
   * @param colour its place in the palette
   * @param value the end of its bar
   * @param rounds the throughput of each of its rounds
   * @param ceiling that no service can pass; empty if it is far away or unknown
   * @param figures throughput, p99, CPU and any other of the terminal, as people read them
   * @param unranked why it has no figures
   */
  public record Row(
      String name,
      int colour,
      OptionalDouble value,
      List<Double> rounds,
      OptionalDouble ceiling,
      List<String> figures,
      Optional<String> unranked) {

    /** {@code 9,788/s}. */
    public String throughput() {
      return figures.get(0);
    }

    /** {@code p99 103 ms}. */
    public String p99() {
      return figures.get(1);
    }

    /** {@code 22.9 µs CPU}. */
    public String cpu() {
      return figures.get(2);
    }

    /** {@code 9,788/s; the mark is its ceiling}: the bar in words. */
    public String bar() {
      return throughput() + (ceiling.isPresent() ? "; the mark is its ceiling" : "");
    }

    /** The mark as the style sheet takes it. */
    public Optional<Double> mark() {
      return ceiling.stream().boxed().findFirst();
    }

    /** The end of the bar as the style sheet takes it. */
    public double end() {
      return value.orElse(0);
    }
  }
}
