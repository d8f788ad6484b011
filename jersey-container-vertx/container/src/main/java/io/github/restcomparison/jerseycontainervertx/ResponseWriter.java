package io.github.restcomparison.jerseycontainervertx;

import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import jakarta.ws.rs.ServiceUnavailableException;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.glassfish.jersey.io.spi.FlushedCloseable;
import org.glassfish.jersey.server.ChunkedOutput;
import org.glassfish.jersey.server.ContainerResponse;
import org.glassfish.jersey.server.spi.ContainerResponseWriter;

/**
 * Writes one response. Jersey may call it on any thread, one at a time; what touches the connection
 * is done on its event loop, in order.
 *
 * <p>Every response ends. If it cannot be written as the application states it, the client gets 500
 * if nothing has been sent, else a closed connection or a reset stream.
 */
final class ResponseWriter extends OutputStream
    implements ContainerResponseWriter, FlushedCloseable {
  private static final Logger LOG = Logger.getLogger(ResponseWriter.class.getName());

  /** Bytes that are sent together if there are more, at most twice as many. */
  private static final int BUFFER = 16 * 1_024;

  /** In place of the length of an entity. */
  static final long UNKNOWN = -1;

  /** All of the entity follows immediately: a flush does not send it. */
  static final long WHOLE = -2;

  /** The entity has begun, and its stream has not been closed. */
  static final long UNFINISHED = -3;

  private static final Runnable NOTHING = () -> {};

  /** In place of what is run if the client leaves: it has left. */
  private static final Runnable LEFT = () -> {};

  /** The state of a response. */
  private enum State {
    /** Nothing has been handed to the event loop: another head may replace this one. */
    OPEN,
    /** The head has been handed to the event loop, and more follows. */
    COMMITTED,
    /** All of it has been handed to the event loop. */
    ENDED,
    /** It has ended without the rest: it failed, was refused, or the client has left. */
    CUT
  }

  private final Exchange exchange;
  private final HttpServerRequest request;
  private final Deployed application;

  /** Changed under the monitor. */
  private volatile State state = State.OPEN;

  // Of the thread that writes.
  private ResponseHead head;
  private Buffer gathered;
  private long entityLength = UNKNOWN;
  private long written;
  private boolean isStreamed;

  /** Null unless some of it is sent before the end. */
  private volatile Room room;

  /** Run when the client leaves. Changed under the monitor. */
  private volatile Runnable onLeave = NOTHING;

  private volatile SuspendedResponse suspended;
  private volatile RequestBody content;

  // Of the list of pending requests.
  PendingRequests list;
  int place;

  ResponseWriter(Exchange exchange, Deployed application) {
    this.exchange = exchange;
    this.request = exchange.request();
    this.application = application;
    // The close handler is left to the owner of the server.
    request.response().exceptionHandler(gone -> disconnected());
  }

  Exchange exchange() {
    return exchange;
  }

  Deployed application() {
    return application;
  }

  /** Sets what is discarded when the request has its response. */
  void setContent(RequestBody content) {
    this.content = content;
  }

  /** Returns false: {@link EntityWriters} gathers small entities, so that their length is known. */
  @Override
  public boolean enableResponseBuffering() {
    return false;
  }

  /** Sets the length of the entity that is written next; without effect if there is a head. */
  void setEntityLength(long bytes) {
    entityLength = bytes;
  }

  /** Returns whether Jersey has handed over a head. */
  boolean hasHead() {
    return head != null;
  }

  @Override
  public OutputStream writeResponseStatusAndHeaders(long length, ContainerResponse response) {
    try {
      ResponseHead given =
          ResponseHead.of(response, application.texts(), length < 0 ? entityLength : length);
      // A resource may have written without Jersey.
      if (head == null || state == State.OPEN && gathered == null) {
        head = given;
        isStreamed = response.getEntity() instanceof ChunkedOutput;
      }
    } catch (RuntimeException e) {
      failure(e); // Jersey may log it only
      throw e;
    }
    if (response.getEntity() instanceof ChunkedOutput<?> output) {
      // So that a writer that seldom writes is informed.
      onLeave(() -> RequestThreads.EXECUTOR.execute(() -> close(output)));
    }
    return this;
  }

  private static void close(ChunkedOutput<?> unread) {
    try {
      unread.close();
    } catch (IOException e) {
      LOG.log(Level.FINE, "chunks could not be written", e);
    }
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
    written += count;
    if (head.contentLength() >= 0 && written > head.contentLength()) {
      cut(500);
      throw new IOException("content is longer than its Content-Length of " + head.contentLength());
    }
    int end = offset + count;
    for (int from = offset; from < end; from += BUFFER) {
      int length = Math.min(BUFFER, end - from);
      gathered = gathered == null ? Buffer.buffer(length) : gathered;
      gathered.appendBytes(bytes, from, length);
      if (gathered.length() > BUFFER) {
        send();
      }
    }
  }

  /** Sends the head, if it has not been sent, and what has been gathered. */
  @Override
  public void flush() throws IOException {
    if (entityLength != WHOLE
        && (state == State.OPEN || state != State.ENDED && gathered != null)) {
      send();
    }
  }

  private void send() throws IOException {
    if (!moveTo(State.COMMITTED)) {
      throw ended();
    }
    Buffer buffer = gathered == null ? Buffer.buffer() : gathered;
    gathered = null;
    if (room == null) {
      room = new Room();
    }
    int taken;
    try {
      taken = room.take(buffer.length(), isStreamed, application.clientTimeout());
    } catch (IOException e) {
      cut(500); // the writer may continue without these bytes
      throw e;
    }
    if (state == State.CUT) {
      throw ended();
    }
    exchange.inOrder(() -> write(buffer, taken));
  }

  private IOException ended() {
    return new IOException(onLeave == LEFT ? "the client has left" : "the response has ended");
  }

  /** Changes the state; returns false if the response has ended. */
  private synchronized boolean moveTo(State next) {
    boolean isOpen = state == State.OPEN || state == State.COMMITTED;
    if (isOpen) {
      state = next;
    }
    return isOpen;
  }

  /** Ends the response with what has been gathered, if it has its head. */
  @Override
  public void close() {
    if (head == null || entityLength == UNFINISHED || written < head.contentLength()) {
      failure(new IOException("the response ends early, with %d bytes".formatted(written)));
    } else if (moveTo(State.ENDED)) {
      Buffer last = gathered;
      gathered = null;
      exchange.inOrder(() -> end(last));
    }
  }

  @Override
  public synchronized boolean suspend(long time, TimeUnit unit, TimeoutHandler handler) {
    if (suspended != null) {
      return false;
    }
    suspended = new SuspendedResponse(this, handler);
    suspended.startTimer(time, unit);
    return true;
  }

  /** Starts the time-out anew. A request whose client has left may still time out. */
  @Override
  public synchronized void setSuspendTimeout(long time, TimeUnit unit) {
    if (suspended == null || state == State.ENDED || state == State.CUT && onLeave != LEFT) {
      throw new IllegalStateException("the request is not suspended");
    }
    suspended.startTimer(time, unit);
  }

  /** Returns what a resource resumes the request by; null if Jersey has not suspended it. */
  SuspendedResponse suspended() {
    return suspended;
  }

  private void cancelTimer() {
    if (suspended != null) {
      suspended.cancelTimer();
    }
  }

  @Override
  public void commit() {
    cancelTimer();
    close();
    if (content != null) {
      content.close();
    }
  }

  /** Nothing has mapped the error: it is logged, and the client gets 500, or half of a response. */
  @Override
  public void failure(Throwable error) {
    cancelTimer();
    if (cut(500)) {
      log(error);
    }
  }

  private void log(Throwable error) {
    LOG.log(Level.SEVERE, error, () -> "%s %s failed".formatted(request.method(), request.uri()));
  }

  /** Ends the response with 503, and Jersey's processing of the request, if it is suspended. */
  void refuse() {
    cut(503);
    if (suspended != null) {
      suspended.resume(new ServiceUnavailableException());
    }
  }

  /**
   * Ends the response with a status alone, whatever is still written by others; or, if it has
   * begun, so that no client takes it for whole.
   *
   * @return false if it has ended already
   */
  boolean cut(int status) {
    boolean isFirst = moveTo(State.CUT);
    if (isFirst) {
      exchange.onLoop(() -> endWith(status));
    }
    return isFirst;
  }

  /** Returns whether more can be sent, behind the head. On the event loop, as what follows. */
  private boolean open(long length) {
    if (request.response().closed()) {
      disconnected();
    }
    return exchange.open(head, length);
  }

  private void write(Buffer buffer, int taken) {
    try {
      Future<Void> sent =
          open(UNKNOWN) ? request.response().write(buffer) : Future.succeededFuture();
      sent.onComplete(
          done -> {
            room.giveBack(taken);
            if (done.failed()) {
              disconnected();
            }
          });
    } catch (Throwable e) {
      cannotBeSent(e);
    }
  }

  private void end(Buffer last) {
    try {
      if (open(last == null ? 0 : last.length())) {
        exchange.end(last);
      }
      PendingRequests.remove(this);
    } catch (Throwable e) {
      cannotBeSent(e);
    }
  }

  /** A field of the head is invalid, for instance. */
  private void cannotBeSent(Throwable error) {
    synchronized (this) {
      state = State.CUT;
    }
    log(error);
    endWith(500);
  }

  private void endWith(int status) {
    release();
    exchange.endWith(status, head);
  }

  private void release() {
    PendingRequests.remove(this);
    if (room != null) {
      room.open();
    }
  }

  /**
   * The client has left before it has the whole; called once or more often. It may still time out.
   */
  private void disconnected() {
    Runnable left;
    synchronized (this) {
      if (state == State.CUT) {
        return;
      }
      if (state != State.ENDED) {
        state = State.CUT;
      }
      left = onLeave;
      onLeave = LEFT;
    }
    release();
    left.run();
  }

  /** Runs a task when the client leaves, or immediately if it has left. */
  void onLeave(Runnable task) {
    synchronized (this) {
      Runnable others = onLeave;
      if (others != LEFT) {
        onLeave =
            () -> {
              others.run();
              task.run();
            };
        return;
      }
    }
    task.run();
  }
}
