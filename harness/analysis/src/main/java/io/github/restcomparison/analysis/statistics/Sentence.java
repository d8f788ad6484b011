package io.github.restcomparison.analysis.statistics;

import java.util.Locale;
import java.util.OptionalInt;

/** Puts a judgement into one English sentence. */
final class Sentence {

  /** 5 % is 0.050000000000000044 after a subtraction. */
  private static final double ROUNDING = 1e-6;

  /** Two rounds may have an interval from 0 to billions: it would say nothing. */
  private static final double WIDEST = 10;

  private Sentence() {}

  static String of(PairVerdict judgement) {
    String a = judgement.a();
    String b = judgement.b();
    String label = judgement.tested().label();
    return switch (judgement.ruling()) {
      case Verdict.Unranked(Pair.Status status, String reason) ->
          format("%s and %s are not ranked by %s: %s, %s.", a, b, label, status, reason);
      case Verdict.Indicative(int rounds, int needed) ->
          format(
              "%s has %s times the %s of %s (preview: %s; a verdict takes %d).",
              a, times(judgement.evidence().orElseThrow()), label, b, rounds(rounds), needed);
      case Verdict.BetterAtLeast(String better, int percent) ->
          format(
              "%s is %s: %s.",
              better,
              judgement.tested().atLeast(percent, other(judgement, better)),
              tested(judgement, better));
      case Verdict.BetterSizeUnclear(String better, double margin) ->
          format(
              "%s, size unclear, perhaps below the margin of %s: %s.",
              isBetter(judgement, better), percent(margin), tested(judgement, better));
      case Verdict.EquivalentWithin(double margin, Interval interval) ->
          format(
              "%s and %s are equivalent within %s: %s.",
              a, b, percent(margin), ratio(judgement, a, interval) + rounds(judgement));
      case Verdict.NoDifferenceShown shown ->
          format(
              "No difference shown between %s and %s: %s; %s.",
              a, b, tested(judgement, a), reach(shown));
    };
  }

  /** The verdict alone, in a few words. */
  static String inShort(PairVerdict pair) {
    String comparative = pair.tested().better();
    return switch (pair.ruling()) {
      case Verdict.Unranked(Pair.Status status, String reason) -> status.name();
      case Verdict.Indicative(int rounds, int needed) -> "preview: " + rounds(rounds);
      case Verdict.BetterAtLeast(String better, int percent) ->
          better + " " + pair.tested().atLeast(percent);
      case Verdict.BetterSizeUnclear(String better, double margin) ->
          format("%s %s, size unclear", better, comparative);
      case Verdict.EquivalentWithin(double margin, Interval interval) ->
          format("equivalent within %s %%", Numbers.of(100 * margin));
      case Verdict.NoDifferenceShown shown -> "no difference shown";
    };
  }

  private static String rounds(int rounds) {
    return rounds == 1 ? "one round" : rounds + " rounds";
  }

  private static String isBetter(PairVerdict judgement, String better) {
    return format(
        "%s is %s than %s", better, judgement.tested().better(), other(judgement, better));
  }

  private static String times(TestResult evidence) {
    return format("%.2f", evidence.ratio())
        + evidence
            .interval()
            .filter(interval -> interval.high() <= WIDEST * interval.low())
            .map(
                interval ->
                    format(
                        " (%s %% interval %.2f to %.2f)",
                        confidence(interval), interval.low(), interval.high()))
            .orElse("");
  }

  private static String reach(Verdict.NoDifferenceShown shown) {
    OptionalInt more = shown.moreRounds();
    return more.isPresent()
        ? format("about %d more like these would decide it", more.getAsInt())
        : format("too close to the margin of %s for rounds to decide it", percent(shown.margin()));
  }

  /** The ratio as the test saw it, with {@code first} above the line. */
  private static String tested(PairVerdict judgement, String first) {
    TestResult evidence = judgement.evidence().orElseThrow();
    String family =
        evidence.pairs() == 1 ? "" : format(" after Holm over %d pairs", evidence.pairs());
    String p =
        evidence.adjustedP() < 0.0001 ? "p < 0.0001" : format("p = %.4f", evidence.adjustedP());
    return ratio(judgement, first) + ", " + p + family + rounds(judgement);
  }

  private static String rounds(PairVerdict judgement) {
    TestResult evidence = judgement.evidence().orElseThrow();
    return format(", %d rounds", evidence.rounds())
        + (evidence.sameInEveryRound() ? ", identical in every round" : "");
  }

  private static String ratio(PairVerdict judgement, String first) {
    TestResult evidence = judgement.evidence().orElseThrow();
    boolean asIs = first.equals(judgement.a());
    return evidence
        .interval()
        .map(interval -> ratio(judgement, first, asIs ? interval : interval.reciprocal()))
        .orElseGet(() -> ratioAlone(judgement, first));
  }

  private static String ratio(PairVerdict judgement, String first, Interval interval) {
    return ratioAlone(judgement, first)
        + format(
            ", %s %% interval %.3f to %.3f", confidence(interval), interval.low(), interval.high());
  }

  private static String confidence(Interval interval) {
    return oneDecimal(Math.floor(1000 * interval.confidence() + ROUNDING) / 10);
  }

  private static String ratioAlone(PairVerdict judgement, String first) {
    double ratio = judgement.evidence().orElseThrow().ratio();
    return format(
        "%s %s/%s %.3f",
        judgement.tested().label(),
        first,
        other(judgement, first),
        first.equals(judgement.a()) ? ratio : 1 / ratio);
  }

  private static String other(PairVerdict judgement, String one) {
    return one.equals(judgement.a()) ? judgement.b() : judgement.a();
  }

  /** A share in percent, rounded up: never less than what was meant. */
  private static String percent(double share) {
    return oneDecimal(Math.ceil(1000 * share - ROUNDING) / 10) + " %";
  }

  private static String oneDecimal(double value) {
    return format(value == Math.rint(value) ? "%.0f" : "%.1f", value);
  }

  private static String format(String template, Object... values) {
    return String.format(Locale.ROOT, template, values);
  }
}
