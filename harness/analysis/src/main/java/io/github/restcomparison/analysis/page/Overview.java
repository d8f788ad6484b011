package io.github.restcomparison.analysis.page;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The first screen of a run: a bar for each variant, with what a reader wants to know of it in a
 * minute.
 *
 * @param command that began it; empty if it was not written down
 * @param chart below the bars; absent if there is nothing to draw
 * @param against each variant against each baseline, in a few words: baseline, variant, words
 * @param remarks what a reader of the terminal must know beside the findings, a sentence each
 */
public record Overview(
    Optional<String> command,
    List<Row> rows,
    Optional<Chart> chart,
    Map<String, Map<String, List<String>>> against,
    List<String> remarks) {

  /**
   * A variant. Places are in percent of the width of the bar's column.
   *
   * @param colour its place in the palette
   * @param end of its bar; 0 without one
   * @param rounds the throughput of each of its rounds
   * @param ceiling that no service can pass; NaN if it is far away or unknown
   * @param figures throughput, p99, CPU and any other of the terminal, as people read them
   * @param unranked why it has no figures
   */
  public record Row(
      String name,
      int colour,
      double end,
      List<Double> rounds,
      double ceiling,
      List<String> figures,
      Optional<String> unranked) {

    /** {@code 9,788/s}: the figure that the bar shows. */
    public String first() {
      return figures.getFirst();
    }

    /** {@code p99 103 ms} and {@code 22.9 µs CPU}: as many as the page has room for. */
    public List<String> others() {
      return figures.subList(1, 3);
    }

    /** The mark of the ceiling as the template takes it. */
    public Optional<Double> mark() {
      return Optional.of(ceiling).filter(each -> !each.isNaN());
    }
  }
}
