package io.github.restcomparison.jerseycontainervertx;

import io.netty.handler.codec.DateFormatter;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.Date;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.glassfish.jersey.io.spi.FlushedCloseable;

/**
 * A response: its head, and its content. Bytes are gathered and handed to the event loop a buffer
 * at a time. What the client does not read stays within a limit: a thread that may wait does so,
 * and chunks that the event loop writes fail if they exceed the limit.
 *
 * <p>Every response ends. If it cannot be written as the application states it, the client gets 500
 * if nothing has been sent, else a closed connection or a reset stream.
 */
final class ResponseBody extends OutputStream implements FlushedCloseable {
  private static final byte[] NOTHING = {};

  /** Bytes that are sent at once if there are more, at most twice as many. */
  private static final int BUFFER = 16 * 1_024;

  /** Bytes on their way to the client before a writer waits. */
  private static final int IN_FLIGHT = 256 * 1_024;

  /** Bytes on their way from an event loop, which cannot wait. */
  private static final int IN_FLIGHT_ON_LOOP = 4 * 1_024 * 1_024;

  /** A second thread that waits at once is not woken. */
  private static final long POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

  private static final long INTERNAL_ERROR = 2; // RFC 9113, 7

  private final Exchange exchange;
  private final ResponseWriter writer;
  private final Duration writeTimeout;

  /** Has Jersey hand over the head if it is written to; null if Jersey does so by itself. */
  private OutputStream committing;

  /** Bytes that are gathered before Jersey hands over the head. */
  private int limit;

  /** Null until Jersey hands it over. */
  private ResponseHead head;

  /** Null if there is nothing. */
  private Buffer gathered;

  private long written;
  private long inFlight;
  private boolean begun;
  private boolean ended;

  /** True if nothing more can be sent. */
  private boolean stopped;

  /** True if it was ended without the rest of its content. */
  private boolean cut;

  /** True if another thread than the loop has written: then all is queued, in order. */
  private boolean queued;

  /** True if nothing follows on its connection; in HTTP/2, of its request. */
  private boolean isLast;

  /** True if its content is made while it is sent, so that it has no end in memory. */
  private boolean streamed;

  private volatile Thread waiting;

  /**
   * Of a request.
   *
   * @param writer told if it cannot be written, or the client leaves before it has the whole
   * @param writeTimeout how long a thread waits for a client that does not read
   */
  ResponseBody(Exchange exchange, ResponseWriter writer, Duration writeTimeout) {
    this.exchange = exchange;
    this.writer = writer;
    this.writeTimeout = writeTimeout;
  }

  /**
   * Discards what has been gathered of another response, if nothing of it has been sent, and
   * gathers content before there is a head, which can still be changed then. What a resource has
   * written past Jersey stays.
   *
   * @param committing Jersey's stream, which sets the head if it is written to; null if Jersey sets
   *     it at some time by itself
   * @param limit bytes; the head is due if there are more
   */
  synchronized void gather(OutputStream committing, int limit) {
    if (!begun && (this.committing != null || written == 0)) {
      this.committing = committing;
      this.limit = limit;
      head = null;
      gathered = null;
      written = 0;
    }
  }

  /** Returns whether it takes content before it has a head. */
  synchronized boolean isGathering() {
    return committing != null;
  }

  /**
   * Sets the head; without effect if there is one, and any of the response has been written.
   *
   * @param streamed whether the application goes on writing content: the event loop holds no more
   *     than 4 MiB of it, where it holds all of an entity that is in memory already
   */
  synchronized void setHead(ResponseHead head, boolean streamed) {
    if (this.head == null || !begun && written == 0) {
      this.head = head;
      this.streamed = streamed;
      if (head.isContentless()) {
        gathered = null;
      }
    }
  }

  /** Returns whether there is a head. */
  synchronized boolean hasHead() {
    return head != null;
  }

  @Override
  public void write(int b) throws IOException {
    write(new byte[] {(byte) b}, 0, 1);
  }

  @Override
  public void write(byte[] bytes, int offset, int count) throws IOException {
    Objects.checkFromIndexSize(offset, count, bytes.length);
    commit(count);
    checkLength(count);
    int end = offset + count;
    for (int from = offset; from < end; from += BUFFER) {
      if (isFullWith(bytes, from, Math.min(BUFFER, end - from))) {
        send();
      }
    }
  }

  /** Has Jersey hand over the head if that is due before more bytes; outside of the monitor. */
  private void commit(long more) throws IOException {
    boolean due;
    synchronized (this) {
      due = head == null && !ended && committing != null && more > limit - written;
    }
    if (due) {
      committing.write(NOTHING, 0, 0);
    }
  }

  private synchronized void checkLength(int count) throws IOException {
    if (head != null && head.contentLength() >= 0 && written + count > head.contentLength()) {
      endWith(500);
      throw new IOException("content is longer than its Content-Length of " + head.contentLength());
    }
  }

  /** Gathers bytes; returns whether they are enough to be sent. */
  private synchronized boolean isFullWith(byte[] bytes, int offset, int count) {
    if (head != null && head.isContentless()) {
      return false;
    }
    if (gathered == null) {
      gathered = Buffer.buffer(count);
    }
    gathered.appendBytes(bytes, offset, count);
    written += count;
    return (head != null || ended) && gathered.length() > BUFFER; // to fail if it has ended
  }

