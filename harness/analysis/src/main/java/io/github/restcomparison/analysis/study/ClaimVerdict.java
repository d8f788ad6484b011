package io.github.restcomparison.analysis.study;

import io.github.restcomparison.analysis.model.Pair;
import io.github.restcomparison.analysis.model.PairVerdict;
import io.github.restcomparison.analysis.model.PairwiseTests;
import io.github.restcomparison.analysis.model.Variant;
import io.github.restcomparison.analysis.model.Verdict;
import io.github.restcomparison.analysis.model.Words;
import io.github.restcomparison.analysis.runs.RunMetric;
import io.github.restcomparison.analysis.runs.RunMetrics;
import io.github.restcomparison.analysis.statistics.Interval;
import io.github.restcomparison.analysis.statistics.NoiseFloor;
import io.github.restcomparison.analysis.statistics.Numbers;
import io.github.restcomparison.analysis.statistics.TestedMetric;
import io.github.restcomparison.analysis.study.StudyExperiment.Side;
import io.github.restcomparison.records.RunRecord.Load;
import io.github.restcomparison.records.study.Study;
import io.github.restcomparison.records.study.Study.Claim;
import io.github.restcomparison.records.study.Study.Claim.Figure;
import io.github.restcomparison.records.study.Study.Claim.Relation;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What became of a publication's claim here. A claim is a direction; how large the difference is
 * stands beside it.
 *
 * @param here the ratio that was measured, with its interval
 * @param because what agrees or differs and why; or what a decision would take
 */
record ClaimVerdict(Claim claim, String here, Outcome outcome, String because) {

  /** Whether a claim holds. */
  enum Outcome {
    /** What was published was shown here, too. */
    HOLDS("holds"),
    /** The contrary was shown. */
    DOES_NOT("does not hold"),
    /** Neither was shown. */
    NOT_DECIDABLE("not decidable on this host");

    final String text;

    Outcome(String text) {
      this.text = text;
    }
  }

  /** The ratio that was published, with what it is a ratio of. */
  String published() {
    if (claim.ratio().isEmpty()) {
      return "fails";
    }
    String figure =
        switch (claim.by()) {
          case THROUGHPUT -> "throughput";
          case MEAN -> "mean latency";
          case SUCCESS -> "success rate";
        };
    return "%s, ratio %s".formatted(figure, Numbers.of(claim.ratio()));
  }

  /**
   * Judges a claim.
   *
   * @param study that it is of
   * @param experiments of the study that were run
   */
  static ClaimVerdict of(Claim claim, Study study, List<StudyExperiment> experiments) {
    Optional<Side> one = side(claim.one(), experiments);
    Optional<Side> other = claim.other().flatMap(side -> side(side, experiments));
    if (one.isEmpty() || other.isEmpty() && claim.other().isPresent()) {
      Claim.Side missing = one.isEmpty() ? claim.one() : claim.other().get();
      return undecided(
          claim, "%s was not measured at %s".formatted(missing.variant(), missing.load()));
    }
    return other.isPresent()
        ? compared(claim, study, one.get(), other.get())
        : alone(claim, one.get().variant());
  }

  private static Optional<Side> side(Claim.Side side, List<StudyExperiment> experiments) {
    return experiments.stream()
        .filter(experiment -> experiment.load().equals(side.load()))
        .flatMap(experiment -> experiment.side(side.variant()).stream())
        .findFirst();
  }

  private static ClaimVerdict undecided(Claim claim, String takes) {
    return new ClaimVerdict(claim, Numbers.ABSENT, Outcome.NOT_DECIDABLE, takes);
  }

  /** Whether it fails, by all of its runs. */
  private static ClaimVerdict alone(Claim claim, Variant one) {
    String here = one.status().toString();
    return switch (one.status()) {
      case FAILED -> new ClaimVerdict(claim, here, Outcome.HOLDS, "agrees: " + one.reason());
      case VALID ->
          new ClaimVerdict(
              claim,
              here,
              Outcome.DOES_NOT,
              "differs: %s got right answers to all it asked in %s"
                  .formatted(one.name(), Numbers.count(one.ranked().size(), "round")));
      case INVALID, ABORTED -> undecided(claim, one.reason());
    };
  }

