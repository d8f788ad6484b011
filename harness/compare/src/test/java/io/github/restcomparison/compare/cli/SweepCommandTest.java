package io.github.restcomparison.compare.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restcomparison.records.DurationText;
import io.github.restcomparison.records.plan.ExperimentPlan;
import io.github.restcomparison.records.plan.SamplePlans;
import io.github.restcomparison.records.plan.SweepPlan;
import io.github.restcomparison.records.plan.SweepPlan.GridCell;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SweepCommandTest {
  private static final List<String> POOLS =
      List.of("vertx-rest", "jersey-sync@WORKERS=16", "jersey-sync@WORKERS=200");

  /**
   * 10 users at 100 ms send 100/s: 400 in 4 s, 40 each. 1000 at 10 ms could send more than
   * 10,000/s.
   */
  @Test
  void requestsFillTheSeconds() {
    assertThat(cells(List.of(10), List.of(100), List.of("vertx-rest")).cells())
        .containsExactly(new GridCell(10, 100, 40, List.of("vertx-rest")));
    assertThat(cells(List.of(1_000), List.of(10), List.of("vertx-rest")).cells())
        .containsExactly(new GridCell(1_000, 10, 40, List.of("vertx-rest")));
    assertThat(cells(List.of(1_000), List.of(1_000), List.of("vertx-rest")).cells())
        .containsExactly(new GridCell(1_000, 1_000, 10, List.of("vertx-rest")));
  }

  /** 40 requests of each of 1000 users at 16 threads / 100 ms = 160/s: 250 s. */
  @Test
  void cellsThatTakeTooLongAreSkippedWithTheReason() {
    SweepPlan cells = cells(List.of(1_000), List.of(100), POOLS);
    assertThat(cells.cells())
        .containsExactly(
            new GridCell(1_000, 100, 40, List.of("vertx-rest", "jersey-sync@WORKERS=200")));
    assertThat(cells.skipped())
        .containsExactly(
            "1000 users, 100 ms, jersey-sync@WORKERS=16: 40 requests of each user would take 250 s"
                + " (limit: 60 s)");
  }

  /** 7 requests of each of 100 users at 10 s take 70 s, 10 of them 100 s. */
  @ParameterizedTest
  @CsvSource({"61s, 100", "60m, 3600"})
  void cellsMayTakeAsLongAsTheirDuration(String duration, int seconds) {
    SweepPlan cells =
        cells(
            List.of(100),
            List.of(10_000),
            List.of("vertx-rest"),
            DurationText.parse(duration).get());
    assertThat(cells.skipped()).isEmpty();
    assertThat(cells.cells())
        .containsExactly(new GridCell(100, 10_000, seconds / 10, List.of("vertx-rest")));
  }

  @Test
  void poolsWithoutAQueueAreMeasuredOnce() {
    SweepPlan cells = cells(List.of(10), List.of(100), POOLS);
    assertThat(cells.cells().getFirst().variants())
        .containsExactly("vertx-rest", "jersey-sync@WORKERS=16");
    assertThat(cells.skipped())
        .containsExactly(
            "10 users, 100 ms, jersey-sync@WORKERS=200: a smaller pool has a thread for each user"
                + " already");
  }

  /** Their pools are alike, they are not. */
  @Test
  void otherSettingsMakeAnotherVariant() {
    List<String> variants =
        List.of(
            "jersey-sync@jvm=-XX:+UseZGC",
            "jersey-sync@jvm=-XX:+UseZGC@WORKERS=400",
            "jersey-sync@jvm=-XX:+UseSerialGC",
            "jersey-sync");
    SweepPlan cells = cells(List.of(10), List.of(100), variants);
    assertThat(cells.cells().getFirst().variants())
        .containsExactly(variants.get(0), variants.get(2), variants.get(3));
    assertThat(cells.skipped()).hasSize(1);
  }

  private static SweepPlan cells(List<Integer> users, List<Integer> delays, List<String> names) {
    return cells(users, delays, names, Duration.ofSeconds(4));
  }

  private static SweepPlan cells(
      List<Integer> users, List<Integer> delays, List<String> names, Duration duration) {
    ExperimentPlan runs = SamplePlans.of(SamplePlans.design(1, names), SamplePlans.users(1, 1, 0));
    return SweepCommand.grid(users, delays, runs, duration);
  }
}
