package io.github.restcomparison.compare.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.restcomparison.compare.experiment.Schedule.PlannedRun;
import io.github.restcomparison.records.plan.ExperimentPlan;
import io.github.restcomparison.runner.settings.RunRequest.RunId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** In which order an experiment measures. */
class ScheduleTest {

  @Test
  void everyRoundMeasuresEveryVariantOnceAndTheControlOnce() {
    for (int round = 1; round <= 10; round++) {
      assertThat(order(Plans.plan(1), round, 1))
          .extracting(RunId::variant)
          .containsExactlyInAnyOrder(
              "jersey-sync", "jersey-async", "jersey-async-control", "vertx-rest");
    }
  }

  @Test
  void eachRunHasASeparateFolder() {
    assertThat(Schedule.allRuns(Plans.plan(1)))
        .hasSize(40)
        .extracting(PlannedRun::folder)
        .doesNotHaveDuplicates()
        .allMatch(folder -> folder.matches("(0[1-9]|10)-0[1-4]-(jersey|vertx)-[a-z-]+"));
    assertThat(Schedule.round(Plans.plan(1), 3, 2))
        .extracting(PlannedRun::folder)
        .allMatch(folder -> folder.startsWith("03-") && folder.endsWith("-repeated"));
  }

  @Test
  void seedDecidesTheOrder() {
    assertThat(orders(7)).isEqualTo(orders(7)).isNotEqualTo(orders(8));
  }

  /** A recorded seed is worth nothing if a later version draws other orders from it. */
  @Test
  void orderOfASeedIsStable() {
    assertThat(order(Plans.plan(42), 1, 1))
        .extracting(RunId::variant)
        .containsExactly("jersey-async-control", "jersey-sync", "vertx-rest", "jersey-async");
  }

  @Test
  void roundsAndRepeatedRoundsAreShuffledAnew() {
    List<List<RunId>> orders = new ArrayList<>(orders(3));
    IntStream.rangeClosed(1, 10).forEach(r -> orders.add(order(Plans.plan(3), r, 2)));
    // 20 draws of 24 orders: fewer than 8 different ones have a probability below 1e-4
    assertThat(new HashSet<>(orders)).hasSizeGreaterThan(7);
  }

  /**
   * 6 s around the load, half of 40 s warm-up; 100 requests of 100 ms take 10 s, and five times
   * that if 200 workers serve 1,000 users. Two entries have no pool; so does the control.
   */
  @Test
  void estimateUsesTheBounds() {
    assertThat(Schedule.estimate(Schedule.round(Plans.plan(1), 1, 1)))
        .isEqualTo(Duration.ofSeconds(26 * 4 + 50 + 3 * 10));
  }

  /**
   * 9 requests of 100 ms with a pause of 900 ms take 9 s, as do five turns of the pool; 2 s of
   * ramp-up.
   */
  @Test
  void estimateUsesThePace() {
    assertThat(Schedule.estimate(Schedule.round(Plans.paced(), 1, 1)))
        .isEqualTo(Duration.ofSeconds(3 * (26 + 9 + 2)));
  }

  /** Over many rounds each entry comes first as often as any other: 1/4 of 4,000, give or take. */
  @Test
  void noEntryIsFavoured() {
    Map<String, Integer> first = new HashMap<>();
    for (int seed = 0; seed < 4_000; seed++) {
      first.merge(order(Plans.plan(seed), 1, 1).getFirst().variant(), 1, Integer::sum);
    }
    // binomial(4000, 1/4): standard deviation 27.4; five of them
    assertThat(first).hasSize(4);
    assertThat(first.values()).allSatisfy(n -> assertThat(n).isCloseTo(1_000, within(137)));
  }

  private static List<RunId> order(ExperimentPlan plan, int round, int attempt) {
    return Schedule.round(plan, round, attempt).stream().map(PlannedRun::runId).toList();
  }

  private static List<List<RunId>> orders(long seed) {
    return IntStream.rangeClosed(1, 10)
        .mapToObj(round -> order(Plans.plan(seed), round, 1))
        .toList();
  }
}
