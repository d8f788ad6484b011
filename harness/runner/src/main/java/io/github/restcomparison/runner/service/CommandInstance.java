package io.github.restcomparison.runner.service;

import io.github.restcomparison.records.RunRecord.StartUp;
import io.github.restcomparison.records.service.Secrets;
import io.github.restcomparison.records.service.ServiceSpec.Origin;
import io.github.restcomparison.runner.host.CpuTime;
import io.github.restcomparison.runner.host.Placement;
import java.io.BufferedWriter;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.ProcessBuilder.Redirect;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import oshi.SystemInfo;
import oshi.software.os.InternetProtocolStats.IPConnection;
import oshi.software.os.InternetProtocolStats.TcpState;

/**
 * A command with all that it started, however that detached. All of it ends when this is closed; a
 * shell that guards the command ends it if this JVM ends without closing it.
 */
public final class CommandInstance implements AutoCloseable {
  private static final Duration GRACE = Duration.ofSeconds(5);

  /** A group of its own if there is setsid: a signal to this JVM's group does not reach it. */
  private static final String OWN_GROUP =
      "command -v setsid > /dev/null && exec setsid sh -c \"$@\"; exec sh -c \"$@\"";

  private final Launch launch;
  private final Process process;
  private final Process guard;
  private final Marked mark = new Marked();
  private final CompletableFuture<Void> log;
  private final OutputLog output;
  private final String container;
  private final long startNanos;
  private volatile StartUp startUp;

