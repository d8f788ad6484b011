package io.github.restcomparison.compare.experiment;

/** An action for the end of this JVM by Ctrl-C or SIGTERM; it exits with 130 or 143 by itself. */
public final class Interruption implements AutoCloseable {
  private final Thread hook;

  /** Runs an action if the JVM is ended before this is closed. */
  public Interruption(Runnable action) {
    hook = new Thread(action, "interruption");
    Runtime.getRuntime().addShutdownHook(hook);
  }

  /** Does nothing if the JVM is ending. */
  @Override
  public void close() {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // this JVM is ending, and the action runs
    }
  }

  /** Returns whether this JVM is ending; a failure is then a consequence. */
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
