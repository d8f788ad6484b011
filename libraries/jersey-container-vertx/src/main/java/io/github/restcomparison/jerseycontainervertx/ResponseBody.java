package io.github.restcomparison.jerseycontainervertx;

import io.netty.handler.codec.DateFormatter;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.http.HttpVersion;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.Date;
import java.util.Objects;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.glassfish.jersey.io.spi.FlushedCloseable;

/**
 * A response: its head, and its content. Bytes are gathered and handed to the event loop a buffer
 * at a time. What the client does not read stays within a limit: a thread that may wait does so,
 * and a response that the event loop writes fails if it exceeds the limit.
 *
 * <p>Every response ends. If it cannot be written as the application states it, the client gets 500
 * if nothing has been sent, else a closed connection or a reset stream.
 */
abstract class ResponseBody extends OutputStream implements FlushedCloseable {
  private static final int BUFFER = 16 * 1_024;

  /** Bytes on their way to the client before a writer waits. */
  private static final int IN_FLIGHT = 256 * 1_024;

  /** Bytes on their way from an event loop, which cannot wait. */
  private static final int IN_FLIGHT_ON_LOOP = 4 * 1_024 * 1_024;

  private static final long INTERNAL_ERROR = 2; // RFC 9113, 7

  private final Exchange exchange;
  private final Duration writeTimeout;
  private final ReentrantLock lock = new ReentrantLock();

  /** Made by the first thread that waits. */
  private Condition changed;

  /** Null until Jersey hands it over. */
  private ResponseHead head;

  /** Null if there is nothing. */
  private Buffer gathered;

  private long written;
  private long inFlight;
  private int queued;
  private boolean begun;
  private boolean ended;

  /** Whether nothing more can be sent. */
  private boolean stopped;

  /** Whether it was ended without the rest of its content. */
  private boolean cut;

  private boolean closesConnection;

  /**
   * @param writeTimeout how long a writer waits for a client that does not read
   */
  protected ResponseBody(Exchange exchange, Duration writeTimeout) {
    this.exchange = exchange;
    this.writeTimeout = writeTimeout;
  }

  /** Called on the event loop, at least once, if the client leaves before it has the whole. */
  protected abstract void disconnected();

  /** Called by any thread if it cannot be written; it must be ended by {@link #endWith}. */
  protected abstract void failed(Throwable error);

  /** Sets the head; without effect if any of the response has been written. */
  void setHead(ResponseHead head) {
    if (!begun && written == 0) {
      this.head = head;
    }
  }

  /** Whether there is a head. */
  boolean hasHead() {
    return head != null;
  }

  @Override
  public void write(int b) throws IOException {
    write(new byte[] {(byte) b}, 0, 1);
  }

