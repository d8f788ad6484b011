package io.github.restcomparison.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.restcomparison.contracttck.Burst;
import io.github.restcomparison.runner.variants.Variant;
import io.github.restcomparison.servicekit.InvalidSettingException;
import io.github.restcomparison.servicekit.StartedServer;
import io.github.restcomparison.system.driver.InProcessService;
import io.github.restcomparison.system.driver.JarProcess;
import io.github.restcomparison.system.driver.RawClient;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What every service of the catalogue promises as a process: {@code java -jar}, nothing else. What
 * it thinks of its settings is asked of it in process.
 */
@Order(3)
@Execution(ExecutionMode.CONCURRENT)
class ServicePromisesIT {
  private static final String BAD = "DELAY_MS: 'soon' is not an integer in 0..600000";

  /** What the load says, and where a service listens, is no variant's setting. */
  private static final Set<String> OF_THE_RUN =
      Set.of("host", "port", "wait", "downstream", "exitWithParent", "keyStore");

  /** 128 + 15: SIGTERM. */
  private static final int ENDED_BY_SIGTERM = 143;

  private static final Duration PATIENCE = Duration.ofSeconds(60);

  /** Beyond it {@code Service} ends the process. */
  private static final Duration LONGEST_STOP =
      Duration.ofMillis(StartedServer.DRAIN_MS + StartedServer.STOP_MS + 500);

  static Stream<Variant> allButTheCore() {
    return Services.allButTheCore();
  }

  @ParameterizedTest
  @MethodSource(Services.CORE)
  void readyLineIsAllThatItSaysAndSigtermCompletesWhatIsInFlight(Variant service) throws Exception {
    assertSaysItsReadyLineAndDrains(service);
  }

  @Tag("nightly")
  @ParameterizedTest
  @MethodSource("allButTheCore")
  void anyOtherServiceDoesSo(Variant service) throws Exception {
    assertSaysItsReadyLineAndDrains(service);
  }

  /** Some libraries print their first line only when requests come: twenty do before it is read. */
  private static void assertSaysItsReadyLineAndDrains(Variant service) throws Exception {
    try (JarProcess jar = JarProcess.start(service, "PORT=0", "DELAY_MS=2000", "WORKERS=100");
        ExecutorService clients = Executors.newVirtualThreadPerTaskExecutor()) {
      URI resource = jar.ready();
      assertThat(Burst.of(resource, 20, PATIENCE).rightResponses()).isEqualTo(20);
      assertThat(said(jar))
          .matches(service.service() + " listening on " + resource + " \\(.*(BIO|NIO|epoll)\\)");

      Future<Burst> inFlight = clients.submit(() -> Burst.of(resource, 50, PATIENCE));
      jar.awaitRequests(70);
      jar.process().destroy();
      assertThat(refusesWithinASecond(resource)).isTrue();
      assertThat(inFlight.get().rightResponses()).isEqualTo(50);
      assertThat(jar.exitCode()).isEqualTo(ENDED_BY_SIGTERM);
      assertThat(jar.temporaryFiles()).isEmpty();
    }
  }

  @Tag("full")
  @ParameterizedTest
  @MethodSource(Services.CORE)
  void sigtermEndsAServiceWhoseRequestDoesNot(Variant service) throws Exception {
    assertSigtermEndsIt(service);
  }

  @Tag("full")
  @ParameterizedTest
  @MethodSource("allButTheCore")
  void sigtermEndsAnyOtherService(Variant service) throws Exception {
    assertSigtermEndsIt(service);
  }

  private static void assertSigtermEndsIt(Variant service) throws Exception {
    try (JarProcess jar = JarProcess.start(service, "PORT=0", "DELAY_MS=600000");
        RawClient client = new RawClient(jar.ready())) {
      client.send("GET " + jar.ready().getPath() + " HTTP/1.1\r\nHost: a\r\n\r\n");
      jar.awaitRequests(1);
      jar.process().destroy();
      assertThat(jar.exitCode()).isEqualTo(ENDED_BY_SIGTERM);
      assertThat(jar.temporaryFiles()).isEmpty();
      assertThat(said(jar).lines()).hasSize(1);
    }
  }

