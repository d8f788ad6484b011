package io.github.restcomparison.records;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import io.github.restcomparison.records.RunFigures.Latency;
import io.github.restcomparison.records.settings.SettingException;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Requests that arrive by a schedule, independent of the service's speed: the open model (Schroeder
 * et al., NSDI 2006). They share the connections of a load, each for one request at a time. A
 * request that is scheduled while all are busy waits for a free one.
 *
 * @param rate at which they arrive
 * @param seconds how long requests arrive, 1 or more
 */
public record OpenModel(Rate rate, int seconds) {
  private static final int MAX_CONNECTIONS = 20_000;

  /**
   * Requests per second; as text {@code 4000/s}, or {@code 100..4000/s} for a rate that is linear
   * from the beginning to the end.
   *
   * @param from above 0 and up to 1000000
   * @param to {@code from} or more, in the same range
   */
  public record Rate(double from, double to) {
    private static final String VALID = "such as 4000/s, or 100..4000/s for a growing rate";
    private static final double MAX = 1_000_000;
    private static final String NUMBER = "(\\d{1,7}(?:\\.\\d+)?)";
    private static final Pattern TEXT =
        Pattern.compile("(?:" + NUMBER + "\\.\\.)?" + NUMBER + "(?:/s)?");

    /**
     * Returns the rate in a text.
     *
     * @throws SettingException if it is invalid
     */
    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    public static Rate of(String text) {
      Matcher numbers = TEXT.matcher(text);
      double to = numbers.matches() ? Double.parseDouble(numbers.group(2)) : 0;
      double from =
          numbers.matches() && numbers.group(1) != null ? Double.parseDouble(numbers.group(1)) : to;
      SettingException.check(from > 0 && from <= to && to <= MAX, "rate", text, VALID);
      return new Rate(from, to);
    }

    /** Returns the mean in requests per second. */
    public double mean() {
      return (from + to) / 2;
    }

    /**
     * Returns the maximum of connections that the load needs: ten more than twice as many as it
     * keeps busy.
     *
     * @param delayMs the shortest duration of a request
     * @throws SettingException if they are too many
     */
    int connections(long delayMs) {
      int pool = (int) Math.ceil(2 * to * delayMs / 1e3) + 10;
      SettingException.check(
          pool <= MAX_CONNECTIONS,
          "rate",
          this,
          "lower: with this delay it needs %d connections, of %d; or state --connections"
              .formatted(pool, MAX_CONNECTIONS));
      return pool;
    }

    @JsonValue
    @Override
    public String toString() {
      return (from == to ? "" : perSecond(from) + "..") + perSecond(to) + "/s";
    }

    private static String perSecond(double rate) {
      return BigDecimal.valueOf(rate).stripTrailingZeros().toPlainString();
    }
  }

  /** Returns the number of requests that arrive. */
  public long requests() {
    return Math.round(rate.mean() * seconds);
  }

  /** Returns the share of one of {@code of} load generators. */
  OpenModel share(int of) {
    return new OpenModel(new Rate(rate.from / of, rate.to / of), seconds);
  }

  /**
   * Returns the constant rate of the warm-up before this load: the mean. A user who pauses until
   * its next request of the warm-up is then never late for its first one of the load.
   */
  public OpenModel warmUp(Duration time) {
    return new OpenModel(new Rate(rate.mean(), rate.mean()), Math.toIntExact(time.toSeconds()));
  }

  /**
   * Returns the scheduled time of request {@code n} in ns after request 0: the time t by which n
   * requests have arrived, {@code from t + (to - from) t² / (2 seconds) = n}.
   */
  public long scheduledNanos(long n) {
    double delta = (rate.to - rate.from) / seconds;
    // This form of the larger root does not subtract two close numbers if the growth is 0.
    double t = 2 * n / (rate.from + Math.sqrt(rate.from * rate.from + 2 * delta * n));
    return Math.round(1e9 * t);
  }

  /**
   * The outcome of the scheduled requests.
   *
   * @param intended the number of scheduled requests
   * @param dropped the requests that never had a free connection
   * @param waitedForConnection the requests that were scheduled while all connections were busy
   * @param sentLateP99Ms the 99th percentile of the delay by the load generator, of requests with a
   *     free connection; NaN if there was none
   * @param corrected latencies from the scheduled times; empty if no request succeeded
   */
  public record Outcome(
      long intended,
      long dropped,
      long waitedForConnection,
      double sentLateP99Ms,
      Optional<Latency> corrected) {}
}
