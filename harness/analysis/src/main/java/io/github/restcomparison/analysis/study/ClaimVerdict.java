package io.github.restcomparison.analysis.study;

import io.github.restcomparison.analysis.model.Pairs;
import io.github.restcomparison.analysis.model.Summary;
import io.github.restcomparison.analysis.model.VariantSummary;
import io.github.restcomparison.analysis.runs.RunMetric;
import io.github.restcomparison.analysis.runs.RunMetrics;
import io.github.restcomparison.analysis.statistics.NoiseFloor;
import io.github.restcomparison.analysis.statistics.Numbers;
import io.github.restcomparison.analysis.statistics.Pair;
import io.github.restcomparison.analysis.statistics.PairVerdict;
import io.github.restcomparison.analysis.statistics.PairwiseTests;
import io.github.restcomparison.analysis.statistics.TestedMetric;
import io.github.restcomparison.analysis.statistics.UnpairedLogRatio;
import io.github.restcomparison.analysis.statistics.Verdict;
import io.github.restcomparison.analysis.study.StudyExperiment.Side;
import io.github.restcomparison.records.RunRecord.Load;
import io.github.restcomparison.records.study.Study;
import io.github.restcomparison.records.study.Study.Claim;
import io.github.restcomparison.records.study.Study.Claim.Figure;
import io.github.restcomparison.records.study.Study.Claim.Relation;
import java.util.List;
import java.util.Optional;
import java.util.Set;
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
  private static ClaimVerdict alone(Claim claim, VariantSummary one) {
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
    boolean isTurned = pair.b().equals(one.name());
    Ratio ratio = Ratio.of(pair, isTurned);
    Outcome outcome = outcome(claim.is(), pair.ruling(), isTurned ? pair.b() : pair.a());
    String heldBack =
        Stream.of(one, other)
            .flatMap(side -> side.heldBackByHost().stream())
            .collect(Collectors.joining(", "));
    // two that the host holds back alike may differ on another one
    boolean isUnseen =
        pair.ruling() instanceof Verdict.EquivalentWithin
            && claim.is() != Relation.ALIKE
            && !heldBack.isEmpty();
    if (isUnseen || outcome == Outcome.NOT_DECIDABLE) {
      String host = "it would take a host with more CPUs: here, held back are " + heldBack;
      String takes =
          Stream.of(takes(pair.ruling()), heldBack.isEmpty() ? "" : host)
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
      Set<String> names = Set.of(one.name(), other.name());
      return one.experiment().comparison().pairs().stream()
          .filter(pair -> pair.tested() == TestedMetric.THROUGHPUT)
          .filter(pair -> names.equals(Set.of(pair.a(), pair.b())))
          .findFirst()
          .orElseThrow();
    }
    RunMetric metric = by == Figure.MEAN ? RunMetrics.MEAN : RunMetrics.THROUGHPUT;
    Pairs.Side first = named(one);
    Pairs.Side second = named(other);
    Pair pair =
        by == Figure.SUCCESS
            ? new Pair.Measured(
                first.name(), second.name(), UnpairedLogRatio.of(success(one), success(other)))
            : isOneExperiment
                ? Pairs.ofOneExperiment(
                    one.variant(), other.variant(), metric, one.variant().planned())
                : Pairs.ofTwoExperiments(first, second, metric);
    // whatever the figure, "better" of throughput is read as "greater"
    return new PairwiseTests(TestedMetric.THROUGHPUT, floor(one).or(floor(other)), List.of(pair))
        .judge()
        .getFirst();
  }

  private static Pairs.Side named(Side side) {
    return new Pairs.Side(
        "%s (%s)".formatted(side.name(), side.experiment().load()), side.variant());
  }

  private static NoiseFloor floor(Side side) {
    return Summary.controls(side.experiment().runs()).floor(TestedMetric.THROUGHPUT);
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
  private static Outcome outcome(Relation claimed, Verdict ruling, String one) {
    boolean isAlike = claimed == Relation.ALIKE;
    boolean isMore = claimed == Relation.MORE;
    return switch (ruling) {
      case Verdict.BetterAtLeast(String better, int percent) ->
          holds(!isAlike && better.equals(one) == isMore);
      case Verdict.BetterSizeUnclear(String better, double margin) ->
          isAlike ? Outcome.NOT_DECIDABLE : holds(better.equals(one) == isMore);
      case Verdict.EquivalentWithin equivalent -> holds(isAlike);
      default -> Outcome.NOT_DECIDABLE;
    };
  }

  private static Outcome holds(boolean isShown) {
    return isShown ? Outcome.HOLDS : Outcome.DOES_NOT;
  }

  private static String takes(Verdict ruling) {
    return switch (ruling) {
      case Verdict.NoDifferenceShown shown ->
          shown.moreRounds().isPresent()
              ? "it would take about %s more"
                  .formatted(Numbers.count(shown.moreRounds().getAsInt(), "round"))
              : "it would take more than %d rounds"
                  .formatted(Verdict.NoDifferenceShown.MOST_ROUNDS);
      case Verdict.Indicative(int rounds, int needed) ->
          "it would take %s at least, here %s %d"
              .formatted(Numbers.count(needed, "round"), rounds == 1 ? "is" : "are", rounds);
      case Verdict.BetterSizeUnclear unclear ->
          "it would take more rounds to show whether the margin is passed";
      case Verdict.Unranked(Pair.Status status, String reason) -> reason;
      default -> "";
    };
  }

  /** Of the first side to the second, with the ends of its interval; NaN if absent. */
  private record Ratio(double value, double low, double high, double confidence) {
    static Ratio of(PairVerdict pair, boolean isTurned) {
      double value = pair.ratio().orElse(Double.NaN);
      double low = pair.low().orElse(Double.NaN);
      double high = pair.high().orElse(Double.NaN);
      double confidence = pair.confidence().orElse(Double.NaN);
      return isTurned
          ? new Ratio(1 / value, 1 / high, 1 / low, confidence)
          : new Ratio(value, low, high, confidence);
    }

    String text() {
      return Double.isNaN(low)
          ? Numbers.of(value)
          : "%s (%s %% interval %s to %s)"
              .formatted(
                  Numbers.of(value),
                  Numbers.of(Math.floor(1e3 * confidence + 1e-6) / 10),
                  Numbers.of(low),
                  Numbers.of(high));
    }

    /** Whether it is as large as another one, but for the margin or the interval. */
    boolean isLike(double published) {
      double margin = 1 + NoiseFloor.LEAST_MARGIN;
      return published <= value * margin && value <= published * margin
          || low <= published && published <= high;
    }
  }
}
