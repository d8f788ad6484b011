package io.github.restcomparison.records.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.restcomparison.records.study.Study.Claim;
import io.github.restcomparison.records.study.Study.Claim.Figure;
import io.github.restcomparison.records.study.Study.Claim.Relation;
import io.github.restcomparison.records.study.Study.Claim.Side;
import java.util.OptionalDouble;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class StudyTest {

  static Iterable<Study> studies() {
    return Study.all();
  }

  /** A published ratio must follow from the published figures, to three digits. */
  @ParameterizedTest
  @MethodSource("studies")
  void ratiosAreThoseOfThePublishedFigures(Study study) {
    for (Claim claim : study.claims()) {
      OptionalDouble one = published(study, claim.side(), claim.figure());
      OptionalDouble other =
          claim.other().map(side -> published(study, side, claim.figure())).orElse(one);
      if (claim.ratio().isPresent() && one.isPresent() && other.isPresent()) {
        double ratio = one.getAsDouble() / other.getAsDouble();
        assertThat(claim.ratio().getAsDouble())
            .as(claim.statement())
            .isCloseTo(ratio, within(0.005 * ratio));
      }
    }
  }

  private static OptionalDouble published(Study study, Side side, Figure by) {
    return study.figures(side.load()).stream()
        .filter(figures -> figures.variant().equals(side.variant()))
        .flatMapToDouble(figures -> published(figures, by).stream())
        .findFirst();
  }

  private static OptionalDouble published(Study.Published figures, Figure by) {
    return switch (by) {
      case THROUGHPUT ->
          figures.published().containsKey(Study.Published.THROUGHPUT)
              ? figures.figure(Study.Published.THROUGHPUT)
              : perSecond(figures);
      case MEAN -> figures.figure(Study.Published.MEAN);
      case SUCCESS -> figures.figure(Study.Published.SUCCESS);
    };
  }

  /** By the middle one of the published times. */
  private static OptionalDouble perSecond(Study.Published figures) {
    return figures.wholeMs().stream()
        .mapToDouble(times -> 1e3 / times.stream().sorted().toList().get(times.size() / 2))
        .findFirst();
  }

  @ParameterizedTest
  @MethodSource("studies")
  void directionIsThatOfTheRatio(Study study) {
    for (Claim claim : study.claims()) {
      claim
          .ratio()
          .ifPresent(
              ratio ->
                  assertThat(claim.relation())
                      .as(claim.statement())
                      .isEqualTo(
                          Math.abs(ratio - 1) < 0.05
                              ? Relation.ALIKE
                              : ratio > 1 ? Relation.MORE : Relation.LESS));
    }
  }

  @ParameterizedTest
  @MethodSource("studies")
  void comparisonHasAnotherSideAndARatioAndAFailureHasNone(Study study) {
    for (Claim claim : study.claims()) {
      boolean compares = claim.relation() != Relation.FAILS;
      assertThat(claim.other().isPresent()).as(claim.statement()).isEqualTo(compares);
      assertThat(claim.ratio().isPresent()).as(claim.statement()).isEqualTo(compares);
    }
  }
}
