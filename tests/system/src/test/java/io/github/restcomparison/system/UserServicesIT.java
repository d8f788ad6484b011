package io.github.restcomparison.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.github.restcomparison.records.RunFigures;
import io.github.restcomparison.records.RunRecord;
import io.github.restcomparison.records.RunRecord.Status;
import io.github.restcomparison.runner.variants.ClassPath;
import io.github.restcomparison.system.driver.CompareProcess;
import io.github.restcomparison.system.driver.GatlingProcess;
import io.github.restcomparison.system.driver.RecordsOf;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.spi.ToolProvider;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Services that are not this project's, as their users have them compared. */
@Order(1)
class UserServicesIT {
  private static final String SECRET = "tok3n-that-nobody-may-see";
  private static final List<String> FAILING = List.of("exits", "sick");
  private static final Path SIMULATIONS = Path.of("src/test/simulations").toAbsolutePath();

  /** Compiled once, not by each JVM that starts it. */
  private static final Path SERVICES = compiled(Path.of("src/test/services/Orders.java"));

  @TempDir private Path folder;
  private Path out;

  @BeforeEach
  void out() throws IOException {
    out = folder.resolve("out");
    Files.writeString(folder.resolve("ids.csv"), "id\n41\n42\n");
  }

  /** Compiles a service; the folder has its classes. */
  static Path compiled(Path source) {
    Path classes = Path.of("target/services").toAbsolutePath();
    tool("javac", "-proc:none", "-d", classes.toString(), source.toString());
    return classes;
  }

  /**
   * The command of a service of {@code Orders}; see there for its arguments.
   *
   * @param owner the test that starts it: others run beside it
   */
  static String orders(Class<?> owner, String arguments) {
    return "%s -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -Downer=%s -cp %s Orders {port} %s"
        .formatted(
            Path.of(System.getProperty("java.home"), "bin", "java"),
            owner.getSimpleName(),
            SERVICES,
            arguments);
  }

  private static String orders(String arguments) {
    return orders(UserServicesIT.class, arguments);
  }

  static void assertThatNoServiceIsLeft(Class<?> owner) {
    assertThat(ProcessHandle.allProcesses())
        .map(each -> each.info().commandLine().orElse(""))
        .noneMatch(line -> line.contains("-Downer=" + owner.getSimpleName()));
  }

  private static void assertThatNothingIsLeft() {
    assertThatNoServiceIsLeft(UserServicesIT.class);
    assertThat(ProcessHandle.allProcesses())
        .noneMatch(each -> each.info().commandLine().orElse("").contains("987654"));
  }

