package io.github.restcomparison.analysis.curves;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restcomparison.analysis.curves.Crossing.At;
import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class CrossingTest {

  /** Alike up to 100 users, half as many again at 1000. */
  @Test
  void liesBetweenTwoLoadsThatWereMeasured() {
    List<At> points =
        List.of(new At(10, 99, 99), new At(100, 990, 990), new At(1_000, 3_000, 2_000));
    assertThat(Crossing.from(points)).contains(new Crossing.From(OptionalDouble.of(100), 1_000));
  }

  @Test
  void whoIsAheadEverywhereIsSoFromTheLeastLoadOn() {
    assertThat(Crossing.from(List.of(new At(10, 2, 1), new At(100, 20, 10))))
        .contains(new Crossing.From(OptionalDouble.empty(), 10));
  }

  @Test
  void whoIsNotAheadInTheEndHasNone() {
    assertThat(Crossing.from(List.of(new At(10, 2, 1), new At(100, 20, 20)))).isEmpty();
    assertThat(Crossing.from(List.of(new At(10, 104, 100), new At(100, 104, 100)))).isEmpty();
  }

  /** Ahead at 10 users, behind at 100, ahead at 1000: only the last counts. */
  @Test
  void anEarlierLeadDoesNotCount() {
    List<At> points = List.of(new At(10, 2, 1), new At(100, 10, 20), new At(1_000, 40, 20));
    assertThat(Crossing.from(points)).contains(new Crossing.From(OptionalDouble.of(100), 1_000));
  }
}
