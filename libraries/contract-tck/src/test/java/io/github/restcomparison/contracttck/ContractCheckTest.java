package io.github.restcomparison.contracttck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.github.restcomparison.contracttck.SocketService.Responses;
import io.github.restcomparison.servicekit.Endpoint;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.Semaphore;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The check passes an honest service and names the broken promise of every lying one. */
class ContractCheckTest {
  private static final Duration DELAY = Duration.ofMillis(20);
  private static final Responses HONEST = new HonestResponses(DELAY);

  @Test
  void passesAnHonestService() throws IOException {
    assertThat(brokenBy(HONEST)).isEmpty();
  }

  @Test
  void passesAServiceAsSlowAsItsWorkersAllow() throws IOException {
    Responses twentyWorkers = atMost(20);
    assertThat(brokenBy(twentyWorkers, OptionalInt.of(20))).isEmpty();
  }

  static Stream<Arguments> lies() {
    return Stream.of(
        lie("another body", "GET body", always("Got it!", "Got me!")),
        lie("a longer body", "GET body", always("7\r\n\r\nGot it!", "8\r\n\r\nGot it!!")),
        lie("an error", "GET status", always("200 OK", "500 Oops")),
        lie("an early response", "before the delay", new HonestResponses(DELAY.dividedBy(2))),
        lie("late responses", "responds after", new HonestResponses(DELAY.plusMillis(60))),
        lie("one more header", "GET header names", always("Date:", "X-Powered-By: me\r\nDate:")),
        lie("HTML", "GET Content-Type", always("text/plain", "text/html")),
        lie("a charset", "GET Content-Type", always("text/plain", "text/plain;charset=utf-8")),
        lie(
            "chunks",
            "GET header names",
            always(
                "Content-Length: 7\r\n\r\nGot it!",
                "Transfer-Encoding: chunked\r\n\r\n7\r\nGot it!\r\n0\r\n\r\n")),
        lie("HEAD of another length", "HEAD Content-Length", to("HEAD", "Length: 7", "Length: 0")),
        lie("HEAD without a length", "HEAD", to("HEAD", "Content-Length: 7\r\n", "")),
        lie("OPTIONS without Allow", "OPTIONS Allow", to("OPTIONS", "Allow: .*\r\n", "")),
        lie("OPTIONS refused", "OPTIONS status", to("OPTIONS", "200 OK", "405 No")),
        lie("405 without Allow", "POST Allow", to("POST", "Allow: .*\r\n", "")),
        lie("POST taken", "POST status", to("POST", "405 Method Not Allowed", "200 OK")),
        lie("a response to any path", "unknown path", always("404 Not Found", "200 OK")),
        lie(
            "no health",
            "health status",
            r ->
                r.path().equals(Endpoint.HEALTH)
                    ? HONEST.to(r).replace("200", "503")
                    : HONEST.to(r)),
        lie(
            "hanging up after 256 requests",
            "over one connection",
            r -> r.nth() > 256 ? null : HONEST.to(r)),
        lie(
            "announcing the end after 256 requests",
            "request 256 over one connection",
            r ->
                r.nth() < 256
                    ? HONEST.to(r)
                    : HONEST.to(r).replace("Date", "Connection: close\r\nDate")),
        lie("three requests at a time", "50 overlapping requests took", atMost(3)),
        lie("hanging up at once", "no response from", r -> null),
        lie("garbage", "not an HTTP status line", r -> "\u0000\u00ff\u0001 \u0002\r\n\r\n"),
        lie("garbage without an end", "more than 8192 bytes", r -> "x".repeat(20_000)),
        lie(
            "a length that is none",
            "not the length of a body",
            always("Length: 7", "Length: -7")));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("lies")
  void names(String lie, String complaint, Responses responses) throws IOException {
    assertThat(brokenBy(responses))
        .isNotEmpty()
        .allSatisfy(violations -> assertThat(violations).contains(complaint));
  }

  static Stream<Arguments> silences() {
    return Stream.of(
        lie("silence", "no response from", r -> silence()),
        lie(
            "half a body",
            "no response from",
            r -> "HTTP/1.1 200 OK\r\nContent-Length: 7\r\n\r\nGot"));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("silences")
  void doesNotWaitForEver(String lie, String complaint, Responses responses) throws IOException {
    assertThat(brokenBy(responses, OptionalInt.empty(), Duration.ofMillis(200)))
        .singleElement()
        .asString()
        .contains(complaint);
  }

  @Test
  void namesAPortWhereNobodyListens() throws IOException {
    URI dead;
    try (ServerSocket free = new ServerSocket(0)) {
      dead = URI.create("http://127.0.0.1:" + free.getLocalPort() + Endpoint.RESOURCE);
    }
    assertThat(ContractCheck.violations(dead, DELAY, DELAY, OptionalInt.empty()))
        .singleElement()
        .asString()
        .startsWith("no response from " + dead);
  }

  private static List<String> brokenBy(Responses responses) throws IOException {
    return brokenBy(responses, OptionalInt.empty());
  }

  private static List<String> brokenBy(Responses responses, OptionalInt workers)
      throws IOException {
    return brokenBy(responses, workers, Duration.ofMillis(1_500));
  }

  private static List<String> brokenBy(Responses responses, OptionalInt workers, Duration patience)
      throws IOException {
    try (SocketService service = new SocketService(responses)) {
      return ContractCheck.violations(service.uri(), DELAY, DELAY, workers, patience);
    }
  }

  private static Arguments lie(String name, String complaint, Responses responses) {
    return arguments(name, complaint, responses);
  }

  private static Responses always(String regex, String replacement) {
    return request -> HONEST.to(request).replaceAll(regex, replacement);
  }

  private static Responses to(String method, String regex, String replacement) {
    return request ->
        request.is(method, Endpoint.RESOURCE)
            ? HONEST.to(request).replaceAll(regex, replacement)
            : HONEST.to(request);
  }

  private static Responses atMost(int workers) {
    Semaphore free = new Semaphore(workers);
    return request -> {
      free.acquire();
      try {
        return HONEST.to(request);
      } finally {
        free.release();
      }
    };
  }

  private static String silence() throws InterruptedException {
    Thread.sleep(Duration.ofSeconds(2));
    return null;
  }
}
