package io.github.restcomparison.compare.file;

import io.github.restcomparison.records.LoadSpec;
import io.github.restcomparison.records.OpenModel;
import io.github.restcomparison.records.service.Workload;
import io.github.restcomparison.records.settings.SettingException;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;

/** The load of services of the user's, of which nobody knows how fast they are. */
public final class UserLoad {
  private static final int USERS = 100;
  private static final Duration DURATION = Duration.ofSeconds(15);
  private static final Duration OPEN_DURATION = Duration.ofSeconds(30);

  /** Where the user says nothing. */
  public static final LoadSpec USUAL =
      of(USERS, Optional.empty(), Optional.empty(), 0, LoadSpec.USUAL.warmUpLimitMs());

  private static final int OF_SIMULATION_MS = 10_000;

  private UserLoad() {}

  /** Where nothing is said of what is asked by these requests, or by a simulation. */
  public static LoadSpec usual(Workload workload) {
    return workload.simulation().isPresent()
        ? of(USERS, Optional.empty(), Optional.empty(), 0, OF_SIMULATION_MS)
        : USUAL;
  }

  /**
   * A closed model.
   *
   * @param requests of each user; absent where users ask for some time
   * @param duration for how long; 15 s where neither is given
   * @param delayMs what of an answer's time is waiting; 0 where nobody says
   * @throws SettingException where a setting is not what it may be
   */
  public static LoadSpec of(
      int users,
      Optional<Integer> requests,
      Optional<Duration> duration,
      int delayMs,
      int warmUpLimitMs) {
    if (requests.isPresent() && duration.isPresent()) {
      throw new SettingException("duration may be given without requests, or with rate");
    }
    return requests.isPresent()
        ? LoadSpec.stated(users, requests.get(), OptionalInt.empty(), delayMs, warmUpLimitMs)
        : LoadSpec.stated(
            users, 0, OptionalInt.of(seconds(duration.orElse(DURATION))), delayMs, warmUpLimitMs);
  }

  /**
   * A load by a schedule.
   *
   * @param load with the wait, if anybody said it
   * @param duration 30 s where it is not given
   * @param connections of the pool; where nobody says, as many as may be needed
   * @throws SettingException where a setting is not what it may be
   */
  public static LoadSpec by(
      LoadSpec load, String rate, Optional<Duration> duration, OptionalInt connections) {
    int seconds = seconds(duration.orElse(OPEN_DURATION));
    return load.by(OpenModel.of(rate, seconds, connections, false, load.expectedDelayMs()));
  }

  private static int seconds(Duration duration) {
    if (duration.toMillis() % 1_000 != 0) {
      throw new SettingException(
          "duration is %d ms: it may be whole seconds".formatted(duration.toMillis()));
    }
    return OpenModel.SECONDS.check(duration.toSeconds());
  }
}
