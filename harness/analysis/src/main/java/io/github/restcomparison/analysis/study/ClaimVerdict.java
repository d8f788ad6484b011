package io.github.restcomparison.analysis.study;

import io.github.restcomparison.analysis.model.Comparison;
import io.github.restcomparison.analysis.model.Family;
import io.github.restcomparison.analysis.model.Pair;
import io.github.restcomparison.analysis.model.Pair.Ruling;
import io.github.restcomparison.analysis.model.Pair.State;
import io.github.restcomparison.analysis.model.PairSentences;
import io.github.restcomparison.analysis.model.Pairing;
import io.github.restcomparison.analysis.model.VariantRuns;
import io.github.restcomparison.analysis.overhead.Bottleneck;
import io.github.restcomparison.analysis.runs.RunMetric;
import io.github.restcomparison.analysis.runs.TestedMetric;
import io.github.restcomparison.analysis.statistics.Estimate;
import io.github.restcomparison.analysis.statistics.LogRatio;
import io.github.restcomparison.analysis.statistics.NoiseFloor;
import io.github.restcomparison.analysis.statistics.Numbers;
import io.github.restcomparison.records.RunFigures.LoadResult;
import io.github.restcomparison.records.RunRecord;
import io.github.restcomparison.records.RunRecord.Status;
import io.github.restcomparison.records.settings.Count;
import io.github.restcomparison.records.study.Study;
import io.github.restcomparison.records.study.Study.Claim;
import io.github.restcomparison.records.study.Study.Claim.Figure;
import io.github.restcomparison.records.study.Study.Claim.Relation;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The verdict on a publication's claim. A claim is a direction; the size of the difference is next
 * to it.
 *
 * @param measuredRatio the measured ratio with its interval
 * @param reason agreements or differences and their reasons; or what a decision would take
 */
record ClaimVerdict(Claim claim, String measuredRatio, Outcome outcome, String reason) {
  /** The share of the requests with a correct response. */
  private static final TestedMetric SUCCESS =
      new TestedMetric(
          RunMetric.of("success", "share", ClaimVerdict::success),
          "success",
          "success rate",
          "has",
          "more",
          "correct responses");

  private static double success(RunRecord run) {
    return run.load()
        .map(LoadResult::counts)
        .filter(counts -> counts.requests() > 0)
        .map(counts -> Math.max(counts.ok(), 0.5) / counts.requests())
        .orElse(Double.NaN);
  }

  /** The outcome of a claim. */
  enum Outcome {
    /** The published direction was confirmed. */
    HOLDS("holds"),
    /** The contrary was confirmed. */
    DOES_NOT_HOLD("does not hold"),
    /** Neither was confirmed. */
    NOT_DECIDABLE("not decidable on this host");

    final String text;

    Outcome(String text) {
      this.text = text;
    }
  }

  /**
   * A measured variant in an experiment of the study: a side of a claim.
   *
   * @param load its name in the study
   * @param comparison of the experiment's own page
   */
  record Side(String load, Comparison comparison, VariantRuns variant) {
    /** Returns a variant under a load; empty if it was not measured. */
    static Optional<Side> of(Map<String, Comparison> experiments, String load, String variant) {
      return Optional.ofNullable(experiments.get(load))
          .flatMap(each -> each.variant(variant).map(found -> new Side(load, each, found)));
    }

    String name() {
      return variant.name();
    }

    /** Returns the variant by a name that contains its load. */
    VariantRuns named() {
      return variant.named("%s (%s)".formatted(name(), load));
    }

    /**
     * Returns the share of correct responses in each run, FAILED ones included; 0.5 requests for 0.
     */
    double[] success() {
      return SUCCESS.metric().valueIn(variant.runs());
    }

    /** Returns the bound of the host that limited it; empty for another bound. */
    Optional<String> hostLimit() {
      return variant
          .bottleneck()
          .filter(Bottleneck::isHostLimit)
          .map(what -> "%s by %s".formatted(name(), what.boundText()));
    }

