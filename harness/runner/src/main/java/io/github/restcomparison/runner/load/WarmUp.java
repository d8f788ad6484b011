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
 * Decides how long the silent load goes on: until the service is seen to be steady, or the limit is
 * reached.
 *
 * <p>Steady: the service's JIT compilers are at work for no more than 10 % of the last two blocks
 * of seconds, and neither the answers per second (by 3 %) nor the service's CPU per answer (by 10
 * %) differ between the two. A block is 2 s, or three times what a request takes where that is
 * longer. The compilers are the best witness, for on the way there are plateaus; the CPU the next
 * best: a service at its ceiling answers no faster for being compiled, but more cheaply.
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

  /** One that ends by itself, and not later than its limit. */
  public WarmUp(Duration limit, Duration requestTime) {
    this(limit, requestTime, Optional.empty(), 0);
  }

  /**
   * @param limit what it may take at most; 0 for no warm-up at all
   * @param requestTime what one request takes under this load, at best
   * @param until when it ends instead, steady or not: several injectors must end it together
   * @param users who ask, all at once
   */
  public WarmUp(Duration limit, Duration requestTime, Optional<Instant> until, int users) {
    this.limit = limit;
    this.until = until;
    this.users = users;
    this.block =
        (int) Math.max(BLOCK_SECONDS, Math.ceilDiv(BLOCK_REQUESTS * requestTime.toMillis(), 1_000));
    this.over = limit.isZero();
  }

  /** Who ask, all at once. */
  public int users() {
    return users;
  }

  /** Whether a user should ask once more; read by every user after every answer. */
  public boolean goesOn() {
    return until.isPresent() ? !failed && Instant.now().isBefore(until.get()) : !over;
  }

  /** Counts an answer to a silent request. */
  public void answered() {
    answers.increment();
  }

  /**
   * Ends it: a service that fails is not warmed up any further, the load will show how it fails.
   */
  public void failed() {
    failed = true;
    over = true;
  }

  /** How many silent requests were answered; exact once all users have ended. */
  public long answers() {
    return answers.sum();
  }

  /** Whether it ended because the service was seen to be steady. */
  public synchronized boolean steady() {
    return steady;
  }

  /** Second by second, as far as it went. */
  public synchronized List<WarmUpSecond> seconds() {
    return List.copyOf(seconds);
  }

  /** How long it took, in seconds. */
  public synchronized double tookSeconds() {
    return seconds.isEmpty() ? 0 : (seconds.getLast().atMs() - startMs) / 1e3;
  }

  /** Called before the first second, with what the service has used so far. */
  public synchronized void start(long atMs, long cpuMs, OptionalLong compilingMs) {
    compiling(compilingMs);
    startMs = atMs;
    cpuMsBefore = cpuMs;
  }

  /**
   * Called at the end of every second of the warm-up. A second may have been a longer one, where
   * the service did not answer the question what it has used.
   *
   * @param atMs when it ended
   * @param cpuMs the CPU time that the service has used since it started; 0 where unknown
   * @param compilingMs that its JIT compilers were at work since it started; absent where unknown
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

  /** Where the compilers are at work the figures are about to change, however flat they are now. */
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
