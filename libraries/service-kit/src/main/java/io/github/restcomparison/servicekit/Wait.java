package io.github.restcomparison.servicekit;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import picocli.CommandLine.Option;

/**
 * The wait of requests: the same in all services, which differ in the thread that waits. Each
 * request calls {@link #next} once.
 */
public final class Wait {
  private static final long NANOS_PER_MS = 1_000_000;

  /** Of this process's service; 0 for its own delay. */
  private static volatile int warmUpDelayMs;

  private final long start = System.nanoTime();

  @Option(names = "--wait", paramLabel = "fixed|uniform|shared-tick")
  private String kind = "fixed";

  @Option(names = "--delay-ms", paramLabel = "0..600000")
  private int delayMs = 100;

  @Option(names = "--cpu-micros", paramLabel = "0..1000000")
  private int cpuMicros;

  /**
   * Sets another delay for requests that arrive from now on, while a load warms the service up: its
   * JIT compilers then get enough to do at any rate.
   *
   * @param delayMs in ms, 0 for the service's own
   */
  static void setWarmUpDelayMs(int delayMs) {
    warmUpDelayMs = delayMs;
  }

  /** Computes for {@code --cpu-micros}; then returns the wait of the calling request. */
  public Duration next() {
    compute();
    // No delay stays none: nothing waits then, which is another path through the service.
    long ms = warmUpDelayMs > 0 && delayMs > 0 ? warmUpDelayMs : delayMs;
    if (ms == 0) {
      return Duration.ZERO;
    }
    return Duration.ofMillis(
        switch (kind) {
          // 0 would be no wait; without both ends, the mean is half of the delay.
          case "uniform" -> ms == 1 ? 1 : ThreadLocalRandom.current().nextLong(1, ms);
          case "shared-tick" -> untilTheNextTick(ms);
          default -> ms;
        });
  }

  /**
   * Blocks the calling thread for {@link #next}. Without a delay it does not even yield: a virtual
   * thread would go on in another carrier.
   */
  public void block() throws InterruptedException {
    Duration next = next();
    if (!next.isZero()) {
      Thread.sleep(next);
    }
  }

  /** Returns the time until the tick, rounded up: no response is early. */
  private long untilTheNextTick(long ms) {
    long period = ms * NANOS_PER_MS;
    long left = period - Math.floorMod(System.nanoTime() - start, period);
    return Math.ceilDiv(left, NANOS_PER_MS);
  }

  /** Returns the maximum wait of a request. */
  public Duration longest() {
    return Duration.ofMillis(delayMs);
  }

  private void compute() {
    if (cpuMicros > 0) {
      long end = System.nanoTime() + 1_000L * cpuMicros;
      while (System.nanoTime() - end < 0) {
        Thread.onSpinWait();
      }
    }
  }
}
