package io.github.restcomparison.jerseycontainervertx;

import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import jakarta.ws.rs.container.AsyncResponse;
import jakarta.ws.rs.container.ContainerResponseFilter;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.glassfish.jersey.innate.inject.InternalBinder;
import org.glassfish.jersey.process.internal.RequestScoped;
import org.glassfish.jersey.server.ContainerRequest;
import org.glassfish.jersey.server.model.Invocable;
import org.glassfish.jersey.server.model.Parameter;
import org.glassfish.jersey.server.spi.internal.ResourceMethodInvocationHandlerProvider;
import org.glassfish.jersey.server.spi.internal.ValueParamProvider;

/**
 * What the container adds to an application: {@code @Context HttpServerRequest}, {@code @Context
 * HttpServerResponse}, {@code @Context Vertx} and {@code @Context io.vertx.core.Context}; {@link
 * SuspendedResponse} in place of Jersey's own; and the call of methods that answer later. If their
 * answer may block and is there on an event loop, another thread hands it to Jersey, which maps and
 * writes it at once.
 */
final class VertxBinder extends InternalBinder
    implements ResourceMethodInvocationHandlerProvider, ValueParamProvider {
  private Deployed application;

  /** Sets what it has been added to, before the first request. */
  void setApplication(Deployed application) {
    this.application = application;
  }

  @Override
  protected void configure() {
    bind(this).to(ResourceMethodInvocationHandlerProvider.class).to(ValueParamProvider.class);
    bind(new ResponseWriter.Gathering()).to(ContainerResponseFilter.class);
    bindOfRequest(HttpServerRequest.class, VertxBinder::request);
    bindOfRequest(HttpServerResponse.class, writer -> request(writer).response());
    bindOfRequest(Vertx.class, writer -> writer.exchange().context().owner());
    bindOfRequest(Context.class, writer -> writer.exchange().context());
  }

  /** An application can end the response by it, without Jersey. */
  private static HttpServerRequest request(ResponseWriter writer) {
    writer.exchange().onBodyEnd(end -> writer.done());
    return writer.exchange().request();
  }

  private <T> void bindOfRequest(Class<T> type, Function<ResponseWriter, T> part) {
    bindFactory(() -> part.apply(writer(currentRequest())))
        .to(type)
        .proxy(true)
        .proxyForSameScope(false)
        .in(RequestScoped.class);
  }

  private ContainerRequest currentRequest() {
    return application.handler().getInjectionManager().getInstance(ContainerRequest.class);
  }

  private static ResponseWriter writer(ContainerRequest request) {
    return (ResponseWriter) request.getResponseWriter();
  }

  @Override
  public Function<ContainerRequest, ?> getValueProvider(Parameter parameter) {
    return isSuspended(parameter) && parameter.getRawType() == AsyncResponse.class
        ? request -> writer(request).suspendedResponse()
        : null;
  }

  private static boolean isSuspended(Parameter parameter) {
    return parameter.getSource() == Parameter.Source.SUSPENDED;
  }

  @Override
  public PriorityType getPriority() {
    return Priority.HIGH;
  }

  @Override
  public InvocationHandler create(Invocable invocable) {
    if (CompletionStage.class.isAssignableFrom(invocable.getRawResponseType())) {
      return this::stage;
    }
    return invocable.getParameters().stream().anyMatch(VertxBinder::isSuspended)
        ? this::suspended
        : null;
  }

  private Object suspended(Object target, Method method, Object[] arguments) throws Exception {
    try {
      return method.invoke(target, arguments);
    } catch (InvocationTargetException e) {
      if (isForOtherThread(application.policy().errorsMayBlock())
          && writer(currentRequest()).suspendedResponse().resume(e.getCause())) {
        return null;
      }
      throw e;
    }
  }

  private Object stage(Object target, Method method, Object[] arguments) throws Exception {
    CompletionStage<?> stage;
    try {
      stage = (CompletionStage<?>) method.invoke(target, arguments);
    } catch (InvocationTargetException e) {
      if (!isForOtherThread(application.policy().errorsMayBlock())) {
        throw e;
      }
      stage = CompletableFuture.failedFuture(e.getCause());
    }
    if (stage == null) {
      return null;
    }
    Context loop = Exchange.mayNotWait() ? Vertx.currentContext() : null;
    CompletableFuture<Object> answer = new CompletableFuture<>();
    stage.whenComplete(
        (value, error) -> {
          Runnable completion =
              error == null
                  ? () -> answer.complete(value)
                  : () -> answer.completeExceptionally(error);
          ThreadPolicy policy = application.policy();
          boolean mayBlock = error == null ? policy.mayBlock(value) : policy.errorsMayBlock();
          if (mayBlock && loop != null) {
            // Behind this turn: Jersey would continue on the loop if it saw the answer before.
            loop.runOnContext(now -> application.threads().execute(completion));
          } else if (isForOtherThread(mayBlock)) {
            application.threads().execute(completion);
          } else {
            completion.run();
          }
        });
    return answer;
  }

  private static boolean isForOtherThread(boolean mayBlock) {
    return mayBlock && Exchange.mayNotWait();
  }
}