  /**
   * The daemon is started as by wrapper scripts; in it, as in the foreground, each request burns
   * the same CPU time. The late one listens, and responds 404 for 4 s, as a container whose
   * applications are being deployed: no path says when it is ready. The others fail, each in a way
   * of its own; StartUpIT has one that dies, StartWatchTest one that listens elsewhere.
   */
  @Tag("full")
  @Test
  void commandsAreComparedAndThoseThatCannotBeFailWithTheirReason() throws Exception {
    String service = "  %1$s: {command: '%2$s %1$s', ready: /health, startLimit: 10s}%n";
    String failing = "";
    for (String way : FAILING) {
      failing += service.formatted(way, orders("4"));
    }
    Path file = folder.resolve("compare.yaml");
    Files.writeString(
        file,
        """
        services:
          foreground: {command: "%s", ready: /health}
          daemon: {command: "setsid -f %s; sleep 987654", ready: /health}
          late: {command: "%s", env: {SAID: "${TOKEN}"}}
        %srequests:
          - path: /orders/42
            headers: {Authorization: "Bearer ${TOKEN}"}
            expect: {json: {/id: 42}}
        load: {users: 10, duration: 5s, think: 100ms, warmUp: 1s}
        """
            .formatted(
                orders("4 burns,leaks"), orders("4 burns"), orders("virtual late"), failing));
    run(1, "--file", file.toString());
    Map<String, RunRecord> runs = records();
    assertThatEachHasItsReason(runs);
    runs.keySet().removeAll(FAILING);
    assertThat(runs).containsOnlyKeys("foreground", "daemon", "late");
    assertThat(runs.values())
        .allSatisfy(
            run -> {
              assertThat(run.status()).as(run.toString()).isNotEqualTo(Status.FAILED);
              assertThat(run.load().orElseThrow().counts().ko()).isZero();
              RunFigures.Server server = run.server().orElseThrow();
              assertThat(server.cpu().cpuMicrosPerRequest()).isNotNaN();
              assertThat(server.memory().allocatedPerRequest()).isNotNaN();
              assertThat(server.jvm().compiling()).isNotNaN();
              assertThat(server.memory().threadsPeak()).isNotNaN();
              assertThat(run.subject().user()).isPresent();
            });
    // Ten users who wait for 20 ms, and pause for 100, get 83 responses a second at most.
    assertThat(runs.get("late").load().orElseThrow().throughput()).isLessThanOrEqualTo(90);
    // Of a daemon that is not seen there would be next to none.
    assertThat(cpuMicros(runs.get("daemon")))
        .isCloseTo(cpuMicros(runs.get("foreground")), withinPercentage(50));
    assertNoSecretAnywhere();
    assertThatNothingIsLeft();
  }

  private static double cpuMicros(RunRecord run) {
    return run.server().orElseThrow().cpu().cpuMicrosPerRequest();
  }

  @Tag("full")
  @Test
  void interruptWhileAServiceStartsLeavesNothing() throws Exception {
    try (CompareProcess compare =
        CompareProcess.start(
            GatlingProcess.HEEDS_SIGINT,
            folder,
            "run",
            "--out",
            out.toString(),
            "--service",
            "never=sleep 987654 # {port}",
            "--get",
            "/")) {
      compare.until(
          () ->
              ProcessHandle.allProcesses()
                  .map(each -> each.info().commandLine().orElse(""))
                  .anyMatch(line -> line.matches("\\S*sleep 987654")));
      new ProcessBuilder("kill", "-INT", Long.toString(compare.process().pid())).start().waitFor();
      assertThat(compare.exitCode()).isEqualTo(130);
      assertThatNothingIsLeft();
    }
  }

  private static void assertThatEachHasItsReason(Map<String, RunRecord> runs) {
    assertThat(reason(runs, "exits"))
        .startsWith("it ended with exit code 7 before it was ready: ")
        .contains("no database (")
        .endsWith("/service.log)");
    assertThat(reason(runs, "sick")).contains("/health responds with status 500");
  }

  private static String reason(Map<String, RunRecord> runs, String name) {
    assertThat(runs.get(name).status()).isEqualTo(Status.FAILED);
    return runs.get(name).reasons().getFirst();
  }

  @Test
  void fileWithTwoRequestsAndAFeederShowsBothLatencies() throws Exception {
    Path file = folder.resolve("compare.yaml");
    Files.writeString(
        file,
        """
        services:
          one:
            command: "%s"
            ready: /health
            env: {TOKEN: "${TOKEN}"}
            requestCount: /metrics orders_total
        requests:
          - {name: look, path: "/orders/{id}", weight: 3, expect: {json: {/id: "{id}"}}}
          - {name: buy, method: POST, path: "/orders/{id}", body: "{id} ${TOKEN}"}
        feeders: [{file: ids.csv}]
        load: {users: 5, duration: 3s, warmUp: 0s}
        """
            .formatted(orders("virtual")));
    run(0, "--file", file.toString());
    RunRecord run = records().get("one");
    assertThat(run.figures().latencyByRequest()).containsOnlyKeys("look", "buy");
    assertThat(run.server().orElseThrow().requestsSeen())
        .isEqualTo(run.load().orElseThrow().counts().requests());
    assertThat(run.figures().latencyByRequest().get("buy").p50()).isGreaterThanOrEqualTo(19);
    if (run.status() == Status.VALID) { // a busy host leaves no figures to show
      assertThat(Files.readString(out.resolve("index.html")))
          .contains("<th scope=\"row\">buy</th>");
    }
    assertNoSecretAnywhere();
  }

