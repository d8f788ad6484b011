package io.github.restcomparison.analysis.diff;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.github.restcomparison.analysis.model.VariantSummary;
import io.github.restcomparison.analysis.runs.RunMetric;
import io.github.restcomparison.analysis.runs.RunMetrics;
import io.github.restcomparison.analysis.statistics.Interval;
import io.github.restcomparison.analysis.statistics.NoiseFloor;
import io.github.restcomparison.analysis.statistics.Numbers;
import io.github.restcomparison.analysis.statistics.Pair;
import io.github.restcomparison.analysis.statistics.PairVerdict;
import io.github.restcomparison.analysis.statistics.PairwiseTests;
import io.github.restcomparison.analysis.statistics.TestResult;
import io.github.restcomparison.analysis.statistics.TestedMetric;
import io.github.restcomparison.analysis.statistics.UnpairedLogRatio;
import io.github.restcomparison.analysis.statistics.Verdict;
import io.github.restcomparison.records.RunRecord.Status;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;

/**
 * Two experiments against each other: yesterday and today, main and a branch. Their rounds belong
 * to different sessions, so they are compared as independent samples.
 *
 * <p>A diff is a screen, not a judge. What differs between two days is in both means and in no
 * interval, for the rounds of one day do not show it: so the margin is at least {@link #MARGIN}.
 *
 * @param before the name of the experiment that is taken as it should be
 * @param after the name of the one that is looked at
 * @param differences what makes the two not comparable, a sentence each
 * @param changes what else is not the same, and may be what is being tested, a sentence each
 * @param isSameFolder whether an experiment is compared with itself
 * @param lines each variant by each metric
 */
