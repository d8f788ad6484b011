package io.github.restcomparison.system;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restcomparison.runner.variants.Variant;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What every service of the catalogue promises as a process: {@code java -jar}, nothing else. */
@Order(4)
class ServicePromisesIT {

  /** Of those whose stack has no such thing, their READMEs say it. */
  private static final Set<String> TAKES_CONNECTIONS_WHILE_IT_DRAINS =
      Set.of("tomcat-bio", "vertx-jersey");

  /** All modes of the core ones; those of the others are closed under load in their own tests. */
  static Stream<Variant> drains() {
    return Stream.concat(Services.variants().filter(Services::isCore), Services.services())
        .distinct();
  }

  @ParameterizedTest
  @Execution(ExecutionMode.CONCURRENT)
  @MethodSource("io.github.restcomparison.system.Services#services")
  void readyLineIsAllThatItSays(Variant service) throws Exception {
    try (JarProcess jar = JarProcess.start(service, "PORT=0", "DELAY_MS=1")) {
      URI resource = jar.ready();
      try (HttpClient client = HttpClient.newHttpClient()) {
        for (int i = 0; i < 20; i++) {
          assertThat(get(client, resource).join().statusCode()).isEqualTo(200);
        }
      }
      assertThat(said(jar))
          .matches(service.service() + " listening on " + resource + " \\(.*(BIO|NIO|epoll)\\)");
    }
  }

  @ParameterizedTest
  @Execution(ExecutionMode.CONCURRENT)
  @MethodSource("io.github.restcomparison.system.Services#services")
  void badSettingIsOneLineAndExitCode2(Variant service) throws Exception {
    try (JarProcess jar = JarProcess.start(service, "PORT=0", "DELAY_MS=soon")) {
      assertThat(jar.exitCode()).isEqualTo(2);
      assertThat(jar.output().strip())
          .isEqualTo(
              service.service()
                  + ": DELAY_MS (-DdelayMs) is 'soon': it may be a whole number from 0 to 600000");
    }
  }

  @ParameterizedTest
  @Execution(ExecutionMode.CONCURRENT)
  @MethodSource("io.github.restcomparison.system.Services#services")
  void takenPortIsOneLineAndExitCode1(Variant service) throws Exception {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        JarProcess jar = JarProcess.start(service, "PORT=" + taken.getLocalPort())) {
      assertThat(jar.exitCode()).isEqualTo(1);
      assertThat(said(jar).lines()).hasSize(1);
      assertThat(said(jar))
          .startsWith(
              service.service() + ": PORT: cannot listen on 127.0.0.1:" + taken.getLocalPort());
    }
  }

  @ParameterizedTest
  @Execution(ExecutionMode.CONCURRENT)
  @MethodSource("drains")
  void sigtermAnswersWhatIsInFlightAndEndsWithinFiveSeconds(Variant service) throws Exception {
    try (JarProcess jar = JarProcess.start(service, "PORT=0", "DELAY_MS=2500", "WORKERS=50");
        HttpClient client = HttpClient.newHttpClient()) {
      URI resource = jar.ready();
      get(client, resource).join(); // the JVM is cold
      List<CompletableFuture<HttpResponse<String>>> inFlight =
          IntStream.range(0, 50).mapToObj(i -> get(client, resource)).toList();
      // All have come by then, on a busy host too.
      Thread.sleep(1_500);
      long environment = System.nanoTime();
      jar.process().destroy();
      if (!TAKES_CONNECTIONS_WHILE_IT_DRAINS.contains(service.service())) {
        assertThat(refusesWithinASecond(resource)).isTrue();
      }
      assertThat(inFlight.stream().map(CompletableFuture::join).map(HttpResponse::body))
          .hasSize(50)
          .containsOnly("Got it!");
      assertThat(jar.process().waitFor(5, TimeUnit.SECONDS)).isTrue();
      assertThat(Duration.ofNanos(System.nanoTime() - environment))
          .isLessThan(Duration.ofSeconds(5));
    }
  }

  @ParameterizedTest
  @Execution(ExecutionMode.CONCURRENT)
  @MethodSource("io.github.restcomparison.system.Services#services")
  void goesWithItsParent(Variant service) throws Exception {
    try (JarProcess jar = JarProcess.start(service, "PORT=0", "EXIT_WITH_PARENT=true")) {
      jar.ready();
      jar.process().getOutputStream().close();
      assertThat(jar.process().waitFor(5, TimeUnit.SECONDS)).isTrue();
    }
  }

  @ParameterizedTest
  @Execution(ExecutionMode.CONCURRENT)
  @MethodSource("io.github.restcomparison.system.Services#core")
  void propertyWinsOverTheEnvironment(Variant service) throws Exception {
    try (JarProcess jar =
        JarProcess.start(List.of("-DdelayMs=1"), service, "PORT=0", "DELAY_MS=60000")) {
      URI resource = jar.ready();
      try (HttpClient client = HttpClient.newHttpClient()) {
        assertThat(get(client, resource)).succeedsWithin(Duration.ofSeconds(10));
      }
    }
  }

  /** Without the JVM's warnings of libraries from before it. */
  private static String said(JarProcess jar) throws IOException {
    return jar.output()
        .lines()
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

  private static CompletableFuture<HttpResponse<String>> get(HttpClient client, URI resource) {
    return client
        .sendAsync(HttpRequest.newBuilder(resource).build(), HttpResponse.BodyHandlers.ofString())
        .orTimeout(30, TimeUnit.SECONDS);
  }
}
