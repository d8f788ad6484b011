package io.github.restcomparison.compare.terminal;

/** What is said when Ctrl-C ends this program; the JVM exits with 130 by itself. */
public final class Interruption {
  private Interruption() {}

  /** Says it, unless the program has come to its end. */
  public static Thread explain(String line) {
    Thread hook = new Thread(() -> System.err.println("\n" + line), "interruption");
    Runtime.getRuntime().addShutdownHook(hook);
    return hook;
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
