package io.github.restcomparison.vertxrest;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restcomparison.contract.Burst;
import io.github.restcomparison.contract.ContractCheck;
import io.github.restcomparison.contract.RunningService;
import io.github.restcomparison.contract.Settings;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class VertxRestTest {
  private static final Duration DELAY = Duration.ofMillis(100);
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  @ParameterizedTest
  @ValueSource(strings = {"native", "nio"})
  void keepsTheContract(String transport) throws IOException {
    try (RunningService service = start(transport)) {
      assertThat(ContractCheck.broken(service.uri(), DELAY, OptionalInt.empty())).isEmpty();
    }
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void saysWhichTransportItUses() throws IOException {
    try (RunningService epoll = start("native");
        RunningService nio = start("nio")) {
      assertThat(epoll.configuration()).containsEntry("transport", "epoll");
      assertThat(nio.configuration()).containsEntry("transport", "NIO");
    }
  }

  @Test
  void thousandRequestsWaitAtOnceOnTwoEventLoops() throws Exception {
    try (RunningService service = start("native")) {
      Burst.of(service.uri(), 1_000, PATIENCE);
      Burst burst = Burst.of(service.uri(), 1_000, PATIENCE);
      assertThat(burst.answeredRightly()).isEqualTo(1_000);
      assertThat(burst.slowest()).isLessThan(Duration.ofSeconds(2));
      assertThat(service.requestsSeen()).isEqualTo(2_000);
    }
  }

  /**
   * Their requests would wait for a minute: only a service that has let go of them ends at once.
   */
  @Test
  void clientsThatLeaveTakeTheirRequestsWithThem() throws Exception {
    RunningService service = start("native", 60_000);
    Burst.thatLeaves(service.uri(), 300, Duration.ofMillis(500));
    Thread.sleep(500);
    assertThat(service.requestsSeen()).isEqualTo(300);
    long start = System.nanoTime();
    service.close();
    assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(2));
  }

  private static RunningService start(String transport) throws IOException {
    return start(transport, DELAY.toMillis());
  }

  private static RunningService start(String transport, long delayMs) throws IOException {
    return Main.start(
        Settings.of(
            Map.of(
                "PORT",
                "0",
                "DELAY_MS",
                Long.toString(delayMs),
                "TRANSPORT",
                transport,
                "EVENT_LOOPS",
                "2")));
  }
}
