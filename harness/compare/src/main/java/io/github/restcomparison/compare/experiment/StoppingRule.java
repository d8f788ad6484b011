package io.github.restcomparison.compare.experiment;

import static io.github.restcomparison.compare.experiment.ExperimentTime.words;

import io.github.restcomparison.analysis.model.Comparison;
import io.github.restcomparison.analysis.statistics.PairVerdict;
import io.github.restcomparison.analysis.statistics.PairwiseTests;
import io.github.restcomparison.records.plan.ExperimentPlan.Design;
import java.time.Duration;
import java.util.Optional;

/**
 * When an experiment is over: all pairs are decided, its rounds are measured, or its time is used
 * up (docs/decisions/0023-where-the-time-goes.md).
 */
record StoppingRule(Design design) {
  /**
   * Returns why no further round begins; empty if one does.
   *
   * @param round that is over, from 1
   * @param known what all rounds so far show; empty if no pairs are compared
   * @param used of the time, since the experiment began
   * @param next how long the next round is expected to take
   */
  Optional<String> after(int round, Optional<Comparison> known, Duration used, Duration next) {
    if (design.earlyStop() && known.isPresent()) {
      Comparison all = known.get();
      boolean isDecided = !all.pairs().isEmpty() && all.isDecided();
      // Services that have failed do so in every round: nobody should wait for that.
      if (isDecided && all.pairs().stream().noneMatch(PairVerdict::decided)) {
        return Optional.of("no pair is left that could be compared");
      }
      if (isDecided && round >= Math.max(design.leastRounds(), PairwiseTests.FIRST_LOOK)) {
        long closed = all.pairs().stream().filter(pair -> !pair.decided()).count();
        return Optional.of(
            "every pair is decided"
                + (closed == 0 ? "" : " but %d that no round can decide".formatted(closed)));
      }
    }
    if (round >= design.rounds()) {
      return Optional.of(
          round == 1 ? "its one round is measured" : "all %d rounds are measured".formatted(round));
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

  /** Returns whether something is expected to end within the time limit. */
  boolean isTimeFor(Duration used, Duration next) {
    return design.timeLimitMs().isEmpty()
        || used.plus(next).toMillis() <= design.timeLimitMs().getAsLong();
  }

  /**
   * Returns a warning if the time limit is too short for a verdict.
   *
   * @param before the expected duration of what comes before the first round
   * @param round the expected duration of a round
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
}