  /** Sends the head, if it has not been sent, and what has been gathered. */
  @Override
  public void flush() throws IOException {
    if (isFlushDue()) {
      send();
    }
  }

  private synchronized boolean isFlushDue() {
    return head != null && !ended && (!begun || gathered != null);
  }

  private void send() throws IOException {
    try {
      awaitRoom();
    } catch (IOException e) {
      endWith(500); // the writer may continue without these bytes
      throw e;
    }
    synchronized (this) {
      Buffer buffer = gathered == null ? Buffer.buffer() : gathered;
      gathered = null;
      if (!ended) {
        inFlight += buffer.length();
        begun = true;
        inOrder(() -> write(buffer));
      }
    }
  }

  /** Outside of the monitor, in which a virtual thread of Java 21 could not wait. */
  private void awaitRoom() throws IOException {
    boolean onLoop = Exchange.mayNotWait();
    long end = System.nanoTime() + writeTimeout.toNanos();
    waiting = onLoop ? null : Thread.currentThread();
    while (!hasRoom(onLoop)) {
      long left = end - System.nanoTime();
      if (onLoop) {
        throw new IOException(
            "more than 4 MiB are on their way to a client that does not read them, and the event loop must not wait: annotate the method with @Blocking");
      }
      if (left <= 0) {
        throw new IOException("the client has read nothing for " + writeTimeout.toSeconds() + " s");
      }
      if (Thread.currentThread().isInterrupted()) {
        throw new IOException("interrupted");
      }
      LockSupport.parkNanos(this, Math.min(POLL_NANOS, left));
    }
  }

  private synchronized boolean hasRoom(boolean onLoop) throws IOException {
    if (stopped) {
      throw new IOException(cut ? "the response has been cut off" : "the client has left");
    }
    return onLoop ? !streamed || inFlight < IN_FLIGHT_ON_LOOP : inFlight < IN_FLIGHT;
  }

  /** On the event loop: at once, unless a task of another thread may be queued. */
  private void inOrder(Runnable task) {
    if (!queued && exchange.context().inThread()) {
      run(task);
    } else {
      queued = true;
      exchange.later(() -> run(task));
    }
  }

  private void run(Runnable task) {
    try {
      task.run();
    } catch (Throwable e) {
      synchronized (this) {
        ended = false;
        writer.failure(e); // before another thread ends it as if it were written
      }
    }
  }

  private void write(Buffer buffer) {
    HttpServerResponse response = open(-1);
    Future<Void> written = response == null ? Future.succeededFuture() : response.write(buffer);
    written.onComplete(done -> sent(buffer.length(), done.failed()));
  }

  /**
   * Returns the response, with its head if that is due; null if nothing more can be sent.
   *
   * @param length of all content, -1 if there may be more
   */
  private HttpServerResponse open(long length) {
    HttpServerResponse response = exchange.request().response();
    if (response.closed()) {
      disconnect();
    }
    if (response.closed() || response.ended()) {
      return null;
    }
    if (!response.headWritten()) {
      isLast = head.write(exchange, length);
    }
    return response;
  }

  private synchronized void sent(int bytes, boolean failed) {
    inFlight -= bytes;
    LockSupport.unpark(waiting);
    if (failed) {
      disconnect();
    }
  }

  /** Stops the writer, since nothing more can be sent. */
  synchronized void disconnect() {
    if (!cut) {
      stopped = true;
      LockSupport.unpark(waiting);
      // Later, since this monitor is held.
      exchange.later(writer::disconnected);
    }
  }

  /** Ends the response with what has been gathered; only the first call does anything. */
  @Override
  public void close() throws IOException {
    commit(Long.MAX_VALUE);
    end();
  }

  /** Ends the response as {@link #close} does, if it has its head. */
  synchronized void end() {
    if (ended) {
      return;
    }
    if (head != null && written < head.contentLength()) {
      writer.failure(
          new IOException(
              "the content has %d bytes, its Content-Length is %d"
                  .formatted(written, head.contentLength())));
      return;
    }
    ended = true;
    begun = true;
    Buffer last = gathered;
    gathered = null;
    inOrder(() -> end(last));
  }

  private void end(Buffer last) {
    HttpServerResponse response = open(last == null ? 0 : last.length());
    if (response != null) {
      closeBehind(last == null ? response.end() : response.end(last));
    }
  }

  private void closeBehind(Future<Void> written) {
    if (isLast) {
      written.onComplete(sent -> exchange.close());
    }
  }

  /**
   * Ends the response with a status alone, whatever is still written by others; or, if it has
   * begun, so that no client takes it for whole.
   *
   * @return false if it has ended already
   */
  synchronized boolean endWith(int code) {
    if (ended) {
      return false;
    }
    begun = true;
    ended = true;
    cut = true;
    stopped = true;
    LockSupport.unpark(waiting);
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
    HttpServerRequest request = exchange.request();
    // The rest of the request would have to be read; or the server stops.
    isLast = code == 503 || RequestBody.length(request) != 0 && !request.isEnded();
    if (Exchange.isMultiplexed(request)) {
      response.headers().remove(HttpHeaders.CONNECTION);
    } else if (isLast) {
      response.headers().set(HttpHeaders.CONNECTION, HttpHeaders.CLOSE);
    }
    // The reason first: the one of a status that could not be written may still be set.
    response.setStatusMessage(HttpResponseStatus.valueOf(code).reasonPhrase()).setStatusCode(code);
    closeBehind(response.end());
  }
}
