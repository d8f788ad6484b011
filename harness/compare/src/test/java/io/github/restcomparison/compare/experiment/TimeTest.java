package io.github.restcomparison.compare.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.restcomparison.records.plan.ExperimentPlan;
import io.github.restcomparison.runner.settings.Target;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What an experiment's time went into, and what is left of it. */
class TimeTest {
  private static final Target.Started SYNC = new Target.Started("jersey-sync", false);
  private static final Target.Started ASYNC = new Target.Started("jersey-async", false);
  private static final Target.Started VERTX = new Target.Started("vertx-rest", false);

  /** Of 1,000 s 400 are warm-up and 450 load: 15 % are neither. */
  @Test
  void whatIsNeitherWarmUpNorLoad() {
    assertThat(new TimeSpent(1_000_000, 400_000, 450_000).aroundTheLoad())
        .isCloseTo(0.15, within(1e-9));
    assertThat(new TimeSpent(0, 0, 0).aroundTheLoad()).isZero();
  }

  @Test
  void nothingSpentWhereNothingWasMeasured(@TempDir Path folder) throws Exception {
    assertThat(TimeSpent.in(folder)).isEqualTo(new TimeSpent(0, 0, 0));
  }

  /**
   * 7 s around the load, half of 40 s warm-up; 100 requests of 100 ms take 10 s, and five times
   * that where 200 workers serve 1,000 users. Two entries have no pool; so does the control.
   */
  @Test
  void beforehandTheBoundsTellHowLongItTakes() {
    assertThat(left(1).left()).isEqualTo(Duration.ofSeconds(27 * 4 + 50 + 3 * 10));
  }

  @Test
  void laterTheRunsThatAreOverTell() {
    TimeLeft left = left(2);
    left.took(VERTX, Duration.ofSeconds(30));
    left.took(ASYNC, Duration.ofSeconds(50));
    left.took(SYNC, Duration.ofSeconds(80));
    // sync 80 s, async 50 s, vertx 30 s; and the control twice as planned, 37 s
    assertThat(left.left()).isEqualTo(Duration.ofSeconds(80 + 50 + 30 + 2 * 37));
  }

  private static TimeLeft left(int rounds) {
    ExperimentPlan plan = Plans.plan(1, rounds);
    return new TimeLeft(plan, Schedule.all(plan).stream().map(PlannedRun::target).toList());
  }
}
