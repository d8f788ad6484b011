package io.github.restcomparison.records;

import com.fasterxml.jackson.annotation.JsonIgnore;
import io.github.restcomparison.records.RunRecord.Latency;
import io.github.restcomparison.records.settings.SettingException;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Requests that arrive by a schedule, however slow the service is: the open model (Schroeder et
 * al., NSDI 2006). They share a pool of connections, each for one request at a time; a request that
 * is due while all are busy waits for a free one.
 *
 * @param fromRate requests per second at the beginning, above 0 and up to 1000000
 * @param toRate requests per second at the end, in the same range; between both the rate is linear
 * @param seconds how long requests arrive, 1 or more
 * @param connections of the pool, 1 or more
 * @param newConnections whether each request opens a connection and closes it; the pool is then the
 *     most that are open at once
 */
public record OpenModel(
    double fromRate, double toRate, int seconds, int connections, boolean newConnections) {

  /** What a rate must be, in help and messages. */
  public static final String RATES = "such as 4000/s, or 100..4000/s for one that grows";

  private static final int MAX_CONNECTIONS = 20_000;
  private static final double MAX_RATE = 1_000_000;
  private static final String NUMBER = "(\\d{1,7}(?:\\.\\d{1,3})?)";
  private static final Pattern RATE =
      Pattern.compile("(?:" + NUMBER + "\\.\\.)?" + NUMBER + "(?:/s)?");

  /**
   * Refuses a schedule without requests.
   *
   * @throws SettingException if a rate is out of range
   */
  public OpenModel {
    if (!(Math.min(fromRate, toRate) > 0 && Math.max(fromRate, toRate) <= MAX_RATE)) {
      throw SettingException.mustBe("rate", fromRate + ".." + toRate, RATES);
    }
  }

  /**
   * Reads a schedule.
   *
   * @param rate such as {@code 4000/s} or {@code 100..4000/s}
   * @param connections of the pool; if empty, ten more than twice as many as the greatest rate
   *     keeps busy
   * @param delayMs the shortest duration of a request
   * @throws SettingException if the rate is invalid, or needs too many connections
   */
  public static OpenModel of(
      String rate, int seconds, OptionalInt connections, boolean newConnections, int delayMs) {
    Matcher numbers = RATE.matcher(rate);
    double to = numbers.matches() ? Double.parseDouble(numbers.group(2)) : 0;
    double from =
        numbers.matches() && numbers.group(1) != null ? Double.parseDouble(numbers.group(1)) : to;
    double busy = Math.max(from, to) * delayMs / 1e3;
    int pool = connections.orElse((int) Math.ceil(2 * busy) + 10);
    if (pool > MAX_CONNECTIONS) {
      throw SettingException.mustBe(
          "rate",
          rate,
          "lower: with this delay it needs %d connections, of %d; or state --connections"
              .formatted(pool, MAX_CONNECTIONS));
    }
    return new OpenModel(from, to, seconds, pool, newConnections);
  }

  /** How many requests arrive. */
  @JsonIgnore
  public long requests() {
    return Math.round((fromRate + toRate) / 2 * seconds);
  }

  /** The share of one of {@code of} load generators; {@code number} is from 1. */
  public OpenModel partOf(int number, int of) {
    int own = connections / of + (number <= connections % of ? 1 : 0);
    return new OpenModel(fromRate / of, toRate / of, seconds, Math.max(1, own), newConnections);
  }

  /** The same at its mean rate, for another duration. */
  public OpenModel steadyFor(Duration time) {
    double mean = (fromRate + toRate) / 2;
    return new OpenModel(
        mean, mean, Math.toIntExact(time.toSeconds()), connections, newConnections);
  }

  /**
   * When request {@code n} is due, in ns after request 0: the time t by which n requests have
   * arrived, {@code fromRate t + (toRate - fromRate) t² / (2 seconds) = n}.
   */
  public long dueNanos(long n) {
    double delta = (toRate - fromRate) / seconds;
    // The larger root's other form: no two numbers that are close are subtracted where growth is 0.
    double t = 2 * n / (fromRate + Math.sqrt(fromRate * fromRate + 2 * delta * n));
    return Math.round(1e9 * t);
  }

  /** The rate as it is given: {@code 4000/s}, or {@code 100..4000/s}. */
  @JsonIgnore
  public String rate() {
    String from = fromRate == toRate ? "" : perSecond(fromRate) + "..";
    return from + perSecond(toRate) + "/s";
  }

  private static String perSecond(double rate) {
    return BigDecimal.valueOf(rate).stripTrailingZeros().toPlainString();
  }

  /**
   * What became of the scheduled requests.
   *
   * @param intended how many were due
   * @param dropped how many of them never had a free connection
   * @param waitedForConnection how many were due while all connections were busy
   * @param sentLateP99Ms the 99th percentile of how late requests with a free connection were sent:
   *     the delay by the load generator; absent if there was none
   * @param corrected from when requests were due to their responses; absent if none succeeded
   */
  public record Outcome(
      long intended,
      long dropped,
      long waitedForConnection,
      double sentLateP99Ms,
      Optional<Latency> corrected) {}
}
