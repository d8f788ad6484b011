package io.github.restcomparison.compare.experiment;

import static io.github.restcomparison.compare.experiment.Known.decided;
import static io.github.restcomparison.compare.experiment.Known.invalid;
import static io.github.restcomparison.compare.experiment.Known.noisy;
import static io.github.restcomparison.compare.experiment.Known.open;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.restcomparison.analysis.model.Comparison;
import io.github.restcomparison.analysis.model.Pair;
import io.github.restcomparison.records.plan.ExperimentPlan.Design;
import io.github.restcomparison.records.plan.ExperimentPlan.Rounds;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class StoppingRuleTest {
  private long seconds;
  private final StoppingRule early = rule(10, true, Optional.empty());
  private final StoppingRule tenMinutes = rule(10, true, Optional.of(Duration.ofMinutes(10)));

  @Test
  void endsOnceAllPairsAreDecided() {
    assertThat(after(early, 4, decided(), open())).isEmpty();
    assertThat(after(early, 4, decided(), decided())).contains("every pair is decided");
  }

  @Test
  void endsIfNoRoundCanDecide() {
    assertThat(after(early, 4, decided(), invalid()))
        .contains("1 of 2 comparisons decided; 1 not possible");
    assertThat(after(early, 4, decided(), noisy()))
        .contains(
            "1 of 2 comparisons decided; a and b are not told apart by throughput (noise 34 %), which"
                + " is too much for the 6 rounds left");
    assertThat(after(early, 4, noisy(), open())).isEmpty();
  }

  /** Services that do not start do not do so in the third round either. */
  @Test
  void endsIfNoPairCanBeCompared() {
    assertThat(after(early, 1, invalid())).contains("no pair can be compared");
  }

  @Test
  void noAnalysisBeforeTheThirdRound() {
    assertThat(after(early, 2, decided())).isEmpty();
    assertThat(after(early, 3, decided())).isPresent();
  }

  @Test
  void fixedDesignMeasuresAllRounds() {
    StoppingRule fixed = rule(10, false, Optional.empty());
    assertThat(after(fixed, 9, decided())).isEmpty();
    assertThat(after(fixed, 10, open())).contains("all 10 rounds are measured");
  }

  /** One variant alone, or a sweep: nothing could be decided. */
  @Test
  void withoutPairsTheRoundsAreMeasured() {
    assertThat(after(early, 9)).isEmpty();
    assertThat(early.endReason(9, Optional.empty(), Duration.ZERO)).isEmpty();
    assertThat(after(early, 10)).isPresent();
  }

  @Test
  void noRoundStartsThatWouldExceedTheLimit() {
    Optional<Comparison> known = Optional.of(Known.of(open()));
    Duration round = Duration.ofSeconds(150);
    seconds = 450;
    assertThat(tenMinutes.endReason(2, known, round)).isEmpty();
    seconds = 451;
    assertThat(tenMinutes.endReason(2, known, round))
        .contains(
            "--for 10 min 00 s is used up: 7 min 31 s have passed, and a round takes about 2 min 30 s");
  }

  @Test
  void loadOfAStudyHasAShareOfTheLimit() {
    Duration typed = Duration.ofMinutes(20);
    StoppingRule load =
        new StoppingRule(rule(10, true, Optional.of(typed)).design(), tenMinutes.time());
    seconds = 600;
    assertThat(load.endReason(2, Optional.of(Known.of(open())), Duration.ofSeconds(9)))
        .contains(
            "--for 20 min 00 s (10 min 00 s for this load) is used up: 10 min 00 s have passed, and a"
                + " round takes about 9 s");
  }

  @Test
  void tooLittleTimeForThreeRoundsIsAWarning() {
    assertThat(tenMinutes.warning(Duration.ofSeconds(200))).isEmpty();
    assertThat(tenMinutes.warning(Duration.ofSeconds(201)))
        .contains(
            "a verdict takes 3 rounds, about 10 min 03 s: --for 10 min 00 s may end before. At least"
                + " one round is measured");
    assertThat(early.warning(Duration.ofHours(9))).isEmpty();
  }

  @Test
  void tooFewRoundsAreAWarning() {
    assertThat(rule(2, false, Optional.empty()).warning(Duration.ZERO))
        .contains("a verdict takes 3 rounds: fewer (--rounds 2) give figures only");
  }

  private static Optional<String> after(StoppingRule rule, int round, Pair... pairs) {
    return rule.endReason(round, Optional.of(Known.of(pairs)), Duration.ZERO);
  }

  private StoppingRule rule(int rounds, boolean earlyStop, Optional<Duration> limit) {
    Design design =
        new Design(
            List.of("a", "b"),
            Optional.empty(),
            new Rounds(earlyStop ? 1 : rounds, rounds),
            1,
            limit,
            Optional.empty());
    try {
      Path none = Path.of("no-such-experiment");
      return new StoppingRule(
          design, new ExperimentTime(none, limit, () -> TimeUnit.SECONDS.toNanos(seconds)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
