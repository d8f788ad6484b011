package io.github.restcomparison.runner.service;

import io.github.restcomparison.records.RunRecord.StartUp;
import io.github.restcomparison.records.service.Secrets;
import io.github.restcomparison.records.service.ServiceSpec.Origin;
import io.github.restcomparison.runner.host.CallerEnvironment;
import io.github.restcomparison.runner.host.Placement;
import java.io.BufferedWriter;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.ProcessBuilder.Redirect;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A command with all processes that it started, detached or not. All of them end when this is
 * closed; a shell that guards the command ends them if this JVM ends without closing it.
 */
public final class CommandInstance implements AutoCloseable {
  private static final Duration GRACE = Duration.ofSeconds(5);

  /**
   * A separate process group if there is setsid: a signal to this JVM's group does not reach it.
   */
  private static final String OWN_GROUP =
      "command -v setsid > /dev/null && exec setsid sh -c \"$@\"; exec sh -c \"$@\"";

  private final Launch launch;
  private final Process process;
  private final Process guard;
  private final CommandProcesses members = new CommandProcesses(all -> tellGuard("run", all));
  private final CompletableFuture<Void> log;
  private final OutputLog output;
  private final Optional<String> container;
  private final StartWatch watch;
  private final long startNanos;
  private volatile Optional<StartUp> startUp = Optional.empty();

  /**
   * Starts the command of a launch.
   *
   * @param atEnd a line for {@code sh -c} that ends things other than its processes, also if this
   *     JVM cannot; empty for nothing
   * @param container that it is
   * @throws IOException if there is no shell, or the log cannot be written
   */
  public CommandInstance(
      Launch launch, Origin.Command command, String atEnd, Optional<String> container)
      throws IOException {
    this(launch, command, atEnd, container, System::nanoTime);
  }

  /**
   * The same with a clock, in ns, by which it is given up if it is idle before it is ready.
   *
   * @throws IOException if there is no shell, or the log cannot be written
   */
  CommandInstance(
      Launch launch,
      Origin.Command command,
      String atEnd,
      Optional<String> container,
      LongSupplier clock)
      throws IOException {
    this.launch = launch;
    this.output = new OutputLog(launch.log(), launch.secrets());
    this.container = container;
    List<String> words = new ArrayList<>(Placement.pinning(launch.placement().service()));
    words.addAll(List.of("sh", "-c", OWN_GROUP, "sh"));
    words.add(launch.filled(Secrets.forShell(command.command())));
    ProcessBuilder builder =
        new ProcessBuilder(words)
            .redirectErrorStream(true)
            .redirectInput(Redirect.from(new File("/dev/null")));
    command.directory().ifPresent(folder -> builder.directory(new File(folder)));
    CallerEnvironment.restore(builder.environment());
    builder.environment().keySet().removeAll(launch.secrets().withheld());
    builder.environment().putAll(launch.environment(command.command()));
    members.markIn(builder.environment());
    OutputStream copy = output.open();
    CommandProcesses.pause();
    guard = startGuard(atEnd);
    startNanos = System.nanoTime();
    try {
      process = builder.start();
    } catch (IOException e) {
      copy.close();
      guard.destroyForcibly();
      throw e;
    }
    tellGuard("run", List.of(process.toHandle()));
    members.begin(process);
    watch = new StartWatch(launch, members, process, output, clock);
    log =
        CompletableFuture.runAsync(
            () -> output.copy(process.getInputStream(), copy),
            task -> Thread.ofVirtual().start(task));
  }

  private Process startGuard(String atEnd) throws IOException {
    String signal = launch.spec().lifetime().stopSignal();
    long millis = launch.spec().lifetime().stopLimit().toMillis();
    String seconds = "%d.%03d".formatted(millis / 1_000, millis % 1_000);
    List<String> words = List.of("sh", "-c", OWN_GROUP, "sh", guardScript());
    List<String> arguments = List.of("guard", members.mark(), signal, seconds, atEnd);
    Process started =
        new ProcessBuilder(Stream.concat(words.stream(), arguments.stream()).toList())
            .redirectOutput(Redirect.DISCARD)
            .redirectError(Redirect.DISCARD)
            .start();
    CommandProcesses.exclude(started);
    return started;
  }

