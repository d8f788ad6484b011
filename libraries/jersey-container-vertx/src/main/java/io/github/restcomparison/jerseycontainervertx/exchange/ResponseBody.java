package io.github.restcomparison.jerseycontainervertx.exchange;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerResponse;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The content of a response. Bytes are gathered, and handed to the event loop a buffer at a time;
 * what the client does not read stays within a limit: a thread that may wait does so, and on the
 * event loop, which may not, a response that is too large for it fails.
 */
public final class ResponseBody extends OutputStream {
  private static final int BUFFER = 16 * 1_024;

  /** Bytes on their way to the client before a writer waits. */
  private static final int IN_FLIGHT = 256 * 1_024;

  /** Bytes on their way from an event loop, which cannot wait. */
  private static final int IN_FLIGHT_ON_LOOP = 4 * 1_024 * 1_024;

  private final Exchange exchange;
  private final Runnable head;
  private final Duration patience;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private Buffer gathered = Buffer.buffer();
  private long inFlight;
  private int queued;
  private boolean begun;
  private boolean ended;
  private boolean gone;

  /**
   * @param head writes status and fields; run once, on the event loop, before anything else
   * @param patience how long a writer waits for a client that does not read
   */
  public ResponseBody(Exchange exchange, Runnable head, Duration patience) {
    this.exchange = exchange;
    this.head = head;
    this.patience = patience;
  }

  @Override
  public void write(int b) throws IOException {
    write(new byte[] {(byte) b}, 0, 1);
  }

  @Override
  public void write(byte[] bytes, int offset, int length) throws IOException {
    Objects.checkFromIndexSize(offset, length, bytes.length);
    lock.lock();
    try {
      int from = offset;
      int left = length;
      while (left > 0) {
        int taken = Math.min(left, BUFFER - gathered.length());
        gathered.appendBytes(bytes, from, taken);
        from += taken;
        left -= taken;
        if (gathered.length() == BUFFER) {
          send();
        }
      }
    } finally {
      lock.unlock();
    }
  }

  /** Sends the head, where it has not been sent, and what has been gathered. */
  @Override
  public void flush() throws IOException {
    lock.lock();
    try {
      if (!begun || gathered.length() > 0) {
        send();
      }
    } finally {
      lock.unlock();
    }
  }

  private void send() throws IOException {
    awaitRoom();
    Buffer buffer = gathered;
    gathered = Buffer.buffer();
    inFlight += buffer.length();
    boolean first = !begun;
    begun = true;
    inOrder(() -> write(first, buffer));
  }

  private void awaitRoom() throws IOException {
    long left = patience.toNanos();
    boolean onLoop = Exchange.mayNotWait();
    while (!gone && inFlight >= (onLoop ? IN_FLIGHT_ON_LOOP : IN_FLIGHT)) {
      if (onLoop) {
        throw new IOException(
            "%d bytes are on their way to a client that does not read them, and the event loop cannot wait: the method may be @Blocking"
                .formatted(inFlight));
      }
      if (left <= 0) {
        throw new IOException("the client has read nothing for " + patience.toSeconds() + " s");
      }
      left = VirtualThreads.await(changed, left);
    }
    if (gone) {
      throw new IOException("the client has left");
    }
  }

  /** On the event loop at once, unless something that another thread has sent is still to come. */
  private void inOrder(Runnable task) {
    if (queued == 0 && exchange.isOnLoop()) {
      task.run();
    } else {
      queued++;
      exchange
          .context()
          .runOnContext(
              now -> {
                lock.lock();
                try {
                  queued--;
                } finally {
                  lock.unlock();
                }
                task.run();
              });
    }
  }

  private void write(boolean first, Buffer buffer) {
    HttpServerResponse response = exchange.request().response();
    if (response.closed()) {
      clientHasLeft();
      return;
    }
    if (first) {
      head.run();
    }
    response.write(buffer).onComplete(done -> sent(buffer.length(), done.failed()));
  }

  private void sent(int bytes, boolean failed) {
    lock.lock();
    try {
      inFlight -= bytes;
      gone |= failed;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Whoever waits for room need not any more. */
  public void clientHasLeft() {
    lock.lock();
    try {
      gone = true;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Whether the head has been handed over: nothing of it can be changed any more. */
  public boolean isBegun() {
    lock.lock();
    try {
      return begun;
    } finally {
      lock.unlock();
    }
  }

  /** Nothing: who flushes through streams that end with this one must not end the response. */
  @Override
  public void close() throws IOException {
    // the writer's commit() ends it
  }

  /** Ends the response with what has been gathered; only the first call does anything. */
  public void end() {
    lock.lock();
    try {
      if (ended) {
        return;
      }
      ended = true;
      boolean first = !begun;
      begun = true;
      Buffer last = gathered;
      inOrder(() -> end(first, last));
    } finally {
      lock.unlock();
    }
  }

  private void end(boolean first, Buffer last) {
    HttpServerResponse response = exchange.request().response();
    if (response.closed() || response.ended()) {
      return;
    }
    if (first) {
      head.run();
    }
    response.end(last);
  }

  /**
   * Ends it without having to be asked what has been sent: the client must not take it for whole.
   */
  public void abort() {
    exchange.onLoop(() -> exchange.request().response().reset());
  }
}
