package io.github.restcomparison.system;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restcomparison.contracttck.AnyCertificate;
import io.github.restcomparison.contracttck.ContractCheck;
import io.github.restcomparison.records.RunFolder;
import io.github.restcomparison.records.RunRecord;
import io.github.restcomparison.runner.service.KeyStoreFile;
import io.github.restcomparison.runner.variants.Variant;
import io.github.restcomparison.servicekit.Endpoint;
import io.github.restcomparison.system.driver.CompareProcess;
import io.github.restcomparison.system.driver.GatlingProcess;
import io.github.restcomparison.system.driver.Http2Client;
import io.github.restcomparison.system.driver.InProcessService;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The services that speak HTTP/2, and a comparison over it. */
@Tag("full")
@Execution(ExecutionMode.CONCURRENT)
@Order(3)
class Http2IT {
  private static final Duration DELAY = Duration.ofMillis(60);

  @TempDir private static Path shared;
  private static Path key;

  @TempDir private Path folder;

  private static HttpClient client() {
    return HttpClient.newBuilder()
        .version(HttpClient.Version.HTTP_2)
        .sslContext(AnyCertificate.context())
        .build();
  }

  @BeforeAll
  static void makeKey() throws IOException, InterruptedException {
    key = shared.resolve("service.p12");
    KeyStoreFile.make(key);
  }

  private static InProcessService start(String variant, String... settings) throws Exception {
    String[] all =
        Stream.concat(Stream.of("PROTOCOL=http2", "KEY_STORE=" + key), Stream.of(settings))
            .toArray(String[]::new);
    return InProcessService.start(Variant.named(variant), all);
  }

  @ParameterizedTest
  @ValueSource(strings = {"vertx-rest", "vertx-virtual", "jersey-vertx", "jersey-vertx-cdi"})
  void contractIsTheSameOverTlsAndHttp2(String variant) throws Exception {
    try (InProcessService service = start(variant, "DELAY_MS=" + DELAY.toMillis());
        HttpClient client = client()) {
      URI resource = service.resource();
      assertThat(resource.getScheme()).isEqualTo("https");
      assertThat(ContractCheck.violations(resource, DELAY, DELAY, OptionalInt.empty())).isEmpty();

      HttpRequest get = HttpRequest.newBuilder(resource).build();
      HttpResponse<String> response = client.send(get, BodyHandlers.ofString());
      assertThat(response.version()).isEqualTo(HttpClient.Version.HTTP_2);
      assertThat(response.body()).isEqualTo(Endpoint.BODY);
      assertThat(response.headers().map().keySet())
          .contains(":status", "content-length", "content-type")
          .isSubsetOf(":status", "content-length", "content-type", "date");
      // Without a body: Vert.x resets a stream whose response it has sent when more of the body
      // comes.
      HttpRequest post = HttpRequest.newBuilder(resource).POST(BodyPublishers.noBody()).build();
      assertThat(client.send(post, BodyHandlers.ofString()).statusCode()).isEqualTo(405);
      HttpRequest large = HttpRequest.newBuilder(resource).header("X", "a".repeat(9_000)).build();
      assertThat(statusOrReset(client, large)).isIn("431", "reset");
      // Neither has ended the connection for those that follow.
      assertThat(client.send(get, BodyHandlers.ofString()).statusCode()).isEqualTo(200);
    }
  }

  /**
   * What becomes of a request that is refused for its head: Netty sends the 431 and then resets the
   * stream, and the JDK's client throws if it reads the reset before the response was taken.
   */
  private static String statusOrReset(HttpClient client, HttpRequest request) throws Exception {
    try {
      return String.valueOf(client.send(request, BodyHandlers.discarding()).statusCode());
    } catch (IOException e) {
      assertThat(e).hasMessageContaining("RST_STREAM");
      return "reset";
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"vertx-rest", "jersey-vertx"})
  void whatIsInFlightCompletesWhenItCloses(String variant) throws Exception {
    try (InProcessService service = start(variant, "DELAY_MS=500");
        HttpClient client = client()) {
      HttpRequest get = HttpRequest.newBuilder(service.resource()).build();
      List<CompletableFuture<HttpResponse<String>>> responses = new ArrayList<>();
      client.send(get, BodyHandlers.ofString());
      for (int i = 0; i < 50; i++) {
        responses.add(client.sendAsync(get, BodyHandlers.ofString()));
      }
      service.awaitRequests(requests -> requests.seen() >= 51);
      CompletableFuture<Void> closed = CompletableFuture.runAsync(service::close);
      for (CompletableFuture<HttpResponse<String>> response : responses) {
        assertThat(response.get().body()).isEqualTo(Endpoint.BODY);
      }
      closed.get();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"vertx-rest", "vertx-virtual", "jersey-vertx"})
  void requestWithoutAPathIsServed(String variant) throws Exception {
    try (InProcessService service =
            InProcessService.start(Variant.named(variant), "PROTOCOL=h2c", "DELAY_MS=0");
        Http2Client client = new Http2Client(service.resource())) {
      int whole = Http2Client.END_STREAM | Http2Client.END_HEADERS;
      client.frame(Http2Client.HEADERS, whole, 1, Http2Client.connect());
      client.frame(Http2Client.HEADERS, whole, 3, Http2Client.get(Endpoint.RESOURCE));
      client.flush();
      assertThat(client.isEndedWithin(1, 60_000)).isTrue();
      assertThat(client.isEndedWithin(3, 60_000)).isTrue();
      assertThat(service.service().requests().inFlight()).isZero();
    }
  }

  @Test
  void whoDoesNotSpeakItIsNotStarted() throws Exception {
    try (CompareProcess compare =
        CompareProcess.start(
            folder, "run", "--protocol=http2", "--variants", "vertx-rest,jersey-sync")) {
      assertThat(compare.exitCode()).isEqualTo(2);
      assertThat(compare.output())
          .contains("jersey-sync supports only HTTP/1.1 without TLS; valid: vertx-rest, ");
    }
  }

  @Test
  void loadSpeaksHttp2() throws Exception {
    assertLoadSpeaks("http2", "Over HTTP/2 with TLS, each with");
  }

  /** RequestFilesIT has a service of the user's over TLS. */
  @Tag("nightly")
  @Test
  void loadSpeaksTls() throws Exception {
    assertLoadSpeaks("http1-tls", "Over TLS.");
  }

  private void assertLoadSpeaks(String protocol, String sentence) throws Exception {
    try (GatlingProcess gatling =
        GatlingProcess.start(
            folder,
            "VertxRestSimulation",
            "protocol=" + protocol,
            "users=20",
            "requests=20",
            "delayMs=50",
            "warmUpSeconds=0")) {
      assertThat(gatling.exitCode()).as(gatling.output()).isZero();
    }
    Path out = folder.resolve("comparison");
    try (Stream<Path> runs = Files.list(out.resolve("runs"))) {
      for (Path run : runs.toList()) {
        RunRecord record = new RunFolder(run).readRecord();
        assertThat(record.load().orElseThrow().counts().ok()).isEqualTo(400);
        assertThat(record.load().orElseThrow().counts().ko()).isZero();
        assertThat(record.settings().protocol().orElseThrow()).hasToString(protocol);
        assertThat(run.resolve("service.p12")).doesNotExist();
      }
    }
    assertThat(Files.readString(out.resolve("comparison.md"))).contains(sentence);
  }
}
