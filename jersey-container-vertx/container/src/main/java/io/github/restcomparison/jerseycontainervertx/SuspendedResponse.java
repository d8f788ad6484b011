package io.github.restcomparison.jerseycontainervertx;

import jakarta.ws.rs.ServiceUnavailableException;
import jakarta.ws.rs.container.AsyncResponse;
import jakarta.ws.rs.container.CompletionCallback;
import jakarta.ws.rs.container.ConnectionCallback;
import jakarta.ws.rs.container.TimeoutHandler;
import java.util.Collection;
import java.util.Date;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.Stream;
import org.glassfish.jersey.internal.inject.Injections;
import org.glassfish.jersey.server.spi.ContainerResponseWriter;

/**
 * A suspended request: Jersey's {@link AsyncResponse}, with what an event loop needs. An entity
 * whose writing blocks is written on a virtual thread, also if it is resumed on the event loop;
 * time-outs are the loop's own timers; and connection callbacks are called as soon as the client
 * disconnects.
 */
final class SuspendedResponse implements AsyncResponse, TimeoutHandler {
  private static final Logger LOG = Logger.getLogger(SuspendedResponse.class.getName());
  private static final long NONE = -1;

  private final ResponseWriter writer;
  private final ContainerResponseWriter.TimeoutHandler timeout;

  /** Null if Jersey only writes chunks later. */
  private final AsyncResponse jersey;

  private volatile boolean isResumed;
  private volatile boolean cancelled;
  private volatile TimeoutHandler handler;

  /** True if the application was called on the event loop. */
  private volatile boolean isOnLoop;

  private long timer = NONE;

  /**
   * @param timeout Jersey's own response to the request; null if it only writes chunks later
   */
  SuspendedResponse(ResponseWriter writer, ContainerResponseWriter.TimeoutHandler timeout) {
    this.writer = writer;
    this.timeout = timeout;
    jersey = timeout instanceof AsyncResponse response ? response : null;
    if (jersey != null) {
      jersey.setTimeoutHandler(this);
    }
  }

  /** Returns this, for a method that the current thread calls. */
  SuspendedResponse forMethod() {
    isOnLoop = RequestThreads.mayNotWait();
    return this;
  }

  /** Calls the application on the event loop, if that is where it has the request. */
  private void call(Runnable call) {
    if (isOnLoop) {
      call.run();
    } else {
      RequestThreads.EXECUTOR.execute(call);
    }
  }

  @Override
  public boolean resume(Object response) {
    return jersey != null && resume(response, false, () -> jersey.resume(response));
  }

  @Override
  public boolean resume(Throwable error) {
    return jersey != null && resume(error, false, () -> jersey.resume(error));
  }

  /** Resumes the request once, on another thread if the result may block this one. */
  private boolean resume(Object result, boolean isCancel, BooleanSupplier resume) {
    synchronized (this) {
      if (isResumed) {
        return false;
      }
      isResumed = true;
      cancelled = isCancel && jersey.isSuspended();
    }
    if (RequestThreads.mayNotWait() && writer.application().mayBlock(result)) {
      boolean suspended = jersey.isSuspended();
      cancelTimer();
      RequestThreads.EXECUTOR.execute(resume::getAsBoolean);
      return suspended;
    }
    return resume.getAsBoolean();
  }

  private boolean cancel(BooleanSupplier cancel) {
    return resume(null, true, cancel) || cancelled;
  }

  @Override
  public boolean cancel() {
    return cancel(jersey::cancel);
  }

  @Override
  public boolean cancel(int retryAfter) {
    return cancel(() -> jersey.cancel(retryAfter));
  }

  @Override
  public boolean cancel(Date retryAfter) {
    return cancel(() -> jersey.cancel(retryAfter));
  }

  @Override
  public boolean isSuspended() {
    return !isResumed && jersey.isSuspended();
  }

  @Override
  public boolean isCancelled() {
    return cancelled;
  }

  @Override
  public boolean isDone() {
    return jersey.isDone();
  }

  @Override
  public boolean setTimeout(long time, TimeUnit unit) {
    return isSuspended() && jersey.setTimeout(time, unit);
  }

  @Override
  public void setTimeoutHandler(TimeoutHandler handler) {
    this.handler = handler;
  }

  /** Called by Jersey. */
  @Override
  public void handleTimeout(AsyncResponse late) {
    if (handler != null) {
      handler.handleTimeout(this);
    }
  }

  /** Starts the time-out anew; ends it if the time is 0 or less. */
  synchronized void startTimer(long time, TimeUnit unit) {
    cancelTimer();
    if (time > NO_TIMEOUT) {
      try {
        long millis = Math.max(1, unit.toMillis(time));
        timer = writer.exchange().context().setTimer(millis, id -> call(() -> timedOut(id)));
      } catch (RejectedExecutionException e) {
        throw new IllegalStateException("the event loop has ended", e);
      }
    }
  }

  synchronized void cancelTimer() {
    if (timer != NONE) {
      writer.exchange().context().owner().cancelTimer(timer);
      timer = NONE;
    }
  }

  private synchronized boolean isTimer(long id) {
    return timer == id;
  }

  private void timedOut(long id) {
    if (isTimer(id)) {
      timeout.onTimeout(writer);
    }
    // 503 if there is no handler or, as TimeoutHandler states it, if it has taken no action.
    if (isTimer(id)) {
      resume(new ServiceUnavailableException());
    }
  }

  private Object create(Class<?> callback) {
    return Injections.getOrCreate(writer.application().handler().getInjectionManager(), callback);
  }

  @Override
  public Collection<Class<?>> register(Class<?> callback) {
    return register(create(callback));
  }

  @Override
  public Map<Class<?>, Collection<Class<?>>> register(Class<?> callback, Class<?>... callbacks) {
    Stream<Class<?>> all = Stream.concat(Stream.of(callback), Stream.of(callbacks));
    return registerAll(all.map(this::create));
  }

  @Override
  public Map<Class<?>, Collection<Class<?>>> register(Object callback, Object... callbacks) {
    return registerAll(Stream.concat(Stream.of(callback), Stream.of(callbacks)));
  }

  private Map<Class<?>, Collection<Class<?>>> registerAll(Stream<?> callbacks) {
    Map<Class<?>, Collection<Class<?>>> contracts = new LinkedHashMap<>();
    callbacks.forEach(each -> contracts.put(each.getClass(), register(each)));
    return contracts;
  }

  /**
   * Jersey would call a {@link ConnectionCallback} only if a write fails, and nothing is written to
   * a client that waits: so the container keeps them, and Jersey the others.
   */
  @Override
  public Collection<Class<?>> register(Object callback) {
    Objects.requireNonNull(callback, "callback");
    if (callback instanceof ConnectionCallback disconnected) {
      writer.onLeave(() -> call(() -> onDisconnected(disconnected)));
    }
    if (callback instanceof CompletionCallback completed) {
      // As a lambda, or Jersey would call it for the client too.
      jersey.register((CompletionCallback) completed::onComplete);
      return callback instanceof ConnectionCallback
          ? List.of(ConnectionCallback.class, CompletionCallback.class)
          : List.of(CompletionCallback.class);
    }
    return callback instanceof ConnectionCallback ? List.of(ConnectionCallback.class) : List.of();
  }

  private void onDisconnected(ConnectionCallback callback) {
    try {
      callback.onDisconnect(this);
    } catch (RuntimeException e) {
      LOG.log(Level.WARNING, "a ConnectionCallback failed", e);
    }
  }
}
