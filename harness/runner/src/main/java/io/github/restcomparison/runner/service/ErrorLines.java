package io.github.restcomparison.runner.service;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Finds the lines of a log that say why a process failed: those that look like an error; if there
 * is none, the last ten.
 */
final class ErrorLines {
  private static final int FIRST = 2;
  private static final int LAST = 3;
  private static final int ENDING = 10;

  /** Of a line, in characters: one without an end is shown in part. */
  private static final int MOST_SHOWN = 300;

  /** Colours and other escapes of terminals, and all other control characters but tabs. */
  private static final Pattern CONTROL =
      Pattern.compile("\\x1B\\[[0-9;?]*[ -/]*[@-~]|\\x1B[@-_]|[\\x00-\\x08\\x0B-\\x1F\\x7F]");

  private static final Pattern STACK_TRACE =
      Pattern.compile("\\s*(at \\S.*|\\.{3} \\d+ (more|common frames omitted)|File \".*)\\s*");

  private static final Pattern ERROR =
      Pattern.compile(
          String.join(
              "|",
              // exceptions of Java, Node, Python, Ruby and .NET
              "\\b[\\w.$]*(?:Exception|Error)\\b(?!\\.)",
              "^Caused by\\b",
              // levels of logs
              "\\b(?:FATAL|ERROR|SEVERE|CRITICAL|EMERG|ERR!)(?!\\w)",
              "(?i:\\blevel\"?[=:] ?\"?(?:error|fatal|panic|critical)\\b)",
              "(?i:\\[(?:error|fatal|crit|alert|emerg)])",
              // tools that build and start
              "(?i:^\\s*(?:npm )?error\\b)",
              "(?i:\\b(?:fatal )?error(?:\\[\\w+])?:)",
              "(?i:\\b(?:fatal|panic|panicked|segmentation fault|core dumped)\\b)",
              "\\.go:\\d+:\\d+: ",
              // what systems, shells and virtual machines refuse
              "(?i:address (?:is )?already in use|port \\d+ .*in use|EADDRINUSE|EACCES)",
              "(?i:permission denied|no such file or directory|not found$|command not found)",
              "(?i:\\b(?:cannot|can't|can not|could not|couldn't|unable to|failed to)\\b)",
              "(?i:\\b(?:unrecognized|unknown|invalid|illegal|missing|unsupported) \\w+)",
              "(?i:out of memory|no main manifest attribute|is not in (?:GOROOT|std))"));

  /** Lines in front of the one that says why. */
  private static final Pattern HEADING =
      Pattern.compile(
          "Description:|\\* What went wrong:|Error occurred during initialization of VM"
              + "|thread '.*' panicked at .*:");

  /** Lines that look like an error and say nothing of the cause. */
  private static final Pattern NOISE =
      Pattern.compile(
          String.join(
              "|",
              "^\\[?(?:INFO|DEBUG|TRACE)\\b.*",
              ".*\\s\\[?(?:INFO|DEBUG|TRACE)\\]?\\s.*",
              "^(?:Picked up|NOTE: Picked up) \\w+:.*",
              "^\\[ERROR]\\s*(?:->.*|To see the full.*|Re-run Maven.*|For more information.*"
                  + "|\\[Help .*|After correcting.*)?",
              "^npm (?:ERR!|error) *(?:code \\S+|errno .*|A complete log.*|Exit status.*|.*debug-.*log"
                  + "|This is probably not.*|in workspace.*|at location.*|path .*|command .*)?",
              "^Error: (?:Could not create the Java Virtual Machine\\."
                  + "|A fatal exception has occurred\\. Program will exit\\.)",
              "^\\s*throw .*",
              "APPLICATION FAILED TO START"));

  private ErrorLines() {}

  /**
   * Returns the lines that look like an error: the first two of them, which most tools print before
   * their own, and the last three, which have the first cause of an exception of Java. None if no
   * line looks so.
   */
  static List<String> errors(String log) {
    Set<String> all = new LinkedHashSet<>();
    boolean isHeaded = false;
    for (String line : (Iterable<String>) lines(log)::iterator) {
      boolean isNoise = NOISE.matcher(line).matches() || STACK_TRACE.matcher(line).matches();
      boolean isHeading = HEADING.matcher(line).matches();
      if (isHeaded || !isNoise && !isHeading && ERROR.matcher(line).find()) {
        all.add(line);
      }
      isHeaded = isHeading;
    }
    List<String> errors = List.copyOf(all);
    if (errors.size() <= FIRST + LAST) {
      return errors;
    }
    List<String> some = new ArrayList<>(errors.subList(0, FIRST));
    some.addAll(errors.subList(errors.size() - LAST, errors.size()));
    return some;
  }

  /** Returns the last ten lines, without those of stack traces. */
  static List<String> ending(String log) {
    Deque<String> last = new ArrayDeque<>();
    lines(log)
        .filter(line -> !STACK_TRACE.matcher(line).matches())
        .forEach(
            line -> {
              last.add(line);
              if (last.size() > ENDING) {
                last.remove();
              }
            });
    return List.copyOf(last);
  }

  private static Stream<String> lines(String log) {
    return log.lines()
        .map(line -> line.length() > MOST_SHOWN ? line.substring(0, MOST_SHOWN) + "…" : line)
        .map(line -> CONTROL.matcher(line).replaceAll("").strip())
        .filter(line -> !line.isEmpty());
  }
}
