package io.github.restcomparison.runner.service;

import io.github.restcomparison.runner.host.Placement;
import io.github.restcomparison.runner.variants.Variant;
import io.github.restcomparison.servicekit.RunningService;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** A running service in its own JVM with its own class path. It ends when this process ends. */
public final class ServiceProcess implements AutoCloseable {
  /**
   * The same for every variant, so that they cannot cause a difference between variants. A service
   * whose heap is full ends: it would collect garbage for minutes, and answer nobody.
   */
  public static final List<String> JVM_FLAGS =
      List.of(
          "-Xms512m",
          "-Xmx512m",
          "-XX:+UseG1GC",
          "-XX:+AlwaysPreTouch",
          "-XX:+ExitOnOutOfMemoryError",
          "--enable-native-access=ALL-UNNAMED");

  private static final String COLLECTOR = "-XX:\\+Use\\w+GC";
  private static final String HEAP = "-Xm[sx].*";

  private static final Duration START_LIMIT = Duration.ofSeconds(30);
  private static final Pattern READY = Pattern.compile(".* listening on (https?://\\S+).*");

  private final ServiceLauncher launcher;
  private final Process process;
  private final URI resource;
  private final long pid;

  private ServiceProcess(ServiceLauncher launcher, Process process, URI resource, long pid) {
    this.launcher = launcher;
    this.process = process;
    this.resource = resource;
    this.pid = pid;
  }

  /**
   * The flags of all variants, less those that a variant has its own of: one heap, one collector.
   */
  static List<String> jvmFlags(Variant variant) {
    List<String> own = variant.jvmFlags();
    Stream<String> common =
        JVM_FLAGS.stream()
            .filter(
                flag ->
                    Stream.of(COLLECTOR, HEAP)
                        .noneMatch(
                            kind ->
                                flag.matches(kind)
                                    && own.stream().anyMatch(each -> each.matches(kind))));
    return Stream.concat(common, own.stream()).toList();
  }

  /**
   * Starts a variant on a free port and waits for its ready line.
   *
   * @param project the folder that contains the variant's module
   * @param environment the settings, by environment variable
   * @param launcher starts it as a process or in a container
   * @param placement which CPUs it is pinned to
   * @param log receives the output of the service
   * @throws IOException if it does not start; the message is one line, no process is left running
   */
  public static ServiceProcess start(
      Path project,
      Variant variant,
      Map<String, String> environment,
      ServiceLauncher launcher,
      Placement placement,
      Path log)
      throws IOException, InterruptedException {
    Map<String, String> settings = new HashMap<>(environment);
    settings.putAll(variant.settings());
    settings.putAll(Map.of("PORT", "0", "EXIT_WITH_PARENT", "true"));
    List<String> command = launcher.command(project, variant, settings, placement);
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    // Flags from the environment would change the variant.
    builder.environment().keySet().removeAll(List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS"));
    builder.environment().putAll(settings);

    Files.createDirectories(log.getParent());
    Process process = builder.start();
    try {
      URI resource = ready(process, variant, log);
      return new ServiceProcess(launcher, process, resource, launcher.pid(process));
    } catch (IOException | InterruptedException | RuntimeException e) {
      launcher.kill(process);
      throw e;
    }
  }

  private static URI ready(Process process, Variant variant, Path log)
      throws IOException, InterruptedException {
    CompletableFuture<URI> ready = new CompletableFuture<>();
    Thread.ofVirtual().name("service-log").start(() -> copy(process, log, ready));
    try {
      return ready.get(START_LIMIT.toSeconds(), TimeUnit.SECONDS);
    } catch (ExecutionException e) {
      throw new IOException(variant.name() + " did not start: " + e.getCause().getMessage(), e);
    } catch (TimeoutException e) {
      throw new IOException(
          "%s did not say that it listens within %d s: see %s"
              .formatted(variant.name(), START_LIMIT.toSeconds(), log),
          e);
    }
  }

  /** Runs as long as the service, which would block on a full pipe otherwise. */
  private static void copy(Process process, Path log, CompletableFuture<URI> ready) {
    String last = "it printed nothing";
    try (BufferedReader lines = process.inputReader();
        PrintWriter copy = new PrintWriter(Files.newBufferedWriter(log), true)) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        copy.println(line);
        last = line;
        Matcher matcher = READY.matcher(line);
        if (matcher.matches()) {
          ready.complete(URI.create(matcher.group(1)));
        }
      }
      ready.completeExceptionally(new IOException(last));
    } catch (IOException e) {
      ready.completeExceptionally(e);
    }
  }

  /** The URI of its resource. */
  public URI resource() {
    return resource;
  }

  /** Its process id on this host. */
  public long pid() {
    return pid;
  }

  /** The launcher that started it. */
  ServiceLauncher launcher() {
    return launcher;
  }

  /** Its exit code; empty while it runs. */
  public OptionalInt exitCode() {
    return process.isAlive() ? OptionalInt.empty() : OptionalInt.of(process.exitValue());
  }

  /** Ends the service: SIGTERM, time to drain, then a kill if it still runs. */
  @Override
  public void close() {
    process.destroy();
    try {
      if (process.waitFor(RunningService.DRAIN_MS + 2_000L, TimeUnit.MILLISECONDS)) {
        return;
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    launcher.kill(process);
  }
}