  static String guardScript() throws IOException {
    try (InputStream script = CommandInstance.class.getResourceAsStream("guard.sh")) {
      return new String(script.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  /**
   * Tells the guard which processes it must end; see guard.sh. It finds those with the mark itself,
   * but not those that have overwritten it.
   */
  private void tellGuard(String word, List<ProcessHandle> others) {
    String ids =
        others.stream().map(each -> " " + each.pid()).collect(Collectors.joining("", word, "\n"));
    try {
      guard.outputWriter().write(ids);
      guard.outputWriter().flush();
    } catch (IOException e) {
      // The guard has been killed: this JVM kills the command at the end.
    }
  }

  /** Waits uninterruptedly: what has been started must end. */
  private static void await(CompletableFuture<?> end, Duration limit) {
    end.handle((result, failure) -> null)
        .completeOnTimeout(null, limit.toMillis(), TimeUnit.MILLISECONDS)
        .join();
  }

  /**
   * Returns why it has ended, in one line; empty if it is running.
   *
   * @param limit how long to wait for its end
   */
  Optional<String> endReason(Duration limit) {
    await(process.onExit(), limit);
    OptionalInt code = exitCode();
    if (code.isEmpty()) {
      return Optional.empty();
    }
    await(log, GRACE); // all that it printed is in the log then
    return Optional.of(
        "it ended with exit code %s %s it was ready%s (%s)"
            .formatted(
                StartWatch.code(code.getAsInt()),
                startUp.isEmpty() ? "before" : "after",
                errorText(),
                launch.log()));
  }

  /**
   * Returns why it will not become ready, in one line: it is idle, and listens elsewhere, or a part
   * of it has failed. Empty as long as it may become ready. It is called repeatedly.
   */
  Optional<String> failureReason() {
    return container.isEmpty() ? watch.failureReason() : Optional.empty();
  }

  /** Returns the likely reason why it is not ready, in one line; empty if there is none. */
  Optional<String> unreadyReason() {
    return watch.unreadyReason(
        container.map(CommandInstance::processes).orElseGet(members::running));
  }

  private static List<ProcessHandle> processes(String container) {
    try {
      return Docker.processes(Docker.inspect(container)).get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return List.of();
    }
  }

  /**
   * Waits for the command's own process; processes that it has started may continue.
   *
   * @return whether any is still running
   * @throws IOException if it fails, or does not end in time; one line has the reason
   */
  boolean awaitSuccess(Duration limit) throws IOException, InterruptedException {
    if (!process.waitFor(limit)) {
      throw new IOException(
          "did not end within %d s (%s)".formatted(limit.toSeconds(), launch.log()));
    }
    if (process.exitValue() != 0) {
      await(log, GRACE);
      throw new IOException(
          "ended with exit code %s%s (%s)"
              .formatted(StartWatch.code(process.exitValue()), errorText(), launch.log()));
    }
    members.settle();
    return !members.running().isEmpty();
  }

  private String errorText() {
    String cause = output.cause();
    return cause.isEmpty() ? "" : ": " + cause;
  }

  /** Returns the shell that ends the command if this JVM cannot. */
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

  /** Returns the times of its start; empty until it is ready. */
  Optional<StartUp> startUp() {
    return startUp;
  }

  void startUp(StartUp seen) {
    startUp = Optional.of(seen);
  }

  /** Returns its running processes. */
  List<ProcessHandle> processes() {
    return members.running();
  }

  /**
   * Returns the CPU time of all processes that {@link #processes} has returned until now, in ms;
   * NaN if some of it is unknown.
   */
  double cpuMs() {
    return container.isEmpty() && CommandProcesses.IS_SEEN ? members.cpuMs() : Double.NaN;
  }

  /** Returns the container that it is; empty if it is none. */
  Optional<String> container() {
    return container;
  }

  /** Returns the exit code of its command; empty while any of its processes runs. */
  public OptionalInt exitCode() {
    return process.isAlive() || !members.running().isEmpty()
        ? OptionalInt.empty()
        : OptionalInt.of(process.exitValue());
  }

  /**
   * Returns it once it is ready, with all that can be observed: its processes, and those that
   * listen on its port without being started by it, such as a container. If some of these cannot be
   * observed, nothing is sampled: a part of its CPU time must not look like all of it.
   */
  RunningService started(URI address) throws IOException, InterruptedException {
    Optional<String> seen = container;
    boolean isWhole = true;
    if (container.isEmpty() && CommandProcesses.IS_SEEN) {
      List<ListeningSocket> sockets = ListeningSocket.withPort(launch.port());
      List<List<ProcessHandle>> owners = sockets.stream().map(ListeningSocket::owners).toList();
      if (members.running().stream().noneMatch(each -> contains(owners, each))) {
        seen = Docker.publisherOf(launch.port());
      }
      if (seen.isEmpty()) {
        isWhole = !owners.isEmpty() && owners.stream().noneMatch(List::isEmpty);
        for (List<ProcessHandle> each : owners) {
          isWhole &= members.addAll(each);
        }
      }
    }
    return seen.isPresent()
        ? Docker.started(this, address, seen.get())
        : RunningService.ofAddress(address, Optional.of(this))
            .withProcesses(isWhole ? members::running : List::of, Optional::empty);
  }

  private static boolean contains(List<List<ProcessHandle>> all, ProcessHandle process) {
    return all.stream().anyMatch(each -> each.contains(process));
  }

  /** Returns the processes that listen on its port. */
  List<ProcessHandle> listening() {
    return ListeningSocket.withPort(launch.port()).stream()
        .flatMap(each -> each.owners().stream())
        .distinct()
        .toList();
  }

  /**
   * Ends it: the guard sends its signal, and processes that have not ended within its limit are
   * killed.
   */
  @Override
  public void close() {
    try (BufferedWriter _ = guard.outputWriter()) {
      tellGuard("end", members.running());
    } catch (IOException e) {
      // The guard has been killed: this JVM kills the command below.
    }
    await(guard.onExit(), launch.spec().lifetime().stopLimit().plus(GRACE));
    members.running().forEach(ProcessHandle::destroyForcibly);
    members.settle();
    await(log, GRACE);
  }
}
