package io.github.restcomparison.analysis.page;

import io.github.restcomparison.analysis.statistics.Numbers;
import java.util.List;
import java.util.Optional;

/**
 * The first screen of a run, below its findings.
 *
 * @param heads of the table's columns: that of the bars, then of the other figures
 * @param rows a row for each variant, with its bar and its figures
 * @param note explains the table
 * @param chart below the table; absent if there is nothing to draw
 * @param fit whether the measurement was fit, by variant; empty if nothing is known
 * @param warnings what changes how to read the figures, a sentence each
 * @param remarks what a reader of the terminal must know beside the findings, a sentence each
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

  /** The checks of the measurement, which are the same for all variants. */
  public List<Check> checks() {
    return fit.getFirst().checks;
  }

  /** Returns whether some check is amber. */
  public boolean hasAmber() {
    return fit.stream().flatMap(each -> each.checks.stream()).anyMatch(Check::isAmber);
  }

  /** The characters of the longest figure beside a bar, so that all bars start at one place. */
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
   * @param ceiling that no service can pass; NaN if it is far away or unknown
   * @param figures that of the bar first, then one for each other column
   * @param limit what limited it; {@link Numbers#ABSENT} if it is not known
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

    /** The figure that the bar shows. */
    public Figure first() {
      return figures.getFirst();
    }

    /** The figures without a bar. */
    public List<Figure> others() {
      return figures.subList(1, figures.size());
    }

    /** The number of columns but that of the name. */
    public int span() {
      return figures.size() + 1;
    }

    /** The mark of the ceiling as the template takes it. */
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
   * @param isAmber whether it is not as it should be: the section {@code fit} has what to do
   */
  public record Check(String head, String text, boolean isAmber) {}
}
