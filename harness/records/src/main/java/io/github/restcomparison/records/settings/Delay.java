package io.github.restcomparison.records.settings;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * How long the requests of a load wait, as the services were told or as the user states it.
 *
 * @param kind one of {@link #CLOCKS} or {@link #BACK_ENDS}, or {@link #STATED}
 * @param longest the delay itself; of {@code uniform} waits the longest, of a shared tick the
 *     period
 */
public record Delay(String kind, Duration longest) {
  /** The kinds that wait for a clock, which every service of this project knows. */
  public static final List<String> CLOCKS = List.of("fixed", "uniform", "shared-tick");

  /** A back end that is asked with GET. */
  public static final String HTTP = "http";

  /** A PostgreSQL database that is asked to sleep. */
  public static final String SQL = "sql";

  /** The kinds that need a back end. */
  public static final Set<String> BACK_ENDS = Set.of(HTTP, SQL);

  /** What the user states of a service of theirs; nothing is checked against it. */
  public static final String STATED = "stated";

  /** A wait that is the same for every request. */
  public static Delay fixed(Duration delay) {
    return new Delay(CLOCKS.getFirst(), delay);
  }

  /**
   * Reads {@code WAIT} and {@code DELAY_MS}, 0 to 600000.
   *
   * @throws SettingException if one of them is invalid
   */
  public static Delay of(Settings settings) {
    Duration delay = Duration.ofMillis(settings.integer("DELAY_MS", 100, 0, 600_000));
    String[] kinds = Stream.concat(CLOCKS.stream(), Stream.of(HTTP, SQL)).toArray(String[]::new);
    return new Delay(settings.oneOf("WAIT", CLOCKS.getFirst(), kinds), delay);
  }

  /** Whether it is unknown how much of a request's time is waiting. */
  public static boolean isUnknown(String kind, int delayMs) {
    return kind.equals(STATED) && delayMs == 0;
  }

  /** No request may be answered sooner than this. */
  public Duration shortest() {
    return kind.equals(CLOCKS.getFirst()) || BACK_ENDS.contains(kind) ? longest : Duration.ZERO;
  }

  /**
   * Returns the mean wait of a user who sends the next request at once; throughput limits are
   * computed from it. Such a user waits a whole period for a shared tick.
   */
  public Duration mean() {
    return kind.equals("uniform") ? longest.dividedBy(2) : longest;
  }
}
