package io.github.restcomparison.analysis.page;

import io.github.restcomparison.analysis.statistics.Numbers;
import java.util.List;
import java.util.Optional;

/**
 * The first screen of a run, below its findings.
 *
 * @param heads of the table's columns: of the bars, then of the other figures
 * @param rows a row for each variant, with its bar and its figures
 * @param note explains the table
 * @param chart below the table; empty if there is nothing to draw
 * @param fit the quality of the measurement, by variant; empty if nothing is known
 * @param warnings facts that change how to read the figures, a sentence each
 * @param remarks further remarks for a terminal, a sentence each
 */
public record Overview(
    List<String> heads,
    List<Bar> rows,
    String note,
    Optional<Chart> chart,
    List<Fit> fit,
    List<String> warnings,
    List<String> remarks) {

  /** Returns whether anything is known of the measurement. */
  public boolean hasFit() {
    return !fit.isEmpty();
  }

  /** Returns the checks of the measurement, which are the same for all variants. */
  public List<Check> checks() {
    return fit.getFirst().checks;
  }

  /** Returns whether some check is amber. */
  public boolean hasAmber() {
    return fit.stream().flatMap(each -> each.checks.stream()).anyMatch(Check::isAmber);
  }

  /** Returns the length of the longest figure next to a bar, so that all bars are aligned. */
  public int characters() {
    return rows.stream().mapToInt(each -> each.first().text.length()).max().orElse(0);
  }

  /** Returns whether there are warnings. */
  public boolean hasWarnings() {
    return !warnings.isEmpty();
  }

  /**
   * A variant. Positions are in percent of the width of the bar's column.
   *
   * @param colour its index in the palette
   * @param end of its bar; 0 without one
   * @param rounds the figure of the bar in each of its rounds
   * @param ceiling the maximum for any service; NaN if it is far away or unknown
   * @param figures of the bar first, then one for each other column
   * @param limit its limit; {@link Numbers#NOT_MEASURED} if it is not known
   * @param unranked why it has no figures
   */
  public record Bar(
      String name,
      int colour,
      double end,
      List<Double> rounds,
      double ceiling,
      List<Figure> figures,
      String limit,
      Optional<String> unranked) {

    /** Returns the figure of the bar. */
    public Figure first() {
      return figures.getFirst();
    }

    /** Returns the figures without a bar. */
    public List<Figure> others() {
      return figures.subList(1, figures.size());
    }

    /** Returns the number of columns without the name's. */
    public int span() {
      return figures.size() + 1;
    }

    /** Returns the mark of the ceiling for the template. */
    public Optional<Double> mark() {
      return Optional.of(ceiling).filter(each -> !each.isNaN());
    }
  }

  /**
   * A figure of a variant.
   *
   * @param head of its column
   * @param glance the figure in the terminal, with its unit; empty if it is not there
   */
  public record Figure(String head, String text, Optional<String> glance) {}

  /** The checks of generator and host while a variant was measured. */
  public record Fit(String name, List<Check> checks) {}

  /**
   * A check of the measurement.
   *
   * @param isAmber whether it misses its limit: the section {@code fit} has advice
   */
  public record Check(String head, String text, boolean isAmber) {}
}
