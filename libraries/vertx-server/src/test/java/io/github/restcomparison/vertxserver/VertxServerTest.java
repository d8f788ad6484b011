package io.github.restcomparison.vertxserver;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.github.restcomparison.contracttck.Burst;
import io.github.restcomparison.servicekit.Endpoint;
import io.github.restcomparison.servicekit.StartedServer;
import io.vertx.core.Handler;
import io.vertx.core.http.HttpServerRequest;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.net.BindException;
import java.net.Socket;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import picocli.CommandLine.Command;

/** The server under an application that responds immediately. */
class VertxServerTest {
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  @Test
  @EnabledOnOs(OS.LINUX)
  void saysWhichTransportItUses() throws IOException {
    try (StartedServer epoll = start(Map.of("TRANSPORT", "native"));
        StartedServer nio = start(Map.of("TRANSPORT", "nio"))) {
      assertThat(epoll.configuration()).containsEntry("transport", "epoll");
      assertThat(nio.configuration()).containsEntry("transport", "NIO");
    }
  }

  /** All of them start at once, and none reads a setting: these are read before. */
  @RepeatedTest(3)
  void manyEventLoopsStartTogether() throws Exception {
    try (StartedServer service = start(Map.of("EVENT_LOOPS", "64"))) {
      assertThat(eventLoops()).hasSize(64);
      assertThat(Burst.of(service.uri(), 200, PATIENCE).rightResponses()).isEqualTo(200);
    }
  }

  /** Each verticle with a port of its own would leave all event loops but one without work. */
  @Test
  void allEventLoopsHaveTheirShareOfTheWork() throws Exception {
    try (StartedServer service = start(Map.of())) {
      Set<Long> loops = eventLoops();
      assertThat(loops).hasSize(2);
      Burst.of(service.uri(), 1_000, PATIENCE);
      Map<Long, Long> nanos = new HashMap<>();
      loops.forEach(loop -> nanos.put(loop, -THREADS.getThreadCpuTime(loop)));
      Burst.of(service.uri(), 1_000, PATIENCE);
      loops.forEach(loop -> nanos.merge(loop, THREADS.getThreadCpuTime(loop), Long::sum));
      long sum = nanos.values().stream().mapToLong(Long::longValue).sum();
      assertThat(nanos.values()).allSatisfy(each -> assertThat(each).isGreaterThan(sum / 5));
    }
  }

  /** The event loop takes the place, before any other thread handles the request. */
  @Test
  void admittedRequestHoldsAPlaceUntilItsClientLeaves() throws Exception {
    CountDownLatch admitted = new CountDownLatch(1);
    Handler<HttpServerRequest> silent = request -> admitted.countDown();
    try (StartedServer service = start(Map.of("MAX_WAITING", "1"), silent)) {
      try (Socket first = new Socket("127.0.0.1", service.uri().getPort())) {
        first
            .getOutputStream()
            .write("GET /myapp/myresource HTTP/1.1\r\nHost: a\r\n\r\n".getBytes(UTF_8));
        assertThat(admitted.await(20, TimeUnit.SECONDS)).isTrue();
        assertThat(Burst.of(service.uri(), 1, PATIENCE).responses().getFirst().status())
            .isEqualTo(503);
      }
      assertThat(admitsAnother(service)).isTrue();
    }
  }

  /** Its connection stays open. */
  @Test
  void cancelledStreamOfHttp2GivesItsPlaceBack() throws Exception {
    CountDownLatch admitted = new CountDownLatch(1);
    Handler<HttpServerRequest> silent = request -> admitted.countDown();
    try (StartedServer service = start(Map.of("MAX_WAITING", "1", "PROTOCOL", "h2c"), silent);
        HttpClient client = HttpClient.newHttpClient()) {
      HttpRequest get = HttpRequest.newBuilder(service.uri()).build();
      CompletableFuture<HttpResponse<Void>> first =
          client.sendAsync(get, HttpResponse.BodyHandlers.discarding());
      assertThat(admitted.await(20, TimeUnit.SECONDS)).isTrue();
      assertThat(Burst.of(service.uri(), 1, PATIENCE).responses().getFirst().status())
          .isEqualTo(503);
      first.cancel(true);
      assertThat(admitsAnother(service)).isTrue();
    }
  }

  /** A request that is admitted gets no response here; one that is refused gets 503 at once. */
  private static boolean admitsAnother(StartedServer service) throws Exception {
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (System.nanoTime() < end) {
      try {
        Burst.of(service.uri(), 1, Duration.ofMillis(300));
        Thread.sleep(20);
      } catch (IOException e) {
        return true;
      }
    }
    return false;
  }

  @AfterEach
  void threadsEndWithIt() {
    assertEventLoopsAre(Set.of());
  }

  @Test
  void takenPortLeavesNoThread() throws Exception {
    try (StartedServer first = start(Map.of())) {
      Set<Long> before = eventLoops();
      String port = Integer.toString(first.uri().getPort());
      assertThatThrownBy(() -> start(Map.of("PORT", port))).isInstanceOf(BindException.class);
      assertEventLoopsAre(before);
    }
  }

  /** A thread that has said that it ends may be seen a moment longer. */
  private static void assertEventLoopsAre(Set<Long> expected) {
    await().atMost(PATIENCE).untilAsserted(() -> assertThat(eventLoops()).isEqualTo(expected));
  }

  private static Set<Long> eventLoops() {
    return Arrays.stream(THREADS.getThreadInfo(THREADS.getAllThreadIds()))
        .filter(thread -> thread != null && thread.getThreadName().startsWith("vert.x-eventloop-"))
        .map(ThreadInfo::getThreadId)
        .collect(Collectors.toSet());
  }

  private static StartedServer start(Map<String, String> given) throws IOException {
    return start(given, request -> request.response().end(Endpoint.BODY));
  }

  private static StartedServer start(Map<String, String> given, Handler<HttpServerRequest> handler)
      throws IOException {
    Map<String, String> all = new HashMap<>(Map.of("PORT", "0", "EVENT_LOOPS", "2"));
    all.putAll(given);
    return new OneHandler(handler).start(all::get);
  }

  @Command(name = "one-handler")
  private static final class OneHandler extends VertxService {
    private final Handler<HttpServerRequest> handler;

    OneHandler(Handler<HttpServerRequest> handler) {
      super(0);
      this.handler = handler;
    }

    @Override
    protected StartedServer serve() throws IOException {
      return onEventLoops(Duration.ZERO, vertx -> handler);
    }
  }
}
