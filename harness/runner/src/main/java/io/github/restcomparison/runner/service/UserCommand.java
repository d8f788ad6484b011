package io.github.restcomparison.runner.service;

import io.github.restcomparison.records.service.Lifecycle;
import io.github.restcomparison.records.service.Secrets;
import io.github.restcomparison.runner.host.Placement;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * A command of the user's, with all processes that come of it. They end when this is closed; and by
 * a shell that guards them, where this JVM has ended without closing it.
 */
public final class UserCommand implements AutoCloseable {
  private static final Duration GRACE = Duration.ofSeconds(5);
  private static final Duration PAUSE = Duration.ofMillis(50);

  private final Process process;
  private final Lifecycle lifecycle;
  private final LaunchMark mark;
  private final Thread log;
  private volatile String lastLine = "";

  /**
   * What is started.
   *
   * @param line for {@code sh -c}
   * @param environment variables beside those of this process
   * @param directory that it is run in; absent for that of this process
   * @param onCrash a line for {@code sh -c} that ends what is no process of the command, where this
   *     JVM cannot; may be empty
   */
  public record Launch(
      String line, Map<String, String> environment, Optional<Path> directory, String onCrash) {}

  private UserCommand(
      Process process, Lifecycle lifecycle, LaunchMark mark, PrintWriter log, Secrets secrets) {
    this.process = process;
    this.lifecycle = lifecycle;
    this.mark = mark;
    this.log = Thread.ofVirtual().name("service-log").start(() -> copy(log, secrets));
  }

  /**
   * Starts a command.
   *
   * @param placement which CPUs its processes are held to
   * @param log receives its output, without the values of {@code secrets}
   * @throws IOException where there is no shell, or the log cannot be written
   */
  public static UserCommand start(
      Launch launch, Lifecycle lifecycle, Placement placement, Path log, Secrets secrets)
      throws IOException, InterruptedException {
    Files.createDirectories(log.toAbsolutePath().getParent());
    LaunchMark mark = new LaunchMark();
    List<String> guarded = new ArrayList<>(placement.serviceCommand());
    guarded.addAll(List.of("sh", "-c", script(), "guard", launch.line(), mark.value()));
    guarded.addAll(
        List.of(
            lifecycle.stopSignal(),
            Long.toString(lifecycle.stopLimit().toSeconds()),
            launch.onCrash()));
    ProcessBuilder builder = new ProcessBuilder(guarded).redirectErrorStream(true);
    launch.directory().ifPresent(directory -> builder.directory(directory.toFile()));
    // Flags from outside would make a JVM another one.
    builder.environment().keySet().removeAll(List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS"));
    builder.environment().putAll(launch.environment());
    PrintWriter copy = new PrintWriter(Files.newBufferedWriter(log), true);
    try {
      return new UserCommand(builder.start(), lifecycle, mark, copy, secrets);
    } catch (IOException e) {
      copy.close();
      throw e;
    }
  }

  private static String script() throws IOException {
    try (InputStream script = UserCommand.class.getResourceAsStream("guard.sh")) {
      return new String(script.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  /** Runs as long as the command, which would block on a full pipe otherwise. */
  private void copy(PrintWriter log, Secrets secrets) {
    try (log;
        BufferedReader lines = process.inputReader()) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        String shown = secrets.hide(line);
        log.println(shown);
        lastLine = shown.isBlank() || isOfStackTrace(shown) ? lastLine : shown.strip();
      }
    } catch (IOException e) {
      // The pipe ends with the command.
    }
  }

  private static boolean isOfStackTrace(String line) {
    return line.matches("\\s*(at \\S+\\(.*|\\.{3} \\d+ (more|common frames omitted))\\s*");
  }

  /** The id of the command's first process. */
  public long pid() {
    return process.pid();
  }

  /** The last line that it printed, but for a stack trace's; empty where it has not printed any. */
  public String lastLine() {
    return lastLine;
  }

  /** The exit code of its first process; empty while that runs. */
  public OptionalInt exitCode() {
    return process.isAlive() ? OptionalInt.empty() : OptionalInt.of(process.exitValue());
  }

  /** Waits until all that it printed is in the log, once it has ended. */
  void awaitLog(Duration limit) {
    try {
      log.join(limit);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Ends it by its signal; what has not ended within its limit is killed. */
  @Override
  public void close() {
    try {
      signal(processes());
      awaitEnd(lifecycle.stopLimit());
      while (!processes().isEmpty()) {
        processes().forEach(ProcessHandle::destroyForcibly);
        awaitEnd(PAUSE);
      }
      process.waitFor(GRACE.toMillis(), TimeUnit.MILLISECONDS);
      try (OutputStream guard = process.getOutputStream()) {
        guard.write('\n'); // it has nothing left to do
      }
    } catch (IOException e) {
      // The guard has ended before.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      processes().forEach(ProcessHandle::destroyForcibly);
    } finally {
      process.destroyForcibly();
    }
  }

  /** All that have come of it and run; where there are no marks, those that have not left it. */
  private List<ProcessHandle> processes() {
    return LaunchMark.IS_SEEN
        ? mark.processes()
        : Stream.concat(Stream.of(process.toHandle()), process.descendants())
            .filter(ProcessHandle::isAlive)
            .toList();
  }

  private void signal(List<ProcessHandle> processes) throws IOException, InterruptedException {
    if (processes.isEmpty()) {
      return;
    }
    List<String> kill = new ArrayList<>(List.of("kill", "-s", lifecycle.stopSignal()));
    processes.forEach(process -> kill.add(Long.toString(process.pid())));
    new ProcessBuilder(kill)
        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
        .redirectError(ProcessBuilder.Redirect.DISCARD)
        .start()
        .waitFor();
  }

  private void awaitEnd(Duration limit) throws InterruptedException {
    long start = System.nanoTime();
    while (!processes().isEmpty() && System.nanoTime() - start < limit.toNanos()) {
      Thread.sleep(PAUSE);
    }
  }
}
