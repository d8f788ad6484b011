package io.github.restcomparison.compare.cli;

import java.io.PrintWriter;
import java.io.StringWriter;

/** Runs commands of {@code compare} that start no process in the JVM of the tests. */
public final class CompareInProcess {
  private CompareInProcess() {}

  /**
   * The end of a command.
   *
   * @param output on both streams
   */
  public record Ended(int exitCode, String output) {}

  /** Runs a command to its end. */
  public static Ended run(String... arguments) {
    StringWriter output = new StringWriter();
    PrintWriter both = new PrintWriter(output, true);
    int exitCode = Compare.commandLine().setOut(both).setErr(both).execute(arguments);
    return new Ended(exitCode, output.toString());
  }
}
