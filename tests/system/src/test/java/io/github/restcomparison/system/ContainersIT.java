package io.github.restcomparison.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.restcomparison.contracttck.Response;
import io.github.restcomparison.records.Environment;
import io.github.restcomparison.records.RunFigures.Server;
import io.github.restcomparison.records.RunRecord;
import io.github.restcomparison.servicekit.Endpoint;
import io.github.restcomparison.system.driver.CompareProcess;
import io.github.restcomparison.system.driver.GatlingProcess;
import io.github.restcomparison.system.driver.RawClient;
import io.github.restcomparison.system.driver.Users;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The images and compose files. The tests are skipped if there is no engine. */
@Tag("full")
@Order(Integer.MAX_VALUE)
class ContainersIT {
  /** Of this test alone: others may have published the same ports on 127.0.0.1. */
  private static final String ADDRESS = "127.0.0.2";

  private static final String ROOT = "../../compose.yaml";
  private static final String PROJECT = "rest-comparison-it";
  private static final int USERS = 200;

  /** Twenty for each worker of jersey-sync: a request waits 2 s, as long as a health check may. */
  private static final int MANY_USERS = 4_000;

  @TempDir private Path folder;
  @TempDir private static Path reports;

  @BeforeAll
  static void buildAndStart() throws Exception {
    boolean engine = succeeds("docker", "info") && succeeds("docker", "compose", "version");
    if (!engine) {
      System.out.println(
          "SKIPPED: all container tests, for there is no Docker engine with Compose here");
    }
    assumeTrue(engine, "no Docker engine with Compose");
    composeFile(ROOT, "up", "--detach", "--build", "--wait");
    compose("build", "gatling");
  }

  @AfterAll
  static void stop() throws Exception {
    if (succeeds("docker", "info")) {
      compose("--profile", "gatling", "down", "--timeout", "6");
    }
  }

  @ParameterizedTest
  @CsvSource({"jersey-sync, 8081", "jersey-async, 8082", "vertx-rest, 8083"})
  void isUpAndHealthyAndMayDoNothingElse(String service, int port) throws Exception {
    try (RawClient client = new RawClient(resource(port))) {
      Response response = client.get(Endpoint.RESOURCE);
      assertThat(response.body()).isEqualTo(Endpoint.BODY);
    }
    String container = compose("ps", "--quiet", service).strip();
    assertThat(
            output(
                "docker",
                "inspect",
                "-f",
                "{{.State.Health.Status}} {{.Config.User}} {{.HostConfig.ReadonlyRootfs}}"
                    + " {{.HostConfig.CapDrop}} {{.HostConfig.SecurityOpt}} {{.HostConfig.Memory}}",
                container))
        .isEqualTo("healthy 10001:10001 true [ALL] [no-new-privileges:true] 1073741824\n");
  }

  @ParameterizedTest
  @CsvSource({"jersey-sync", "jersey-async", "vertx-rest"})
  void addsLittleToItsBase(String service) throws Exception {
    long image = size("rest-comparison/" + service);
    long base = size(baseImage());
    assertThat(image - base).isBetween(1L, 25_000_000L);
    String history = output("docker", "history", "rest-comparison/" + service);
    assertThat(history).contains("/out/lib", "/out/own");
  }

  /** Without even the /tmp that compose gives it: Vert.x still finds its native transport. */
  @Test
  void runsWithNothingToWriteTo() throws Exception {
    Process process =
        new ProcessBuilder(
                ("docker run --rm --read-only --user 10001 --cap-drop ALL --network host --env PORT=0"
                        + " --env HOST=127.0.0.1 --env EXIT_WITH_PARENT=true -i"
                        + " rest-comparison/vertx-rest")
                    .split(" "))
            .redirectErrorStream(true)
            .start();
    try {
      String ready = process.inputReader().readLine();
      assertThat(ready).startsWith("vertx-rest listening on http://127.0.0.1:").contains("epoll");
      process.outputWriter().close(); // whoever started it has gone
      assertThat(process.waitFor(10, TimeUnit.SECONDS)).isTrue();
    } finally {
      process.destroy();
    }
  }

  /** The users connect to the containers: Docker's proxy would need six files for each of them. */
  @ParameterizedTest
  @CsvSource({"jersey-sync", "jersey-async", "vertx-rest"})
  void staysHealthyUnderManyUsers(String service) throws Exception {
    String container = compose("ps", "--quiet", service).strip();
    URI resource = URI.create("http://" + address(container) + ":8080" + Endpoint.RESOURCE);
    try (Users users = new Users(resource, MANY_USERS)) {
      users.awaitResponses(MANY_USERS);
      // Three health checks in a row must fail before a container is unhealthy: watch more. One may
      // fail on a busy host.
      long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(22);
      while (System.nanoTime() < end) {
        assertThat(health(container)).isEqualTo("healthy");
        Thread.sleep(500);
      }
      System.out.printf(
          "%s: healthy under %,d users; %,d served%n", service, MANY_USERS, users.served());
      assertThat(users.served()).isGreaterThan(2 * MANY_USERS);
      assertThat(users.refused()).isZero();
    }
  }

  @Test
  void settingsArePassedOn() throws Exception {
    String config = output("env", "MAX_WAITING=10", "docker", "compose", "-f", ROOT, "config");
    assertThat(config.split("MAX_WAITING: \"10\"", -1)).hasSize(4);
    Process invalid =
        new ProcessBuilder(
                "docker", "run", "--rm", "--env", "WAIT=soon", "rest-comparison/vertx-rest")
            .redirectErrorStream(true)
            .start();
    assertThat(invalid.inputReader().readLine()).contains("WAIT: 'soon'");
    assertThat(invalid.waitFor()).isEqualTo(2);
  }