  @Tag("full")
  @ParameterizedTest
  @MethodSource({Services.CURRENT, Services.BACK_ENDS})
  void stopsInTimeAlthoughARequestDoesNotEnd(Variant service) throws Exception {
    try (ServerSocket silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      String backEnd = "DOWNSTREAM=http://127.0.0.1:%d/x".formatted(silent.getLocalPort());
      // On a busy host a single one may take longer.
      Duration fastest = Duration.ofDays(1);
      for (int i = 0; i < 3 && fastest.compareTo(LONGEST_STOP) > 0; i++) {
        try (InProcessService started =
                InProcessService.start(service, "DELAY_MS=600000", backEnd);
            RawClient client = new RawClient(started.resource())) {
          client.send("GET " + started.resource().getPath() + " HTTP/1.1\r\nHost: a\r\n\r\n");
          started.awaitInFlight(1);
          long begun = System.nanoTime();
          started.service().close();
          Duration took = Duration.ofNanos(System.nanoTime() - begun);
          fastest = took.compareTo(fastest) < 0 ? took : fastest;
        }
      }
      assertThat(fastest).isLessThanOrEqualTo(LONGEST_STOP);
    }
  }

  /** They get no security fixes any more. */
  @Tag("full")
  @ParameterizedTest
  @MethodSource(Services.HISTORICAL)
  void historicalServerListensOnLoopbackOnly(Variant service) {
    assertThatThrownBy(() -> InProcessService.start(service, "HOST=0.0.0.0").close())
        .isInstanceOf(InvalidSettingException.class)
        .hasMessage("HOST: '0.0.0.0' is not a loopback address; this server is out of support");
  }

  @ParameterizedTest
  @MethodSource(Services.CURRENT)
  void badSettingIsNamedAndNothingIsStarted(Variant service) {
    assertThatThrownBy(() -> InProcessService.start(service, "DELAY_MS=soon").close())
        .isInstanceOf(InvalidSettingException.class)
        .hasMessage(BAD);
  }

  /** {@code DELAY_MS} is {@code delayMs}. */
  private static String option(String variable) {
    return Pattern.compile("_(.)")
        .matcher(variable.toLowerCase(Locale.ROOT))
        .replaceAll(next -> next.group(1).toUpperCase(Locale.ROOT));
  }

  @Tag("full")
  @ParameterizedTest
  @MethodSource({Services.CURRENT, Services.BACK_ENDS})
  void catalogueHasTheSettingsOfEachService(Variant service) throws Exception {
    String[] backEnd = {"DOWNSTREAM=http://127.0.0.1:9/x"};
    try (InProcessService started = InProcessService.start(service, backEnd)) {
      Set<String> settings = new HashSet<>(started.settings());
      settings.removeAll(OF_THE_RUN);
      Set<String> catalogue =
          Variant.settings(service.module()).stream()
              .map(ServicePromisesIT::option)
              .collect(Collectors.toSet());
      if (service.service().equals("jersey-cdi")) {
        assertThat(catalogue).containsAll(settings); // it is one of two services
      } else {
        assertThat(catalogue).isEqualTo(settings);
      }
    }
  }

  /** Also of those that the chosen mode, threads or executor do not need. */
  @Tag("full")
  @ParameterizedTest
  @MethodSource({Services.CURRENT, Services.BACK_ENDS})
  void everySettingOfAServiceIsCheckedBeforeAnythingStarts(Variant service) {
    for (String setting : Variant.settings(service.module())) {
      boolean chosen = service.settings().containsKey(setting) || setting.equals("CONTAINER");
      boolean ofTheOther = service.service().equals("jersey-cdi") && setting.equals("WORKERS");
      if (!chosen && !ofTheOther) {
        assertThatThrownBy(() -> InProcessService.start(service, setting + "=x").close())
            .as(setting)
            .isInstanceOf(InvalidSettingException.class)
            .hasMessageStartingWith(setting + ": 'x' is not ");
      }
    }
  }

