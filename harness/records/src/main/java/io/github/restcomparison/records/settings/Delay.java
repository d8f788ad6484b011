package io.github.restcomparison.records.settings;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Duration;
import java.util.List;
import java.util.Set;

/**
 * How long a request waits, as the services were told or as the user states it.
 *
 * @param waits one of {@link #CLOCKS} or {@link #BACK_ENDS}, or {@link #STATED}
 * @param delay the wait; of {@code uniform} waits the longest, of a shared tick the period
 */
public record Delay(
    @JsonProperty("wait") @Limits(words = {"fixed", "uniform", "shared-tick", "http", "sql"})
        String waits,
    @Limits(min = "0ms", max = "10m") Duration delay) {
  /** The kinds that wait for a clock, which every service of this project knows. */
  public static final List<String> CLOCKS = List.of("fixed", "uniform", "shared-tick");

  /** A back end that answers GET. */
  public static final String HTTP = "http";

  /** A PostgreSQL database that sleeps. */
  public static final String SQL = "sql";

  /** The kinds that need a back end. */
  public static final Set<String> BACK_ENDS = Set.of(HTTP, SQL);

  /** The wait of a user's own service, 0 if it is unknown; nothing is checked against it. */
  public static final String STATED = "stated";

  /** A wait that is the same for every request. */
  public static Delay fixed(int delayMs) {
    return new Delay(CLOCKS.getFirst(), Duration.ofMillis(delayMs));
  }

  /** Whether it is unknown how much of a request's time is waiting. */
  @JsonIgnore
  public boolean isUnknown() {
    return waits.equals(STATED) && delay.isZero();
  }

  /** No request can be answered sooner than this. */
  public Duration shortest() {
    boolean isSame = waits.equals(CLOCKS.getFirst()) || BACK_ENDS.contains(waits);
    return isSame ? delay : Duration.ZERO;
  }

  /** Returns how soon a client may see a response: client and service each round to a ms. */
  public Duration earliestSeen() {
    return shortest().isZero() ? Duration.ZERO : shortest().minusMillis(1);
  }

  /**
   * Returns the mean wait of a user who sends the next request at once; throughput limits are
   * computed from it. Such a user waits a whole period for a shared tick.
   */
  public Duration mean() {
    return waits.equals("uniform") ? delay.dividedBy(2) : delay;
  }
}
