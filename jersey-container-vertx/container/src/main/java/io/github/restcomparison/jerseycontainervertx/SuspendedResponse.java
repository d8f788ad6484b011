package io.github.restcomparison.jerseycontainervertx;

import jakarta.ws.rs.ServiceUnavailableException;
import jakarta.ws.rs.container.AsyncResponse;
import jakarta.ws.rs.container.CompletionCallback;
import jakarta.ws.rs.container.ConnectionCallback;
import jakarta.ws.rs.container.TimeoutHandler;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Date;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;

/**
 * Jersey's {@link AsyncResponse}, with what an event loop needs: an entity whose writing blocks is
 * written on a virtual thread, also if it is resumed on the event loop; and connection callbacks
 * are called as soon as the client disconnects.
 */
final class SuspendedResponse implements AsyncResponse {
  private final AsyncResponse jersey;
  private final ResponseWriter writer;
  private final AtomicBoolean resumed = new AtomicBoolean();
  private volatile boolean cancelled;

  SuspendedResponse(AsyncResponse jersey, ResponseWriter writer) {
    this.jersey = jersey;
    this.writer = writer;
    jersey.setTimeoutHandler(late -> resume(new ServiceUnavailableException()));
  }

  @Override
  public boolean resume(Object response) {
    return resume(response, () -> jersey.resume(response));
  }

  @Override
  public boolean resume(Throwable error) {
    return resume(error, () -> jersey.resume(error));
  }

  /** Resumes the request once, on another thread if the result may block this one. */
  private boolean resume(Object result, BooleanSupplier resume) {
    if (!resumed.compareAndSet(false, true)) {
      return false;
    }
    if (Exchange.mayNotWait() && writer.application().policy().mayBlock(result)) {
      boolean suspended = jersey.isSuspended();
      writer.cancelTimeout();
      writer.application().threads().execute(resume::getAsBoolean);
      return suspended;
    }
    return resume.getAsBoolean();
  }

  private boolean cancel(BooleanSupplier cancel) {
    boolean isFirst = resume(null, cancel);
    cancelled |= isFirst;
    return isFirst || cancelled;
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
    return !resumed.get() && jersey.isSuspended();
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
    return jersey.setTimeout(time, unit);
  }

  @Override
  public void setTimeoutHandler(TimeoutHandler handler) {
    jersey.setTimeoutHandler(late -> handler.handleTimeout(this));
  }

  @Override
  public Collection<Class<?>> register(Class<?> callback) {
    return register(writer.create(callback));
  }

  @Override
  public Map<Class<?>, Collection<Class<?>>> register(Class<?> callback, Class<?>... callbacks) {
    Stream<Class<?>> all = Stream.concat(Stream.of(callback), Stream.of(callbacks));
    return registerAll(all.map(writer::create));
  }

  /**
   * Jersey would call a {@link ConnectionCallback} only if a write fails, and nothing is written to
   * a client that waits: so the container keeps them, and Jersey the others.
   */
  @Override
  public Collection<Class<?>> register(Object callback) {
    Objects.requireNonNull(callback, "callback");
    List<Class<?>> known = new ArrayList<>();
    if (callback instanceof ConnectionCallback disconnected) {
      writer.onDisconnect(disconnected, this);
      known.add(ConnectionCallback.class);
    }
    if (callback instanceof CompletionCallback completed) {
      // As a lambda, or Jersey would tell it of the client too.
      known.addAll(jersey.register((CompletionCallback) completed::onComplete));
    }
    return known;
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
}
