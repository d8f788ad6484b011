package io.github.restcomparison.servicekit;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.DoubleSummaryStatistics;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class DelayTest {
  private static final Duration SECOND = Duration.ofSeconds(1);

  @Test
  void fixedIsAlwaysTheSame() {
    Delay delay = Delay.of(Settings.of(Map.of("DELAY_MS", "250")));
    assertThat(delay).isEqualTo(new Delay.Fixed(Duration.ofMillis(250)));
    assertThat(delay.next()).isEqualTo(Duration.ofMillis(250)).isEqualTo(delay.mean());
  }

  /** Of 10,000 uniform values the mean is within 5 standard errors: 5 x 1 s / sqrt(12 x 10000). */
  @Test
  void randomIsUniformUpToTheLongest() {
    Delay delay = Delay.of(Settings.of(Map.of("WAIT", "uniform", "DELAY_MS", "1000")));
    DoubleSummaryStatistics seen =
        IntStream.range(0, 10_000)
            .mapToDouble(i -> delay.next().toNanos() / 1e9)
            .summaryStatistics();
    assertThat(seen.getAverage()).isBetween(0.4855, 0.5145);
    assertThat(seen.getMin()).isBetween(0.0, 0.01);
    assertThat(seen.getMax()).isBetween(0.99, 1.0);
    assertThat(delay.mean()).isEqualTo(SECOND.dividedBy(2));
    assertThat(delay.shortest()).isZero();
    assertThat(delay.longest()).isEqualTo(SECOND);
  }

  /** Whoever comes, the wait ends at the same moments: whole periods after the start. */
  @Test
  void tickEndsForAllAtOnce() throws InterruptedException {
    long start = System.nanoTime();
    Delay delay = new Delay.Tick(SECOND, start);
    for (int i = 0; i < 3; i++) {
      long before = System.nanoTime();
      long ends = before + delay.next().toNanos() - start;
      long after = System.nanoTime() - before;
      assertThat(Math.floorMod(-ends, SECOND.toNanos())).isLessThanOrEqualTo(after);
      Thread.sleep(7);
    }
    assertThat(delay.mean()).isEqualTo(SECOND);
  }

  @Test
  void nothingToWaitForIsNoWaitOfAnyKind() {
    for (String kind : new String[] {"fixed", "uniform", "shared-tick"}) {
      assertThat(Delay.of(kind, Duration.ZERO).next()).isZero();
    }
  }

  /** Settings and records of before name two of them otherwise. */
  @Test
  void formerNamesAreRead() {
    assertThat(Delay.of(Settings.of(Map.of("WAIT", "random"))).kind()).isEqualTo("uniform");
    assertThat(Delay.of("tick", Duration.ofSeconds(1)).kind()).isEqualTo("shared-tick");
  }
}
