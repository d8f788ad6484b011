package io.github.restcomparison.records;

import com.fasterxml.jackson.annotation.JsonAlias;
import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import io.github.restcomparison.records.RunRecord.Latency;
import io.github.restcomparison.records.settings.SettingException;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.ToDoubleFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Requests that come by a schedule, whatever the service does with those before: the open model
 * (Schroeder et al., NSDI 2006). Callers share a pool of connections, each for one request at a
 * time; one that is due while all are busy waits for the first that is free.
 *
 * @param fromRate requests per second at the beginning, more than 0
 * @param toRate requests per second at the end, more than 0: the same, or what the rate grows or
 *     falls to in a straight line
 * @param seconds how long requests come, 1 or more
 * @param connections of the pool, 1 or more
 * @param newConnections whether each request opens a connection and closes it; the pool is then the
 *     most that are open at once
 */
public record OpenModel(
    double fromRate, double toRate, int seconds, int connections, boolean newConnections) {

  /** What the connections of a pool may be. */
  public static final Range CONNECTIONS = new Range("connections", 1, 20_000);

  /** How long requests may come. */
  public static final Range SECONDS = new Range("duration in seconds", 1, 3_600);

  /** What a rate may be, for whoever has given something else. */
  public static final String RATES = "such as 4000/s, or 100..4000/s for one that grows";

  private static final double MOST_PER_SECOND = 1_000_000;
  private static final String NUMBER = "(\\d{1,7}(?:\\.\\d{1,3})?)";
  private static final Pattern RATE =
      Pattern.compile("(?:" + NUMBER + "\\.\\.)?" + NUMBER + "(?:/s)?");

  /**
   * Checks it.
   *
   * @throws IllegalArgumentException where a number is not what it may be
   */
  public OpenModel {
    if (!(fromRate > 0 && toRate > 0 && seconds > 0 && connections > 0)
        || Math.max(fromRate, toRate) > MOST_PER_SECOND) {
      throw new IllegalArgumentException(
          "rates %s and %s per second, %d s, %d connections: all must be more than 0, rates no more than %.0f"
              .formatted(fromRate, toRate, seconds, connections, MOST_PER_SECOND));
    }
  }

  /**
   * Reads a schedule.
   *
   * @param rate such as {@code 4000/s} or, growing, {@code 100..4000/s}; above 0, up to 1000000
   * @param seconds how long requests come, 1 to 3600
   * @param connections of the pool, 1 to 20000; where nobody says, twice as many as are busy at the
   *     greatest rate while every answer takes the delay, and ten
   * @param delayMs what an answer takes at least
   * @throws SettingException where a setting is not what it may be
   */
  public static OpenModel of(
      String rate, int seconds, OptionalInt connections, boolean newConnections, int delayMs) {
    Matcher numbers = RATE.matcher(rate);
    double to = numbers.matches() ? Double.parseDouble(numbers.group(2)) : 0;
    double from =
        numbers.matches() && numbers.group(1) != null ? Double.parseDouble(numbers.group(1)) : to;
    if (!(Math.min(from, to) > 0 && Math.max(from, to) <= MOST_PER_SECOND)) {
      throw SettingException.mustBe("rate", rate, RATES);
    }
    double busy = Math.max(from, to) * delayMs / 1e3;
    int pool = connections.orElse((int) Math.ceil(2 * busy) + 10);
    if (!CONNECTIONS.contains(pool)) {
      throw SettingException.mustBe(
          "rate",
          rate,
          "lower: with this delay it needs %d connections, of 20000; or state --connections"
              .formatted(pool));
    }
    return new OpenModel(from, to, SECONDS.check(seconds), CONNECTIONS.check(pool), newConnections);
  }

  /** How many requests come. */
  @JsonIgnore
  public long requests() {
    return Math.round((fromRate + toRate) / 2 * seconds);
  }

  /**
   * The part of one of several load generators: its share of the rate and of the connections.
   *
   * @param number of the generator, from 1
   * @param of how many there are
   */
  public OpenModel partOf(int number, int of) {
    int own = connections / of + (number <= connections % of ? 1 : 0);
    return new OpenModel(fromRate / of, toRate / of, seconds, Math.max(1, own), newConnections);
  }

  /** All of them together, as long as the first of them. */
  public static OpenModel together(List<OpenModel> parts) {
    return new OpenModel(
        sum(parts, OpenModel::fromRate),
        sum(parts, OpenModel::toRate),
        parts.getFirst().seconds(),
        parts.stream().mapToInt(OpenModel::connections).sum(),
        parts.getFirst().newConnections());
  }

  /** As exact as a rate can be given: a third, three times, is less than the whole. */
  private static double sum(List<OpenModel> parts, ToDoubleFunction<OpenModel> rate) {
    return Math.rint(1e3 * parts.stream().mapToDouble(rate).sum()) / 1e3;
  }

  /** The same at its mean rate, for another time. */
  public OpenModel steadyFor(Duration time) {
    double mean = (fromRate + toRate) / 2;
    return new OpenModel(
        mean, mean, Math.toIntExact(time.toSeconds()), connections, newConnections);
  }

  /**
   * When a request is due, in ns after the first: where the integral of the rate has reached its
   * number, {@code fromRate t + (toRate - fromRate) t² / (2 seconds) = n}.
   *
   * @param n its number, from 0
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
   * What became of the requests that came.
   *
   * @param intended how many were due
   * @param dropped how many of them found no free connection until the end
   * @param waitedForConnection how many were due while all connections were busy
   * @param sentLateP99Ms the time by which 99 % of those that had a connection were sent at the
   *     latest, after they were due: what the load generator itself adds; absent where there were
   *     none
   * @param corrected from when a request was due to its right answer; absent where none was
   *     answered
   */
  @JsonInclude(JsonInclude.Include.NON_ABSENT)
  public record Outcome(
      long intended,
      @JsonAlias("notStarted") long dropped,
      long waitedForConnection,
      OptionalInt sentLateP99Ms,
      Optional<Latency> corrected) {}
}
