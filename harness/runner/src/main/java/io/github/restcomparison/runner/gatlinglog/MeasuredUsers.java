package io.github.restcomparison.runner.gatlinglog;

import io.github.restcomparison.records.RunSamples.Window;
import java.time.Duration;
import java.util.LongSummaryStatistics;
import java.util.Optional;

/** Whose requests are measured, and in which time. */
sealed interface MeasuredUsers {

  /** Whether the users of a scenario count. */
  boolean count(String scenario);

  /**
   * The measurement window.
   *
   * @param load with a user at least
   * @return empty where no such time was
   */
  Optional<Window> window(MeasuredLoad load);

  private static Optional<Window> between(long from, long to) {
    return from < to ? Optional.of(new Window(from, to)) : Optional.empty();
  }

  /**
   * Those of a simulation of this project: the time in which every user was active, without ramp-up
   * and tail. It begins when as many requests have ended as there are users: about one each, so
   * that connections are open. It ends when no more requests than that are left, or when the first
   * user ends.
   *
   * <p>If all users are answered at the same time, again and again, both ends of the window are
   * ends of such a wave, so that the window contains whole waves.
   *
   * @param name of the scenario; a warm-up has another
   */
  record OfScenario(String name) implements MeasuredUsers {
    @Override
    public boolean count(String scenario) {
      return scenario.equals(name);
    }

    @Override
    public Optional<Window> window(MeasuredLoad load) {
      long users = load.userStarts().getCount();
      return between(
          Math.max(load.whenEnded(users), load.userStarts().getMax()),
          Math.min(load.whenEnded(load.requests() - users), load.userEnds().getMin()));
    }
  }

  /**
   * Those of a simulation that is not ours, whatever its scenarios are: from the end of the
   * warm-up, and where there is a time in which all users are at work, from its beginning to its
   * end; else, where users come and go, until the last has come.
   *
   * @param warmUp after the first user, what is no part of the window
   */
  record All(Duration warmUp) implements MeasuredUsers {
    @Override
    public boolean count(String scenario) {
      return true;
    }

    @Override
    public Optional<Window> window(MeasuredLoad load) {
      LongSummaryStatistics starts = load.userStarts();
      boolean allAtWork = load.userEnds().getMin() > starts.getMax();
      return between(
          Math.max(
              starts.getMin() + warmUp.toMillis(), allAtWork ? starts.getMax() : starts.getMin()),
          allAtWork ? load.userEnds().getMin() : starts.getMax());
    }
  }
}