    /**
     * Returns its bound and, by Little's law, how many requests waited concurrently here and there.
     */
    String boundSentence(Study study) {
      if (variant.ranked().isEmpty()) {
        return "%s is %s: %s".formatted(name(), variant.status(), variant.reason());
      }
      String bound =
          variant
              .bottleneck()
              .map(what -> "is bound by " + what.boundText())
              .orElse("has no known bound");
      double wait = variant.runs().getFirst().limits().delay().toMillis() / 1e3;
      double here = RunMetric.THROUGHPUT.median(variant.ranked());
      if (wait == 0 || Double.isNaN(here)) {
        return name() + " " + bound;
      }
      String published =
          study.figures(load).stream()
              .filter(figures -> figures.variant().equals(name()))
              .flatMapToDouble(figures -> figures.figure(Study.Published.THROUGHPUT).stream())
              .mapToObj(there -> ", %s in the publication".formatted(waitingRequests(there, wait)))
              .findFirst()
              .orElse("");
      return "%s %s, %s requests wait concurrently here%s"
          .formatted(name(), bound, waitingRequests(here, wait), published);
    }

    private static String waitingRequests(double perSecond, double waitSeconds) {
      return Numbers.of(Math.rint(perSecond * waitSeconds));
    }
  }

  /** Returns the published ratio with its figure. */
  String published() {
    String figure =
        switch (claim.figure()) {
          case THROUGHPUT -> "throughput";
          case MEAN -> "mean latency";
          case SUCCESS -> "success rate";
        };
    return claim.ratio().isEmpty()
        ? "fails"
        : "%s, ratio %s".formatted(figure, Numbers.of(claim.ratio().getAsDouble()));
  }

  /**
   * Judges a claim.
   *
   * @param study that it is of
   * @param experiments of the study that were run, by the names of their loads
   */
  static ClaimVerdict of(Claim claim, Study study, Map<String, Comparison> experiments) {
    List<Side> sides = new ArrayList<>();
    for (Claim.Side each :
        Stream.concat(Stream.of(claim.side()), claim.other().stream()).toList()) {
      Optional<Side> side = Side.of(experiments, each.load(), each.variant());
      if (side.isEmpty()) {
        return undecided(
            claim,
            Numbers.NOT_MEASURED,
            "%s was not measured at %s".formatted(each.variant(), each.load()));
      }
      sides.add(side.get());
    }
    return sides.size() == 1
        ? judgeFailure(claim, sides.getFirst().variant())
        : judgeRelation(claim, study, sides);
  }

  private static ClaimVerdict undecided(Claim claim, String here, String missing) {
    return new ClaimVerdict(claim, here, Outcome.NOT_DECIDABLE, missing);
  }

  /** Judges whether it fails, by all of its runs. */
  private static ClaimVerdict judgeFailure(Claim claim, VariantRuns one) {
    String here = one.status().toString();
    return switch (one.status()) {
      case FAILED -> new ClaimVerdict(claim, here, Outcome.HOLDS, "agrees: " + one.reason());
      case VALID ->
          new ClaimVerdict(
              claim,
              here,
              Outcome.DOES_NOT_HOLD,
              "differs: %s responded correctly to all requests in %s"
                  .formatted(one.name(), Count.of(one.ranked().size(), "round")));
      case INVALID, ABORTED -> undecided(claim, Numbers.NOT_MEASURED, one.reason());
    };
  }

  private static ClaimVerdict judgeRelation(Claim claim, Study study, List<Side> sides) {
    Pair pair = pair(sides.getFirst(), sides.getLast(), claim.figure());
    String first = pair.b().equals(sides.getFirst().name()) ? pair.b() : pair.a();
    double ratio = pair.ratioOf(first);
    Estimate interval = pair.intervalOf(first);
    String here =
        Numbers.of(ratio)
            + (interval.hasInterval()
                ? " (%s)".formatted(PairSentences.interval(pair, first, Numbers::of))
                : "");
    Outcome outcome = outcome(claim.relation(), pair, first);
    String limited =
        sides.stream().flatMap(side -> side.hostLimit().stream()).collect(Collectors.joining(", "));
    // Two that the host limits alike may differ on another one.
    boolean isUnseen =
        pair.ruling() == Ruling.EQUIVALENT
            && claim.relation() != Relation.ALIKE
            && !limited.isEmpty();
    if (isUnseen || outcome == Outcome.NOT_DECIDABLE) {
      String host = "needs a host with more CPUs: this one limits " + limited;
      return undecided(
          claim,
          here,
          Stream.of(missingForDecision(pair), limited.isEmpty() ? "" : host)
              .filter(each -> !each.isEmpty())
              .collect(Collectors.joining("; ")));
    }
    String agreement =
        outcome == Outcome.DOES_NOT_HOLD
            ? "differs"
            : isLike(ratio, interval, claim.ratio().orElseThrow())
                ? "agrees, in size too"
                : "agrees in direction, differs in size";
    return new ClaimVerdict(
        claim,
        here,
        outcome,
        "%s: %s; %s"
            .formatted(
                agreement,
                sides.getFirst().boundSentence(study),
                sides.getLast().boundSentence(study)));
  }