  @Tag("full")
  @Test
  void simulationOfTheUsersOwnIsTheLoad() throws Exception {
    Path file = folder.resolve("ids.csv");
    run(
        0,
        "--service",
        "one=" + orders("virtual"),
        "--ready",
        "/health",
        "--simulation",
        simulations(file) + ":com.acme.OrdersSimulation",
        "--warm-up",
        "1s");
    RunRecord run = records().get("one");
    assertThat(run.figures().latencyByRequest()).containsOnlyKeys("look", "buy");
    assertThat(run.load().orElseThrow().counts().requests()).isEqualTo(280);
    assertThat(run.load().orElseThrow().throughput()).isBetween(10.0, 50.0);
  }

  /** The user saw that the service responds as expected, and nothing else. */
  @Tag("full")
  @Test
  void simulationThatIsMissingIsNamed() throws Exception {
    String simulation = Files.createDirectories(folder.resolve("empty")) + ":com.acme.Nothing";
    assertThat(run(1, "--service=one=" + orders("virtual"), "--simulation=" + simulation))
        .contains(
            "simulation com.acme.Nothing: java.lang.ClassNotFoundException: com.acme.Nothing");
    assertThat(records().get("one").reasons())
        .containsExactly(
            "simulation com.acme.Nothing: java.lang.ClassNotFoundException: com.acme.Nothing");
  }

  /** A jar, and beside it the feeder's file, which Gatling looks for on the class path. */
  private Path simulations(Path feeder) throws IOException {
    Path all = Files.createDirectories(folder.resolve("simulations"));
    Files.copy(feeder, all.resolve("ids.csv"));
    Path classes = folder.resolve("classes");
    Path project = Path.of("../..").toRealPath();
    String classPath = ClassPath.of(project, project.resolve("gatling"), "classes");
    String source = SIMULATIONS.resolve("com/acme/OrdersSimulation.java").toString();
    tool("javac", "-proc:none", "-cp", classPath, "-d", classes.toString(), source);
    tool("jar", "cf", all.resolve("load.jar").toString(), "-C", classes.toString(), ".");
    return all;
  }

  private static void tool(String name, String... arguments) {
    assertThat(ToolProvider.findFirst(name).orElseThrow().run(System.out, System.err, arguments))
        .as(name)
        .isZero();
  }

  private String run(int exitCode, String... arguments) throws Exception {
    List<String> all =
        Stream.concat(
                Stream.of("run", "--out", out.toString(), "--rounds", "1", "--control=none"),
                Stream.of(arguments))
            .toList();
    boolean hasLoad = all.stream().anyMatch(each -> each.matches("--(file|simulation)(=.*)?"));
    List<String> load =
        hasLoad ? List.of() : List.of("--users", "10", "--duration", "6s", "--warm-up", "1s");
    String[] command = Stream.of(all, load).flatMap(List::stream).toArray(String[]::new);
    try (CompareProcess compare =
        CompareProcess.start(Map.of("TOKEN", SECRET), List.of(), folder, command)) {
      int code = compare.exitCode();
      String output = compare.output();
      // A busy host makes a run invalid; what a test here looks at is in its record all the same.
      boolean isDisturbed = exitCode == 0 && code == 1 && output.contains("INVALID");
      assertThat(isDisturbed ? exitCode : code).as(output).isEqualTo(exitCode);
      return output;
    }
  }

  private Map<String, RunRecord> records() throws IOException {
    return RecordsOf.oneRound(out);
  }

  private void assertNoSecretAnywhere() throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        String text = new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1);
        assertThat(text.contains(SECRET)).as(file.toString()).isFalse();
      }
    }
  }
}
