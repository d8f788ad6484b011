package io.github.restcomparison.jerseycontainervertx;

import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import jakarta.ws.rs.container.AsyncResponse;
import jakarta.ws.rs.core.Response;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.stream.StreamSupport;
import org.glassfish.jersey.innate.inject.InternalBinder;
import org.glassfish.jersey.internal.inject.CustomAnnotationLiteral;
import org.glassfish.jersey.internal.inject.InjectionManager;
import org.glassfish.jersey.internal.inject.Providers;
import org.glassfish.jersey.process.internal.RequestScoped;
import org.glassfish.jersey.server.AsyncContext;
import org.glassfish.jersey.server.ContainerRequest;
import org.glassfish.jersey.server.model.Invocable;
import org.glassfish.jersey.server.model.Parameter;
import org.glassfish.jersey.server.spi.internal.ResourceMethodInvocationHandlerProvider;
import org.glassfish.jersey.server.spi.internal.ValueParamProvider;

/**
 * Adds to an application: {@code @Context HttpServerRequest}, {@code @Context HttpServerResponse},
 * {@code @Context Vertx} and {@code @Context io.vertx.core.Context}; {@link SuspendedResponse} in
 * place of Jersey's own; and the call of methods on the event loop whose result may block. Such a
 * result is handed to Jersey by another thread, because Jersey maps and writes it there.
 */
final class VertxBinder extends InternalBinder
    implements ResourceMethodInvocationHandlerProvider, ValueParamProvider {
  private final BlockingMethods methods = new BlockingMethods();
  private InjectionManager injectionManager;
  private Deployed application;

  /** Sets where other providers of the application are found, before the application is built. */
  void setInjectionManager(InjectionManager injectionManager) {
    this.injectionManager = injectionManager;
  }

  /** Sets what it has been added to, before the first request. */
  void setApplication(Deployed application) {
    this.application = application;
  }

  BlockingMethods methods() {
    return methods;
  }

  @Override
  protected void configure() {
    bind(this).to(VertxBinder.class).to(ValueParamProvider.class);
    bind(this)
        .to(ResourceMethodInvocationHandlerProvider.class)
        .qualifiedBy(CustomAnnotationLiteral.INSTANCE)
        .ranked(Integer.MAX_VALUE);
    bindOfRequest(HttpServerRequest.class, writer -> writer.exchange().request());
    bindOfRequest(HttpServerResponse.class, writer -> writer.exchange().request().response());
    bindOfRequest(Vertx.class, writer -> writer.exchange().context().owner());
    bindOfRequest(Context.class, writer -> writer.exchange().context());
  }

  private <T> void bindOfRequest(Class<T> type, Function<ResponseWriter, T> part) {
    bindFactory(
            () -> {
              ContainerRequest request = injectionManager.getInstance(ContainerRequest.class);
              if (request instanceof Request received) {
                return part.apply(received.writer());
              }
              throw new IllegalStateException("the request has not been received by Vert.x");
            })
        .to(type)
        .proxy(true)
        .proxyForSameScope(false)
        .in(RequestScoped.class);
  }

  @Override
  public Function<ContainerRequest, ?> getValueProvider(Parameter parameter) {
    return parameter.getSource() == Parameter.Source.SUSPENDED
            && parameter.getRawType() == AsyncResponse.class
        ? this::suspendedResponse
        : null;
  }

  private AsyncResponse suspendedResponse(ContainerRequest request) {
    SuspendedResponse suspended =
        request instanceof Request received ? received.writer().suspended() : null;
    return suspended == null
        ? injectionManager.getInstance(AsyncContext.class)
        : suspended.forMethod();
  }

  @Override
  public PriorityType getPriority() {
    return Priority.HIGH;
  }

  @Override
  public InvocationHandler create(Invocable invocable) {
    InvocationHandler given = applicationHandler(invocable);
    InvocationHandler call =
        given == null ? (target, method, args) -> method.invoke(target, args) : given;
    if (BlockingMethods.isStage(invocable)) {
      return BlockingMethods.isDeclared(invocable, Blocking.class)
          ? (target, method, arguments) ->
              completed((CompletionStage<?>) call.invoke(target, method, arguments))
          : (target, method, arguments) ->
              handedOver((CompletionStage<?>) call.invoke(target, method, arguments));
    }
    if (BlockingMethods.isDeclared(invocable, NonBlocking.class)) {
      return (target, method, arguments) -> returned(call.invoke(target, method, arguments));
    }
    return given;
  }

  /** Returns the handler of the application's own; null if it has none for a method. */
  private InvocationHandler applicationHandler(Invocable invocable) {
    return StreamSupport.stream(
            Providers.getAllProviders(
                    injectionManager, ResourceMethodInvocationHandlerProvider.class)
                .spliterator(),
            false)
        .filter(provider -> provider != this)
        .map(provider -> provider.create(invocable))
        .filter(Objects::nonNull)
        .findFirst()
        .orElse(null);
  }

  /** Waits for a stage, on a thread that may: Jersey would take it for the entity. */
  private static CompletionStage<?> completed(CompletionStage<?> stage)
      throws InvocationTargetException {
    try {
      if (stage != null) {
        stage.toCompletableFuture().join();
      }
      return stage;
    } catch (CompletionException e) {
      throw new InvocationTargetException(e.getCause());
    }
  }

  private CompletionStage<?> handedOver(CompletionStage<?> stage) {
    if (stage == null) {
      return null;
    }
    Context loop = RequestThreads.mayNotWait() ? Vertx.currentContext() : null;
    CompletableFuture<Object> result = new CompletableFuture<>();
    stage.whenComplete(
        (value, error) -> {
          Runnable completion =
              error == null
                  ? () -> result.complete(value)
                  : () -> result.completeExceptionally(error);
          if (!application.mayBlock(error == null ? value : error)) {
            completion.run();
          } else if (loop == null) {
            RequestThreads.EXECUTOR.execute(completion);
          } else {
            // Behind this turn: Jersey would continue on the loop if it saw the result before.
            loop.runOnContext(now -> RequestThreads.EXECUTOR.execute(completion));
          }
        });
    return result;
  }

  /** Returns what a method on the event loop returned; as a stage if writing it may block. */
  private Object returned(Object value) {
    if (!RequestThreads.mayNotWait() || !application.mayBlock(value)) {
      return value;
    }
    CompletionStage<?> later = handedOver(CompletableFuture.completedFuture(value));
    return value instanceof Response ? Response.ok(later).build() : later;
  }
}
