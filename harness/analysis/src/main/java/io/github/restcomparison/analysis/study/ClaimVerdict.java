package io.github.restcomparison.analysis.study;

import io.github.restcomparison.analysis.model.Pairs;
import io.github.restcomparison.analysis.model.Summary;
import io.github.restcomparison.analysis.model.VariantSummary;
import io.github.restcomparison.analysis.overhead.Bottleneck;
import io.github.restcomparison.analysis.runs.RunMetric;
import io.github.restcomparison.analysis.runs.RunMetrics;
import io.github.restcomparison.analysis.statistics.Interval;
import io.github.restcomparison.analysis.statistics.NoiseFloor;
import io.github.restcomparison.analysis.statistics.Numbers;
import io.github.restcomparison.analysis.statistics.Pair;
import io.github.restcomparison.analysis.statistics.PairVerdict;
import io.github.restcomparison.analysis.statistics.PairwiseTests;
import io.github.restcomparison.analysis.statistics.TestedMetric;
import io.github.restcomparison.analysis.statistics.UnpairedLogRatio;
import io.github.restcomparison.analysis.statistics.Verdict;
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
 * @param published the ratio that was published, with what it is a ratio of
 * @param here the ratio that was measured, with its interval
 * @param because what agrees or differs and why; or what a decision would take
 */
record ClaimVerdict(Claim claim, String published, String here, Outcome outcome, String because) {

  /** Whether a claim holds. */
  enum Outcome {
    /** What was published was shown here, too. */
    HOLDS("holds"),
    /** The contrary was shown. */
    DOES_NOT("does not hold"),
    /** Neither was shown. */
    NOT_DECIDABLE("not decidable on this host");

    private final String text;

    Outcome(String text) {
      this.text = text;
    }
  }

  private ClaimVerdict(Claim claim, String here, Outcome outcome, String because) {
    this(claim, published(claim), here, outcome, because);
  }

  private static String published(Claim claim) {
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

  /** Whether the claim holds or does not. */
  boolean isDecided() {
    return outcome != Outcome.NOT_DECIDABLE;
  }

  String says() {
    return claim.says();
  }

  /** The outcome in words. */
  String verdict() {
    return outcome.text;
  }

  /** A side of a claim, as it was measured. */
  private record Side(StudyExperiment experiment, VariantSummary variant) {
    static Optional<Side> of(Claim.Side side, List<StudyExperiment> experiments) {
      return experiments.stream()
          .filter(experiment -> experiment.load().equals(side.load()))
          .flatMap(
              experiment ->
                  experiment.variant(side.variant()).stream()
                      .map(variant -> new Side(experiment, variant)))
          .findFirst();
    }

    String name() {
      return "%s (%s)".formatted(variant.name(), experiment.load());
    }

    Pairs.Side named() {
      return new Pairs.Side(name(), variant);
    }

    NoiseFloor floor() {
      return Summary.controls(experiment.runs()).floor(TestedMetric.THROUGHPUT);
    }

    Optional<Bottleneck> bottleneck() {
      return variant.ranked().isEmpty() ? Optional.empty() : Bottleneck.of(variant.ranked());
    }

    Optional<String> heldBackByHost() {
      return bottleneck()
          .filter(Bottleneck::isOfHost)
          .map(what -> "%s by %s".formatted(variant.name(), what.what()));
    }

    /** The share of right answers in each run, FAILED ones included; half a request for none. */
    double[] success() {
      return variant.runs().stream()
          .flatMap(run -> run.record().load().map(Load::counts).stream())
          .filter(counts -> counts.requests() > 0)
          .mapToDouble(counts -> Math.max(counts.ok(), 0.5) / counts.requests())
          .toArray();
    }

    /** What held it back and, by Little's law, how many requests waited at once, here and there. */
    String bound(Study study) {
      if (variant.ranked().isEmpty()) {
        return "%s is %s: %s".formatted(variant.name(), variant.status(), variant.reason());
      }
      String bound =
          bottleneck()
              .map(what -> "is bound by " + what.what())
              .orElse("has no bound that was looked for");
      double wait = variant.runs().getFirst().limits().delay().toMillis() / 1e3;
      double here = RunMetrics.THROUGHPUT.median(variant.ranked());
      if (wait == 0 || Double.isNaN(here)) {
        return variant.name() + " " + bound;
      }
      String published =
          study.figures(experiment.load()).stream()
              .filter(figures -> figures.variant().equals(variant.name()))
              .flatMapToDouble(figures -> figures.throughput().stream())
              .mapToObj(there -> ", %s in the publication".formatted(atOnce(there, wait)))
              .findFirst()
              .orElse("");
      return "%s %s, %s requests wait at once here%s"
          .formatted(variant.name(), bound, atOnce(here, wait), published);
    }

    private static String atOnce(double perSecond, double waitSeconds) {
      return Numbers.of(Math.rint(perSecond * waitSeconds));
    }
  }

  /**
   * Judges a claim.
   *
   * @param study that it is of
   * @param experiments of the study that were run
   */
  static ClaimVerdict of(Claim claim, Study study, List<StudyExperiment> experiments) {
    Optional<Side> one = Side.of(claim.one(), experiments);
    Optional<Side> other = claim.other().flatMap(side -> Side.of(side, experiments));
    if (one.isEmpty() || other.isEmpty() && claim.other().isPresent()) {
      Claim.Side missing = one.isEmpty() ? claim.one() : claim.other().get();
      return undecided(
          claim, "%s was not measured at %s".formatted(missing.variant(), missing.load()));
    }
    return other.isPresent()
        ? compared(claim, study, one.get(), other.get())
        : alone(claim, one.get().variant);
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
    boolean isTurned = pair.b().equals(one.variant.name());
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
      String takes =
          Stream.concat(
                  takes(pair.ruling()).stream(),
                  Stream.of("it would take a host with more CPUs: here, held back are " + heldBack)
                      .filter(any -> !heldBack.isEmpty()))
              .collect(Collectors.joining("; "));
      return new ClaimVerdict(claim, here(pair, isTurned), Outcome.NOT_DECIDABLE, takes);
    }
    String agreement =
        outcome == Outcome.DOES_NOT
            ? "differs"
            : isOfTheSameSize(claim, pair, isTurned)
                ? "agrees, in size too"
                : "agrees in direction, differs in size";
    return new ClaimVerdict(
        claim,
        here(pair, isTurned),
        outcome,
        "%s: %s; %s".formatted(agreement, one.bound(study), other.bound(study)));
  }