  @Tag("full")
  @ParameterizedTest
  @MethodSource(Services.CURRENT)
  void takenPortIsRefused(Variant service) throws Exception {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      String port = "PORT=" + taken.getLocalPort();
      assertThatThrownBy(() -> InProcessService.start(service, port).close())
          .isInstanceOf(BindException.class);
    }
  }

  /** {@code Service} makes exit codes of the two above, for all services alike. */
  @Test
  void badSettingIsOneLineAndExitCode2() throws Exception {
    assertBadSettingIsOneLineAndExitCode2(Variant.named("vertx-rest"));
  }

  /** The others are asked in the JVM of the tests. */
  @Tag("nightly")
  @ParameterizedTest
  @MethodSource(Services.HISTORICAL)
  void badSettingOfAHistoricalServiceIsOneLineAndExitCode2(Variant service) throws Exception {
    assertBadSettingIsOneLineAndExitCode2(service);
  }

  private static void assertBadSettingIsOneLineAndExitCode2(Variant service) throws Exception {
    try (JarProcess jar = JarProcess.start(service, "PORT=0", "DELAY_MS=soon")) {
      assertThat(jar.exitCode()).isEqualTo(2);
      assertThat(jar.output().strip()).isEqualTo(service.service() + ": " + BAD);
    }
  }

  @Test
  void takenPortIsOneLineAndExitCode1() throws Exception {
    assertTakenPortIsOneLineAndExitCode1(Variant.named("jersey-sync"));
  }

  @Tag("nightly")
  @ParameterizedTest
  @MethodSource({Services.CURRENT, Services.HISTORICAL})
  void takenPortOfAnyServiceIsOneLineAndExitCode1(Variant service) throws Exception {
    assertTakenPortIsOneLineAndExitCode1(service);
  }

  private static void assertTakenPortIsOneLineAndExitCode1(Variant service) throws Exception {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        JarProcess jar = JarProcess.start(service, "PORT=" + taken.getLocalPort())) {
      assertThat(jar.exitCode()).isEqualTo(1);
      assertThat(said(jar).lines()).hasSize(1);
      assertThat(said(jar))
          .startsWith(service.service() + ": cannot listen on 127.0.0.1:" + taken.getLocalPort());
    }
  }

  /** {@code Service} does both for all services alike. */
  @Test
  void optionWinsOverTheEnvironmentAndItEndsWithItsParent() throws Exception {
    Variant service = Variant.named("vertx-rest");
    List<String> option = List.of("--delay-ms", "1");
    try (JarProcess jar =
        JarProcess.start(
            List.of(), option, service, "PORT=0", "DELAY_MS=60000", "EXIT_WITH_PARENT=true")) {
      assertThat(Burst.of(jar.ready(), 1, PATIENCE).rightResponses()).isEqualTo(1);
      jar.process().getOutputStream().close();
      assertThat(jar.process().waitFor(60, TimeUnit.SECONDS)).isTrue();
    }
  }

  @Test
  void helpListsAllSettingsAndStartsNothing() throws Exception {
    try (JarProcess jar =
        JarProcess.start(List.of(), List.of("--help"), Variant.named("jersey-sync"))) {
      assertThat(jar.exitCode()).isZero();
      assertThat(jar.output())
          .contains("--delay-ms=0..600000", "--workers=1..20000|virtual", "Default: 8081")
          .doesNotContain("listening");
    }
  }

  /** Without the JVM's warnings of libraries from before it. */
  private static String said(JarProcess jar) throws IOException {
    return jar.lines().stream()
        .filter(line -> !line.startsWith("WARNING: "))
        .collect(Collectors.joining("\n"));
  }

  /** A connection, or the request on it. */
  private static boolean refusesWithinASecond(URI resource) throws InterruptedException {
    for (int i = 0; i < 20; i++) {
      try (RawClient client = new RawClient(resource)) {
        if (client.get(resource.getPath()).status() == 503) {
          return true;
        }
      } catch (IOException e) {
        return true;
      }
      Thread.sleep(50);
    }
    return false;
  }
}
