package io.github.restcomparison.jerseycontainervertx;

import jakarta.ws.rs.container.AsyncResponse;
import jakarta.ws.rs.container.CompletionCallback;
import jakarta.ws.rs.container.ConnectionCallback;
import jakarta.ws.rs.container.TimeoutHandler;
import jakarta.ws.rs.core.Response;
import java.util.Collection;
import java.util.Date;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.glassfish.jersey.message.internal.OutboundJaxrsResponse;

/**
 * Jersey's {@link AsyncResponse}, with what an event loop needs: an entity whose writing blocks is
 * written on a virtual thread, also if it is resumed on the event loop; and connection callbacks
 * are called as soon as the client disconnects.
 */
final class SuspendedResponse implements AsyncResponse {
  private static final List<Class<?>> OF_CONNECTION = List.of(ConnectionCallback.class);

  private final AsyncResponse jerseys;
  private final ResponseWriter writer;
  private final Deployed application;

  SuspendedResponse(AsyncResponse jerseys, ResponseWriter writer, Deployed application) {
    this.jerseys = jerseys;
    this.writer = writer;
    this.application = application;
  }

  @Override
  public boolean resume(Object response) {
    return resume(application.policy().mayBlock(response), () -> jerseys.resume(light(response)));
  }

  /** The same response, over a context that takes less. */
  private Object light(Object response) {
    if (response instanceof OutboundJaxrsResponse full
        && !(full.getContext() instanceof ResponseContext)
        && !full.getContext().isCommitted()) {
      return new OutboundJaxrsResponse(
          full.getStatusInfo(), new ResponseContext(full.getContext(), application.bufferBytes()));
    }
    return response == null || response instanceof Response
        ? response
        : new OutboundJaxrsResponse(
            Response.Status.OK, new ResponseContext(response, application.bufferBytes()));
  }

  @Override
  public boolean resume(Throwable error) {
    return resume(application.policy().errorsMayBlock(), () -> jerseys.resume(error));
  }

  private boolean resume(boolean mayBlock, BooleanSupplier resume) {
    if (writer.isCutOff()) {
      return false;
    }
    if (mayBlock && Exchange.mayNotWait()) {
      boolean suspended = jerseys.isSuspended();
      writer.cancelTimeout();
      application.execute(resume::getAsBoolean);
      return suspended;
    }
    return resume.getAsBoolean();
  }

  @Override
  public boolean cancel() {
    return resume(application.policy().errorsMayBlock(), jerseys::cancel);
  }

  @Override
  public boolean cancel(int retryAfter) {
    return resume(application.policy().errorsMayBlock(), () -> jerseys.cancel(retryAfter));
  }

  @Override
  public boolean cancel(Date retryAfter) {
    return resume(application.policy().errorsMayBlock(), () -> jerseys.cancel(retryAfter));
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
    Map<Class<?>, Collection<Class<?>>> contracts = new LinkedHashMap<>();
    contracts.put(callback, register(callback));
    for (Class<?> each : callbacks) {
      contracts.put(each, register(each));
    }
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
      writer.onDisconnect(disconnected);
    }
    if (!(callback instanceof CompletionCallback completed)) {
      return callback instanceof ConnectionCallback ? OF_CONNECTION : List.of();
    }
    // As a lambda, or Jersey would tell it of the client too.
    Collection<Class<?>> known = jerseys.register((CompletionCallback) completed::onComplete);
    return callback instanceof ConnectionCallback
        ? Stream.concat(OF_CONNECTION.stream(), known.stream()).toList()
        : known;
  }

  @Override
  public Map<Class<?>, Collection<Class<?>>> register(Object callback, Object... callbacks) {
    Map<Class<?>, Collection<Class<?>>> contracts = new LinkedHashMap<>();
    contracts.put(callback.getClass(), register(callback));
    for (Object each : List.of(callbacks)) {
      contracts.put(each.getClass(), register(each));
    }
    return contracts;
  }
}
