package io.github.restcomparison.analysis.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class EventQueueTest {
  private static final long SECOND = 1_000_000_000L;

  @Test
  void eventsComeInTheOrderOfTheirTimes() {
    EventQueue events = new EventQueue(SECOND);
    SplittableRandom random = new SplittableRandom(1);
    List<Long> expected = new ArrayList<>();
    for (int i = 0; i < 10_000; i++) {
      long nanos = random.nextLong(SECOND);
      expected.add(nanos);
      events.add(nanos, i);
    }
    expected.sort(null);
    List<Long> taken = new ArrayList<>();
    while (events.take() >= 0) {
      taken.add(events.nanos());
    }
    assertThat(taken).isEqualTo(expected);
  }

  /** Each event adds another that is soon: most are of the day that has come. */
  @Test
  void whatIsAddedWhileADayPassesIsNotLost() {
    EventQueue events = new EventQueue(SECOND / 10);
    events.add(0, 7);
    int taken = 0;
    long last = -1;
    while (events.take() == 7) {
      assertThat(events.nanos()).isGreaterThan(last);
      last = events.nanos();
      taken++;
      events.add(last + 10_000, 7);
    }
    assertThat(taken).isGreaterThanOrEqualTo(10_000);
  }

  @Test
  void whatIsTooLateIsForgotten() {
    EventQueue events = new EventQueue(SECOND);
    events.add(10 * SECOND, 1);
    assertThat(events.take()).isNegative();
  }
}
