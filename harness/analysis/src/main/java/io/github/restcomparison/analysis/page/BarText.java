package io.github.restcomparison.analysis.page;

import java.util.OptionalDouble;

/**
 * A bar of block characters, to an eighth of one.
 *
 * @param width in characters
 * @param full the value of a bar that fills it
 */
public record BarText(int width, double full) {
  private static final String EIGHTHS = " ▏▎▍▌▋▊▉";
  private static final char MARK = '│';

  /**
   * Draws a bar.
   *
   * @param value from 0 to {@code full}
   * @param mark where a thin line is drawn behind the bar; none beyond {@code full}
   */
  public String of(double value, OptionalDouble mark) {
    int eighths = (int) Math.round(8 * width * Math.clamp(value / full, 0, 1));
    StringBuilder bar = new StringBuilder("█".repeat(eighths / 8));
    if (eighths % 8 > 0) {
      bar.append(EIGHTHS.charAt(eighths % 8));
    }
    int drawn = bar.length();
    bar.repeat(' ', width - drawn);
    if (mark.isPresent() && mark.getAsDouble() <= full) {
      int at = Math.min(width - 1, (int) (width * mark.getAsDouble() / full));
      if (at >= drawn) {
        bar.setCharAt(at, MARK);
      }
    }
    return bar.toString();
  }
}
