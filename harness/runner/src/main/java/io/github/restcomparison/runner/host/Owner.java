package io.github.restcomparison.runner.host;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Owns processes and other resources, and ends them in reverse order. After its end, it ends new
 * ones immediately: nothing outlives a run that is interrupted while it starts.
 */
public final class Owner implements AutoCloseable {
  private final Deque<AutoCloseable> owned = new ArrayDeque<>();
  private boolean isClosed;

  /**
   * Takes a resource.
   *
   * @return the same
   * @throws InterruptedException if this owner is closed; the resource has been ended
   */
  public <T extends AutoCloseable> T own(T thing) throws InterruptedException {
    synchronized (this) {
      if (!isClosed) {
        owned.push(thing);
        return thing;
      }
    }
    end(thing);
    throw new InterruptedException("the run has ended");
  }

  /** Ends everything; a second call returns after the first is done. */
  @Override
  public synchronized void close() {
    isClosed = true;
    while (!owned.isEmpty()) {
      end(owned.pop());
    }
  }

  private static void end(AutoCloseable thing) {
    try {
      thing.close();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (Exception e) {
      System.err.println("cannot end " + thing + ": " + e);
    }
  }
}
