package io.github.restcomparison.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.restcomparison.contracttck.Burst;
import io.github.restcomparison.records.ClosedLoad;
import io.github.restcomparison.records.Load;
import io.github.restcomparison.records.Load.Bounds;
import io.github.restcomparison.records.RunRecord;
import io.github.restcomparison.records.Wait;
import io.github.restcomparison.runner.host.Cmd;
import io.github.restcomparison.runner.host.Owner;
import io.github.restcomparison.runner.host.Placement;
import io.github.restcomparison.runner.service.BackEnd;
import io.github.restcomparison.runner.variants.Variant;
import io.github.restcomparison.system.driver.GatlingProcess;
import io.github.restcomparison.system.driver.JarProcess;
import io.github.restcomparison.system.driver.MuteProxy;
import io.github.restcomparison.system.driver.RawClient;
import java.io.IOException;
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
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Services that wait for a database; skipped if there is no PostgreSQL. */
@Tag("full")
@Order(3)
class DatabaseIT {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
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

  /** They sleep for minutes, unless somebody ends them. */
  private static final String QUERIES =
      "SELECT count(*) FROM pg_stat_activity WHERE state = 'active' AND query LIKE 'SELECT pg_sleep%'";

  @ParameterizedTest
  @CsvSource({"jersey-sync", "vertx-rest"})
  void queryThatIsLateIsEnded(String variant) throws Exception {
    try (Owner owner = new Owner()) {
      URI database = database(owner);
      try (JarProcess service = service(variant, database, "DELAY_MS=300000", "TIMEOUT_MS=500")) {
        assertThat(Burst.of(service.ready(), 3, PATIENCE).responses())
            .allSatisfy(response -> assertThat(response.status()).isEqualTo(503));
        awaitNoQuery(database);
      }
    }
  }

  /** It holds a place of the database, which looks for its client while it runs. */
  @ParameterizedTest
  @CsvSource({"jersey-sync", "vertx-rest"})
  void queryOfAServiceThatIsGoneIsEnded(String variant) throws Exception {
    try (Owner owner = new Owner()) {
      URI database = database(owner);
      try (JarProcess service = service(variant, database, "DELAY_MS=300000");
          RawClient client = new RawClient(service.ready())) {
        client.send("GET " + service.ready().getPath() + " HTTP/1.1\r\nHost: a\r\n\r\n");
        await().atMost(PATIENCE).until(() -> !psql(database, QUERIES).equals("0"));
        service.process().destroyForcibly();
        awaitNoQuery(database);
      }
    }
  }

  private static void awaitNoQuery(URI database) {
    await().atMost(Duration.ofSeconds(30)).until(() -> psql(database, QUERIES).equals("0"));
  }

  /** Its connections stay open, as if the network had lost it; new ones find it again. */
  @ParameterizedTest
  @CsvSource({"jersey-sync", "vertx-rest"})
  void connectionsOfADatabaseThatFallsSilentAreGivenUp(String variant) throws Exception {
    try (Owner owner = new Owner();
        MuteProxy proxy = new MuteProxy(database(owner))) {
      URI database =
          URI.create("postgresql://postgres@127.0.0.1:%d/postgres".formatted(proxy.port()));
      try (JarProcess service = service(variant, database, "DELAY_MS=10", "TIMEOUT_MS=2000")) {
        URI resource = service.ready();
        assertIsServed(resource);
        proxy.mute();
        assertThat(Burst.of(resource, 2, PATIENCE).responses())
            .allSatisfy(response -> assertThat(response.status()).isEqualTo(503));
        assertIsServed(resource);
      }
    }
  }

  /** Within a minute: on a busy host a call may take longer than its time limit. */
  private static void assertIsServed(URI resource) {
    await().atMost(PATIENCE).until(() -> Burst.of(resource, 2, PATIENCE).rightResponses() == 2);
  }

  /** Two queries, one after the other on the only connection, would take 4 s. */
  @ParameterizedTest
  @CsvSource({"jersey-sync", "vertx-rest"})
  void timeLimitIncludesTheWaitForAConnection(String variant) throws Exception {
    try (Owner owner = new Owner();
        JarProcess service =
            service(
                variant,
                database(owner),
                "DELAY_MS=2000",
                "TIMEOUT_MS=3000",
                "DOWNSTREAM_CONNECTIONS=1")) {
      BackEndIT.assertOnlyTheFirstIsInTime(service.ready());
    }
  }

  /** One is asked, and two wait: those behind them could not end within a minute. */
  @Test
  void queriesThatCannotEndInTimeAreRefusedAtOnce() throws Exception {
    try (Owner owner = new Owner();
        JarProcess service =
            service(
                "vertx-rest",
                database(owner),
                "DELAY_MS=30000",
                "TIMEOUT_MS=60000",
                "DOWNSTREAM_CONNECTIONS=1")) {
      BackEndIT.assertSevenOfTenAreRefused(service.ready());
    }
  }

  private URI database(Owner owner) throws Exception {
    Load load =
        ClosedLoad.of(1, 1, 50, Wait.SQL, OptionalInt.empty(), 0)
            .with(new Bounds(OptionalInt.empty(), OptionalInt.of(10)), true);
    return BackEnd.start(Path.of("../.."), load, Placement.ANYWHERE, folder, owner).address();
  }

  /** A service with a pool of two connections, if nothing else is said. */
  private static JarProcess service(String variant, URI database, String... settings)
      throws IOException {
    List<String> all = new ArrayList<>(List.of("PORT=0", "WAIT=sql", "DOWNSTREAM_CONNECTIONS=2"));
    all.add("DOWNSTREAM=" + database);
    all.add(BackEnd.PASSWORD + "=" + BackEnd.SECRETS.values().get(BackEnd.PASSWORD));
    all.addAll(List.of(settings));
    return JarProcess.start(Variant.named(variant).withWait(Wait.SQL), all.toArray(String[]::new));
  }

  private static String psql(URI database, String query) throws Exception {
    List<String> psql = List.of("psql", "-w", "-A", "-t", "-c", query, "-d", database.toString());
    return new Cmd(psql, "", BackEnd.SECRETS.values(), Duration.ofSeconds(20)).run().output();
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