  @Override
  public void write(byte[] bytes, int offset, int count) throws IOException {
    Objects.checkFromIndexSize(offset, count, bytes.length);
    if (head.isContentless()) {
      return;
    }
    lock.lock();
    try {
      if (head.length() >= 0 && written + count > head.length()) {
        endWith(500);
        throw new IOException("content is longer than its Content-Length of " + head.length());
      }
      written += count;
      int from = offset;
      int left = count;
      while (left > 0) {
        if (gathered == null) {
          gathered = Buffer.buffer(Math.min(left, BUFFER));
        }
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

  /** Sends the head, if it has not been sent, and what has been gathered. */
  @Override
  public void flush() throws IOException {
    lock.lock();
    try {
      if (!ended && (!begun || gathered != null)) {
        send();
      }
    } finally {
      lock.unlock();
    }
  }

  private void send() throws IOException {
    try {
      awaitRoom();
    } catch (IOException e) {
      endWith(500); // the writer may continue without these bytes
      throw e;
    }
    Buffer buffer = gathered == null ? Buffer.buffer() : gathered;
    gathered = null;
    inFlight += buffer.length();
    boolean first = !begun;
    begun = true;
    inOrder(() -> write(first, buffer));
  }

  private void awaitRoom() throws IOException {
    long left = writeTimeout.toNanos();
    boolean onLoop = Exchange.mayNotWait();
    while (!stopped && inFlight >= (onLoop ? IN_FLIGHT_ON_LOOP : IN_FLIGHT)) {
      if (onLoop) {
        throw new IOException(
            "%d bytes are on their way to a client that does not read them, and the event loop must not wait: annotate the method with @Blocking"
                .formatted(inFlight));
      }
      if (left <= 0) {
        throw new IOException("the client has read nothing for " + writeTimeout.toSeconds() + " s");
      }
      if (changed == null) {
        changed = lock.newCondition();
      }
      left = RequestThreads.await(changed, left);
    }
    if (stopped) {
      throw new IOException(cut ? "the response has been cut off" : "the client has left");
    }
  }

  /** On the event loop: at once, unless a task of another thread is queued. */
  private void inOrder(Runnable task) {
    if (queued == 0 && exchange.isOnLoop()) {
      run(task);
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
                run(task);
              });
    }
  }

  private void run(Runnable task) {
    try {
      task.run();
    } catch (Throwable e) {
      lock.lock();
      try {
        ended = false;
        failed(e); // before another thread ends it as if it were written
      } finally {
        lock.unlock();
      }
    }
  }

  private void write(boolean first, Buffer buffer) {
    HttpServerResponse response = open(first);
    if (response != null) {
      response.write(buffer).onComplete(done -> sent(buffer.length(), done.failed()));
    }
  }

  /** Returns the response, with its head if that is due; null if nothing more can be sent. */
  private HttpServerResponse open(boolean first) {
    HttpServerResponse response = exchange.request().response();
    if (response.closed()) {
      disconnect();
      return null;
    }
    if (response.ended()) {
      return null;
    }
    if (first) {
      closesConnection = head.write(exchange.request());
    }
    return response;
  }

  private void sent(int bytes, boolean failed) {
    lock.lock();
    try {
      inFlight -= bytes;
      wakeWriter();
    } finally {
      lock.unlock();
    }
    if (failed) {
      disconnect();
    }
  }

  private void wakeWriter() {
    if (changed != null) {
      changed.signalAll();
    }
  }

  /** Stops the writer, since nothing more can be sent. */
  void disconnect() {
    lock.lock();
    try {
      if (cut) {
        return;
      }
      stopped = true;
      wakeWriter();
    } finally {
      lock.unlock();
    }
    // Later, since the lock may be held.
    exchange.context().runOnContext(now -> disconnected());
  }

  /** Ends the response. */
  @Override
  public void close() {
    end();
  }

  /** Ends the response with what has been gathered; only the first call does anything. */
  void end() {
    lock.lock();
    try {
      if (ended) {
        return;
      }
      if (head != null && !head.isContentless() && written < head.length()) {
        failed(
            new IOException(
                "the content has %d bytes, its Content-Length is %d"
                    .formatted(written, head.length())));
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
    HttpServerResponse response = open(first);
    if (response != null) {
      Future<Void> done = last == null ? response.end() : response.end(last);
      if (closesConnection) {
        done.onComplete(sent -> exchange.request().connection().close());
      }
    }
  }

  /**
   * Ends the response with a status alone, whatever is still written by others; or, if it has
   * begun, so that no client takes it for whole.
   *
   * @return false if it has ended already
   */
  boolean endWith(int code) {
    lock.lock();
    try {
      if (ended) {
        return false;
      }
      begun = true;
      ended = true;
      cut = true;
      stopped = true;
      wakeWriter();
    } finally {
      lock.unlock();
    }
    exchange.onLoop(() -> endNow(code));
    return true;
  }

  private void endNow(int code) {
    HttpServerResponse response = exchange.request().response();
    if (response.ended() || response.closed()) {
      return;
    }
    if (response.headWritten()) {
      response.reset(INTERNAL_ERROR);
      return;
    }
    if (head != null) {
      head.removeFrom(response.headers());
    }
    response.headers().set(HttpHeaders.DATE, DateFormatter.format(new Date()));
    if ((code == 413 || code == 503) && exchange.request().version() != HttpVersion.HTTP_2) {
      // The rest of the request would have to be read; or the server stops.
      response.headers().set(HttpHeaders.CONNECTION, HttpHeaders.CLOSE);
    }
    // The reason first: the one of a status that could not be written may still be set.
    response
        .setStatusMessage(HttpResponseStatus.valueOf(code).reasonPhrase())
        .setStatusCode(code)
        .end();
  }
}
