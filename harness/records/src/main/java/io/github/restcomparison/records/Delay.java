package io.github.restcomparison.records;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.github.restcomparison.records.settings.Limits;
import java.time.Duration;

/**
 * The wait of a request, as set for the services or stated by the user.
 *
 * @param delay the wait; of uniform waits the longest, of a shared tick the period
 */
public record Delay(
    @JsonProperty("wait") @Limits(words = {"fixed", "uniform", "shared-tick", "http", "sql"})
        Wait waits,
    @Limits(min = "0ms", max = "10m") Duration delay) {

  /** Returns a wait of the same kind. */
  Delay of(int delayMs) {
    return new Delay(waits, Duration.ofMillis(delayMs));
  }

  /** Returns whether the waiting part of a request's time is unknown. */
  @JsonIgnore
  public boolean isUnknown() {
    return waits == Wait.STATED && delay.isZero();
  }

  /** Returns the minimum wait of a request. */
  public Duration shortest() {
    return waits == Wait.FIXED || waits.isForBackEnd() ? delay : Duration.ZERO;
  }

  /** Returns how soon a client may see a response: client and service each round to a ms. */
  public Duration earliestSeen() {
    return shortest().isZero() ? Duration.ZERO : shortest().minusMillis(1);
  }

  /**
   * Returns the mean wait of a user who sends the next request immediately; throughput limits are
   * computed from it. Such a user waits a whole period for a shared tick.
   */
  public Duration mean() {
    return waits == Wait.UNIFORM ? delay.dividedBy(2) : delay;
  }

  /** Returns how long a number of waits takes, in whole seconds from 1 s to 60 min. */
  Duration lasting(int times) {
    return Duration.ofSeconds(Math.clamp(Math.ceilDiv(delay.toMillis() * times, 1_000), 1, 3_600));
  }
}
