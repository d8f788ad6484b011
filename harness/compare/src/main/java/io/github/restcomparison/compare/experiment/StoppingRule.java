package io.github.restcomparison.compare.experiment;

import static io.github.restcomparison.analysis.model.Family.MIN_ROUNDS;
import static io.github.restcomparison.compare.experiment.ExperimentTime.text;

import io.github.restcomparison.analysis.model.Comparison;
import io.github.restcomparison.analysis.model.Pair;
import io.github.restcomparison.analysis.model.Statement;
import io.github.restcomparison.records.plan.ExperimentPlan.Design;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * The rule that ends an experiment: no round can help any pair, its rounds are measured, or its
 * time is used up (docs/decisions/0022-verdict.md).
 */
record StoppingRule(Design design, ExperimentTime time) {
  /**
   * Returns why no further round begins; empty if one does.
   *
   * @param round that has ended, from 1
   * @param known the results of all rounds so far; empty if no pairs are compared
   * @param next the estimate of the next round
   */
  Optional<String> endReason(int round, Optional<Comparison> known, Duration next) {
    List<Pair> pairs = known.map(Comparison::pairs).orElse(List.of());
    if (design.rounds().mayEndEarly() && !pairs.isEmpty() && known.get().isComplete()) {
      // A service that failed would fail in every round.
      if (pairs.stream().noneMatch(Pair::isMeasured)) {
        return Optional.of("no pair can be compared");
      }
      if (round >= Math.max(design.rounds().min(), MIN_ROUNDS)) {
        return Optional.of(Statement.decided(pairs, design.rounds().max() - round));
      }
    }
    if (round >= design.rounds().max()) {
      return Optional.of(
          round == 1 ? "its one round is measured" : "all %d rounds are measured".formatted(round));
    }
    return time.isEnoughFor(next)
        ? Optional.empty()
        : Optional.of(
            "%s is used up: %s have passed, and a round takes about %s"
                .formatted(limit(), text(time.used()), text(time.expected(next))));
  }

  /**
   * Returns a warning if the experiment is too short for a verdict.
   *
   * @param round the estimate of a round
   */
  Optional<String> warning(Duration round) {
    Duration needed = round.multipliedBy(MIN_ROUNDS);
    String verdict = "a verdict takes %d rounds".formatted(MIN_ROUNDS);
    if (design.variants().size() < 2) {
      return Optional.empty();
    }
    if (design.rounds().max() < MIN_ROUNDS) {
      return Optional.of(
          "%s: fewer (--rounds %d) give figures only".formatted(verdict, design.rounds().max()));
    }
    return time.isEnoughFor(needed)
        ? Optional.empty()
        : Optional.of(
            "%s, about %s: %s may end before. At least one round is measured"
                .formatted(verdict, text(needed), limit()));
  }

  /** Returns the limit as the user typed it, and the share that a load of a study has. */
  private String limit() {
    Duration limit = time.limit().orElseThrow();
    Duration typed = design.time().orElse(limit);
    return "--for %s%s"
        .formatted(
            text(typed), typed.equals(limit) ? "" : " (%s for this load)".formatted(text(limit)));
  }
}
