package io.github.restcomparison.runner.service;

import io.github.restcomparison.records.service.Lifecycle;
import io.github.restcomparison.records.service.Origin;
import io.github.restcomparison.records.service.Secrets;
import io.github.restcomparison.runner.host.Cmd;
import io.github.restcomparison.runner.host.Listeners;
import io.github.restcomparison.runner.host.Processes;
import io.github.restcomparison.runner.sampling.Cgroup;
import io.github.restcomparison.runner.sampling.SampledService;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.lang.ProcessBuilder.Redirect;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;

/**
 * A command with all that it started, however that detached. All of it ends when this is closed; a
 * shell that guards the command ends it if this JVM ends without closing it.
 */
public final class CommandInstance implements Instance {
  private static final Duration GRACE = Duration.ofSeconds(5);
  private static final Duration PAUSE = Duration.ofMillis(50);

  /** A group of its own where there is setsid: a signal to this JVM's group does not reach it. */
  private static final String OWN_GROUP =
      "command -v setsid > /dev/null && exec setsid sh -c \"$1\"; exec sh -c \"$1\"";

  private final Line line;
  private final int port;
  private final Process process;
  private final Process guard;
  private final LaunchMark mark = new LaunchMark();
  private final Thread log;
  private volatile String lastLine = "";

  /** Processes and container that have no mark but listen on the port; null if there are none. */
  private volatile Processes unmarked;

  private volatile String containerId;

  /**
   * What is run.
   *
   * @param command for {@code sh -c}
   * @param environment variables beside those of this process
   * @param directory that it is run in; null for that of this process
   * @param prefix words before it, such as those that pin it
   * @param onCrash a line for {@code sh -c} that ends what is no process of the command, if this
   *     JVM cannot; may be empty
   * @param lifecycle how it ends
   * @param log receives its output without the values of the secrets
   */
  public record Line(
      String command,
      Map<String, String> environment,
      Path directory,
      List<String> prefix,
      String onCrash,
      Lifecycle lifecycle,
      Path log,
      Secrets secrets) {}