  /** Returns whether a ratio is as large as the published one, within margin or interval. */
  private static boolean isLike(double ratio, Estimate interval, double published) {
    double margin = 1 + NoiseFloor.MIN_MARGIN;
    return published <= ratio * margin && ratio <= published * margin
        || interval.contains(published);
  }

  /** Returns the verdict of an experiment's page if it judges this figure; else a separate one. */
  private static Pair pair(Side one, Side other, Figure by) {
    Comparison comparison = one.comparison();
    boolean isOneExperiment = comparison == other.comparison();
    TestedMetric tested =
        switch (by) {
          case THROUGHPUT -> TestedMetric.THROUGHPUT;
          case MEAN -> TestedMetric.TIME;
          case SUCCESS -> SUCCESS;
        };
    NoiseFloor floor = comparison.floor(tested).larger(other.comparison().floor(tested));
    Optional<Side> late =
        Stream.of(one, other)
            .filter(side -> by == Figure.MEAN && side.variant().isLimitedByGenerator())
            .findFirst();
    Optional<Pair> known =
        isOneExperiment && late.isEmpty()
            ? comparison.pair(tested, one.name(), other.name())
            : Optional.empty();
    if (known.isPresent()) {
      return known.get();
    }
    Pair pair =
        late.isPresent()
            ? Pair.excluded(
                one.name(),
                other.name(),
                tested,
                State.CLOSED,
                Status.INVALID,
                "the load generator limited %s, whose latency includes delays of the generator"
                    .formatted(late.get().name()))
            : by == Figure.SUCCESS
                ? Pair.of(
                    one.named().name(),
                    other.named().name(),
                    tested,
                    LogRatio.independent(one.success(), other.success(), floor),
                    Set.of())
                : isOneExperiment
                    ? Pairing.withinExperiment(
                        one.variant(), other.variant(), tested, floor, one.variant().planned())
                    : Pairing.acrossExperiments(one.named(), other.named(), tested, floor);
    return Family.judgedOnce(floor.margin()).judge(List.of(pair)).getFirst();
  }

  /** A direction holds if it is confirmed, however small the difference is. */
  private static Outcome outcome(Relation claimed, Pair pair, String one) {
    boolean isAlike = claimed == Relation.ALIKE;
    boolean isMore = pair.better().equals(one) == pair.tested().isHigherBetter();
    boolean isAsClaimed = isMore == (claimed == Relation.MORE);
    return switch (pair.ruling()) {
      case BETTER_AT_LEAST -> outcomeIf(!isAlike && isAsClaimed);
      case BETTER_SIZE_UNCLEAR -> isAlike ? Outcome.NOT_DECIDABLE : outcomeIf(isAsClaimed);
      case EQUIVALENT -> outcomeIf(isAlike);
      default -> Outcome.NOT_DECIDABLE;
    };
  }

  private static Outcome outcomeIf(boolean isShown) {
    return isShown ? Outcome.HOLDS : Outcome.DOES_NOT_HOLD;
  }

  private static String missingForDecision(Pair pair) {
    int more = pair.test().moreRounds();
    return switch (pair.ruling()) {
      case NOT_TOLD_APART ->
          "needs %s"
              .formatted(
                  more > 0
                      ? "about %s more".formatted(Count.of(more, "round"))
                      : "more than %d rounds".formatted(Family.MAX_ROUNDS));
      case PREVIEW ->
          "a verdict needs %d rounds, not %d".formatted(Family.MIN_ROUNDS, pair.rounds());
      case BETTER_SIZE_UNCLEAR ->
          "needs more rounds to decide whether the difference exceeds the margin";
      case UNRANKED, NOT_COMPARABLE -> pair.validity().reason();
      default -> "";
    };
  }
}