public record Diff(
    String before,
    String after,
    List<String> differences,
    List<String> changes,
    @JsonInclude(JsonInclude.Include.NON_DEFAULT) boolean isSameFolder,
    List<Line> lines) {

  /** The smallest margin, as a share: sessions of the same build were seen to differ by 8 %. */
  public static final double MARGIN = 0.10;

  /** Why a diff does not settle anything, and what does. */
  public static final String CAVEAT =
      "two sessions also differ by what differs between days, which their rounds do not show; to"
          + " decide, measure both builds in one run: ./compare run --service old=... --service"
          + " new=...";

  /** What became of a variant. */
  public enum Outcome {
    /** Worse, and surely by more than the margin. */
    REGRESSION,
    /** It was measured before, and fails now. */
    FAILED,
    /** Better, and surely by more than the margin. */
    IMPROVEMENT,
    /** Worse, but perhaps by less than the margin. */
    PERHAPS_WORSE,
    /** Better, but perhaps by less than the margin. */
    PERHAPS_BETTER,
    /** Any difference is within the margin. */
    EQUIVALENT,
    /** Neither a difference nor its absence was shown. */
    NO_DIFFERENCE_SHOWN,
    /** Too few rounds for any of this. */
    PREVIEW,
    /** Not measured, or not to be believed, in one of the two. */
    NOT_COMPARABLE;

    /** Whether it stops a build. */
    public boolean isWorse() {
      return this == REGRESSION || this == FAILED;
    }

    /** As people read it: {@code perhaps worse}. */
    public String words() {
      return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
  }

  /**
   * A variant by one metric.
   *
   * @param unit of the figures, for people
   * @param before the median as people read it, or {@link Numbers#ABSENT}
   * @param after the same of the later one
   * @param ratio after to before, where both have figures
   * @param low of the ratio's interval
   * @param p after Holm over the variants
   */
  @JsonInclude(JsonInclude.Include.NON_ABSENT)
  public record Line(
      String variant,
      String metric,
      String unit,
      String before,
      String after,
      Outcome outcome,
      OptionalDouble ratio,
      OptionalDouble low,
      OptionalDouble high,
      OptionalDouble p,
      String sentence) {

    /** By how many percent a ratio differs from 1: {@code -7.9}. */
    static String percent(OptionalDouble ratio) {
      return ratio.isEmpty()
          ? Numbers.ABSENT
          : String.format(Locale.ROOT, "%+.1f", 100 * (ratio.getAsDouble() - 1));
    }
  }

  /**
   * Reads both and compares them.
   *
   * @param before folder of an experiment
   * @param after folder of another one
   * @throws IOException in one line, where one of them holds no record that can be read
   */
  public static Diff of(Path before, Path after) throws IOException {
    DiffSide one = DiffSide.read(before, "before");
    DiffSide other = DiffSide.read(after, "after");
    List<Line> lines = new ArrayList<>();
    for (TestedMetric metric : TestedMetric.values()) {
      lines.addAll(lines(one, other, metric));
    }
    return new Diff(
        one.name(),
        other.name(),
        DiffSettings.differences(one.runs(), other.runs()),
        DiffSettings.changes(one.runs(), other.runs()),
        Files.isSameFile(before, after),
        lines);
  }

  private static List<Line> lines(DiffSide before, DiffSide after, TestedMetric metric) {
    List<Pair> pairs =
        before.allNames(after).stream()
            .map(variant -> pair(variant, before, after, RunMetrics.of(metric)))
            .toList();
    NoiseFloor floor = before.floor(metric).or(after.floor(metric)).withMarginOf(MARGIN);
    List<PairVerdict> judgements = new PairwiseTests(metric, floor, pairs).judge();
    List<Line> lines = new ArrayList<>();
    for (int i = 0; i < judgements.size(); i++) {
      String variant = before.allNames(after).get(i);
      lines.add(line(variant, before, after, judgements.get(i)));
    }
    return lines;
  }

  private static Pair pair(String variant, DiffSide before, DiffSide after, RunMetric metric) {
    String a = variant + " in " + after.name();
    String b = variant + " in " + before.name();
    for (DiffSide side : List.of(before, after)) {
      Optional<VariantSummary> summary = side.variant(variant);
      if (summary.isEmpty()) {
        return excluded(a, b, "it is not in " + side.name());
      }
      if (summary.get().status() != Status.VALID) {
        return excluded(
            a,
            b,
            "it is %s in %s: %s"
                .formatted(summary.get().status(), side.name(), summary.get().reason()));
      }
    }
    VariantSummary now = after.variant(variant).orElseThrow();
    VariantSummary then = before.variant(variant).orElseThrow();
    double[] ofNow = positive(metric, now);
    double[] ofThen = positive(metric, then);
    if (ofNow.length == 0 || ofThen.length == 0) {
      return excluded(a, b, "its " + metric.name() + " was not measured in both");
    }
    Set<String> lowerBounds = new HashSet<>();
    if (metric == RunMetrics.THROUGHPUT) {
      if (now.isHeldBackByTheGenerator()) {
        lowerBounds.add(a);
      }
      if (then.isHeldBackByTheGenerator()) {
        lowerBounds.add(b);
      }
    }
    return new Pair.Measured(a, b, UnpairedLogRatio.of(ofNow, ofThen), lowerBounds);
  }

  /** A ratio to 0 is none. */
  private static double[] positive(RunMetric metric, VariantSummary variant) {
    return Arrays.stream(metric.of(variant.ranked())).filter(value -> value > 0).toArray();
  }

  private static Pair excluded(String a, String b, String why) {
    return new Pair.Excluded(a, b, Pair.Status.INVALID, why, true);
  }

  private static Line line(String variant, DiffSide before, DiffSide after, PairVerdict judgement) {
    Optional<Interval> interval = judgement.evidence().flatMap(TestResult::interval);
    RunMetric metric = RunMetrics.of(judgement.tested());
    return new Line(
        variant,
        judgement.tested().label(),
        metric.label().unit(),
        median(before, variant, metric),
        median(after, variant, metric),
        outcome(variant, before, after, judgement),
        judgement.ratio(),
        Numbers.roundSignificant(interval.map(Interval::low)),
        Numbers.roundSignificant(interval.map(Interval::high)),
        Numbers.roundSignificant(judgement.evidence().map(TestResult::adjustedP)),
        judgement.sentence());
  }

  private static String median(DiffSide side, String variant, RunMetric metric) {
    return Numbers.median(
        side.variant(variant).flatMap(summary -> metric.figure(summary.ranked())),
        metric.label().format());
  }

  private static Outcome outcome(
      String variant, DiffSide before, DiffSide after, PairVerdict judgement) {
    return switch (judgement.ruling()) {
      case Verdict.Unranked unranked ->
          before.is(variant, Status.VALID) && after.is(variant, Status.FAILED)
              ? Outcome.FAILED
              : Outcome.NOT_COMPARABLE;
      case Verdict.Indicative indicative -> Outcome.PREVIEW;
      case Verdict.BetterAtLeast(String better, int percent) ->
          better.equals(judgement.a()) ? Outcome.IMPROVEMENT : Outcome.REGRESSION;
      case Verdict.BetterSizeUnclear unclear ->
          unclear.better().equals(judgement.a()) ? Outcome.PERHAPS_BETTER : Outcome.PERHAPS_WORSE;
      case Verdict.EquivalentWithin equivalent -> Outcome.EQUIVALENT;
      case Verdict.NoDifferenceShown shown -> Outcome.NO_DIFFERENCE_SHOWN;
    };
  }

  /**
   * Whether anything has become worse for sure: by more than the margin, or so that it fails. What
   * is only perhaps worse does not stop anybody's build.
   */
  public boolean regressed() {
    return lines.stream().anyMatch(line -> line.outcome().isWorse());
  }
}
