package io.github.restcomparison.runner.load;

import io.github.restcomparison.records.RunSamples.Phase;
import io.github.restcomparison.records.RunSamples.WarmUpSecond;
import io.github.restcomparison.records.WarmUpOutcome;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.atomic.LongAdder;

/**
 * Decides when the warm-up ends. It has two phases, both of requests that Gatling does not log
 * ("silent").
 *
 * <p>In the drive, the users ask without pause, and the service's delay is such that they ask as
 * often as its JIT compilers can follow, whatever the measured rate. It ends when these are quiet,
 * after {@value #ENOUGH_TO_COMPILE} answers at least: the optimizing compiler considers a method
 * after 5,000 calls. In the settle phase, they send the measured load until it is steady. CPU per
 * answer tells what throughput does not: at its ceiling a service answers no faster for being
 * compiled, but more cheaply.
 *
 * <p>Both phases together end at the limit; what the drive leaves to the settle phase is as long as
 * its shortest duration, or half of the limit.
 */
public final class WarmUp {
  private static final int ENOUGH_TO_COMPILE = 6_000;

  private final Duration limit;
  private final Duration requestTime;
  private final Optional<Instant> until;
  private final Optional<Drive> drive;
  private final boolean settles;
  private final LongAdder answers = new LongAdder();
  private final List<WarmUpSecond> seconds = new ArrayList<>();
  private long startMs;
  private long answersBefore;
  private double cpuMsBefore;
  private long compilingMsBefore;
  private volatile boolean drives;
  private volatile boolean over;
  private volatile boolean failed;
  private Runnable afterDrive = () -> {};
  private boolean quiet;
  private boolean steady;
  private int driven;

  /**
   * How a service is driven.
   *
   * @param others users beside those of the measured load, 0 or more
   * @param delayMs of the service, 1 or more
   */
  public record Drive(int others, int delayMs) {}

  /** A warm-up under the measured load only. */
  public WarmUp(Duration limit, Duration requestTime) {
    this(limit, requestTime, Optional.empty(), Optional.empty(), true);
  }

  /**
   * A warm-up that has not begun.
   *
   * @param limit its longest duration; 0 for no warm-up
   * @param requestTime the shortest possible duration of a request under this load
   * @param until when it ends, steady or not, so that several injectors end it together; absent
   *     with one load generator
   * @param drive absent for none
   * @param settles whether the users of the measured load take part, and settle
   */
  public WarmUp(
      Duration limit,
      Duration requestTime,
      Optional<Instant> until,
      Optional<Drive> drive,
      boolean settles) {
    this.limit = limit;
    this.requestTime = requestTime;
    this.until = until;
    this.drive = drive;
    this.settles = settles;
    this.drives = drive.isPresent() && !limit.isZero();
    this.quiet = !drives;
    this.over = limit.isZero();
  }

  /** What to do before the first user goes on from the drive to the measured load. */
  public synchronized void afterDrive(Runnable action) {
    afterDrive = action;
  }

  /** How many users take part in the drive and not in the measured load. */
  public int drivers() {
    return drive.map(Drive::others).orElse(0);
  }

  /** The service's delay in the drive. */
  public int driveDelayMs() {
    return drive.map(Drive::delayMs).orElse(0);
  }

  /** Whether the users of the measured load take part, and settle. */
  public boolean settles() {
    return settles;
  }

  /** Whether a user should send another request without pause; asked after every answer. */
  public boolean drives() {
    return drives && !over;
  }

  /** Whether a user should send another request of either phase; asked after every answer. */
  public boolean goesOn() {
    return until.isPresent() ? !failed && Instant.now().isBefore(until.get()) : !over;
  }

  /** Counts an answer. */
  public void answered() {
    answers.increment();
  }

  /** Ends the warm-up after a failed request; the measured load will show the failure. */
  public synchronized void failed() {
    failed = true;
    if (drives && !over) {
      afterDrive.run();
    }
    over = true;
  }

  /** How many requests were answered; exact after all users have ended. */
  public long answers() {
    return answers.sum();
  }

  /** Whether each of its phases ended because the service had come to rest. */
  public synchronized boolean steady() {
    return steady;
  }

  /** The warm-up second by second, up to now. */
  public synchronized List<WarmUpSecond> seconds() {
    return List.copyOf(seconds);
  }

  /** Its duration in seconds. */
  public synchronized double tookSeconds() {
    return atMs(seconds.size()) / 1e3;
  }

  /** How it went; absent if there was none. */
  public synchronized Optional<WarmUpOutcome> outcome() {
    return seconds.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new WarmUpOutcome(
                drivers(),
                atMs(driven) / 1e3,
                (atMs(seconds.size()) - atMs(driven)) / 1e3,
                answers(),
                quiet,
                steady));
  }

  /** When so many seconds were over, in ms after the beginning. */
  private long atMs(int second) {
    return second == 0 ? 0 : seconds.get(second - 1).atMs() - startMs;
  }

  /**
   * Called before the first second.
   *
   * @param atMs now, in ms since 1970
   * @param cpuMs the CPU time that the service has used since it started; 0 if unknown
   * @param compilingMs how long its JIT compilers were active since it started; absent if unknown
   */
  public synchronized void start(long atMs, double cpuMs, OptionalLong compilingMs) {
    compiling(compilingMs);
    startMs = atMs;
    cpuMsBefore = cpuMs;
  }

  /**
   * Called at the end of every second of the warm-up. The "second" is longer if the service was
   * slow to report what it has used.
   *
   * @param atMs when it ended, in ms since 1970
   * @param cpuMs the CPU time that the service has used since it started; 0 if unknown
   * @param compilingMs how long its JIT compilers were active since it started; absent if unknown
   */
  public synchronized void second(long atMs, double cpuMs, OptionalLong compilingMs) {
    if (over) {
      return;
    }
    long now = answers.sum();
    long inThisSecond = now - answersBefore;
    double cost = inThisSecond == 0 ? 0 : 1e3 * (cpuMs - cpuMsBefore) / inThisSecond;
    seconds.add(
        new WarmUpSecond(
            atMs, inThisSecond, cost, compiling(compilingMs), drives ? Phase.DRIVE : Phase.SETTLE));
    answersBefore = now;
    cpuMsBefore = cpuMs;
    if (drives) {
      drive(now);
    } else {
      settle();
    }
    over |= atMs(seconds.size()) >= limit.toMillis() || seconds.size() >= limit.toSeconds();
  }

  private void drive(long answered) {
    int n = seconds.size();
    driven = n;
    quiet =
        answered >= ENOUGH_TO_COMPILE && new WarmUpSeries(seconds, startMs, requestTime).isQuiet();
    if (quiet || atMs(n) >= driveLimitMs()) {
      afterDrive.run();
      drives = false;
      steady = quiet && !settles;
      over = !settles;
    }
  }

  private long driveLimitMs() {
    long toSettle = settles ? 2_000L * WarmUpSeries.block(requestTime) : 0;
    return Math.max(limit.toMillis() / 2, limit.toMillis() - toSettle);
  }

  private void settle() {
    int n = seconds.size();
    steady =
        new WarmUpSeries(seconds.subList(driven, n), startMs + atMs(driven), requestTime)
            .isSteady();
    over = steady;
    steady &= quiet;
  }

  private OptionalLong compiling(OptionalLong sinceStart) {
    if (sinceStart.isEmpty()) {
      return sinceStart;
    }
    long before = compilingMsBefore;
    compilingMsBefore = sinceStart.getAsLong();
    return OptionalLong.of(compilingMsBefore - before);
  }
}
