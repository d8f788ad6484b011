package io.github.restcomparison.system;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restcomparison.contracttck.HttpAnswers.Answer;
import io.github.restcomparison.runner.variants.Variant;
import io.github.restcomparison.servicekit.Endpoint;
import io.github.restcomparison.system.driver.JarProcess;
import io.github.restcomparison.system.driver.RawClient;
import io.github.restcomparison.system.driver.Users;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** SIGTERM while a thousand users are at work. */
class DrainIT {
  private static final int USERS = 1_000;
  private static final int TIMES = Integer.getInteger("drains", 1);

  @ParameterizedTest
  @MethodSource(Services.CORE)
  void sigtermUnderLoadLosesNoRequest(Variant service) throws Exception {
    assertLosesNoRequest(service);
  }

  @Tag("full")
  @ParameterizedTest
  @MethodSource(Services.OTHER_LIMITED)
  void sigtermUnderLoadLosesNoRequestOfOtherModels(Variant service) throws Exception {
    assertLosesNoRequest(service);
  }

  /** {@code -Ddrains=10} does it so often with each. */
  private static void assertLosesNoRequest(Variant service) throws Exception {
    for (int i = 0; i < TIMES; i++) {
      try (JarProcess jar = JarProcess.start(service, "PORT=0", "DELAY_MS=100");
          Users users = new Users(jar.ready(), USERS)) {
        users.awaitAnswers(3 * USERS);
        long signalled = System.nanoTime();
        jar.process().destroy();
        assertThat(jar.process().waitFor(60, TimeUnit.SECONDS)).isTrue();
        System.out.printf(
            "%s: gone %d ms after SIGTERM; %,d requests answered, %d refused with 503, %d lost%n",
            service.name(),
            Duration.ofNanos(System.nanoTime() - signalled).toMillis(),
            users.answered(),
            users.refused(),
            users.lost().size());
        assertThat(users.lost()).isEmpty();
        assertThat(jar.lines()).hasSize(1);
      }
    }
  }

  @ParameterizedTest
  @MethodSource(Services.CORE)
  void isNotReadyWhileItDrains(Variant service) throws Exception {
    assertNotReadyWhileItDrains(service);
  }

  @Tag("full")
  @ParameterizedTest
  @MethodSource(Services.OTHER_LIMITED)
  void otherModelsAreNotReadyWhileTheyDrain(Variant service) throws Exception {
    assertNotReadyWhileItDrains(service);
  }

  private static void assertNotReadyWhileItDrains(Variant service) throws Exception {
    try (JarProcess jar = JarProcess.start(service, "PORT=0", "DELAY_MS=2000");
        RawClient waits = new RawClient(jar.ready());
        RawClient asks = new RawClient(jar.ready())) {
      assertThat(asks.get(Endpoint.HEALTH).status()).isEqualTo(200);
      waits.send("GET " + Endpoint.RESOURCE + " HTTP/1.1\r\nHost: a\r\n\r\n");
      awaitOneInFlight(jar.ready());
      jar.process().destroy();
      int health;
      do {
        Thread.sleep(20);
        health = asks.get(Endpoint.HEALTH).status();
      } while (health == 200); // SIGTERM has not arrived yet
      assertThat(health).isEqualTo(503);
      Answer last = waits.answer();
      assertThat(last.status()).isEqualTo(200);
      assertThat(last.headers()).containsEntry("Connection", "close");
    }
  }

  private static void awaitOneInFlight(URI service) throws Exception {
    try (RawClient client = new RawClient(service)) {
      while (!client.get(Endpoint.METRICS).body().contains("\nresource_in_flight 1.0\n")) {
        Thread.sleep(20);
      }
    }
  }
}
