package io.github.restcomparison.compare.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restcomparison.analysis.statistics.PairVerdict;
import io.github.restcomparison.compare.experiment.Known;
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
        .contains("round 3 of 10, vertx-rest: starting (0 s, at most about 20 min 34 s left)")
        .endsWith(
            "round 3 of 10, vertx-rest: load 9,764 requests/s (0 s, at most about 20 min 34 s left)")
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

  /** Whether anybody watches or not. */
  @Test
  void aRoundSaysWhatItDecidedAndWhatIsOpen() {
    PairVerdict open = Known.open();
    progress(false).roundEnded(4, 10, Known.of(Known.decided(3), Known.decided(4), open));
    assertThat(screen.toString().lines())
        .containsExactly(
            "round 4 of 10 at most: 2 of 3 comparisons decided, 1 open",
            "  decided: a / b by throughput: INVALID",
            "  open: a / b by throughput");
  }

  @Test
  void manyOpenPairsAreCounted() {
    PairVerdict open = Known.open();
    progress(false).roundEnded(4, 10, Known.of(open, open, open, open, open));
    assertThat(screen.toString()).contains("; and 2 more").hasLineCount(2);
  }

  private TerminalProgress progress(boolean watched) {
    return new TerminalProgress(new PrintWriter(screen, true), watched);
  }
}
