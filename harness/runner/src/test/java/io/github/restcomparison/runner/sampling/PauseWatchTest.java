package io.github.restcomparison.runner.sampling;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restcomparison.records.RunSamples.Window;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class PauseWatchTest {
  private static final List<Window> ALWAYS = List.of(new Window(1, Long.MAX_VALUE / 1_000_000));

  private final AtomicLong time = new AtomicLong(1_000_000);

  @Test
  void longestPauseInTheWindowIsFound() {
    try (PauseWatch watch = started()) {
      pause(watch, 50, 95); // before the window
      pause(watch, 1_000, 1_007);
      pause(watch, 1_500, 1_530);
      pause(watch, 2_000, 2_011);
      pause(watch, 3_500, 3_700); // after it
      assertThat(watch.longestMs(List.of(new Window(1_000, 3_000)))).isEqualTo(30);
    }
  }

  @Test
  void onlyThePartInsideTheWindowCounts() {
    try (PauseWatch watch = started()) {
      pause(watch, 900, 1_012);
      pause(watch, 2_985, 3_400);
      assertThat(watch.longestMs(List.of(new Window(1_000, 3_000)))).isEqualTo(15);
      assertThat(watch.longestMs(List.of(new Window(1_000, 2_000)))).isEqualTo(12);
    }
  }

  /** Wake-ups planned within a window count as a whole: 1, 3 and 11 ms. */
  @Test
  void latenessIsTheMeanOfAllWakeUps() {
    try (PauseWatch watch = started()) {
      pause(watch, 900, 950);
      pause(watch, 1_000, 1_001);
      pause(watch, 1_500, 1_503);
      pause(watch, 2_990, 3_001);
      pause(watch, 3_100, 3_190);
      List<Window> windows = List.of(new Window(910, 1_600), new Window(2_000, 3_000));
      assertThat(watch.meanLatenessMicros(windows)).isEqualTo(5_000);
      assertThat(watch.meanLatenessMicros(List.of(new Window(1_600, 1_900)))).isNaN();
    }
  }

  @Test
  void pausesLongerThanALimitAreFound() {
    try (PauseWatch watch = started()) {
      pause(watch, 970, 1_021);
      pause(watch, 1_500, 1_520);
      pause(watch, 2_100, 2_121);
      pause(watch, 2_985, 3_400);
      assertThat(watch.longerThan(20, new Window(1_000, 3_000)))
          .as("of those at the ends, the part inside counts")
          .containsExactlyInAnyOrder(new Window(1_000, 1_021), new Window(2_100, 2_121));
    }
  }

  @Test
  void isUnknownIfTheWatchStartedAfterTheWindowBegan() {
    time.set(5_000_000_000L);
    try (PauseWatch watch = started()) {
      assertThat(watch.longestMs(List.of(new Window(4_000, 9_000)))).isNaN();
      assertThat(watch.longestMs(List.of(new Window(5_000, 9_000)))).isNotNaN();
    }
    assertThat(new PauseWatch(time::get).longestMs(ALWAYS)).as("never started").isNaN();
  }

  /** The clock jumps by 5 s while the thread sleeps for 5 ms. */
  @Test
  @Timeout(30)
  void threadDetectsThatItWokeLate() throws InterruptedException {
    AtomicLong jumps = new AtomicLong();
    long start = System.nanoTime();
    try (PauseWatch watch = new PauseWatch(() -> System.nanoTime() - start + jumps.get())) {
      watch.start();
      List<Window> fromFirstSecond = List.of(new Window(1_000, Long.MAX_VALUE / 1_000_000));
      while (!(watch.longestMs(fromFirstSecond) >= 4_000)) {
        Thread.sleep(10);
        jumps.addAndGet(5_000_000_000L);
      }
    }
  }

  private PauseWatch started() {
    PauseWatch watch = new PauseWatch(time::get);
    watch.start();
    return watch;
  }

  private static void pause(PauseWatch watch, long dueMs, long wokeMs) {
    watch.record(dueMs * 1_000_000, wokeMs * 1_000_000);
  }
}
