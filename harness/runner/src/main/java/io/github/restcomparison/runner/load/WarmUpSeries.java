package io.github.restcomparison.runner.load;

import io.github.restcomparison.records.RunSamples.WarmUpSecond;
import java.time.Duration;
import java.util.List;

/**
 * Judges consecutive seconds of a silent load.
 *
 * @param fromMs when the first of them began, in ms since 1970
 * @param requestTime the shortest possible duration of a request under the load
 */
record WarmUpSeries(List<WarmUpSecond> seconds, long fromMs, Duration requestTime) {
  private static final int BLOCK_SECONDS = 2;
  private static final int BLOCK_REQUESTS = 3;
  private static final double SAME_RATE = 0.03;
  private static final double SAME_COST = 0.10;

  /** Of one CPU. A smaller difference is the clock's tick, or the probe's share, at a low rate. */
  private static final double NEGLIGIBLE_CPU = 0.02;

  private static final double COMPILING = 0.10;

  /** The seconds of a block: 2, or three request times if that is longer. */
  static int block(Duration requestTime) {
    return (int)
        Math.max(BLOCK_SECONDS, Math.ceilDiv(BLOCK_REQUESTS * requestTime.toMillis(), 1_000));
  }

  /** Whether the JIT compilers were active for at most 10 % of the last block. */
  boolean isQuiet() {
    int block = block(requestTime);
    return seconds.size() >= block && last(block).compilingShare() <= COMPILING;
  }

  /**
   * Whether the last two blocks agree. The JIT compilers were active for at most 10 % of both. The
   * throughput differs by at most 3 %, or by what the users send at once, for they may ask in
   * waves. The CPU time per answer differs by at most 10 %, or by 2 % of a CPU.
   */
  boolean isSteady() {
    int block = block(requestTime);
    if (seconds.size() < 2 * block) {
      return false;
    }
    WarmUpSeries both = last(2 * block);
    WarmUpSeries before = both.first(block);
    WarmUpSeries last = both.last(block);
    double wave = before.rate() * requestTime.toMillis() + 1e3;
    double rateMargin = Math.max(SAME_RATE * before.rate(), wave / last.lengthMs());
    double costMargin = Math.max(SAME_COST * before.cost(), 1e6 * NEGLIGIBLE_CPU / before.rate());
    return both.compilingShare() <= COMPILING
        && Math.abs(last.rate() - before.rate()) <= rateMargin
        && Math.abs(last.cost() - before.cost()) <= costMargin;
  }

  private WarmUpSeries first(int number) {
    return new WarmUpSeries(seconds.subList(0, number), fromMs, requestTime);
  }

  private WarmUpSeries last(int number) {
    int from = seconds.size() - number;
    return new WarmUpSeries(
        seconds.subList(from, seconds.size()),
        from == 0 ? fromMs : seconds.get(from - 1).atMs(),
        requestTime);
  }

  private long lengthMs() {
    return Math.max(1, seconds.getLast().atMs() - fromMs);
  }

  private long answers() {
    return seconds.stream().mapToLong(WarmUpSecond::answers).sum();
  }

  /** Answers per second. */
  private double rate() {
    return 1e3 * answers() / lengthMs();
  }

  /** CPU time of the service per answer, in µs. */
  private double cost() {
    double micros = seconds.stream().mapToDouble(s -> s.answers() * s.cpuMicrosPerRequest()).sum();
    return micros / Math.max(1, answers());
  }

  private double compilingShare() {
    long ms = seconds.stream().flatMapToLong(second -> second.compilingMs().stream()).sum();
    return (double) ms / lengthMs();
  }
}
