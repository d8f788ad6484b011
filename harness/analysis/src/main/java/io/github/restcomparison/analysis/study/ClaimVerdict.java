package io.github.restcomparison.analysis.study;

import io.github.restcomparison.analysis.statistics.Interval;
import io.github.restcomparison.analysis.statistics.NoiseFloor;
import io.github.restcomparison.analysis.statistics.Numbers;
import io.github.restcomparison.analysis.study.Finding.Direction;
import io.github.restcomparison.analysis.study.Finding.Size;
import io.github.restcomparison.records.RunRecord.Status;
import io.github.restcomparison.records.study.Study;
import io.github.restcomparison.records.study.Study.Claim;
import io.github.restcomparison.records.study.Study.Claim.Relation;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What became of a publication's claim here.
 *
 * @param says the claim
 * @param published the ratio that was published, with what it is a ratio of
 * @param here the ratio that was measured, with its interval
 * @param ratios both as numbers; absent where either is
 * @param outcome whether it holds
 * @param because what agrees or differs and why; or what a decision would take
 */
public record ClaimVerdict(
    String says,
    String published,
    String here,
    Optional<Ratios> ratios,
    Outcome outcome,
    String because) {

  /** The ratio that was published, and the one that was measured. */
  public record Ratios(double there, double here) {}

  /**
   * Whether a claim holds. A claim is a direction; how large the difference is stands beside it.
   */
  public enum Outcome {
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

  /** Whether the claim holds or does not. */
  boolean isDecided() {
    return outcome != Outcome.NOT_DECIDABLE;
  }

  /** The outcome in words. */
  public String verdict() {
    return outcome.text;
  }

  /**
   * Judges a claim.
   *
   * @param study that it is of
   * @param experiments of the study that were run
   */
  static ClaimVerdict of(Claim claim, Study study, List<StudyExperiment> experiments) {
    Optional<ClaimEvidence> one = ClaimEvidence.of(claim.one(), experiments);
    Optional<ClaimEvidence> other =
        claim.other().flatMap(side -> ClaimEvidence.of(side, experiments));
    if (one.isEmpty() || other.isEmpty() && claim.other().isPresent()) {
      Claim.Side missing = one.isEmpty() ? claim.one() : claim.other().orElseThrow();
      return undecided(
          claim, "%s was not measured at %s".formatted(missing.variant(), missing.load()));
    }
    return other
        .map(each -> compared(claim, study, one.get(), each))
        .orElseGet(() -> alone(claim, one.get().variant().status(), one.get()));
  }

  private static ClaimVerdict undecided(Claim claim, String takes) {
    return new ClaimVerdict(
        claim.says(),
        published(claim),
        Numbers.ABSENT,
        Optional.empty(),
        Outcome.NOT_DECIDABLE,
        takes);
  }

  /** Whether it fails, by all of its runs. */
  private static ClaimVerdict alone(Claim claim, Status status, ClaimEvidence one) {
    return switch (status) {
      case FAILED ->
          new ClaimVerdict(
              claim.says(),
              published(claim),
              status.toString(),
              Optional.empty(),
              Outcome.HOLDS,
              "agrees: " + one.variant().reason());
      case VALID ->
          new ClaimVerdict(
              claim.says(),
              published(claim),
              status.toString(),
              Optional.empty(),
              Outcome.DOES_NOT,
              "differs: %s got right answers to all it asked in %s"
                  .formatted(
                      one.variant().name(), Numbers.count(one.variant().ranked().size(), "round")));
      case INVALID, ABORTED -> undecided(claim, one.variant().reason());
    };
  }

  private static ClaimVerdict compared(
      Claim claim, Study study, ClaimEvidence one, ClaimEvidence other) {
    Finding finding = one.against(other, claim.by());
    Bounds bounds = new Bounds(study, one, other);
    Outcome outcome = outcome(claim.is(), finding);
    Optional<String> ofHost = bounds.ofHost();
    if (outcome == Outcome.DOES_NOT && isUndirected(claim, finding) && ofHost.isPresent()) {
      outcome = Outcome.NOT_DECIDABLE;
    }
    String because =
        outcome == Outcome.NOT_DECIDABLE
            ? Stream.concat(finding.open().stream(), ofHost.stream())
                .collect(Collectors.joining("; "))
            : "%s: %s".formatted(agreement(claim, finding, outcome), bounds.sentence());
    return new ClaimVerdict(
        claim.says(), published(claim), here(finding), ratios(claim, finding), outcome, because);
  }

  /** Two that the host holds back alike may differ where it does not. */
  private static boolean isUndirected(Claim claim, Finding finding) {
    return claim.is() != Relation.ALIKE && finding.direction() == Direction.UNCLEAR;
  }

  /** A direction holds where it is shown, however small the difference is. */
  private static Outcome outcome(Relation claimed, Finding here) {
    return switch (claimed) {
      case MORE -> outcome(here, Direction.MORE);
      case LESS -> outcome(here, Direction.LESS);
      case ALIKE ->
          switch (here.size()) {
            case WITHIN -> Outcome.HOLDS;
            case BEYOND -> Outcome.DOES_NOT;
            case UNCLEAR -> Outcome.NOT_DECIDABLE;
          };
      case FAILS -> throw new IllegalArgumentException("FAILS compares nothing");
    };
  }

  private static Outcome outcome(Finding here, Direction claimed) {
    if (here.direction() == Direction.UNCLEAR) {
      return here.size() == Size.WITHIN ? Outcome.DOES_NOT : Outcome.NOT_DECIDABLE;
    }
    return here.direction() == claimed ? Outcome.HOLDS : Outcome.DOES_NOT;
  }

  /** Whether the size is that of the publication, which is another thing than the direction. */
  private static String agreement(Claim claim, Finding finding, Outcome outcome) {
    if (outcome == Outcome.DOES_NOT) {
      return "differs";
    }
    double published = claim.ratio().orElseThrow();
    double margin = 1 + NoiseFloor.LEAST_MARGIN;
    double ratio = finding.ratio().orElse(Double.NaN);
    boolean near = published <= ratio * margin && ratio <= published * margin;
    return near || finding.interval().stream().anyMatch(interval -> interval.contains(published))
        ? "agrees, in size too"
        : "agrees in direction, differs in size";
  }

  private static String published(Claim claim) {
    return claim.ratio().stream()
        .mapToObj(ratio -> "%s, ratio %s".formatted(figure(claim), Numbers.of(ratio)))
        .findFirst()
        .orElse("fails");
  }

  private static String figure(Claim claim) {
    return switch (claim.by()) {
      case THROUGHPUT -> "throughput";
      case MEAN -> "mean latency";
      case SUCCESS -> "success rate";
    };
  }

  private static Optional<Ratios> ratios(Claim claim, Finding finding) {
    return claim.ratio().isPresent() && finding.ratio().isPresent()
        ? Optional.of(new Ratios(claim.ratio().getAsDouble(), finding.ratio().getAsDouble()))
        : Optional.empty();
  }

  private static String here(Finding finding) {
    return Numbers.of(finding.ratio()) + finding.interval().map(ClaimVerdict::text).orElse("");
  }

  private static String text(Interval interval) {
    return String.format(
        Locale.ROOT,
        " (%s %% interval %s to %s)",
        Numbers.of(Math.floor(1e3 * interval.confidence() + 1e-6) / 10),
        Numbers.of(interval.low()),
        Numbers.of(interval.high()));
  }
}
