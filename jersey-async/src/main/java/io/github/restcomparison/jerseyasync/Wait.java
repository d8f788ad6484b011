package io.github.restcomparison.jerseyasync;

import java.time.Duration;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** Who waits in place of the worker, and on whose thread the answer is then written. */
interface Wait extends AutoCloseable {

  /** Runs {@code answer} after the delay, on a thread of its own choice. */
  void then(Duration delay, Runnable answer);

  @Override
  void close();

  /**
   * A few scheduler threads for all requests. {@code AsyncResponse.resume} serialises and writes on
   * the thread that calls it, so one thread alone would write all the answers.
   */
  static Wait onScheduler(int threads) {
    var scheduler =
        new ScheduledThreadPoolExecutor(
            threads, Thread.ofPlatform().name("scheduler-", 0).factory());
    return new Wait() {
      @Override
      public void then(Duration delay, Runnable answer) {
        scheduler.schedule(answer, delay.toNanos(), TimeUnit.NANOSECONDS);
      }

      @Override
      public void close() {
        scheduler.shutdownNow();
      }
    };
  }

  /**
   * A new platform thread for every request, as the published comparison of 2014 had it: the worker
   * is free, and yet each waiting request costs a thread, more dearly than a pool would.
   */
  static Wait onNewThreads() {
    return new Wait() {
      @Override
      public void then(Duration delay, Runnable answer) {
        Thread.ofPlatform()
            .daemon()
            .name("request")
            .start(
                () -> {
                  try {
                    Thread.sleep(delay);
                    answer.run();
                  } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                  }
                });
      }

      @Override
      public void close() {}
    };
  }
}