  /** By throughput in one experiment, the verdict of its own page; any other claim by itself. */
  private static PairVerdict pair(Side one, Side other, Figure by) {
    boolean isOneExperiment = one.experiment.load().equals(other.experiment.load());
    if (by == Figure.THROUGHPUT && isOneExperiment) {
      Set<String> names = Set.of(one.variant.name(), other.variant.name());
      return one.experiment.comparison().pairs().stream()
          .filter(pair -> pair.tested() == TestedMetric.THROUGHPUT)
          .filter(pair -> names.equals(Set.of(pair.a(), pair.b())))
          .findFirst()
          .orElseThrow();
    }
    RunMetric metric = by == Figure.MEAN ? RunMetrics.MEAN : RunMetrics.THROUGHPUT;
    Pair pair =
        by == Figure.SUCCESS
            ? new Pair.Measured(
                one.name(), other.name(), UnpairedLogRatio.of(one.success(), other.success()))
            : isOneExperiment
                ? Pairs.ofOneExperiment(one.variant, other.variant, metric, one.variant.planned())
                : Pairs.ofTwoExperiments(one.named(), other.named(), metric);
    // whatever the figure, "better" of throughput is read as "greater"
    return new PairwiseTests(TestedMetric.THROUGHPUT, one.floor().or(other.floor()), List.of(pair))
        .judge()
        .getFirst();
  }

  /** A direction holds if it is shown, however small the difference is. */
  private static Outcome outcome(Relation claimed, Verdict ruling, String one) {
    boolean isAlike = claimed == Relation.ALIKE;
    return switch (ruling) {
      case Verdict.BetterAtLeast(String better, int percent) ->
          holds(!isAlike && better.equals(one) == (claimed == Relation.MORE));
      case Verdict.BetterSizeUnclear(String better, double margin) ->
          isAlike ? Outcome.NOT_DECIDABLE : holds(better.equals(one) == (claimed == Relation.MORE));
      case Verdict.EquivalentWithin equivalent -> holds(isAlike);
      default -> Outcome.NOT_DECIDABLE;
    };
  }

  private static Outcome holds(boolean isShown) {
    return isShown ? Outcome.HOLDS : Outcome.DOES_NOT;
  }

  private static Optional<String> takes(Verdict ruling) {
    return switch (ruling) {
      case Verdict.NoDifferenceShown shown ->
          Optional.of(
              shown.moreRounds().isPresent()
                  ? "it would take about %s more"
                      .formatted(Numbers.count(shown.moreRounds().getAsInt(), "round"))
                  : "it would take more than %d rounds"
                      .formatted(Verdict.NoDifferenceShown.MOST_ROUNDS));
      case Verdict.Indicative(int rounds, int needed) ->
          Optional.of(
              "it would take %s at least, here %s %d"
                  .formatted(Numbers.count(needed, "round"), rounds == 1 ? "is" : "are", rounds));
      case Verdict.BetterSizeUnclear unclear ->
          Optional.of("it would take more rounds to show whether the margin is passed");
      case Verdict.Unranked(Pair.Status status, String reason) -> Optional.of(reason);
      default -> Optional.empty();
    };
  }

  /** Whether the size is that of the publication, too. */
  private static boolean isOfTheSameSize(Claim claim, PairVerdict pair, boolean isTurned) {
    double published = claim.ratio().orElseThrow();
    double ratio = ratio(pair, isTurned);
    double margin = 1 + NoiseFloor.LEAST_MARGIN;
    return published <= ratio * margin && ratio <= published * margin
        || interval(pair, isTurned).filter(each -> each.contains(published)).isPresent();
  }

  private static String here(PairVerdict pair, boolean isTurned) {
    return pair.ratio().isEmpty()
        ? Numbers.ABSENT
        : Numbers.of(ratio(pair, isTurned))
            + interval(pair, isTurned)
                .map(
                    each ->
                        " (%s %% interval %s to %s)"
                            .formatted(
                                Numbers.of(Math.floor(1e3 * each.confidence() + 1e-6) / 10),
                                Numbers.of(each.low()),
                                Numbers.of(each.high())))
                .orElse("");
  }

  private static double ratio(PairVerdict pair, boolean isTurned) {
    double ratio = pair.ratio().orElse(Double.NaN);
    return isTurned ? 1 / ratio : ratio;
  }

  private static Optional<Interval> interval(PairVerdict pair, boolean isTurned) {
    if (pair.low().isEmpty()) {
      return Optional.empty();
    }
    Interval interval =
        new Interval(
            pair.low().getAsDouble(), pair.high().getAsDouble(), pair.confidence().getAsDouble());
    return Optional.of(isTurned ? interval.reciprocal() : interval);
  }
}
