package io.github.restcomparison.jerseycontainervertx.exchange;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import jakarta.ws.rs.ClientErrorException;
import jakarta.ws.rs.core.Response.Status;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The content of a request, as a thread reads it that may wait. The connection is read from no
 * faster than that thread reads: what has come and has not been read is never more than a few
 * buffers of the network's.
 */
public final class RequestBody extends InputStream {
  /** Buffers that may have come before anybody asks for them. */
  private static final int READ_AHEAD = 4;

  private final Exchange exchange;
  private final long limit;
  private final Duration patience;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final Queue<Buffer> waiting = new ArrayDeque<>();
  private Buffer current = Buffer.buffer(0);
  private int position;
  private long received;
  private boolean ended;
  private boolean closed;
  private IOException failure;

  /**
   * Begins to read; called on the event loop, before the first byte of content.
   *
   * @param limit bytes; more are refused with 413
   * @param patience how long a reader waits for a client that does not send; 408 then
   */
  public RequestBody(Exchange exchange, long limit, Duration patience) {
    this.exchange = exchange;
    this.limit = limit;
    this.patience = patience;
    HttpServerRequest request = exchange.request();
    request
        .pause()
        .handler(this::came)
        .endHandler(end -> ended())
        .exceptionHandler(gone -> failed(new IOException("the client has left", gone)));
    request.fetch(READ_AHEAD);
  }

  private void came(Buffer buffer) {
    lock.lock();
    try {
      received += buffer.length();
      if (closed) {
        discard();
      } else {
        waiting.add(buffer);
        changed.signalAll();
      }
    } finally {
      lock.unlock();
    }
  }

  /** Somebody sends what nobody reads: up to the limit, so that the connection can be kept. */
  private void discard() {
    if (received > limit) {
      exchange.request().connection().close();
    } else {
      exchange.request().fetch(1);
    }
  }

  private void ended() {
    lock.lock();
    try {
      ended = true;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  private void failed(IOException why) {
    lock.lock();
    try {
      failure = why;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  /**
   * Reads; waits until something has come.
   *
   * @throws ClientErrorException with 413 if more has come than is taken; with 408, where nothing
   *     comes
   * @throws IllegalStateException on the event loop, where it would have to wait
   */
  @Override
  public int read(byte[] bytes, int offset, int length) throws IOException {
    Objects.checkFromIndexSize(offset, length, bytes.length);
    if (length == 0) {
      return 0;
    }
    lock.lock();
    try {
      if (position == current.length() && !next()) {
        return -1;
      }
      int read = Math.min(length, current.length() - position);
      current.getBytes(position, position + read, bytes, offset);
      position += read;
      return read;
    } finally {
      lock.unlock();
    }
  }

  /** Takes the next buffer; false at the end. */
  private boolean next() throws IOException {
    long left = patience.toNanos();
    while (waiting.isEmpty()) {
      if (failure != null) {
        throw failure;
      }
      if (closed) {
        throw new IOException("closed");
      }
      if (ended) {
        return false;
      }
      if (Exchange.mayNotWait()) {
        throw new IllegalStateException(
            "content is read on the event loop, which would have to wait for it: the method may be @Blocking");
      }
      if (left <= 0) {
        throw new ClientErrorException(Status.REQUEST_TIMEOUT);
      }
      left = VirtualThreads.await(changed, left);
    }
    if (received > limit) {
      throw new ClientErrorException(Status.REQUEST_ENTITY_TOO_LARGE);
    }
    current = waiting.remove();
    position = 0;
    fetch(1);
    return true;
  }

  /** Asks the event loop for more; the end may have come meanwhile, and then Vert.x would throw. */
  private void fetch(int buffers) {
    exchange.onLoop(
        () -> {
          if (!exchange.request().isEnded()) {
            exchange.request().fetch(buffers);
          }
        });
  }

  @Override
  public int available() {
    lock.lock();
    try {
      return current.length() - position + waiting.stream().mapToInt(Buffer::length).sum();
    } finally {
      lock.unlock();
    }
  }

  /** What has not been read is thrown away as it comes. */
  @Override
  public void close() {
    lock.lock();
    try {
      if (!closed) {
        closed = true;
        waiting.clear();
        current = Buffer.buffer(0);
        position = 0;
        if (!ended && failure == null) {
          fetch(READ_AHEAD);
        }
      }
    } finally {
      lock.unlock();
    }
  }
}
