package io.github.restcomparison.jerseycontainervertx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.glassfish.jersey.server.ResourceConfig;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Whatever fails while a response is written: the client gets 500 if nothing has been sent, else a
 * closed connection or a reset stream. It never waits, and never takes half of a response for all.
 */
class FailedResponsesTest {
  private static final Map<HttpClient.Version, HttpClient> CLIENTS =
      Map.of(
          HttpClient.Version.HTTP_1_1,
          HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build(),
          HttpClient.Version.HTTP_2,
          HttpClient.newBuilder().version(HttpClient.Version.HTTP_2).build());

  private static VertxHttpServer server;

  @BeforeAll
  static void start() {
    server =
        Servers.start(
            new ResourceConfig(
                Failures.Ways.class,
                Failures.FailingWriter.class,
                Failures.Spoiler.class,
                Failures.FailingInterceptor.class));
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  private static HttpResponse<byte[]> get(HttpClient.Version version, String path)
      throws Exception {
    return send(version, "GET", path);
  }

  private static HttpResponse<byte[]> send(HttpClient.Version version, String method, String path)
      throws Exception {
    CompletableFuture<HttpResponse<byte[]>> response =
        CLIENTS
            .get(version)
            .sendAsync(
                Servers.request(server, "/by/" + path)
                    .method(method, HttpRequest.BodyPublishers.noBody())
                    .build(),
                HttpResponse.BodyHandlers.ofByteArray());
    try {
      return response.get(20, TimeUnit.SECONDS);
    } catch (ExecutionException e) {
      throw (IOException) e.getCause();
    }
  }

  private static final List<String> WAYS =
      List.of(
          "nothing",
          "text",
          "large-text",
          "text-on-loop",
          "stream",
          "flushed-stream",
          "resume",
          "large-resume",
          "resume-on-loop",
          "chunks",
          "events");

  private static Stream<Arguments> badHeads() {
    return Stream.of("value", "name", "space", "reason", "status", "interim", "text")
        .flatMap(
            bad ->
                WAYS.stream()
                    .flatMap(
                        way ->
                            Stream.of(HttpClient.Version.values())
                                .map(version -> Arguments.of(version, way, bad))))
        // HTTP/2 has no reason phrase.
        .filter(
            test ->
                !(test.get()[0] == HttpClient.Version.HTTP_2 && "reason".equals(test.get()[2])));
  }

  @ParameterizedTest
  @MethodSource("badHeads")
  void headThatCannotBeWrittenIs500(HttpClient.Version version, String way, String bad)
      throws Exception {
    HttpResponse<byte[]> response = get(version, way + "?bad=" + bad);
    assertThat(response.statusCode()).isEqualTo(500);
    assertThat(response.version()).isEqualTo(version);
    assertThat(response.body()).isEmpty();
    assertThat(response.headers().firstValue("Content-Length")).hasValue("0");
  }

  private static Stream<Arguments> failures(String... ways) {
    return Stream.of(ways)
        .flatMap(
            way ->
                Stream.of(
                        "IOException", "RuntimeException", "StackOverflowError", "OutOfMemoryError")
                    .flatMap(
                        with ->
                            Stream.of(HttpClient.Version.values())
                                .map(version -> Arguments.of(version, way, with))));
  }

  private static Stream<Arguments> earlyFailures() {
    return failures(
        "failing?bytes=0",
        "failing?bytes=100",
        "failing?bytes=10000",
        "failing-resume?bytes=100",
        "failing-resume?bytes=10000",
        "failing-resume-on-loop?bytes=100",
        "text?intercept=after",
        "text-on-loop?intercept=after");
  }

  @ParameterizedTest
  @MethodSource("earlyFailures")
  void writerThatFailsBeforeAnythingIsSentIs500(HttpClient.Version version, String way, String with)
      throws Exception {
    HttpResponse<byte[]> response = get(version, way + "&with=" + with);
    assertThat(response.statusCode()).isEqualTo(500);
    assertThat(response.body()).isEmpty();
  }

  private static Stream<Arguments> lateFailures() {
    return failures(
        "failing?bytes=20000",
        "failing?bytes=1000000",
        "failing-resume?bytes=20000",
        "failing-resume?bytes=1000000",
        "failing-resume-on-loop?bytes=20000",
        "failing-chunks?bytes=0",
        "failing-chunks?bytes=100000",
        "large-text?intercept=after",
        "large-resume?intercept=after",
        "large-text?intercept=close",
        "large-resume?intercept=close",
        "chunks?intercept=close");
  }

  @ParameterizedTest
  @MethodSource("lateFailures")
  void writerThatFailsLaterCutsTheResponse(HttpClient.Version version, String way, String with) {
    assertCut(version, way + "&with=" + with);
  }

  private static void assertCut(HttpClient.Version version, String way) {
    assertThatThrownBy(() -> get(version, way))
        .isInstanceOf(IOException.class)
        .isNotInstanceOf(HttpTimeoutException.class);
  }

  @ParameterizedTest
  @EnumSource
  void contentThatIsShorterOrLongerThanItsStatedLengthIsCut(HttpClient.Version version) {
    assertCut(version, "too-short");
    assertCut(version, "too-long");
  }

  @ParameterizedTest
  @EnumSource
  void inputStreamThatFailsCutsTheResponseOrIs500(HttpClient.Version version) throws Exception {
    assertThat(get(version, "failing-input?bytes=100").statusCode()).isEqualTo(500);
    assertCut(version, "failing-input?bytes=100000");
  }

  private static Stream<Arguments> ways() {
    return Stream.concat(
            WAYS.stream(), Stream.of("failing?bytes=100000&with=nothing", "too-short", "too-long"))
        .flatMap(
            way ->
                Stream.of(HttpClient.Version.values()).map(version -> Arguments.of(version, way)));
  }

  @ParameterizedTest
  @MethodSource("ways")
  void headEndsAndTheConnectionCanBeUsed(HttpClient.Version version, String way) throws Exception {
    HttpResponse<byte[]> response = send(version, "HEAD", way);
    assertThat(response.statusCode()).isEqualTo(200);
    assertThat(response.body()).isEmpty();
    assertThat(new String(get(version, "text").body(), StandardCharsets.US_ASCII))
        .isEqualTo("text");
  }

  @ParameterizedTest
  @EnumSource
  void headOfAWriterThatFailsIs500(HttpClient.Version version) throws Exception {
    assertThat(send(version, "HEAD", "failing?bytes=100000&with=RuntimeException").statusCode())
        .isEqualTo(500);
    assertThat(send(version, "HEAD", "text?bad=value").statusCode()).isEqualTo(500);
  }
}
