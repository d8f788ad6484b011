package io.github.restcomparison.compare.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restcomparison.compare.experiment.TimeSpent;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** What a person sees who waits for half an hour. */
class TerminalProgressTest {
  private final StringWriter screen = new StringWriter();

  @Test
  void watchedItNamesTheRunTheRateAndTheTimeLeft() {
    TerminalProgress progress = progress(true);
    progress.began("round 3 of 10, vertx-rest", Duration.ofSeconds(1_234));
    progress.live("load 9,764 requests/s");
    assertThat(screen.toString())
        .contains("round 3 of 10, vertx-rest: starting (0 s, about 20 min 34 s left)")
        .endsWith("round 3 of 10, vertx-rest: load 9,764 requests/s (0 s, about 20 min 34 s left)")
        .doesNotContain("\n");
  }

  @Test
  void unwatchedItSaysOnlyWhatMustBeKnown() {
    TerminalProgress progress = progress(false);
    progress.began("round 3 of 10, vertx-rest", Duration.ofSeconds(1_234));
    progress.live("load 9,764 requests/s");
    assertThat(screen.toString()).isEmpty();
    progress.said("the host is busy");
    assertThat(screen).hasToString("the host is busy" + System.lineSeparator());
  }

  @Test
  void timeIsDividedInWholePercents() {
    assertThat(TimeDivision.sentence(new TimeSpent(1_970_000, 700_000, 840_000)))
        .isEqualTo(
            "It took 32 min 50 s: 36 % warm-up, 43 % measured load, 22 % neither (JVMs, checks,"
                + " calibration, reports).");
    assertThat(TimeDivision.sentence(new TimeSpent(0, 0, 0))).isEqualTo("nothing was measured");
  }

  private TerminalProgress progress(boolean watched) {
    return new TerminalProgress(new PrintWriter(screen, true), watched, () -> "page");
  }
}
