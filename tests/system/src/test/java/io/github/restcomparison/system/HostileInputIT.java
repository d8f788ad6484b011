package io.github.restcomparison.system;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restcomparison.contracttck.Response;
import io.github.restcomparison.contracttck.ResponseReader;
import io.github.restcomparison.runner.variants.Variant;
import io.github.restcomparison.servicekit.Endpoint;
import io.github.restcomparison.system.driver.InProcessService;
import io.github.restcomparison.system.driver.RawClient;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Compares what each stock server does with hostile and malformed requests with hostile-input.md,
 * to which docs/robustness.md leads ({@code -Dupdate=true} writes it). Whatever a server returns,
 * it must not hang, must not serve a request that is hidden in another one, and must serve the next
 * client.
 */
@Tag("full")
@Order(4)
class HostileInputIT {
  private static final Path PAGE = Path.of("src/test/resources/hostile-input.md");

  /** The longest time until something happens that the page says. */
  private static final int LONGEST_MS = 60_000;

  /** The time in which nothing more may happen. */
  private static final int SILENCE_MS = 1_500;

  private static final String GET = "GET " + Endpoint.RESOURCE + " HTTP/1.1\r\n";
  private static final String POST = "POST " + Endpoint.RESOURCE + " HTTP/1.1\r\n";
  private static final String HOST = "Host: a\r\n";
  private static final String CHUNKED = "Transfer-Encoding: chunked\r\n";

  private static final String NO_VERSION = "no version";

  /** A request for a path that nothing else here has: a response to it is a smuggled one. */
  private static final String HIDDEN =
      "GET /myapp/health?hidden HTTP/1.1\r\nHost: smuggled\r\n\r\n";

  private static final String CONTENT_OF_GET = "request in the content of GET";

  private static final Set<String> SILENT = Set.of("", "open", "waits");