  private static ClaimVerdict compared(Claim claim, Study study, Side one, Side other) {
    PairVerdict pair = pair(one, other, claim.by());
    String first = pair.b().equals(one.name()) ? pair.b() : pair.a();
    Ratio ratio = new Ratio(pair.ratioOf(first), pair.seenFrom(first, pair.interval()));
    Outcome outcome = outcome(claim.is(), pair, first);
    String heldBack =
        Stream.of(one, other)
            .flatMap(side -> side.heldBackByHost().stream())
            .collect(Collectors.joining(", "));
    // two that the host holds back alike may differ on another one
    boolean isUnseen =
        pair.ruling() == Verdict.EQUIVALENT && claim.is() != Relation.ALIKE && !heldBack.isEmpty();
    if (isUnseen || outcome == Outcome.NOT_DECIDABLE) {
      String host = "it would take a host with more CPUs: here, held back are " + heldBack;
      String takes =
          Stream.of(takes(pair), heldBack.isEmpty() ? "" : host)
              .filter(each -> !each.isEmpty())
              .collect(Collectors.joining("; "));
      return new ClaimVerdict(claim, ratio.text(), Outcome.NOT_DECIDABLE, takes);
    }
    String agreement =
        outcome == Outcome.DOES_NOT
            ? "differs"
            : ratio.isLike(claim.ratio().orElseThrow())
                ? "agrees, in size too"
                : "agrees in direction, differs in size";
    return new ClaimVerdict(
        claim,
        ratio.text(),
        outcome,
        "%s: %s; %s".formatted(agreement, one.bound(study), other.bound(study)));
  }

  /** By throughput in one experiment, the verdict of its own page; any other claim by itself. */
  private static PairVerdict pair(Side one, Side other, Figure by) {
    boolean isOneExperiment = one.experiment().load().equals(other.experiment().load());
    if (by == Figure.THROUGHPUT && isOneExperiment) {
      return one.experiment()
          .comparison()
          .pair(TestedMetric.THROUGHPUT, one.name(), other.name())
          .orElseThrow();
    }
    NoiseFloor floor = floor(one).or(floor(other));
    RunMetric metric = by == Figure.MEAN ? RunMetrics.MEAN : RunMetrics.THROUGHPUT;
    Pair.Side first = named(one);
    Pair.Side second = named(other);
    Pair pair =
        by == Figure.SUCCESS
            ? Pair.ofSamples(first, second, success(one), success(other), floor)
            : isOneExperiment
                ? Pair.ofOneExperiment(
                    one.variant(), other.variant(), metric, floor, one.variant().planned())
                : Pair.ofTwoExperiments(first, second, metric, floor);
    // whatever the figure, "better" of throughput is read as "greater"
    return PairwiseTests.judge(TestedMetric.THROUGHPUT, floor.margin(), List.of(pair), true)
        .getFirst();
  }

  private static Pair.Side named(Side side) {
    return new Pair.Side(
        "%s (%s)".formatted(side.name(), side.experiment().load()), side.variant());
  }

  private static NoiseFloor floor(Side side) {
    return side.experiment().comparison().floor(TestedMetric.THROUGHPUT);
  }

  /** The share of right answers in each run, FAILED ones included; half a request for none. */
  private static double[] success(Side side) {
    return side.variant().runs().stream()
        .flatMap(run -> run.record().load().map(Load::counts).stream())
        .filter(counts -> counts.requests() > 0)
        .mapToDouble(counts -> Math.max(counts.ok(), 0.5) / counts.requests())
        .toArray();
  }

  /** A direction holds if it is shown, however small the difference is. */
  private static Outcome outcome(Relation claimed, PairVerdict pair, String one) {
    boolean isAlike = claimed == Relation.ALIKE;
    boolean isAsClaimed = pair.better().equals(one) == (claimed == Relation.MORE);
    return switch (pair.ruling()) {
      case BETTER_AT_LEAST -> holds(!isAlike && isAsClaimed);
      case BETTER_SIZE_UNCLEAR -> isAlike ? Outcome.NOT_DECIDABLE : holds(isAsClaimed);
      case EQUIVALENT -> holds(isAlike);
      default -> Outcome.NOT_DECIDABLE;
    };
  }

  private static Outcome holds(boolean isShown) {
    return isShown ? Outcome.HOLDS : Outcome.DOES_NOT;
  }

  private static String takes(PairVerdict pair) {
    return switch (pair.ruling()) {
      case NO_DIFFERENCE_SHOWN ->
          pair.moreRounds() > 0
              ? "it would take about %s more".formatted(Numbers.count(pair.moreRounds(), "round"))
              : "it would take more than %d rounds".formatted(PairVerdict.MOST_ROUNDS);
      case PREVIEW ->
          "it would take %s at least, here %s %d"
              .formatted(
                  Numbers.count(PairwiseTests.FIRST_LOOK, "round"),
                  pair.rounds() == 1 ? "is" : "are",
                  pair.rounds());
      case BETTER_SIZE_UNCLEAR -> "it would take more rounds to show whether the margin is passed";
      case UNRANKED -> pair.reason();
      default -> "";
    };
  }

  /** Of the first side to the second, with its interval. */
  private record Ratio(double value, Interval interval) {
    String text() {
      return interval.exists()
          ? "%s (%s %% interval %s to %s)"
              .formatted(
                  Numbers.of(value),
                  Words.confidence(interval),
                  Numbers.of(interval.low()),
                  Numbers.of(interval.high()))
          : Numbers.of(value);
    }

    /** Whether it is as large as another one, but for the margin or the interval. */
    boolean isLike(double published) {
      double margin = 1 + NoiseFloor.LEAST_MARGIN;
      return published <= value * margin && value <= published * margin
          || interval.contains(published);
    }
  }
}
