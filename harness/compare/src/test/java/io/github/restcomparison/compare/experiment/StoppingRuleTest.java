package io.github.restcomparison.compare.experiment;

import static io.github.restcomparison.compare.experiment.Known.closed;
import static io.github.restcomparison.compare.experiment.Known.decided;
import static io.github.restcomparison.compare.experiment.Known.open;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.restcomparison.analysis.model.Comparison;
import io.github.restcomparison.analysis.statistics.PairVerdict;
import io.github.restcomparison.records.plan.ExperimentPlan.Design;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class StoppingRuleTest {
  private static final StoppingRule EARLY = rule(10, true, OptionalLong.empty());
  private static final StoppingRule TEN_MINUTES = rule(10, true, OptionalLong.of(600_000));

  @Test
  void itEndsOnceAllPairsAreDecided() {
    assertThat(after(EARLY, 4, decided(), open())).isEmpty();
    assertThat(after(EARLY, 4, decided(), decided())).contains("every pair is decided");
  }

  @Test
  void itDoesNotWaitForWhatNoRoundCanDecide() {
    assertThat(after(EARLY, 4, decided(), closed()))
        .contains("every pair is decided but 1 that no round can decide");
  }

  /** Services that do not start do not do so in the third round either. */
  @Test
  void withoutAnyPairThatCouldBeComparedItEndsAtOnce() {
    assertThat(after(EARLY, 1, closed())).contains("no pair is left that could be compared");
  }

  @Test
  void beforeTheThirdRoundNobodyLooks() {
    assertThat(after(EARLY, 2, decided())).isEmpty();
    assertThat(after(EARLY, 3, decided())).isPresent();
  }

  @Test
  void theFixedDesignGoesOnToItsEnd() {
    StoppingRule fixed = rule(10, false, OptionalLong.empty());
    assertThat(after(fixed, 9, decided())).isEmpty();
    assertThat(after(fixed, 10, open())).contains("all 10 rounds are measured");
  }

  /** One variant alone, or a sweep: nothing could be decided. */
  @Test
  void withoutPairsTheRoundsAreMeasured() {
    assertThat(after(EARLY, 9)).isEmpty();
    assertThat(EARLY.after(9, Optional.empty(), Duration.ZERO, Duration.ZERO)).isEmpty();
    assertThat(after(EARLY, 10)).isPresent();
  }

  @Test
  void noRoundBeginsThatWouldEndTooLate() {
    Optional<Comparison> known = Optional.of(Known.of(open()));
    Duration round = Duration.ofSeconds(150);
    assertThat(TEN_MINUTES.after(2, known, Duration.ofSeconds(450), round)).isEmpty();
    assertThat(TEN_MINUTES.after(2, known, Duration.ofSeconds(451), round))
        .contains(
            "--for 10 min 00 s is used up: 7 min 31 s are over, and a round takes about 2 min 30 s");
  }

  @Test
  void tooLittleTimeForThreeRoundsIsSaidBeforehand() {
    Duration calibration = Duration.ofSeconds(30);
    assertThat(TEN_MINUTES.warning(calibration, Duration.ofSeconds(190))).isEmpty();
    assertThat(TEN_MINUTES.warning(calibration, Duration.ofSeconds(191)))
        .contains(
            "--for 10 min 00 s may end before the 3 rounds that a verdict takes: they need about"
                + " 10 min 03 s. At least one round is measured");
    assertThat(rule(2, true, OptionalLong.of(1_000)).warning(calibration, calibration)).isEmpty();
    assertThat(EARLY.warning(calibration, Duration.ofHours(9))).isEmpty();
  }

  private static Optional<String> after(StoppingRule rule, int round, PairVerdict... pairs) {
    return rule.after(round, Optional.of(Known.of(pairs)), Duration.ZERO, Duration.ZERO);
  }

  private static StoppingRule rule(int rounds, boolean earlyStop, OptionalLong timeLimitMs) {
    return new StoppingRule(
        new Design(
            List.of("a", "b"), Optional.empty(), earlyStop ? 1 : rounds, rounds, 1, timeLimitMs));
  }
}
