package io.github.restcomparison.analysis.model;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.github.restcomparison.analysis.runs.RunMetrics;
import io.github.restcomparison.analysis.statistics.MedianInterval;
import io.github.restcomparison.analysis.statistics.Numbers;
import io.github.restcomparison.analysis.statistics.TestedMetric;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The answer by one metric: who comes first, who next, and who is not told apart.
 *
 * @param ranks best first, numbered as in a competition: 1, 2, 2, 4
 * @param unranked who has no figure, with the reason
 */
public record Ranking(@JsonIgnore TestedMetric tested, List<Rank> ranks, List<Unranked> unranked) {

  /** What is said of those that share a rank. */
  public enum Relation {
    /** It has the rank for itself. */
    ALONE,
    /** Every two of them are shown to differ by no more than the margin. */
    EQUIVALENT,
    /** Of no two of them there is a verdict yet: too few rounds. */
    NO_VERDICT,
    /** The verdicts do not order them, though some may be told apart. */
    NOT_TOLD_APART
  }

  /**
   * A rank.
   *
   * @param place 1 or more, one more than there are variants above
   * @param relation of the members
   * @param standing the same in words; absent where there is one member
   * @param members by the median, best first
   * @param within what the verdicts say of its members, where the relation does not say it all
   * @param leadPercent by how much each member is better than each of the next rank, in whole
   *     percent, rounded down; absent in the last rank, and where the size is unclear
   * @param lead the same in words; absent in the last rank
   */
  @JsonInclude(JsonInclude.Include.NON_ABSENT)
  public record Rank(
      int place,
      Relation relation,
      Optional<String> standing,
      List<Member> members,
      List<String> within,
      OptionalInt leadPercent,
      Optional<String> lead) {

    /** {@code 2nd}; none without a verdict. */
    @JsonIgnore
    public String ordinal() {
      if (relation == Relation.NO_VERDICT) {
        return "–";
      }
      boolean teen = place / 10 % 10 == 1;
      return place
          + switch (teen ? 0 : place % 10) {
            case 1 -> "st";
            case 2 -> "nd";
            case 3 -> "rd";
            default -> "th";
          };
    }

    /** What is said of it but for its members: {@code not told apart}, the lead, the exceptions. */
    @JsonIgnore
    public List<String> remarks() {
      return Stream.of(standing.stream(), within.stream(), lead.stream())
          .flatMap(each -> each)
          .toList();
    }

    /** The whole rank in a line. */
    @JsonProperty
    public String sentence() {
      String place =
          relation == Relation.NO_VERDICT
              ? standing.orElseThrow()
              : ordinal() + standing.map(each -> ", " + each).orElse("");
      return Stream.of(members.stream().map(Member::text), within.stream(), lead.stream())
          .flatMap(each -> each)
          .collect(Collectors.joining("; ", place + ": ", ""));
    }
  }

  /**
   * A variant in its rank.
   *
   * @param figure median of the rounds; with fewer than six of them the interval is that of all
   *     rounds, whose confidence is below 95 %
   * @param confidence of the figure's interval, as a share; absent with one round
   * @param percentOfCeiling by throughput alone, where there is a ceiling
   * @param lowerBound whether the load generator held it back, so that it may be better
   * @param shown the figure as people read it, with its interval
   * @param stated the same with its unit
   */
  @JsonInclude(JsonInclude.Include.NON_ABSENT)
  public record Member(
      String variant,
      @JsonUnwrapped MedianInterval figure,
      OptionalDouble confidence,
      OptionalDouble percentOfCeiling,
      boolean lowerBound,
      @JsonIgnore String shown,
      @JsonIgnore String stated) {

    /** Its share of the ceiling in percent, or {@link Numbers#ABSENT}. */
    @JsonIgnore
    public String ofCeiling() {
      return Numbers.of(percentOfCeiling);
    }

    /** {@code vertx-rest 9,878/s (9,850 to 9,900), 98.8 % of the ceiling}. */
    private String text() {
      return "%s %s%s"
          .formatted(
              variant,
              stated,
              percentOfCeiling.isPresent() ? ", %s %% of the ceiling".formatted(ofCeiling()) : "");
    }
  }

  /**
   * A variant without a figure.
   *
   * @param reason with its status
   */
  public record Unranked(String variant, String reason) {

    /** {@code not ranked, FAILED: 37 requests failed}. */
    public String why() {
      return "not ranked, " + reason;
    }
  }

  /** The name of the metric in the files. */
  @JsonProperty
  public String metric() {
    return tested.field();
  }

  /** {@code By throughput, more is better}. */
  public String title() {
    return "By %s, %s is better".formatted(tested.label(), tested.moreIsBetter() ? "more" : "less");
  }

  /** What the figures are, for the head of a column. */
  public String head() {
    return RunMetrics.of(tested).label().unit();
  }

  /** Whether it has a share of a ceiling to show. */
  public boolean hasCeilings() {
    return ranks.stream()
        .flatMap(rank -> rank.members.stream())
        .anyMatch(member -> member.percentOfCeiling.isPresent());
  }

  /** A line for each rank, then one for each variant that has none. */
  public List<String> sentences() {
    return Stream.concat(
            ranks.stream().map(Rank::sentence),
            unranked.stream().map(each -> each.variant + ": " + each.why()))
        .toList();
  }
}
