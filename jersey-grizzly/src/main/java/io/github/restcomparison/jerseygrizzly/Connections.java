package io.github.restcomparison.jerseygrizzly;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.glassfish.grizzly.Connection;
import org.glassfish.grizzly.ConnectionProbe;

/** Counts connections, and closes those beyond as many as there may be once they are accepted. */
final class Connections extends ConnectionProbe.Adapter {
  private static final long QUIET = TimeUnit.MILLISECONDS.toNanos(100);

  private final int most;
  private final AtomicInteger open = new AtomicInteger();
  private volatile long lastAccepted = System.nanoTime();

  Connections(int most) {
    this.most = most;
  }

  @Override
  @SuppressWarnings("rawtypes") // as the probe has it
  public void onAcceptEvent(Connection listener, Connection client) {
    lastAccepted = System.nanoTime();
    if (open.incrementAndGet() > most) {
      client.closeSilently();
    }
  }

  @Override
  @SuppressWarnings("rawtypes")
  public void onCloseEvent(Connection client) {
    open.decrementAndGet();
  }

  /**
   * Waits until none has been accepted for 100 ms: whoever stands in the kernel's queue with a
   * request would be reset if the listener were closed.
   *
   * @param ms what it may take at most
   */
  void awaitNoneWaiting(int ms) {
    long start = System.nanoTime();
    long end = start + TimeUnit.MILLISECONDS.toNanos(ms);
    try {
      for (long now = start;
          now < end && now - Math.max(start, lastAccepted) < QUIET;
          now = System.nanoTime()) {
        Thread.sleep(5);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
