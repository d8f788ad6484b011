package io.github.restcomparison.jerseycontainervertx;

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
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;

/**
 * Jersey's {@link AsyncResponse}, with what an event loop needs: an entity whose writing blocks is
 * written on a virtual thread, also if it is resumed on the event loop; and connection callbacks
 * are called as soon as the client disconnects.
 */
final class SuspendedResponse implements AsyncResponse {
  private final AsyncResponse jerseys;
  private final ResponseWriter writer;

  SuspendedResponse(AsyncResponse jerseys, ResponseWriter writer) {
    this.jerseys = jerseys;
    this.writer = writer;
  }

  @Override
  public boolean resume(Object response) {
    boolean mayBlock = writer.application().policy().mayBlock(response);
    return resume(mayBlock, () -> jerseys.resume(response));
  }

  @Override
  public boolean resume(Throwable error) {
    return resumeWithError(() -> jerseys.resume(error));
  }

  private boolean resume(boolean mayBlock, BooleanSupplier resume) {
    if (writer.isCutOff()) {
      return false;
    }
    if (mayBlock && Exchange.mayNotWait()) {
      boolean suspended = jerseys.isSuspended();
      writer.cancelTimeout();
      writer.application().threads().execute(resume::getAsBoolean);
      return suspended;
    }
    return resume.getAsBoolean();
  }

  private boolean resumeWithError(BooleanSupplier resume) {
    return resume(writer.application().policy().errorsMayBlock(), resume);
  }

  @Override
  public boolean cancel() {
    return resumeWithError(jerseys::cancel);
  }

  @Override
  public boolean cancel(int retryAfter) {
    return resumeWithError(() -> jerseys.cancel(retryAfter));
  }

  @Override
  public boolean cancel(Date retryAfter) {
    return resumeWithError(() -> jerseys.cancel(retryAfter));
  }

  @Override
  public boolean isSuspended() {
    return jerseys.isSuspended();
  }

  @Override
  public boolean isCancelled() {
    return jerseys.isCancelled();
  }

  @Override
  public boolean isDone() {
    return jerseys.isDone();
  }

  @Override
  public boolean setTimeout(long time, TimeUnit unit) {
    return jerseys.setTimeout(time, unit);
  }

  @Override
  public void setTimeoutHandler(TimeoutHandler handler) {
    jerseys.setTimeoutHandler(handler);
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
      writer.onDisconnect(disconnected);
      known.add(ConnectionCallback.class);
    }
    if (callback instanceof CompletionCallback completed) {
      // As a lambda, or Jersey would tell it of the client too.
      known.addAll(jerseys.register((CompletionCallback) completed::onComplete));
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
