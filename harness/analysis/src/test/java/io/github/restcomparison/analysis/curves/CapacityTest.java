package io.github.restcomparison.analysis.curves;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restcomparison.analysis.curves.Capacity.SloResult;
import io.github.restcomparison.records.ClosedLoad;
import io.github.restcomparison.records.OpenModel;
import io.github.restcomparison.records.OpenModel.Rate;
import io.github.restcomparison.records.RunRecord;
import io.github.restcomparison.records.Slo;
import io.github.restcomparison.records.Wait;
import io.github.restcomparison.records.plan.CapacityPlan;
import io.github.restcomparison.records.plan.SamplePlans;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.function.DoubleFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A search that begins with 1,000/s, and tries 50,000/s at most. */
class CapacityTest {
  private static final String SLO = "p99<150ms,failures=0";
  private static final RunRecord MET_RUN = CapacityStepTest.run("VALID", 100, true);
  private static final RunRecord MISSED_RUN = CapacityStepTest.run("VALID", 900, true);

  private static final CapacityPlan PLAN =
      new CapacityPlan(
          SLO,
          1_000,
          50_000,
          SamplePlans.of(
              SamplePlans.design(1, "a"),
              ClosedLoad.of(1, 1, 100, Wait.FIXED, OptionalInt.empty(), 10_000)
                  .with(new OpenModel(new Rate(1, 1), 10), OptionalInt.empty(), false)));

  private static Capacity.Step step(double rate, SloResult verdict) {
    List<RunRecord> runs =
        switch (verdict) {
          case MET -> List.of(MET_RUN, MET_RUN);
          case MISSED -> List.of(MISSED_RUN, MISSED_RUN);
          case UNDECIDED -> List.of(MET_RUN, MISSED_RUN);
        };
    return new Capacity.Step(rate, Slo.of(SLO), runs);
  }

  private static Capacity of(Map<Double, SloResult> tried) {
    List<Capacity.Step> steps = new ArrayList<>();
    new TreeMap<>(tried).forEach((rate, verdict) -> steps.add(step(rate, verdict)));
    return new Capacity("a", PLAN, steps);
  }

  private static Capacity of(double met, double missed) {
    return of(Map.of(met, SloResult.MET, missed, SloResult.MISSED));
  }

  /** For any true capacity, the result contains it and has the required precision. */
  @ParameterizedTest
  @ValueSource(doubles = {37.5, 700, 1_000.5, 1_999.5, 9_123.5, 49_000.5})
  void anyCapacityIsFound(double capacity) {
    Capacity found = run(rate -> rate <= capacity ? SloResult.MET : SloResult.MISSED);
    assertThat(found.highestMet()).isLessThanOrEqualTo(capacity);
    assertThat(found.lowestMissed()).isGreaterThan(capacity);
    assertThat(found.lowestMissed() / found.highestMet() - 1)
        .isLessThanOrEqualTo(0.03); // rates are whole: at 37/s the next is 2.7 % away
  }

  /** Rates are whole, so that the next one is 5 % away. */
  @Test
  void neighbouringRatesAreAResultBelowFiftyPerSecond() {
    Capacity found = run(rate -> rate <= 20 ? SloResult.MET : SloResult.MISSED);
    assertEnds(found, 20.0, 21.0);
    assertThat(found.isComplete()).isTrue();
  }

  @Test
  void capacityBeyondTheHighestRateIsOpenAbove() {
    Capacity found = run(rate -> SloResult.MET);
    assertEnds(found, 50_000.0, Double.NaN);
    assertThat(found.isComplete()).isTrue();
  }

  @Test
  void serviceThatMeetsItAtNoRateHasNoLowerEnd() {
    Capacity found = run(rate -> SloResult.MISSED);
    assertEnds(found, Double.NaN, 1.0);
    assertThat(found.isComplete()).isTrue();
  }

  @Test
  void disputedRateEndsTheSearch() {
    assertThat(of(Map.of(1_000.0, SloResult.UNDECIDED)).next(1_000)).isEmpty();
  }

  /** The plan has one round: a step whose only run was aborted has none. */
  @Test
  void rateThatWasNotMeasuredToItsEndIsTriedAgain() {
    RunRecord aborted = CapacityStepTest.run("ABORTED", 100, true);
    Capacity.Step step = new Capacity.Step(1_000, Slo.of(SLO), List.of(aborted));
    Capacity begun = new Capacity("a", PLAN, List.of(step));
    assertThat(begun.next(1_000)).hasValue(1_000);
    assertThat(begun.rounds(1_000)).isZero();
  }

  /** A rate that met it above one that missed it is noise, and the lower end stays below both. */
  @Test
  void lowerEndLiesBelowAllThatMissed() {
    assertEnds(
        of(Map.of(1_000.0, SloResult.MET, 1_200.0, SloResult.MISSED, 1_300.0, SloResult.MET)),
        1_000.0,
        1_200.0);
  }

  @Test
  void overlappingIntervalsAreNotToldApart() {
    Capacity low = of(1_000, 1_020);
    Capacity same = of(1_010, 1_030);
    Capacity above = of(1_020, 1_040);
    assertThat(same.isAbove(low)).isFalse();
    assertThat(above.isAbove(low)).isTrue();
    assertThat(low.isAbove(above)).isFalse();
  }

  private static void assertEnds(Capacity found, Double met, Double missed) {
    assertThat(found.highestMet()).isEqualTo(met);
    assertThat(found.lowestMissed()).isEqualTo(missed);
  }

  /** A search ends within 30 steps. */
  private static Capacity run(DoubleFunction<SloResult> service) {
    Capacity capacity = of(Collections.emptyMap());
    for (OptionalDouble rate = capacity.next(1_000);
        rate.isPresent();
        rate = capacity.next(1_000)) {
      List<Capacity.Step> steps = new ArrayList<>(capacity.steps());
      steps.add(step(rate.getAsDouble(), service.apply(rate.getAsDouble())));
      steps.sort(Comparator.comparingDouble(Capacity.Step::rate));
      assertThat(steps).hasSizeLessThan(30);
      capacity = new Capacity("a", PLAN, steps);
    }
    return capacity;
  }
}
