package io.github.restcomparison.jerseycontainervertx;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.http.HttpVersion;
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
 * The content of a request, for a thread that may wait. The connection is read no faster than that
 * thread reads: no more than a few of the network's buffers are unread.
 */
final class RequestBody extends InputStream {
  /** Buffers that may arrive before they are read. */
  private static final int READ_AHEAD = 4;

  private final Exchange exchange;
  private final long limit;
  private final Duration readTimeout;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final Queue<Buffer> unread = new ArrayDeque<>();
  private Buffer current = Buffer.buffer(0);
  private int position;
  private long received;
  private boolean continueExpected;
  private boolean ended;
  private boolean closed;
  private IOException failure;

  /**
   * Begins to read; called on the event loop, before the first byte of content.
   *
   * @param limit bytes; if there are more, reading fails with 413
   * @param readTimeout of a client that sends nothing; reading fails with 408 then
   */
  RequestBody(Exchange exchange, long limit, Duration readTimeout) {
    this.exchange = exchange;
    this.limit = limit;
    this.readTimeout = readTimeout;
    HttpServerRequest request = exchange.request();
    continueExpected = isContinueExpected(request);
    if (continueExpected && request.version() == HttpVersion.HTTP_1_1) {
      // A client that is not asked for its content may not send it: the next request is not known.
      request.response().putHeader(HttpHeaders.CONNECTION, HttpHeaders.CLOSE);
    }
    request
        .pause()
        .handler(this::onChunk)
        .endHandler(end -> onEnd(null))
        .exceptionHandler(left -> onEnd(new IOException("the client has disconnected", left)));
    request.fetch(READ_AHEAD);
  }

  /** Whether the client sends its content only after it is asked for it (RFC 9110, 10.1.1). */
  static boolean isContinueExpected(HttpServerRequest request) {
    return "100-continue".equalsIgnoreCase(request.headers().get(HttpHeaders.EXPECT))
        && request.version() != HttpVersion.HTTP_1_0;
  }

  private void onChunk(Buffer buffer) {
    lock.lock();
    try {
      received += buffer.length();
      if (closed) {
        discard();
      } else {
        unread.add(buffer);
        changed.signalAll();
      }
    } finally {
      lock.unlock();
    }
  }

  /** Content that is not read is received up to the limit, to keep the connection usable. */
  private void discard() {
    if (received > limit) {
      exchange.request().connection().close();
    } else {
      exchange.request().fetch(1);
    }
  }

  private void onEnd(IOException why) {
    lock.lock();
    try {
      ended = why == null;
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
   * Reads, and waits if nothing is there.
   *
   * @throws ClientErrorException 413 if the limit is exceeded, 408 if the client sends nothing
   * @throws IllegalStateException if it would have to wait on the event loop
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
    long left = readTimeout.toNanos();
    while (unread.isEmpty()) {
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
      if (continueExpected) {
        continueExpected = false;
        exchange.onLoop(this::sendContinue);
      }
      left = RequestThreads.await(changed, left);
    }
    if (received > limit) {
      throw new ClientErrorException(Status.REQUEST_ENTITY_TOO_LARGE);
    }
    current = unread.remove();
    position = 0;
    fetch(1);
    return true;
  }

  private void sendContinue() {
    HttpServerResponse response = exchange.request().response();
    if (!response.headWritten() && !response.closed()) {
      response.headers().remove(HttpHeaders.CONNECTION);
      response.writeContinue();
    }
  }

  /** Has the event loop receive more, unless the request has ended: Vert.x would throw then. */
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
      return current.length() - position + unread.stream().mapToInt(Buffer::length).sum();
    } finally {
      lock.unlock();
    }
  }

  /** Discards what is not read. */
  @Override
  public void close() {
    lock.lock();
    try {
      if (!closed) {
        closed = true;
        unread.clear();
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