  @Test
  void stopUnderLoadLosesNoRequest() throws Exception {
    for (String[] each :
        List.of(
            new String[] {"jersey-sync", "8081"},
            new String[] {"jersey-async", "8082"},
            new String[] {"vertx-rest", "8083"})) {
      try (Users users = new Users(resource(Integer.parseInt(each[1])), USERS)) {
        users.awaitResponses(3 * USERS);
        long signalled = System.nanoTime();
        compose("stop", each[0]);
        long millis = (System.nanoTime() - signalled) / 1_000_000;
        System.out.printf(
            "%s: stopped after %d ms; %,d served, %d refused, %d lost%n",
            each[0], millis, users.served(), users.refused(), users.lost().size());
        assertThat(millis).isLessThan(6_000);
        assertThat(users.lost()).isEmpty();
      } finally {
        compose("up", "--detach", "--wait", each[0]);
      }
    }
  }

  @Test
  void gatlingWritesReportsAsTheUserThatIsSet() throws Exception {
    output("chown", "12345:12346", reports.toString());
    compose("run", "--rm", "gatling", "-DwarmUpSeconds=1");
    Path comparison = reports.resolve("comparison");
    assertThat(GatlingProcess.records(comparison))
        .extracting(RunRecord::variant)
        .containsExactly("jersey-sync", "jersey-async", "vertx-rest");
    assertThat(GatlingProcess.records(comparison))
        .allSatisfy(run -> assertThat(run.load().orElseThrow().counts().ko()).isZero());
    try (Stream<Path> files = Files.walk(reports)) {
      assertThat(files)
          .allSatisfy(file -> assertThat(Files.getAttribute(file, "unix:uid")).isEqualTo(12345));
    }
  }

  @Test
  void experimentInContainersIsOneOfItsOwn() throws Exception {
    String options =
        "run --runtime docker --variants vertx-rest --rounds 1 --users 40 --requests 100 --delay 50ms"
            + " --warm-up 2s --control none --out "
            + folder.resolve("out");
    try (CompareProcess compare = CompareProcess.start(folder, options.split(" "))) {
      assertThat(compare.exitCode()).as(compare.output()).isBetween(0, 1);
    }
    RunRecord run = GatlingProcess.records(folder.resolve("out")).getFirst();
    assertThat(GatlingProcess.objections(run)).isEmpty();
    Environment.Container container = run.subject().environment().container().orElseThrow();
    assertThat(container.engine()).startsWith("Docker ");
    assertThat(container.memory()).isEqualTo(1 << 30);
    assertThat(run.subject().environment().serviceJvm().orElseThrow())
        .contains("-XX:MaxRAMPercentage=50");
    assertThat(run.subject().environment().versions())
        .anyMatch(jar -> jar.startsWith("vertx-core-"));
    Server server = run.server().orElseThrow();
    assertThat(server.memory().rssPeak()).isBetween(0x1p29, 0x1p30);
    assertThat(server.cpu().cpuMicrosPerRequest()).isNotNaN();
    assertThat(Files.readString(folder.resolve("out/index.html"))).contains("in a container each");
    assertThat(output("docker", "ps", "--quiet", "--filter", "name=rest-comparison-[0-9a-f]{8}-"))
        .isEmpty();
  }

  private static URI resource(int port) {
    return URI.create("http://" + ADDRESS + ":" + port + Endpoint.RESOURCE);
  }

  private static String baseImage() {
    return System.getenv().getOrDefault("RUN_IMAGE", "eclipse-temurin:25-jre");
  }

  private static long size(String image) throws Exception {
    return Long.parseLong(output("docker", "image", "inspect", "-f", "{{.Size}}", image).strip());
  }

  private static String address(String container) throws Exception {
    String format = "{{range .NetworkSettings.Networks}}{{.IPAddress}}{{end}}";
    return output("docker", "inspect", "-f", format, container).strip();
  }

  private static String health(String container) throws Exception {
    return output("docker", "inspect", "-f", "{{.State.Health.Status}}", container).strip();
  }

  private static String compose(String... arguments) throws Exception {
    return composeFile("../../docker/compose.yml", arguments);
  }

  private static String composeFile(String file, String... arguments) throws Exception {
    List<String> command = new ArrayList<>(List.of("docker", "compose", "--progress", "quiet"));
    command.addAll(List.of("-p", PROJECT, "-f", file));
    command.addAll(List.of(arguments));
    return output(command.toArray(String[]::new));
  }

  private static boolean succeeds(String... command) throws InterruptedException {
    try {
      output(command);
      return true;
    } catch (IOException | AssertionError e) {
      return false;
    }
  }

  private static String output(String... command) throws IOException, InterruptedException {
    ProcessBuilder builder = new ProcessBuilder(command);
    builder
        .environment()
        .putAll(
            Map.of(
                "PUBLISH",
                ADDRESS,
                "REPORTS",
                String.valueOf(reports),
                "REPORTS_USER",
                "12345:12346",
                "USERS",
                "20",
                "REQUESTS",
                "20"));
    Path errors = Files.createTempFile("docker", ".err");
    Process process = builder.redirectError(errors.toFile()).start();
    try {
      String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assertThat(process.waitFor()).as(() -> output + read(errors)).isZero();
      return output;
    } finally {
      process.destroy();
      Files.delete(errors);
    }
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      return e.toString();
    }
  }
}
