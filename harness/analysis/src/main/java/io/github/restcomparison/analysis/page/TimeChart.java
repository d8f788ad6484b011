package io.github.restcomparison.analysis.page;

import java.util.List;
import java.util.Map;

/** Runs second by second, of which a reader chooses one or two. The script has a drawer for it. */
public record TimeChart(List<Timeline> runs) implements Page.Block {

  /**
   * A run. Times are seconds from the first measured user on, so that the warm-up lies before 0.
   *
   * @param name variant, round, and the status unless it is VALID
   * @param window from and to; missing if there is none
   * @param leftOut the excluded parts of the window, from and to
   * @param end when the last user had ended
   * @param lines by the names that the drawer knows: time and value
   */
  public record Timeline(
      String name,
      double[] window,
      List<double[]> leftOut,
      double end,
      Map<String, List<double[]>> lines) {}
}
