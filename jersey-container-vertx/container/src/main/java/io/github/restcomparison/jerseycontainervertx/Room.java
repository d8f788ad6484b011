package io.github.restcomparison.jerseycontainervertx;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** The bytes of a response that may be sent before its client has read others. */
final class Room {
  /** Bytes on their way to the client before a thread waits. */
  private static final int BYTES = 256 * 1_024;

  /** Bytes of chunks before those of an event loop fail, which cannot wait. */
  private static final int BYTES_ON_LOOP = 4 * 1_024 * 1_024;

  /** Bytes that a thread leaves free. */
  private static final int FREE = BYTES_ON_LOOP - BYTES;

  private final Semaphore bytes = new Semaphore(BYTES_ON_LOOP);

  /**
   * Takes room, which a thread waits for.
   *
   * @param isLimited whether the event loop has no more room than this either
   * @param timeout of a client that does not read
   * @return bytes that must be given back when they have been sent
   * @throws IOException if there is none
   */
  int take(int wanted, boolean isLimited, Duration timeout) throws IOException {
    if (RequestThreads.mayNotWait()) {
      if (isLimited && !bytes.tryAcquire(wanted)) {
        throw new IOException(
            "more than 4 MiB are on their way to a client that does not read them, and the event loop must not wait: annotate the method with @Blocking");
      }
      return isLimited ? wanted : 0;
    }
    try {
      if (bytes.tryAcquire(wanted + FREE, timeout.toMillis(), TimeUnit.MILLISECONDS)) {
        bytes.release(FREE);
        return wanted;
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
    throw new IOException("the client has read nothing for " + timeout.toSeconds() + " s");
  }

  void giveBack(int sent) {
    bytes.release(sent);
  }

  /** Ends the wait of a thread whose response is cut off. */
  void open() {
    bytes.release(BYTES_ON_LOOP);
  }
}
