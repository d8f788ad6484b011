package io.github.restcomparison.jerseycontainervertx.exchange;

import io.netty.handler.codec.DateFormatter;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
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
 * The content of a response. Bytes are gathered, and handed to the event loop a buffer at a time;
 * what the client does not read stays within a limit: a thread that may wait does so, and on the
 * event loop, which may not, a response that is too large for it fails.
 */
public final class ResponseBody extends OutputStream implements FlushedCloseable {
  private static final int BUFFER = 16 * 1_024;

  /** Bytes on their way to the client before a writer waits. */
  private static final int IN_FLIGHT = 256 * 1_024;

  /** Bytes on their way from an event loop, which cannot wait. */
  private static final int IN_FLIGHT_ON_LOOP = 4 * 1_024 * 1_024;

  private final Exchange exchange;
  private final Duration patience;
  private final ReentrantLock lock = new ReentrantLock();

  /** Made by whoever waits; null as long as nobody has. */
  private Condition changed;

  /** Null if there is nothing. */
  private Buffer gathered;

  private ResponseHead head;
  private long inFlight;
  private int queued;
  private boolean begun;
  private boolean ended;
  private boolean gone;

  /**
   * @param patience how long a writer waits for a client that does not read
   */
  public ResponseBody(Exchange exchange, Duration patience) {
    this.exchange = exchange;
    this.patience = patience;
  }

  /** What is sent before it. */
  public void setHead(ResponseHead head) {
    this.head = head;
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

  /** Sends the head, where it has not been sent, and what has been gathered. */
  @Override
  public void flush() throws IOException {
    lock.lock();
    try {
      if (!begun || gathered != null) {
        send();
      }
    } finally {
      lock.unlock();
    }
  }

  private void send() throws IOException {
    awaitRoom();
    Buffer buffer = gathered == null ? Buffer.buffer() : gathered;
    gathered = null;
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
      if (changed == null) {
        changed = lock.newCondition();
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
      head.write(exchange);
    }
    response.write(buffer).onComplete(done -> sent(buffer.length(), done.failed()));
  }

  private void sent(int bytes, boolean failed) {
    lock.lock();
    try {
      inFlight -= bytes;
      gone |= failed;
      wakeWriter();
    } finally {
      lock.unlock();
    }
  }

  private void wakeWriter() {
    if (changed != null) {
      changed.signalAll();
    }
  }

  /** Whoever waits for room need not any more. */
  public void clientHasLeft() {
    lock.lock();
    try {
      gone = true;
      wakeWriter();
    } finally {
      lock.unlock();
    }
  }

  /** Ends the response. */
  @Override
  public void close() {
    end();
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
      head.write(exchange);
    }
    if (last == null) {
      response.end();
    } else {
      response.end(last);
    }
  }

  /**
   * Ends the response with a status alone, whatever is still written by others; or, where it has
   * begun, so that nobody takes it for whole.
   */
  public void endWith(int status) {
    boolean cut;
    lock.lock();
    try {
      cut = begun;
      begun = true;
      ended = true;
      gone = true;
      wakeWriter();
    } finally {
      lock.unlock();
    }
    exchange.onLoop(() -> endWith(status, cut));
  }

  private void endWith(int status, boolean cut) {
    HttpServerRequest request = exchange.request();
    HttpServerResponse response = request.response();
    if (cut) {
      response.reset();
    } else if (!response.ended() && !response.closed()) {
      response.headers().clear();
      response.headers().set(HttpHeaders.DATE, DateFormatter.format(new Date()));
      if ((status == 413 || status == 503) && request.version() != HttpVersion.HTTP_2) {
        // The rest of the request would have to be read; or the server stops.
        response.headers().set(HttpHeaders.CONNECTION, HttpHeaders.CLOSE);
      }
      response.setStatusCode(status).end();
    }
  }
}
