package io.github.restcomparison.compare.experiment;

import io.github.restcomparison.analysis.model.Comparison;
import io.github.restcomparison.analysis.statistics.PairVerdict;
import io.github.restcomparison.analysis.statistics.PairwiseTests;
import io.github.restcomparison.records.plan.ExperimentPlan.Design;
import java.time.Duration;
import java.util.Optional;

/**
 * When an experiment is over: all pairs are decided, its rounds are measured, or its time is used
 * up. Only the first of these knows what was measured, and it is looked for by the rule that the
 * verdicts stand by (docs/decisions/0023-where-the-time-goes.md).
 */
record StoppingRule(Design design) {
  /**
   * Whether no further round is to begin.
   *
   * @param round that is over, from 1
   * @param known what all rounds so far show; empty where no pairs are compared
   * @param used of the time, since the experiment began
   * @param next how long the next round is expected to take
   * @return why it is over, for a reader; empty where it goes on
   */
  Optional<String> after(int round, Optional<Comparison> known, Duration used, Duration next) {
    if (design.earlyStop() && known.filter(StoppingRule::hasNothingToCompare).isPresent()) {
      return Optional.of("no pair is left that could be compared");
    }
    if (design.earlyStop() && round >= Math.max(design.leastRounds(), PairwiseTests.FIRST_LOOK)) {
      Optional<String> decided =
          known.filter(all -> !all.pairs().isEmpty() && all.isDecided()).map(this::decided);
      if (decided.isPresent()) {
        return decided;
      }
    }
    if (round >= design.rounds()) {
      return Optional.of(round == 1 ? "its one round is" : "all %d rounds are".formatted(round))
          .map(rounds -> rounds + " measured");
    }
    return isTimeFor(used, next)
        ? Optional.empty()
        : Optional.of(
            "--for %s is used up: %s are over, and a round takes about %s"
                .formatted(
                    words(Duration.ofMillis(design.timeLimitMs().orElseThrow())),
                    words(used),
                    words(next)));
  }

  /** Services that have failed do so in every round: nobody should wait for that. */
  private static boolean hasNothingToCompare(Comparison all) {
    return !all.pairs().isEmpty()
        && all.isDecided()
        && all.pairs().stream().noneMatch(PairVerdict::decided);
  }

  private String decided(Comparison all) {
    long closed = all.pairs().stream().filter(pair -> !pair.decided()).count();
    return closed == 0
        ? "every pair is decided"
        : "every pair is decided but %d that no round can decide".formatted(closed);
  }

  /** Whether what takes so long can be expected to end within the time. */
  boolean isTimeFor(Duration used, Duration next) {
    return design.timeLimitMs().isEmpty()
        || used.plus(next).toMillis() <= design.timeLimitMs().getAsLong();
  }

  /**
   * What a person should know before it begins.
   *
   * @param round how long one is expected to take
   * @param before how long what comes before the first round is
   */
  Optional<String> warning(Duration before, Duration round) {
    Duration needed = before.plus(round.multipliedBy(PairwiseTests.FIRST_LOOK));
    return design.rounds() < PairwiseTests.FIRST_LOOK || isTimeFor(Duration.ZERO, needed)
        ? Optional.empty()
        : Optional.of(
            "--for %s may end before the %d rounds that a verdict takes: they need about %s. At"
                    .formatted(
                        words(Duration.ofMillis(design.timeLimitMs().orElseThrow())),
                        PairwiseTests.FIRST_LOOK,
                        words(needed))
                + " least one round is measured");
  }

  private static String words(Duration time) {
    return ExperimentTime.words(time);
  }
}