  private static SequencedMap<String, String> inputs() {
    SequencedMap<String, String> inputs = new LinkedHashMap<>();
    inputs.put("no `Host`", GET + "\r\n");
    inputs.put("two `Host`", GET + HOST + "Host: b\r\n\r\n");
    inputs.put("empty `Host`", GET + "Host:\r\n\r\n");
    inputs.put("`Host: a/b`", GET + "Host: a/b\r\n\r\n");
    inputs.put("space before a colon", GET + HOST + "X : y\r\n\r\n");
    inputs.put("folded field", GET + HOST + "X: a\r\n b\r\n\r\n");
    inputs.put("NUL in a field", GET + HOST + "X: a\0b\r\n\r\n");
    inputs.put("field without a colon", GET + HOST + "X\r\n\r\n");
    inputs.put("bare LF line ends", GET.replace("\r", "") + "Host: a\n\n");
    inputs.put("200 kB field", GET + HOST + "X: " + "a".repeat(200_000) + "\r\n\r\n");
    inputs.put("20,000 fields", GET + HOST + "X: y\r\n".repeat(20_000) + "\r\n");
    inputs.put("9 kB target", "GET /" + "a".repeat(9_000) + " HTTP/1.1\r\n" + HOST + "\r\n");
    inputs.put("`GET /myapp/../x`", "GET /myapp/../x HTTP/1.1\r\n" + HOST + "\r\n");
    inputs.put("`GET /%00`", "GET /myapp/%00 HTTP/1.1\r\n" + HOST + "\r\n");
    inputs.put(NO_VERSION, "GET " + Endpoint.RESOURCE + "\r\n\r\n");
    inputs.put("`HTTP/3.0`", "GET " + Endpoint.RESOURCE + " HTTP/3.0\r\n" + HOST + "\r\n");
    inputs.put("`hello`", "hello\r\n\r\n");
    inputs.put("TLS hello", "\u0016\u0003\u0001\0\u002f\u0001\0\0\u002b\u0003\u0003\r\n\r\n");
    inputs.put("HTTP/2 preface", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n");
    inputs.put("`CONNECT`", "CONNECT a:1 HTTP/1.1\r\n" + HOST + "\r\n");
    inputs.put("`TRACE`", "TRACE " + Endpoint.RESOURCE + " HTTP/1.1\r\n" + HOST + "\r\n");
    inputs.put("both lengths", POST + HOST + "Content-Length: 5\r\n" + CHUNKED + "\r\n0\r\n\r\n");
    inputs.put(
        "both lengths, smuggling",
        POST + HOST + "Content-Length: 4\r\n" + CHUNKED + "\r\n0\r\n\r\n" + HIDDEN);
    inputs.put("two lengths", POST + HOST + "Content-Length: 5\r\nContent-Length: 6\r\n\r\nhello");
    inputs.put("`Content-Length: -1`", POST + HOST + "Content-Length: -1\r\n\r\n");
    inputs.put("`Content-Length: +5`", POST + HOST + "Content-Length: +5\r\n\r\nhello");
    inputs.put(
        CONTENT_OF_GET,
        GET + HOST + "Content-Length: %d\r\n\r\n".formatted(HIDDEN.length()) + HIDDEN);
    inputs.put("chunk size `x`", POST + HOST + CHUNKED + "\r\nx\r\nhello\r\n0\r\n\r\n");
    inputs.put("chunk size of 17 digits", POST + HOST + CHUNKED + "\r\n10000000000000000\r\n");
    inputs.put("chunk without its end", POST + HOST + CHUNKED + "\r\n5\r\nhello0\r\n\r\n");
    inputs.put(
        "`Transfer-Encoding: xchunked`",
        POST + HOST + "Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n");
    inputs.put("unfinished head", GET + "X: ");
    inputs.put("unfinished content", POST + HOST + "Content-Length: 9\r\n\r\nhel");
    return inputs;
  }

  @Test
  void serversDoWhatThePageSays() throws Exception {
    String page = Files.readString(PAGE);
    Map<String, Map<String, String>> expected = cells(page);
    SequencedMap<String, Map<String, String>> seen = new LinkedHashMap<>();
    for (Variant server : Services.current().toList()) {
      try (InProcessService service = InProcessService.start(server, "DELAY_MS=0")) {
        String name = server.service();
        seen.put(name, outcomes(service.resource(), expected.getOrDefault(name, Map.of())));
        assertServesTheNextAndKeepsNothing(service);
      }
    }
    assertThat(seen.values())
        .allSatisfy(
            outcomes ->
                assertThat(outcomes.get(CONTENT_OF_GET)).isNotBlank().doesNotContain("hidden"));
    String now = table(seen);
    if (Boolean.getBoolean("update")) {
      Files.writeString(PAGE, now);
    } else {
      assertThat(now).isEqualTo(page);
    }
  }

  private static void assertServesTheNextAndKeepsNothing(InProcessService service)
      throws Exception {
    try (RawClient next = new RawClient(service.resource())) {
      assertThat(next.get(Endpoint.RESOURCE).body()).isEqualTo(Endpoint.BODY);
    }
    service.awaitIdle();
  }

  private static Map<String, String> outcomes(URI service, Map<String, String> expected)
      throws Exception {
    Map<String, Future<String>> asked = new LinkedHashMap<>();
    Map<String, String> outcomes = new LinkedHashMap<>();
    SequencedMap<String, String> inputs = inputs();
    String last = inputs.remove(NO_VERSION);
    try (ExecutorService clients = Executors.newVirtualThreadPerTaskExecutor()) {
      inputs.forEach(
          (name, bytes) ->
              asked.put(
                  name,
                  clients.submit(() -> exchange(service, bytes, expected.getOrDefault(name, "")))));
      for (Map.Entry<String, Future<String>> each : asked.entrySet()) {
        outcomes.put(each.getKey(), each.getValue().get());
      }
    }
    // If it is first, Tomcat may leave out the head of its response to a TLS hello.
    outcomes.put(NO_VERSION, exchange(service, last, expected.getOrDefault(NO_VERSION, "")));
    return outcomes;
  }

  /** The statuses, and whether the connection was then closed, left open, or waited. */
  private static String exchange(URI service, String bytes, String expected) throws IOException {
    List<String> seen = new ArrayList<>();
    long events = Stream.of(expected.split(" ")).filter(event -> !SILENT.contains(event)).count();
    try (Socket socket = new Socket(service.getHost(), service.getPort())) {
      // On a thread of its own: a server may respond and close before it has read everything.
      Thread.ofVirtual().start(() -> send(socket, bytes));
      InputStream in = new BufferedInputStream(socket.getInputStream());
      ResponseReader responses = new ResponseReader(in);
      boolean head = bytes.startsWith("HEAD");
      try {
        while (true) {
          socket.setSoTimeout(seen.size() < events ? LONGEST_MS : SILENCE_MS);
          in.mark(1);
          if (in.read() < 0) {
            seen.add("closed");
            return String.join(" ", seen);
          }
          in.reset();
          Response response = responses.next(head, System.nanoTime());
          seen.add(response.body().equals("OK") ? "hidden" : Integer.toString(response.status()));
        }
      } catch (SocketTimeoutException e) {
        seen.add(seen.isEmpty() ? "waits" : "open");
      } catch (ResponseReader.NotHttp e) {
        seen.add("not HTTP/1.1");
      } catch (IOException e) {
        seen.add("closed"); // in order or by a reset: the client sees no response in either
      }
      return String.join(" ", seen);
    }
  }

  private static void send(Socket socket, String bytes) {
    try {
      socket.getOutputStream().write(bytes.getBytes(StandardCharsets.ISO_8859_1));
    } catch (IOException e) {
      // The server has closed: what it sent before is still read.
    }
  }

  /** Servers that do the same with every input share a column. */
  private static String table(SequencedMap<String, Map<String, String>> seen) {
    SequencedMap<Map<String, String>, String> columns = new LinkedHashMap<>();
    seen.forEach((server, outcomes) -> columns.merge(outcomes, server, (a, b) -> a + ", " + b));
    StringBuilder table = new StringBuilder("| input | ");
    table.append(String.join(" | ", columns.values())).append(" |\n|---|");
    table.append("---|".repeat(columns.size())).append('\n');
    for (String input : inputs().keySet()) {
      table.append("| ").append(input).append(" | ");
      table.append(
          columns.keySet().stream()
              .map(each -> each.get(input))
              .collect(Collectors.joining(" | ")));
      table.append(" |\n");
    }
    return table.toString();
  }

  /** The cells of the page's table, by server and input. */
  private static Map<String, Map<String, String>> cells(String page) {
    Map<String, Map<String, String>> cells = new HashMap<>();
    List<String[]> rows =
        page.lines()
            .filter(line -> line.startsWith("| "))
            .map(line -> line.split(" *\\| *"))
            .toList();
    for (String[] row : rows) {
      for (int column = 2; column < row.length; column++) {
        for (String server : rows.getFirst()[column].split(", ")) {
          cells.computeIfAbsent(server, each -> new HashMap<>()).put(row[1], row[column]);
        }
      }
    }
    return cells;
  }
}
