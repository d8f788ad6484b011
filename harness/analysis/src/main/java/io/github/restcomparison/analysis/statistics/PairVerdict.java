package io.github.restcomparison.analysis.statistics;

import java.util.Optional;

/**
 * A pair with its verdict.
 *
 * @param a the name of variant A
 * @param b the name of variant B
 * @param metric by which they were compared
 * @param evidence the figures; none if a gate kept the pair out
 * @param verdict what may be said
 */
public record Judgement(
    String a, String b, TestedMetric metric, Optional<TestResult> evidence, Verdict verdict) {

  /** The verdict in plain English, with names, numbers and interval: one sentence. */
  public String sentence() {
    return Sentence.of(this);
  }
}
