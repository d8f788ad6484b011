package io.github.restcomparison.servicekit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.Mixin;

class WaitTest {
  private static final class Holder {
    @Mixin private final Wait wait = new Wait();
  }

  private static Wait wait(Map<String, String> settings) {
    Holder holder = new Holder();
    SettingsReader.read(holder, settings::get);
    return holder.wait;
  }

  @AfterEach
  void endWarmUp() {
    Wait.setWarmUpDelayMs(0);
  }

  @Test
  void fixedIsAlwaysTheSame() {
    Wait wait = wait(Map.of("DELAY_MS", "250"));
    assertThat(wait.next()).hasMillis(250);
    assertThat(wait.next()).hasMillis(250);
    assertThat(wait.longest()).hasMillis(250);
  }

  /** A thread that sleeps, for however short a time, is interrupted; a virtual one may move. */
  @Test
  void withoutADelayItDoesNotSleep() throws InterruptedException {
    Thread.currentThread().interrupt();
    wait(Map.of("DELAY_MS", "0")).block();
    assertThat(Thread.interrupted()).isTrue();
    Thread.currentThread().interrupt();
    Wait waits = wait(Map.of("DELAY_MS", "1"));
    assertThatThrownBy(waits::block).isInstanceOf(InterruptedException.class);
  }

  /** Of 10,000 uniform values the mean is within 5 standard errors: 5 x 1 s / sqrt(12 x 10000). */
  @Test
  void uniformIsUpToTheLongest() {
    Wait wait = wait(Map.of("WAIT", "uniform", "DELAY_MS", "1000"));
    DoubleSummaryStatistics seen =
        IntStream.range(0, 10_000)
            .mapToDouble(i -> wait.next().toNanos() / 1e9)
            .summaryStatistics();
    assertThat(seen.getAverage()).isBetween(0.4855, 0.5145);
    assertThat(seen.getMin()).isBetween(0.0, 0.01);
    assertThat(seen.getMax()).isBetween(0.99, 1.0);
  }

  /** Two requests at any two moments wait for ticks that are whole periods apart. */
  @Test
  void sharedTickEndsForAllAtOnce() throws InterruptedException {
    Wait wait = wait(Map.of("WAIT", "shared-tick", "DELAY_MS", "1000"));
    long period = Duration.ofSeconds(1).toNanos();
    Tick first = Tick.of(wait);
    for (int i = 0; i < 3; i++) {
      Thread.sleep(7);
      Tick next = Tick.of(wait);
      long least = next.earliest - first.latest;
      long most = next.latest - first.earliest;
      assertThat(Math.ceilDiv(least, period) * period).isLessThanOrEqualTo(most);
    }
  }

  /** The moments between which a tick is, in ns: a wait is rounded up to the next millisecond. */
  private record Tick(long earliest, long latest) {
    static Tick of(Wait wait) {
      long before = System.nanoTime();
      long ns = wait.next().toNanos();
      return new Tick(before + ns - 1_000_000, System.nanoTime() + ns);
    }
  }

  /** A timer of whole milliseconds would wait longer by half of one, which is 10 % of these. */
  @Test
  void waitsAreTheSameWithTimersOfWholeMilliseconds() {
    Wait wait = wait(Map.of("WAIT", "uniform", "DELAY_MS", "10"));
    List<Duration> waits = Stream.generate(wait::next).limit(10_000).toList();
    assertThat(waits).allMatch(each -> each.toNanos() % 1_000_000 == 0);
    assertThat(waits.stream().mapToLong(Duration::toMillis).distinct())
        .containsExactlyInAnyOrder(1L, 2L, 3L, 4L, 5L, 6L, 7L, 8L, 9L);
    // 5 standard errors of the mean of nine equally likely values: 5 x sqrt(80 / 12 / 10000)
    assertThat(waits.stream().mapToLong(Duration::toMillis).average().orElseThrow())
        .isCloseTo(5, within(0.13));
  }

  @Test
  void shortestUniformWaitIsNotZero() {
    Wait wait = wait(Map.of("WAIT", "uniform", "DELAY_MS", "1"));
    assertThat(Stream.generate(wait::next).limit(1_000)).containsOnly(Duration.ofMillis(1));
  }

  @ParameterizedTest
  @ValueSource(strings = {"fixed", "uniform", "shared-tick"})
  void noDelayIsNoWaitOfAnyKind(String kind) {
    Wait wait = wait(Map.of("WAIT", kind, "DELAY_MS", "0"));
    assertThat(wait.next()).isZero();
    Wait.setWarmUpDelayMs(5);
    assertThat(wait.next()).isZero();
  }

  @Test
  void aWarmUpHasADelayOfItsOwn() {
    Wait wait = wait(Map.of());
    Wait.setWarmUpDelayMs(5);
    assertThat(wait.next()).hasMillis(5);
    Wait.setWarmUpDelayMs(0);
    assertThat(wait.next()).hasMillis(100);
  }

  @Test
  void computesBeforeItWaits() {
    Wait wait = wait(Map.of("CPU_MICROS", "20000"));
    long start = System.nanoTime();
    wait.next();
    assertThat(Duration.ofNanos(System.nanoTime() - start)).isGreaterThan(Duration.ofMillis(20));
  }
}
