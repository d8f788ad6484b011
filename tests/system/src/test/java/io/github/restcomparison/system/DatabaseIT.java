package io.github.restcomparison.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.restcomparison.records.ClosedLoad;
import io.github.restcomparison.records.Load;
import io.github.restcomparison.records.Load.Bounds;
import io.github.restcomparison.records.RunRecord;
import io.github.restcomparison.records.Wait;
import io.github.restcomparison.runner.host.Cmd;
import io.github.restcomparison.runner.host.Owner;
import io.github.restcomparison.runner.host.Placement;
import io.github.restcomparison.runner.service.BackEnd;
import io.github.restcomparison.system.driver.GatlingProcess;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Services that wait for a database; skipped if there is no PostgreSQL. */
@Tag("full")
@Order(3)
class DatabaseIT {
  private static final Pattern PASSWORD = Pattern.compile("\\bPGPASSWORD=([^\\x00]{8,})");

  @TempDir private Path folder;

  @BeforeAll
  static void thereIsADatabase() throws Exception {
    Optional<String> missing = BackEnd.missingDatabase();
    assumeTrue(missing.isEmpty(), () -> "no database: " + missing.orElseThrow());
  }

  /** Twenty users over ten connections that wait 50 ms each: 200/s, by JDBC and by events. */
  @ParameterizedTest
  @ValueSource(strings = {"jersey-virtual", "vertx-rest"})
  void poolIsTheBoundOfEveryModel(String variant) throws Exception {
    Set<Long> before = databases();
    try (GatlingProcess gatling =
        GatlingProcess.start(
            folder,
            "VariantSimulation",
            "variant=" + variant + "@DOWNSTREAM_CONNECTIONS=10",
            "wait=sql",
            "users=20",
            "requests=20",
            "delayMs=50",
            "warmUpSeconds=0")) {
      String password = passwordOfAService(gatling);
      assertThat(gatling.exitCode()).as(gatling.output()).isZero();
      assertThat(gatling.output()).doesNotContain(password);
      try (Stream<Path> files = Files.walk(folder)) {
        assertThat(files.filter(Files::isRegularFile))
            .isNotEmpty()
            .allSatisfy(file -> assertThat(text(file)).doesNotContain(password));
      }
    }
    RunRecord record = GatlingProcess.records(folder.resolve("comparison")).getFirst();
    assertThat(GatlingProcess.objections(record)).isEmpty();
    assertThat(record.load().orElseThrow().counts().ok()).isEqualTo(400);
    assertThat(record.settings().limits().ceiling()).isEqualTo(200);
    assertThat(record.load().orElseThrow().throughput()).isLessThan(210);
    assertThat(record.figures().backEnd().orElseThrow().cpu().cpuMicrosPerRequest())
        .isFinite()
        .isPositive();
    // Its processes have gone with the run.
    assertThat(before).containsAll(databases());
  }

  private static String passwordOfAService(GatlingProcess gatling) throws InterruptedException {
    while (gatling.process().isAlive()) {
      for (ProcessHandle each : ProcessHandle.allProcesses().toList()) {
        String environment = text(Path.of("/proc", Long.toString(each.pid()), "environ"));
        Matcher password = PASSWORD.matcher(environment);
        if (environment.contains("DOWNSTREAM=") && password.find()) {
          return password.group(1);
        }
      }
      Thread.sleep(100); // to read all of /proc takes a CPU
    }
    throw new AssertionError("no service got a password");
  }

  /** Returns the text of a file; empty if it cannot be read. */
  private static String text(Path file) {
    try {
      return Files.readString(file, StandardCharsets.ISO_8859_1);
    } catch (IOException e) {
      return "";
    }
  }

  /** Any user of this host can connect to its port. */
  @Test
  void loginWithoutThePasswordIsRefused() throws Exception {
    Load load =
        ClosedLoad.of(1, 1, 50, Wait.SQL, OptionalInt.empty(), 0)
            .with(new Bounds(OptionalInt.empty(), OptionalInt.of(1)), true);
    try (Owner owner = new Owner()) {
      Path project = Path.of("../..");
      URI database = BackEnd.start(project, load, Placement.ANYWHERE, folder, owner).address();
      assertThat(login(database, BackEnd.SECRETS.values().get(BackEnd.PASSWORD)).output())
          .isEqualTo("1");
      assertThat(login(database, "").error()).contains("no password supplied");
      assertThat(login(database, "wrong").error()).contains("password authentication failed");
    }
    assertThat(folder.resolve("back-end.log"))
        .content()
        .doesNotContain(BackEnd.SECRETS.values().get(BackEnd.PASSWORD));
  }

  private static Cmd.Result login(URI database, String password) throws Exception {
    List<String> psql =
        List.of("psql", "-w", "-A", "-t", "-c", "SELECT 1", "-d", database.toString());
    Map<String, String> environment = Map.of("PGPASSFILE", "/dev/null", "PGPASSWORD", password);
    return new Cmd(psql, "", environment, Duration.ofSeconds(20)).run();
  }

  private static Set<Long> databases() {
    return ProcessHandle.allProcesses()
        .filter(each -> each.info().commandLine().orElse("").contains("unix_socket_directories="))
        .map(ProcessHandle::pid)
        .collect(Collectors.toSet());
  }
}
