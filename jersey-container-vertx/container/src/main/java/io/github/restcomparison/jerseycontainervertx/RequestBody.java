package io.github.restcomparison.jerseycontainervertx;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import jakarta.ws.rs.ClientErrorException;
import jakarta.ws.rs.core.Response.Status;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * The content of a request, for a thread that may wait. The connection is read no faster than that
 * thread reads: no more than a few of the network's buffers are unread.
 */
final class RequestBody extends InputStream {
  /** Buffers that may arrive before they are read. */
  private static final int READ_AHEAD = 4;

  /** Methods without content: in HTTP/2, no field of a request states that it has none. */
  private static final Set<HttpMethod> WITHOUT_CONTENT =
      Set.of(HttpMethod.GET, HttpMethod.HEAD, HttpMethod.OPTIONS);

  /** Stands behind the last buffer. */
  private static final Object END = new Object();

  private final Exchange exchange;
  private final Duration timeout;

  /** Buffers that are unread, then {@link #END} or the exception that reading fails with. */
  private final BlockingQueue<Object> parts = new LinkedBlockingQueue<>();

  private Buffer current = Buffer.buffer(0);
  private int position;
  private volatile boolean closed;

  /**
   * Begins to read; called on the event loop, before the first byte of content.
   *
   * @param timeout of a client that sends nothing
   */
  RequestBody(Exchange exchange, Duration timeout) {
    this.exchange = exchange;
    this.timeout = timeout;
    exchange
        .request()
        .pause()
        .handler(this::onChunk)
        .endHandler(end -> parts.add(END))
        .exceptionHandler(left -> parts.add(new IOException("the client has disconnected", left)))
        .fetch(READ_AHEAD);
  }

  /** Returns how many bytes of content a request has; -1 if it is unknown. */
  static long length(HttpServerRequest request) {
    String length = request.headers().get(HttpHeaders.CONTENT_LENGTH);
    if (length != null) {
      return Long.parseLong(length);
    }
    boolean unknown =
        Exchange.isMultiplexed(request)
            ? !WITHOUT_CONTENT.contains(request.method())
            : request.headers().contains(HttpHeaders.TRANSFER_ENCODING);
    return unknown ? -1 : 0;
  }

  /** Content that is not read is received and discarded, to keep the connection usable. */
  private void onChunk(Buffer buffer) {
    if (closed) {
      exchange.request().fetch(1);
    } else {
      parts.add(buffer);
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
   * @throws ClientErrorException 408 if the client sends nothing
   * @throws IllegalStateException if it would have to wait on the event loop
   */
  @Override
  public int read(byte[] bytes, int offset, int length) throws IOException {
    Objects.checkFromIndexSize(offset, length, bytes.length);
    if (length == 0) {
      return 0;
    }
    if (closed || position == current.length()) {
      Object part = next();
      if (!(part instanceof Buffer next)) {
        parts.add(part); // for the next call
        if (part == END) {
          return -1;
        }
        throw (IOException) part;
      }
      current = next;
      position = 0;
      fetch(1);
    }
    int read = Math.min(length, current.length() - position);
    current.getBytes(position, position + read, bytes, offset);
    position += read;
    return read;
  }

  private Object next() throws IOException {
    Object part = parts.poll();
    if (part != null) {
      return part;
    }
    if (RequestThreads.mayNotWait()) {
      throw new IllegalStateException(
          "content is read on the event loop, which would have to wait for it: annotate the method with @Blocking");
    }
    try {
      part = parts.poll(timeout.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
    if (part == null) {
      throw new ClientErrorException(Status.REQUEST_TIMEOUT);
    }
    return part;
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
    return closed ? 0 : current.length() - position;
  }

  /** Discards what is not read. */
  @Override
  public void close() {
    if (!closed) {
      closed = true;
      parts.clear();
      parts.add(new IOException("closed"));
      fetch(READ_AHEAD);
    }
  }
}
