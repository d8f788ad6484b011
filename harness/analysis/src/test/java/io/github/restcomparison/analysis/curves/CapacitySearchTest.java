package io.github.restcomparison.analysis.curves;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restcomparison.analysis.curves.CapacitySearch.Bracket;
import io.github.restcomparison.analysis.curves.CapacitySearch.Verdict;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;
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
    assertThat(found.kept()).isLessThanOrEqualTo(capacity);
    assertThat(found.broken()).isGreaterThan(capacity);
    assertThat(found.broken() / found.kept() - 1)
        .isLessThanOrEqualTo(0.03); // rates are whole: at 37/s the next is 2.7 % away
  }

  /** Rates are whole, so that the next one is 5 % away. */
  @Test
  void neighboursAreAnAnswerBelowFiftyPerSecond() {
    Bracket found = run(rate -> rate <= 20 ? Verdict.KEPT : Verdict.BROKEN, 30);
    assertThat(found).isEqualTo(new Bracket(20, 21));
    assertThat(found.isWithin(0.02)).isTrue();
  }

  @Test
  void capacityBeyondTheHighestRateIsOpenAbove() {
    Bracket found = run(rate -> Verdict.KEPT, 30);
    assertThat(found).isEqualTo(new Bracket(50_000, Double.NaN));
  }

  @Test
  void serviceThatKeepsNothingHasNoLowerEnd() {
    Bracket found = run(rate -> Verdict.BROKEN, 30);
    assertThat(found.kept()).isNaN();
    assertThat(found.broken()).isEqualTo(1);
  }

  @Test
  void rateThatTheRunsDoNotTellEndsTheSearch() {
    assertThat(search.next(Map.of(1_000.0, Verdict.UNDECIDED))).isEmpty();
  }

  /** A rate that was kept above one that was not is noise, and the lower end stays below both. */
  @Test
  void lowerEndLiesBelowAllThatBroke() {
    Bracket bracket =
        Bracket.of(Map.of(1_000.0, Verdict.KEPT, 1_200.0, Verdict.BROKEN, 1_300.0, Verdict.KEPT));
    assertThat(bracket).isEqualTo(new Bracket(1_000, 1_200));
  }

  @Test
  void intervalsThatOverlapAreNotToldApart() {
    Bracket low = new Bracket(1_000, 1_020);
    Bracket same = new Bracket(1_010, 1_030);
    Bracket above = new Bracket(1_020, 1_040);
    assertThat(same.isAbove(low)).isFalse();
    assertThat(above.isAbove(low)).isTrue();
    assertThat(low.isAbove(above)).isFalse();
  }

  private Bracket run(DoubleFunction<Verdict> service, int most) {
    Map<Double, Verdict> tried = new TreeMap<>();
    for (OptionalDouble rate = search.next(tried); rate.isPresent(); rate = search.next(tried)) {
      tried.put(rate.getAsDouble(), service.apply(rate.getAsDouble()));
      assertThat(tried).hasSizeLessThan(most);
    }
    return Bracket.of(tried);
  }
}
