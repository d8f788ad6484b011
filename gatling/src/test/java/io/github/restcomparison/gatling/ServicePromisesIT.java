package io.github.restcomparison.gatling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.restcomparison.comparison.run.Catalogue;
import io.github.restcomparison.comparison.run.Variant;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What every service of the catalogue promises as a process: {@code java -jar}, nothing else. */
class ServicePromisesIT {

  static Stream<Variant> services() {
    return Catalogue.variants().stream();
  }

  @ParameterizedTest
  @MethodSource("services")
  void readyLineIsAllThatItSays(Variant service) throws Exception {
    try (JarProcess jar = JarProcess.start(service, "PORT=0", "DELAY_MS=1")) {
      URI resource = jar.ready();
      try (HttpClient client = HttpClient.newHttpClient()) {
        for (int i = 0; i < 20; i++) {
          assertThat(get(client, resource).join().statusCode()).isEqualTo(200);
        }
      }
      assertThat(jar.output().strip())
          .matches(service.module() + " listening on " + resource + " \\((NIO|epoll)\\)");
    }
  }

  @ParameterizedTest
  @MethodSource("services")
  void badSettingIsOneLineAndExitCode2(Variant service) throws Exception {
    try (JarProcess jar = JarProcess.start(service, "PORT=0", "DELAY_MS=soon")) {
      assertThat(jar.exitCode()).isEqualTo(2);
      assertThat(jar.output().strip())
          .isEqualTo(
              service.module()
                  + ": DELAY_MS (-DdelayMs) is 'soon': it may be a whole number from 0 to 600000");
    }
  }

  @ParameterizedTest
  @MethodSource("services")
  void takenPortIsOneLineAndExitCode1(Variant service) throws Exception {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        JarProcess jar = JarProcess.start(service, "PORT=" + taken.getLocalPort())) {
      assertThat(jar.exitCode()).isEqualTo(1);
      assertThat(jar.output().strip().lines()).hasSize(1);
      assertThat(jar.output())
          .startsWith(
              service.module() + ": PORT: cannot listen on 127.0.0.1:" + taken.getLocalPort());
    }
  }

  @ParameterizedTest
  @MethodSource("services")
  void sigtermAnswersWhatIsInFlightAndEndsWithinFiveSeconds(Variant service) throws Exception {
    try (JarProcess jar = JarProcess.start(service, "PORT=0", "DELAY_MS=1500", "WORKERS=50");
        HttpClient client = HttpClient.newHttpClient()) {
      URI resource = jar.ready();
      get(client, resource).join(); // the JVM is cold
      List<CompletableFuture<HttpResponse<String>>> inFlight =
          IntStream.range(0, 50).mapToObj(i -> get(client, resource)).toList();
      Thread.sleep(700);
      long told = System.nanoTime();
      jar.process().destroy();
      Thread.sleep(300);
      assertThatExceptionOfType(ConnectException.class).isThrownBy(() -> connect(resource));
      assertThat(inFlight.stream().map(CompletableFuture::join).map(HttpResponse::body))
          .hasSize(50)
          .containsOnly("Got it!");
      assertThat(jar.process().waitFor(5, TimeUnit.SECONDS)).isTrue();
      assertThat(Duration.ofNanos(System.nanoTime() - told)).isLessThan(Duration.ofSeconds(5));
    }
  }

  @ParameterizedTest
  @MethodSource("services")
  void goesWithItsParent(Variant service) throws Exception {
    try (JarProcess jar = JarProcess.start(service, "PORT=0", "EXIT_WITH_PARENT=true")) {
      jar.ready();
      jar.process().getOutputStream().close();
      assertThat(jar.process().waitFor(5, TimeUnit.SECONDS)).isTrue();
    }
  }

  @ParameterizedTest
  @MethodSource("services")
  void propertyWinsOverTheEnvironment(Variant service) throws Exception {
    try (JarProcess jar =
        JarProcess.start(List.of("-DdelayMs=1"), service, "PORT=0", "DELAY_MS=60000")) {
      URI resource = jar.ready();
      try (HttpClient client = HttpClient.newHttpClient()) {
        assertThat(get(client, resource)).succeedsWithin(Duration.ofSeconds(10));
      }
    }
  }

  private static void connect(URI resource) throws IOException {
    new Socket(resource.getHost(), resource.getPort()).close();
  }

  private static CompletableFuture<HttpResponse<String>> get(HttpClient client, URI resource) {
    return client.sendAsync(
        HttpRequest.newBuilder(resource).build(), HttpResponse.BodyHandlers.ofString());
  }
}
