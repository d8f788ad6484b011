package io.github.restcomparison.runner.load;

import io.github.restcomparison.records.RunSamples.WarmUpSecond;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.atomic.LongAdder;

/**
 * Decides when the warm-up ends: when the service is in a steady state, or at the limit. Gatling
 * does not log the requests of the warm-up ("silent").
 *
 * <p>The steady state is judged by the last two blocks of seconds. The service's JIT compilers were
 * active for at most 10 % of the time, the throughput of the two blocks differs by at most 3 %, and
 * the service's CPU time per answer by at most 10 %. A block is 2 s, or three request times if that
 * is longer. Compilation time is the best indicator, because throughput has plateaus on the way.
 * CPU per answer is the second best: at its ceiling, compiled code does not raise the throughput of
 * a service, but it lowers the cost of an answer.
 */
public final class WarmUp {
  private static final int BLOCK_SECONDS = 2;
  private static final int BLOCK_REQUESTS = 3;
  private static final double SAME_RATE = 0.03;
  private static final double SAME_COST = 0.10;
  private static final double COMPILING = 0.10;

  private final Duration limit;
  private final Optional<Instant> until;
  private final int users;
  private final int block;
  private final LongAdder answers = new LongAdder();
  private final List<WarmUpSecond> seconds = new ArrayList<>();
  private long startMs;
  private long answersBefore;
  private long cpuMsBefore;
  private long compilingMsBefore;
  private volatile boolean over;
  private volatile boolean failed;
  private boolean steady;

  /** A warm-up that ends when the service is steady, or at its limit. */
  public WarmUp(Duration limit, Duration requestTime) {
    this(limit, requestTime, Optional.empty(), 0);
  }

  /**
   * A warm-up that has not begun.
   *
   * @param limit its longest duration; 0 for no warm-up
   * @param requestTime the shortest possible duration of a request under this load
   * @param until when it ends, steady or not, so that several injectors end it together; absent
   *     with one load generator
   * @param users how many users send requests, all at once
   */
  public WarmUp(Duration limit, Duration requestTime, Optional<Instant> until, int users) {
    this.limit = limit;
    this.until = until;
    this.users = users;
    this.block =
        (int) Math.max(BLOCK_SECONDS, Math.ceilDiv(BLOCK_REQUESTS * requestTime.toMillis(), 1_000));
    this.over = limit.isZero();
  }

  /** How many users send requests, all at once. */
  public int users() {
    return users;
  }

  /** Whether a user should send another request; every user asks after every answer. */
  public boolean goesOn() {
    return until.isPresent() ? !failed && Instant.now().isBefore(until.get()) : !over;
  }

  /** Counts an answer. */
  public void answered() {
    answers.increment();
  }

  /** Ends the warm-up after a failed request; the measured load will show the failure. */
  public void failed() {
    failed = true;
    over = true;
  }

  /** How many requests were answered; exact after all users have ended. */
  public long answers() {
    return answers.sum();
  }

  /** Whether it ended because the service was in a steady state. */
  public synchronized boolean steady() {
    return steady;
  }

  /** The warm-up second by second, up to now. */
  public synchronized List<WarmUpSecond> seconds() {
    return List.copyOf(seconds);
  }

  /** Its duration in seconds. */
  public synchronized double tookSeconds() {
    return seconds.isEmpty() ? 0 : (seconds.getLast().atMs() - startMs) / 1e3;
  }

  /**
   * Called before the first second.
   *
   * @param atMs now, in ms since 1970
   * @param cpuMs the CPU time that the service has used since it started; 0 if unknown
   * @param compilingMs how long its JIT compilers were active since it started; absent if unknown
   */
  public synchronized void start(long atMs, long cpuMs, OptionalLong compilingMs) {
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
  public synchronized void second(long atMs, long cpuMs, OptionalLong compilingMs) {
    if (over) {
      return;
    }
    long now = answers.sum();
    long inThisSecond = now - answersBefore;
    double cost = inThisSecond == 0 ? 0 : 1e3 * (cpuMs - cpuMsBefore) / inThisSecond;
    seconds.add(new WarmUpSecond(atMs, inThisSecond, cost, compiling(compilingMs)));
    answersBefore = now;
    cpuMsBefore = cpuMs;
    steady = isSteady();
    over = steady || seconds.size() >= limit.toSeconds() || atMs - startMs >= limit.toMillis();
  }

  private boolean isSteady() {
    int n = seconds.size();
    if (n < 2 * block) {
      return false;
    }
    List<WarmUpSecond> last = seconds.subList(n - block, n);
    List<WarmUpSecond> before = seconds.subList(n - 2 * block, n - block);
    long beforeMs = n == 2 * block ? startMs : seconds.get(n - 2 * block - 1).atMs();
    return !compiles(seconds.subList(n - 2 * block, n), beforeMs)
        && same(rate(before, beforeMs), rate(last, before.getLast().atMs()), SAME_RATE)
        && same(cost(before), cost(last), SAME_COST);
  }

  private OptionalLong compiling(OptionalLong sinceStart) {
    if (sinceStart.isEmpty()) {
      return sinceStart;
    }
    long before = compilingMsBefore;
    compilingMsBefore = sinceStart.getAsLong();
    return OptionalLong.of(compilingMsBefore - before);
  }

  /** While the compilers are active, the figures are about to change, however flat they are. */
  private static boolean compiles(List<WarmUpSecond> seconds, long fromMs) {
    long compilingMs =
        seconds.stream().flatMapToLong(second -> second.compilingMs().stream()).sum();
    return compilingMs > COMPILING * (seconds.getLast().atMs() - fromMs);
  }

  private static boolean same(double before, double last, double tolerance) {
    return Math.abs(last - before) <= tolerance * before;
  }

  private static double rate(List<WarmUpSecond> seconds, long fromMs) {
    long answers = seconds.stream().mapToLong(WarmUpSecond::answers).sum();
    return 1e3 * answers / Math.max(1, seconds.getLast().atMs() - fromMs);
  }

  private static double cost(List<WarmUpSecond> seconds) {
    double cpuMicros =
        seconds.stream().mapToDouble(s -> s.answers() * s.cpuMicrosPerRequest()).sum();
    return cpuMicros / Math.max(1, seconds.stream().mapToLong(WarmUpSecond::answers).sum());
  }
}
