package io.github.restcomparison.compare.terminal;

import java.nio.file.Path;

/** What is said when Ctrl-C ends this program; the JVM exits with 130 by itself. */
public final class Interruption {
  private Interruption() {}

  /**
   * Prepares a line that says how to go on, for the case that Ctrl-C ends the program.
   *
   * @param command how to go on, without the folder
   * @param path the folder that has the results so far
   */
  public static Thread explain(String command, Path path) {
    String line =
        "compare: interrupted; continue with ./compare %s --resume %s"
            .formatted(command, quoted(path));
    Thread hook = new Thread(() -> System.err.println("\n" + line), "interruption");
    Runtime.getRuntime().addShutdownHook(hook);
    return hook;
  }

  /** Returns a path as a shell takes it. */
  static String quoted(Path path) {
    String text = path.toString();
    return text.matches("[\\w./~+:@%-]+") ? text : "'" + text.replace("'", "'\\''") + "'";
  }

  /** Takes back what {@link #explain} has prepared; does nothing where it is being said. */
  public static void isOver(Thread hook) {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // this JVM is ending: the line is being said
    }
  }

  /** Whether this JVM is ending; what fails then, fails because of it. */
  public static boolean isUnderWay() {
    Thread none = new Thread(() -> {});
    try {
      Runtime.getRuntime().addShutdownHook(none);
      Runtime.getRuntime().removeShutdownHook(none);
      return false;
    } catch (IllegalStateException e) {
      return true;
    }
  }
}
