package io.github.restcomparison.gatling;

import io.github.restcomparison.runner.Run;
import java.util.Locale;
import java.util.OptionalLong;

/**
 * Says once a second how many requests the service answers, for a person who waits for the
 * experiment's end. The count is the service's own: the measured path has nothing to do for it.
 */
final class LiveRate {
  private static final long PERIOD_MS = 1_000;

  private LiveRate() {}

  /** Tells it until this JVM ends, from a thread that sleeps in between. */
  static void tell(Run run) {
    Thread.ofVirtual().name("live-rate").start(() -> tellOf(run));
  }

  private static void tellOf(Run run) {
    try {
      long before = run.requestsSoFar().orElse(0);
      long then = System.nanoTime();
      while (true) {
        Thread.sleep(PERIOD_MS);
        OptionalLong seen = run.requestsSoFar();
        if (seen.isEmpty()) {
          return;
        }
        long now = System.nanoTime();
        System.out.printf(
            Locale.ROOT,
            "rest-comparison live: %s %,.0f requests/s%n",
            run.warmUp().goesOn() ? "warm-up" : "load",
            1e9 * (seen.getAsLong() - before) / (now - then));
        before = seen.getAsLong();
        then = now;
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