  /**
   * Starts a command.
   *
   * @param port that it listens on
   * @throws IOException if there is no shell, or the log cannot be written
   */
  public CommandInstance(Line line, int port) throws IOException {
    this.line = line;
    this.port = port;
    List<String> words = new ArrayList<>(line.prefix);
    words.addAll(List.of("sh", "-c", OWN_GROUP, "sh", line.command));
    ProcessBuilder builder =
        new ProcessBuilder(words)
            .redirectErrorStream(true)
            .redirectInput(Redirect.from(new File("/dev/null")));
    if (line.directory != null) {
      builder.directory(line.directory.toFile());
    }
    // Flags from the environment would change a JVM.
    builder.environment().keySet().removeAll(List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS"));
    builder.environment().putAll(line.environment);
    builder.environment().put(LaunchMark.NAME, mark.value());
    Files.createDirectories(line.log.toAbsolutePath().getParent());
    PrintWriter copy = new PrintWriter(Files.newBufferedWriter(line.log), true);
    guard = startGuard();
    try {
      process = builder.start();
      guard.getOutputStream().write((process.pid() + "\n").getBytes(StandardCharsets.UTF_8));
      guard.getOutputStream().flush();
    } catch (IOException e) {
      copy.close();
      guard.destroyForcibly();
      throw e;
    }
    mark.add(process.toHandle());
    this.log = Thread.ofVirtual().name("service-log").start(() -> copy(copy));
  }

  static CommandInstance of(Launch launch, Origin.Command command) throws IOException {
    return new CommandInstance(
        new Line(
            launch.filled(Secrets.ofShell(command.command())),
            launch.environment(),
            command.directory().map(Path::of).orElse(null),
            launch.placement().serviceCommand(),
            "",
            launch.spec().lifecycle(),
            launch.log(),
            launch.secrets()),
        launch.port());
  }

  private Process startGuard() throws IOException {
    try (InputStream script = CommandInstance.class.getResourceAsStream("guard.sh")) {
      return new ProcessBuilder(
              "sh",
              "-c",
              new String(script.readAllBytes(), StandardCharsets.UTF_8),
              "guard",
              mark.value(),
              line.lifecycle.stopSignal(),
              Long.toString(line.lifecycle.stopLimit().toSeconds()),
              line.onCrash)
          .redirectOutput(Redirect.DISCARD)
          .redirectError(Redirect.DISCARD)
          .start();
    }
  }

  /** Runs as long as the command, which would block on a full pipe otherwise. */
  private void copy(PrintWriter log) {
    try (log;
        BufferedReader lines = process.inputReader()) {
      for (String next = lines.readLine(); next != null; next = lines.readLine()) {
        String shown = line.secrets.hide(next);
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

  @Override
  public List<URI> candidates() {
    return List.of(URI.create("http://127.0.0.1:" + port), URI.create("http://[::1]:" + port));
  }

  @Override
  public String ended() {
    OptionalInt code = exitCode();
    if (code.isEmpty()) {
      return null;
    }
    try {
      log.join(GRACE); // all that it printed is in the log then
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return "it ended with exit code %d before it was ready%s (%s)"
        .formatted(code.getAsInt(), lastLine.isEmpty() ? "" : ": " + lastLine, line.log);
  }

  /** The shell that ends the command if this JVM cannot. */
  Process guard() {
    return guard;
  }

  @Override
  public OptionalInt exitCode() {
    return process.isAlive() || !running().isEmpty()
        ? OptionalInt.empty()
        : OptionalInt.of(process.exitValue());
  }

  /**
   * All that it started: the processes with its mark; and whoever listens on its port without it,
   * such as a container's. If nobody can be seen to listen there, nothing can be sampled.
   */
  @Override
  public SampledService sampled() throws IOException, InterruptedException {
    Processes marked = this::running;
    if (!LaunchMark.IS_SEEN) {
      return new SampledService(marked, null);
    }
    Listeners listeners = Listeners.on(port);
    if (running().stream().anyMatch(listeners::include)) {
      return new SampledService(marked, null);
    }
    Optional<String> container = Docker.publishing(port);
    if (container.isPresent()) {
      containerId = container.get();
      OptionalInt pid = Docker.pid(containerId);
      return pid.isEmpty()
          ? SampledService.UNSEEN
          : new SampledService(
              Processes.treeOf(pid.getAsInt()), null, Cgroup.of(pid.getAsInt()), null);
    }
    Optional<ProcessHandle> listener =
        ProcessHandle.allProcesses().filter(listeners::include).findFirst();
    if (listener.isEmpty()) {
      return SampledService.UNSEEN;
    }
    unmarked = Processes.treeOf(listener.get().pid());
    return new SampledService(marked, null);
  }

  /** All that belong to it and run. */
  private List<ProcessHandle> running() {
    Processes all = LaunchMark.IS_SEEN ? mark : Processes.treeOf(process.pid());
    Processes others = unmarked;
    return others == null ? all.running() : all.and(others).running();
  }

  /** Ends it by its signal; what has not ended within its limit is killed. */
  @Override
  public void close() {
    try {
      signal(running());
      awaitEnd(line.lifecycle.stopLimit());
      long start = System.nanoTime();
      while (!running().isEmpty() && System.nanoTime() - start < GRACE.toNanos()) {
        running().forEach(ProcessHandle::destroyForcibly);
        awaitEnd(PAUSE);
      }
      process.waitFor(GRACE);
      log.join(GRACE);
      try (OutputStream input = guard.getOutputStream()) {
        input.write('\n'); // it has nothing left to do
      }
    } catch (IOException e) {
      // The guard has ended before.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      running().forEach(ProcessHandle::destroyForcibly);
    } finally {
      process.destroyForcibly();
      if (containerId != null) {
        Docker.kill(containerId);
      }
    }
  }

  private void signal(List<ProcessHandle> processes) throws IOException, InterruptedException {
    if (!processes.isEmpty()) {
      Cmd.of(
              Stream.concat(
                      Stream.of("kill", "-s", line.lifecycle.stopSignal()),
                      processes.stream().map(each -> Long.toString(each.pid())))
                  .toList())
          .run();
    }
  }

  private void awaitEnd(Duration limit) throws InterruptedException {
    long start = System.nanoTime();
    while (!running().isEmpty() && System.nanoTime() - start < limit.toNanos()) {
      Thread.sleep(PAUSE);
    }
  }
}
