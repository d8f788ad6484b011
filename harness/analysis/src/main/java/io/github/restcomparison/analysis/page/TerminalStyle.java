package io.github.restcomparison.analysis.page;

/**
 * The capabilities of a terminal.
 *
 * @param width in columns
 * @param colours whether it supports colours
 */
public record TerminalStyle(int width, boolean colours) {
  /** The style of a pipe or a file. */
  public static final TerminalStyle PLAIN = new TerminalStyle(100, false);

  private static final int MIN_WIDTH = 60;
  private static final int MAX_WIDTH = 120;

  private static final String GREEN = "\u001b[32m";
  private static final String YELLOW = "\u001b[33m";
  private static final String OFF = "\u001b[0m";

  /** Limits the width: bars and figures need 60 columns, and longer lines are hard to read. */
  public TerminalStyle {
    width = Math.clamp(width, MIN_WIDTH, MAX_WIDTH);
  }

  String bar(String text) {
    return coloured(GREEN, text);
  }

  String warning(String text) {
    return coloured(YELLOW, text);
  }

  private String coloured(String colour, String text) {
    return colours ? colour + text + OFF : text;
  }
}
