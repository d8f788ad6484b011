package io.github.restcomparison.analysis.curves;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restcomparison.analysis.curves.CapacitySearch.Bracket;
import io.github.restcomparison.analysis.curves.CapacitySearch.Step;
import io.github.restcomparison.analysis.curves.CapacitySearch.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.DoubleFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CapacitySearchTest {
  private final CapacitySearch search = new CapacitySearch(1_000, 0.02, 50_000);

  /** Whatever the true capacity is: the answer holds it, and is as precise as it was to be. */
  @ParameterizedTest
  @ValueSource(doubles = {37.5, 700, 1_000.5, 1_999.5, 9_123.5, 49_000.5})
  void anyCapacityIsFound(double capacity) {
    Bracket found = run(rate -> rate <= capacity ? Verdict.KEPT : Verdict.BROKEN, 30);
    assertThat(found.met().orElseThrow()).isLessThanOrEqualTo(capacity);
    assertThat(found.violated().orElseThrow()).isGreaterThan(capacity);
    assertThat(found.violated().getAsDouble() / found.met().getAsDouble() - 1)
        .isLessThanOrEqualTo(0.03); // rates are whole: at 37/s the next is 2.7 % away
  }

  /** Rates are whole, so that the next one is 5 % away. */
  @Test
  void neighboursAreAnAnswerBelowFiftyPerSecond() {
    Bracket found = run(rate -> rate <= 20 ? Verdict.KEPT : Verdict.BROKEN, 30);
    assertThat(found).isEqualTo(new Bracket(OptionalDouble.of(20), OptionalDouble.of(21)));
    assertThat(found.isWithin(0.02)).isTrue();
  }

  @Test
  void capacityBeyondTheHighestRateIsOpenAbove() {
    Bracket found = run(rate -> Verdict.KEPT, 30);
    assertThat(found).isEqualTo(new Bracket(OptionalDouble.of(50_000), OptionalDouble.empty()));
  }

  @Test
  void serviceThatKeepsNothingHasNoLowerEnd() {
    Bracket found = run(rate -> Verdict.BROKEN, 30);
    assertThat(found.met()).isEmpty();
    assertThat(found.violated().orElseThrow()).isEqualTo(1);
  }

  @Test
  void rateThatTheRunsDoNotTellEndsTheSearch() {
    assertThat(search.next(List.of(new Step(1_000, Verdict.UNDECIDED)))).isEmpty();
  }

  /** A rate that was kept above one that was not is noise, and the lower end stays below both. */
  @Test
  void lowerEndLiesBelowAllThatBroke() {
    Bracket bracket =
        CapacitySearch.bracket(
            List.of(
                new Step(1_000, Verdict.KEPT),
                new Step(1_200, Verdict.BROKEN),
                new Step(1_300, Verdict.KEPT)));
    assertThat(bracket).isEqualTo(new Bracket(OptionalDouble.of(1_000), OptionalDouble.of(1_200)));
  }

  @Test
  void intervalsThatOverlapAreNotToldApart() {
    Bracket low = new Bracket(OptionalDouble.of(1_000), OptionalDouble.of(1_020));
    Bracket same = new Bracket(OptionalDouble.of(1_010), OptionalDouble.of(1_030));
    Bracket above = new Bracket(OptionalDouble.of(1_020), OptionalDouble.of(1_040));
    assertThat(same.isAbove(low)).isFalse();
    assertThat(above.isAbove(low)).isTrue();
    assertThat(low.isAbove(above)).isFalse();
  }

  private Bracket run(DoubleFunction<Verdict> service, int most) {
    List<Step> steps = new ArrayList<>();
    for (OptionalDouble rate = search.next(steps); rate.isPresent(); rate = search.next(steps)) {
      steps.add(new Step(rate.getAsDouble(), service.apply(rate.getAsDouble())));
      assertThat(steps).hasSizeLessThan(most);
    }
    return CapacitySearch.bracket(steps);
  }
}
