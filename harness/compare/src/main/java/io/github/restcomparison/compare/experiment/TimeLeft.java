package io.github.restcomparison.compare.experiment;

import java.time.Duration;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * Counts down what is left of a measurement. What its parts were expected to take is corrected by
 * what those that are over have taken, with all waiting, repeating and writing between them.
 */
public final class TimeLeft {
  private static final Duration LEAST = Duration.ofSeconds(1);

  private final LongSupplier nanos;
  private final long start;
  private final Optional<Duration> limit;
  private Duration expected;
  private Duration over = Duration.ZERO;
  private Duration took = Duration.ZERO;
  private Duration current = Duration.ZERO;

  /**
   * Begins to count.
   *
   * @param expected of all that is to be done, and of what turns out to be done already
   * @param limit what it may take at most, where there is a limit
   */
  public TimeLeft(Duration expected, Optional<Duration> limit) {
    this(expected, limit, System::nanoTime);
  }

  TimeLeft(Duration expected, Optional<Duration> limit, LongSupplier nanos) {
    this.expected = expected;
    this.limit = limit;
    this.nanos = nanos;
    this.start = nanos.getAsLong();
  }

  /** Where nobody knows how much is to be done. */
  public static TimeLeft unknown() {
    return new TimeLeft(Duration.ZERO, Optional.empty());
  }

  /** A part begins of what was expected. */
  public synchronized void begins(Duration part) {
    current = part;
  }

  /** A part was measured before. */
  synchronized void skips(Duration part) {
    expected = expected.minus(part);
  }

  /** A part begins that comes on top of what was expected: it is measured once more. */
  synchronized void repeats(Duration part) {
    expected = expected.plus(part);
    begins(part);
  }

  /** The part that has begun is over. */
  public synchronized void ended() {
    over = over.plus(current);
    took = elapsed();
    current = Duration.ZERO;
  }

  /** What a part is likely to take, after what the others took. */
  synchronized Duration likely(Duration part) {
    return over.isZero()
        ? part
        : Duration.ofMillis(
            Math.round((double) part.toMillis() * took.toMillis() / over.toMillis()));
  }

  /**
   * What is left now: at least what comes after the part that goes on.
   *
   * @return empty where nobody knows
   */
  public synchronized Optional<Duration> left() {
    if (expected.isZero()) {
      return Optional.empty();
    }
    Duration toDo = expected.minus(over);
    Duration left = likely(toDo).minus(elapsed().minus(took));
    Duration after = likely(toDo.minus(current));
    Duration all = longer(longer(left, after), LEAST);
    return limit
        .map(most -> shorter(all, longer(most.minus(elapsed()), LEAST)))
        .or(() -> Optional.of(all));
  }

  private Duration elapsed() {
    return Duration.ofNanos(nanos.getAsLong() - start);
  }

  private static Duration longer(Duration one, Duration other) {
    return one.compareTo(other) > 0 ? one : other;
  }

  private static Duration shorter(Duration one, Duration other) {
    return one.compareTo(other) < 0 ? one : other;
  }
}
