package io.github.restcomparison.records.study;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * One statement of a publication that can be checked: how a variant compares with another by a
 * figure, or that it fails.
 *
 * @param says the statement, in a sentence without a full stop
 * @param by the figure that it is about
 * @param one the side that it is about
 * @param is what it is said to be
 * @param other the side that it is compared with; absent for {@link Relation#FAILS}
 * @param ratio of {@code one} to {@code other} as published; absent for {@link Relation#FAILS}
 */
@JsonInclude(JsonInclude.Include.NON_ABSENT)
public record Claim(
    String says, Figure by, Side one, Relation is, Optional<Side> other, OptionalDouble ratio) {

  /** What is compared. */
  public enum Figure {
    /** Requests per second. */
    THROUGHPUT,
    /** Mean latency. */
    MEAN,
    /** The share of the requests that got a right answer. */
    SUCCESS
  }

  /** What one side is said to be. */
  public enum Relation {
    /** It has more of the figure than the other. */
    MORE,
    /** It has less of the figure than the other. */
    LESS,
    /** The two are about the same. */
    ALIKE,
    /** It does not get through the load. */
    FAILS
  }

  /** A variant under one of the study's loads, by the load's name. */
  public record Side(String load, String variant) {}

  /**
   * Checks that exactly a comparison has another side and a ratio.
   *
   * @throws IllegalArgumentException where that is not so
   */
  public Claim {
    boolean compares = is != Relation.FAILS;
    if (other.isPresent() != compares || ratio.isPresent() != compares) {
      throw new IllegalArgumentException(
          "claim '%s' is %s: %s"
              .formatted(
                  says, is, compares ? "needs other and ratio" : "has neither other nor ratio"));
    }
  }

  /** Whether all that it takes is measured in one experiment. */
  public boolean isWithin(String load) {
    return one.load().equals(load) && other.stream().allMatch(side -> side.load().equals(load));
  }
}
