package io.github.restcomparison.runner.service;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.github.restcomparison.records.service.Secrets;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The log of a command, and the lines in it that show why the command failed. It receives the bytes
 * that the command prints, without its secrets. They are not decoded into lines: this happens in
 * the load generator, while it measures.
 */
record OutputLog(Path file, Secrets secrets) {
  private static final int CHUNK = 1 << 16;
  private static final int MAX_SHOWN = 1_000;
  private static final int MAX_READ = 1 << 19;
  private static final String SEPARATOR = " | ";
  private static final int FIRST = 2;
  private static final int LAST = 3;
  private static final int ENDING = 10;

  /** The maximum length of a line in characters: of a longer one, a part is printed. */
  private static final int LONGEST_LINE = 300;

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
              // messages of systems, shells and virtual machines
              "(?i:address (?:is )?already in use|port \\d+ .*in use|EADDRINUSE|EACCES)",
              "(?i:permission denied|no such file or directory|not found$|command not found)",
              "(?i:\\b(?:cannot|can't|can not|could not|couldn't|unable to|failed to)\\b)",
              "(?i:\\b(?:unrecognized|unknown|invalid|illegal|missing|unsupported) \\w+)",
              "(?i:out of memory|no main manifest attribute|is not in (?:GOROOT|std))"));

  /** Lines before the one with the reason. */
  private static final Pattern HEADING =
      Pattern.compile(
          "Description:|\\* What went wrong:|Error occurred during initialization of VM"
              + "|thread '.*' panicked at .*:");

  /** Lines that look like an error without the cause. */
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
              "^\\s*(?:throw|raise) .*",
              "APPLICATION FAILED TO START"));

  /** Creates the file, and its folder. */
  OutputStream open() throws IOException {
    Files.createDirectories(file.toAbsolutePath().getParent());
    return Files.newOutputStream(file);
  }

  /**
   * Copies until the output ends. A command blocks on a full pipe: if the log cannot be written any
   * more, the rest is read anyway.
   */
  void copy(InputStream output, OutputStream log) {
    byte[] chunk = new byte[CHUNK];
    boolean isWritable = true;
    try (OutputStream shown = secrets.filter(log);
        output) {
      for (int read = output.read(chunk); read >= 0; read = output.read(chunk)) {
        try {
          if (isWritable) {
            shown.write(chunk, 0, read);
          }
        } catch (IOException e) {
          isWritable = false;
        }
      }
    } catch (IOException e) {
      // The pipe ends with the command.
    }
  }

  /**
   * Returns the lines with the reason why the command failed, in one line of at most 1,000
   * characters: the lines that look like an error, else the last ten. Empty if it printed nothing.
   * Of a long log, its first and its last 512 KiB are read.
   */
  String cause() {
    String errors = errors();
    if (!errors.isEmpty()) {
      return errors;
    }
    String ending = String.join(SEPARATOR, ending(parts()));
    int excess = ending.length() - MAX_SHOWN;
    return excess > 0 ? "…" + ending.substring(excess) : ending;
  }

  /** Returns only the lines that look like an error; empty if none does. */
  String errors() {
    String errors = String.join(SEPARATOR, errors(parts()));
    return errors.length() > MAX_SHOWN ? errors.substring(0, MAX_SHOWN) + "…" : errors;
  }

  /** Returns the number of bytes that were printed until now; 0 if it is not known. */
  long size() {
    try {
      return Files.size(file);
    } catch (IOException e) {
      return 0;
    }
  }

  private String parts() {
    try (SeekableByteChannel channel = Files.newByteChannel(file)) {
      String begin = part(channel);
      long end = Math.max(channel.position(), channel.size() - MAX_READ);
      channel.position(end);
      String both = end > MAX_READ ? begin + "\n" + part(channel) : begin + part(channel);
      return secrets.hide(both); // what was taken since then, before it is cut
    } catch (IOException e) {
      return "";
    }
  }

  private static String part(SeekableByteChannel channel) throws IOException {
    ByteBuffer part = ByteBuffer.allocate(MAX_READ);
    while (part.hasRemaining() && channel.read(part) >= 0) {}
    return new String(part.array(), 0, part.position(), UTF_8);
  }

  /**
   * Returns the lines that look like an error: the first two of them, which most tools print before
   * their own, and the last three, which have the first cause of an exception of Java. Empty if no
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

  /** Returns the last ten lines, without stack traces. */
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
        .map(line -> line.length() > LONGEST_LINE ? line.substring(0, LONGEST_LINE) + "…" : line)
        .map(line -> CONTROL.matcher(line).replaceAll("").strip())
        .filter(line -> !line.isEmpty());
  }
}
