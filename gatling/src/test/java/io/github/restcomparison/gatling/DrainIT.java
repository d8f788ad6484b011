package io.github.restcomparison.gatling;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restcomparison.comparison.run.Variant;
import io.github.restcomparison.contract.Endpoint;
import io.github.restcomparison.contract.HttpAnswers.Answer;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** SIGTERM while a thousand users are at work. */
class DrainIT {
  private static final int USERS = 1_000;
  private static final int TIMES = Integer.getInteger("drains", 1);

  static Stream<Variant> core() {
    return SurvivalIT.core();
  }

  /** {@code -Ddrains=10} does it so often with each. */
  @ParameterizedTest
  @MethodSource("core")
  void sigtermUnderLoadLosesNoRequest(Variant service) throws Exception {
    for (int i = 0; i < TIMES; i++) {
      try (JarProcess jar = JarProcess.start(service, "PORT=0", "DELAY_MS=100");
          ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
        Users users = new Users(jar.ready());
        for (int user = 0; user < USERS; user++) {
          threads.submit(users::work);
        }
        users.awaitAnswers(3 * USERS);
        long told = System.nanoTime();
        jar.process().destroy();
        assertThat(jar.process().waitFor(5, TimeUnit.SECONDS)).isTrue();
        System.out.printf(
            "%s: gone %d ms after SIGTERM; %,d requests answered, %d refused with 503, %d lost%n",
            service.name(),
            Duration.ofNanos(System.nanoTime() - told).toMillis(),
            users.answered.sum(),
            users.refused.sum(),
            users.lost.size());
        assertThat(users.lost).isEmpty();
        assertThat(jar.output().lines()).hasSize(1);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("core")
  void isNotReadyWhileItDrains(Variant service) throws Exception {
    try (JarProcess jar = JarProcess.start(service, "PORT=0", "DELAY_MS=2000");
        RawClient waits = new RawClient(jar.ready());
        RawClient asks = new RawClient(jar.ready())) {
      assertThat(asks.get(Endpoint.HEALTH).status()).isEqualTo(200);
      waits.send("GET " + Endpoint.RESOURCE + " HTTP/1.1\r\nHost: a\r\n\r\n");
      awaitOneInFlight(jar.ready());
      jar.process().destroy();
      Thread.sleep(500);
      assertThat(asks.get(Endpoint.HEALTH).status()).isEqualTo(503);
      Answer last = waits.answer();
      assertThat(last.status()).isEqualTo(200);
      assertThat(last.headers()).containsEntry("Connection", "close");
    }
  }

  @ParameterizedTest
  @MethodSource("core")
  void secondSigtermEndsItAtOnce(Variant service) throws Exception {
    try (JarProcess jar = JarProcess.start(service, "PORT=0", "DELAY_MS=60000");
        RawClient waits = new RawClient(jar.ready())) {
      waits.send("GET " + Endpoint.RESOURCE + " HTTP/1.1\r\nHost: a\r\n\r\n");
      awaitOneInFlight(jar.ready());
      jar.process().destroy();
      assertThat(jar.process().waitFor(1, TimeUnit.SECONDS)).isFalse();
      jar.process().destroy();
      assertThat(jar.process().waitFor(500, TimeUnit.MILLISECONDS)).isTrue();
      assertThat(jar.process().exitValue()).isEqualTo(128 + 15);
    }
  }

  private static void awaitOneInFlight(URI service) throws Exception {
    try (RawClient client = new RawClient(service)) {
      while (!client.get(Endpoint.METRICS).body().contains("\nresource_in_flight 1.0\n")) {
        Thread.sleep(20);
      }
    }
  }

  /** Users who ask again at once, until they are told to go, or find nobody there any more. */
  private static final class Users {
    private final URI resource;
    private final LongAdder answered = new LongAdder();
    private final LongAdder refused = new LongAdder();
    private final Queue<String> lost = new ConcurrentLinkedQueue<>();

    Users(URI resource) {
      this.resource = resource;
    }

    void work() {
      try (RawClient client = new RawClient(resource)) {
        while (mayAskAgain(client)) {
          // until it is told to go
        }
      } catch (IOException e) {
        // It could not connect: nothing has been asked.
      }
    }

    private boolean mayAskAgain(RawClient client) {
      try {
        Answer answer = client.get(Endpoint.RESOURCE);
        (answer.status() == 503 ? refused : answered).increment();
        boolean right = answer.status() == 503 || answer.body().equals(Endpoint.BODY);
        if (!right) {
          lost.add(answer.toString());
        }
        return right && !"close".equalsIgnoreCase(answer.headers().get("Connection"));
      } catch (IOException e) {
        lost.add(e.toString());
        return false;
      }
    }

    void awaitAnswers(long count) throws InterruptedException {
      long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
      while (answered.sum() < count && System.nanoTime() < end) {
        Thread.sleep(10);
      }
    }
  }
}
