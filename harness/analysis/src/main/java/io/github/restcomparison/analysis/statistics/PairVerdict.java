package io.github.restcomparison.analysis.statistics;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.function.ToDoubleFunction;

/**
 * Two variants compared by one metric. JSON has the numbers, rounded, and the verdict in words;
 * numbers are absent where the pair was not tested.
 *
 * @param a the name of variant A
 * @param b the name of variant B
 * @param tested the metric
 * @param evidence the result of the test; none if a gate kept the pair out
 * @param ruling what may be said
 * @param decided whether it is "better by at least" or "equivalent" and needs no more rounds
 * @param closed whether more rounds cannot decide it: a variant failed, or lost more rounds than
 *     any experiment of this plan forgives, or the generator held back the worse one
 */
@JsonInclude(JsonInclude.Include.NON_ABSENT)
@JsonPropertyOrder({
  "a",
  "b",
  "metric",
  "rounds",
  "ratio",
  "low",
  "high",
  "confidence",
  "p",
  "decided",
  "verdict",
  "sentence"
})
public record PairVerdict(
    String a,
    String b,
    @JsonIgnore TestedMetric tested,
    @JsonIgnore Optional<TestResult> evidence,
    @JsonIgnore Verdict ruling,
    @JsonProperty boolean decided,
    @JsonIgnore boolean closed) {

  /** The name of the metric in the files. */
  @JsonProperty
  public String metric() {
    return tested.field();
  }

  /** The number of rounds that are valid for both. */
  @JsonProperty
  public OptionalInt rounds() {
    return evidence.stream().mapToInt(TestResult::rounds).findFirst();
  }

  /** A to B, the geometric mean of the rounds. */
  @JsonProperty
  public OptionalDouble ratio() {
    return rounded(evidence, TestResult::ratio);
  }

  /** The lower end of the ratio's interval; absent with one round. */
  @JsonProperty
  public OptionalDouble low() {
    return rounded(interval(), Interval::low);
  }

  /** The upper end of the ratio's interval; absent with one round. */
  @JsonProperty
  public OptionalDouble high() {
    return rounded(interval(), Interval::high);
  }

  /** The confidence of the interval, as a share. */
  @JsonProperty
  public OptionalDouble confidence() {
    return rounded(interval(), Interval::confidence);
  }

  /** p of the t test after Holm; absent where the rounds are too few for a verdict. */
  @JsonProperty
  public OptionalDouble p() {
    return rounded(
        evidence.filter(result -> !(ruling instanceof Verdict.Indicative)), TestResult::adjustedP);
  }

  /** Whether more rounds might still decide it: neither decided nor {@linkplain #closed closed}. */
  @JsonIgnore
  public boolean isUndecided() {
    return !decided && !closed;
  }

  /** The verdict in a few words: {@code vertx-rest at least 10 % faster}. */
  @JsonProperty
  public String verdict() {
    return Sentence.inShort(this);
  }

  /** The verdict in plain English, with names, numbers and interval: one sentence. */
  @JsonProperty
  public String sentence() {
    return Sentence.of(this);
  }

  /** The interval that the verdict rests on: of equivalence that of the two one-sided tests. */
  private Optional<Interval> interval() {
    return ruling instanceof Verdict.EquivalentWithin(double margin, Interval ninety)
        ? Optional.of(ninety)
        : evidence.flatMap(TestResult::interval);
  }

  private static <T> OptionalDouble rounded(Optional<T> from, ToDoubleFunction<T> value) {
    return from.stream().mapToDouble(value).map(Numbers::roundSignificant).findFirst();
  }
}