  /**
   * Starts the command of a launch.
   *
   * @param atEnd a line for {@code sh -c} that ends what is no process of the command, also if this
   *     JVM cannot; empty for nothing
   * @param container that it is; null for none
   * @throws IOException if there is no shell, or the log cannot be written
   */
  public CommandInstance(Launch launch, Origin.Command command, String atEnd, String container)
      throws IOException {
    this.launch = launch;
    this.output = OutputLog.of(launch.log(), launch.secrets());
    this.container = container;
    List<String> words = new ArrayList<>(Placement.pinning(launch.placement().service()));
    words.addAll(List.of("sh", "-c", OWN_GROUP, "sh"));
    words.add(launch.filled(Secrets.ofShell(command.command())));
    ProcessBuilder builder =
        new ProcessBuilder(words)
            .redirectErrorStream(true)
            .redirectInput(Redirect.from(new File("/dev/null")));
    command.directory().ifPresent(folder -> builder.directory(new File(folder)));
    // Flags from the environment would change a JVM.
    builder.environment().keySet().removeAll(List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS"));
    builder.environment().putAll(launch.environment());
    builder.environment().put(Marked.VARIABLE, mark.value);
    OutputStream copy = output.open();
    guard = startGuard(atEnd);
    startNanos = System.nanoTime();
    try {
      process = builder.start();
      tellGuard(Long.toString(process.pid()));
    } catch (IOException e) {
      copy.close();
      mark.running().forEach(ProcessHandle::destroyForcibly);
      guard.destroyForcibly();
      throw e;
    }
    mark.add(process.toHandle());
    log =
        CompletableFuture.runAsync(
            () -> output.copy(process.getInputStream(), copy),
            task -> Thread.ofVirtual().start(task));
  }

  private Process startGuard(String atEnd) throws IOException {
    String signal = launch.spec().lifetime().stopSignal();
    String tenths = Long.toString(launch.spec().lifetime().stopLimit().toMillis() / 100);
    List<String> words = List.of("sh", "-c", OWN_GROUP, "sh", guardScript());
    List<String> arguments = List.of("guard", mark.value, signal, tenths, atEnd);
    return new ProcessBuilder(Stream.concat(words.stream(), arguments.stream()).toList())
        .redirectOutput(Redirect.DISCARD)
        .redirectError(Redirect.DISCARD)
        .start();
  }

  static String guardScript() throws IOException {
    try (InputStream script = CommandInstance.class.getResourceAsStream("guard.sh")) {
      return new String(script.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private void tellGuard(String line) throws IOException {
    guard.outputWriter().write(line + "\n");
    guard.outputWriter().flush();
  }

  /** Waits uninterruptedly: what has been started must end. */
  private static void await(CompletableFuture<?> end, Duration limit) {
    end.handle((result, failure) -> null)
        .completeOnTimeout(null, limit.toMillis(), TimeUnit.MILLISECONDS)
        .join();
  }

  /**
   * Returns why it has ended, in one line; null if it runs on.
   *
   * @param patience how long to wait for its end
   */
  String ended(Duration patience) {
    await(process.onExit(), patience);
    OptionalInt code = exitCode();
    if (code.isEmpty()) {
      return null;
    }
    await(log, GRACE); // all that it printed is in the log then
    return "it ended with exit code %d %s it was ready%s (%s)"
        .formatted(code.getAsInt(), startUp == null ? "before" : "after", said(), launch.log());
  }

  /**
   * Waits for the command's own process; what it has started may run on.
   *
   * @throws IOException if it fails, or does not end in time; one line says why
   */
  void awaitSuccess(Duration limit) throws IOException, InterruptedException {
    if (!process.waitFor(limit)) {
      throw new IOException(
          "did not end within %d s (%s)".formatted(limit.toSeconds(), launch.log()));
    }
    if (process.exitValue() != 0) {
      await(log, GRACE);
      throw new IOException(
          "ended with exit code %d%s (%s)".formatted(process.exitValue(), said(), launch.log()));
    }
  }

  private String said() {
    String lastLine = output.lastLine();
    return lastLine.isEmpty() ? "" : ": " + lastLine;
  }

  /** The shell that ends the command if this JVM cannot. */
  Process guard() {
    return guard;
  }

  /** Returns the time since its command was started, in ms. */
  double ageMs() {
    return (System.nanoTime() - startNanos) / 1e6;
  }

  /** Returns a path or URL of {@code --ready} with its ports; empty if it has none. */
  Optional<String> ready() {
    return launch.spec().lifetime().ready().map(launch::filled);
  }

  /** How it started; null until it is ready. */
  StartUp startUp() {
    return startUp;
  }

  void startUp(StartUp seen) {
    startUp = seen;
  }

  /** CPU time of its processes so far, in ms; NaN if that is not seen. */
  double cpuMs() {
    return container == null && Marked.IS_SEEN ? CpuTime.ms(mark.running()) : Double.NaN;
  }

  /** The container that it is; null if it is none. */
  String container() {
    return container;
  }

  /** The exit code of its command; empty while any of its processes runs. */
  public OptionalInt exitCode() {
    return process.isAlive() || !mark.running().isEmpty()
        ? OptionalInt.empty()
        : OptionalInt.of(process.exitValue());
  }

  /**
   * Returns it once it is ready, with all of it that can be seen: the processes with its mark; and
   * what listens on its port without it, such as a container. If nothing can be seen to listen
   * there, nothing can be sampled.
   */
  RunningService started(URI address) throws IOException, InterruptedException {
    String seen = container;
    Supplier<List<ProcessHandle>> processes = mark::running;
    if (container == null && Marked.IS_SEEN) {
      List<ProcessHandle> listening = listening();
      if (mark.running().stream().noneMatch(listening::contains)) {
        seen = Docker.publishing(launch.port());
        processes = listening.isEmpty() ? null : processes;
        if (seen == null) {
          listening.stream().findFirst().ifPresent(mark::add);
        }
      }
    }
    return seen == null
        ? new RunningService(
            this, address, Optional.empty(), processes, null, null, () -> Double.NaN)
        : Docker.started(this, address, seen);
  }

  /** What listens on its port. */
  List<ProcessHandle> listening() {
    return new SystemInfo()
        .getOperatingSystem().getInternetProtocolStats().getConnections().stream()
            .filter(
                each -> each.getState() == TcpState.LISTEN && each.getLocalPort() == launch.port())
            .map(IPConnection::getowningProcessId)
            .flatMap(pid -> ProcessHandle.of(pid).stream())
            .toList();
  }

  /** The guard ends it by its signal; what has not ended within its limit is killed. */
  @Override
  public void close() {
    String ids =
        mark.running().stream()
            .map(each -> Long.toString(each.pid()))
            .collect(Collectors.joining(" "));
    try (BufferedWriter _ = guard.outputWriter()) {
      tellGuard(ids);
    } catch (IOException e) {
      // The guard has been killed: this JVM kills the command below.
    }
    await(guard.onExit(), launch.spec().lifetime().stopLimit().plus(GRACE));
    mark.running().forEach(ProcessHandle::destroyForcibly);
    await(log, GRACE);
  }

  /**
   * The processes with a variable in their environment, which all processes of a command inherit:
   * also those that have left their process group, and those whose parents have ended. A process
   * without the variable belongs to the command if one of its ancestors does.
   */
  private static final class Marked {
    /** Whether the system shows the environments of processes: Linux does. */
    static final boolean IS_SEEN = Files.isReadable(Path.of("/proc/self/environ"));

    static final String VARIABLE = "REST_COMPARISON_LAUNCH";

    final String value = UUID.randomUUID().toString();

    /** Each process is looked at once: its environment and its first parent do not change. */
    private final Map<ProcessHandle, Boolean> belongs = new HashMap<>();

    synchronized List<ProcessHandle> running() {
      Set<ProcessHandle> all = ProcessHandle.allProcesses().collect(Collectors.toSet());
      belongs.keySet().retainAll(all);
      all.forEach(each -> belongs.computeIfAbsent(each, this::belongs));
      return all.stream().filter(belongs::get).filter(each -> !isDefunct(each)).sorted().toList();
    }

    /** Adds a process, with all of its descendants. */
    synchronized void add(ProcessHandle process) {
      belongs.values().removeIf(isMember -> !isMember);
      belongs.put(process, true);
    }

    private boolean belongs(ProcessHandle process) {
      String marked = VARIABLE + "=" + value;
      return Stream.iterate(process, Objects::nonNull, each -> each.parent().orElse(null))
          .anyMatch(
              each -> belongs.getOrDefault(each, false) || read(each, "environ").contains(marked));
    }

    /** A process that has ended stays in the table until its parent reaps it. */
    private static boolean isDefunct(ProcessHandle process) {
      String stat = read(process, "stat");
      return stat.isEmpty() ? !process.isAlive() : stat.contains(") Z ");
    }

    /** Returns a file of /proc; empty if the process has ended, or is of another user. */
    private static String read(ProcessHandle process, String file) {
      try {
        Path path = Path.of("/proc", Long.toString(process.pid()), file);
        return Files.readString(path, StandardCharsets.ISO_8859_1);
      } catch (IOException e) {
        return "";
      }
    }
  }
}
