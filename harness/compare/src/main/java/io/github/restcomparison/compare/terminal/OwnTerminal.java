package io.github.restcomparison.compare.terminal;

import io.github.restcomparison.analysis.page.TerminalStyle;
import java.io.Console;
import picocli.CommandLine.Model.CommandSpec;

/** The terminal that this program prints to, where it is one. */
public final class OwnTerminal {
  private OwnTerminal() {}

  /** Whether somebody watches this process. */
  public static boolean isWatched() {
    Console console = System.console();
    return console != null && console.isTerminal();
  }

  /** What it shows: no colours in a pipe, nor where {@code NO_COLOR} is set (no-color.org). */
  public static TerminalStyle style(CommandSpec command) {
    String none = System.getenv("NO_COLOR");
    boolean dumb = "dumb".equals(System.getenv("TERM"));
    return isWatched()
        ? new TerminalStyle(
            command.usageMessage().width(), !dumb && (none == null || none.isEmpty()))
        : TerminalStyle.PLAIN;
  }
}
