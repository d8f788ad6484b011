package io.github.restcomparison.jerseycontainervertx;

import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import jakarta.inject.Inject;
import jakarta.inject.Provider;
import java.util.function.Function;
import java.util.function.Supplier;
import org.glassfish.jersey.innate.inject.InternalBinder;
import org.glassfish.jersey.process.internal.RequestScoped;
import org.glassfish.jersey.server.ContainerRequest;
import org.glassfish.jersey.server.spi.internal.ResourceMethodInvocationHandlerProvider;
import org.glassfish.jersey.server.spi.internal.ValueParamProvider;

/**
 * What the container adds to an application: {@code @Context HttpServerRequest}, {@code @Context
 * HttpServerResponse}, {@code @Context Vertx} and {@code @Context io.vertx.core.Context}.
 */
final class VertxBinder extends InternalBinder {
  private final LoopMethods methods;

  VertxBinder(LoopMethods methods) {
    this.methods = methods;
  }

  @Override
  protected void configure() {
    bind(methods).to(ResourceMethodInvocationHandlerProvider.class);
    bind(new SuspendedParameter()).to(ValueParamProvider.class);
    bindOfRequest(OfRequest.class, HttpServerRequest.class);
    bindOfRequest(OfResponse.class, HttpServerResponse.class);
    bindOfRequest(OfVertx.class, Vertx.class);
    bindOfRequest(OfContext.class, Context.class);
  }

  private <T> void bindOfRequest(Class<? extends Supplier<T>> supplier, Class<T> type) {
    bindFactory(supplier).to(type).proxy(true).proxyForSameScope(false).in(RequestScoped.class);
  }

  /** Something of the exchange whose request is processed. */
  private abstract static class OfExchange<T> implements Supplier<T> {
    private final Provider<ContainerRequest> request;
    private final Function<Exchange, T> part;

    OfExchange(Provider<ContainerRequest> request, Function<Exchange, T> part) {
      this.request = request;
      this.part = part;
    }

    @Override
    public T get() {
      return part.apply(((ResponseWriter) request.get().getResponseWriter()).exchange());
    }
  }

  /** The request that is processed. */
  static final class OfRequest extends OfExchange<HttpServerRequest> {
    @Inject
    OfRequest(Provider<ContainerRequest> request) {
      super(request, Exchange::request);
    }
  }

  /** Its response, for what Jersey does not offer; Jersey writes and ends it. */
  static final class OfResponse extends OfExchange<HttpServerResponse> {
    @Inject
    OfResponse(Provider<ContainerRequest> request) {
      super(request, exchange -> exchange.request().response());
    }
  }

  /** The Vert.x that has received it. */
  static final class OfVertx extends OfExchange<Vertx> {
    @Inject
    OfVertx(Provider<ContainerRequest> request) {
      super(request, Exchange::vertx);
    }
  }

  /** The event loop that its connection belongs to. */
  static final class OfContext extends OfExchange<Context> {
    @Inject
    OfContext(Provider<ContainerRequest> request) {
      super(request, Exchange::context);
    }
  }
}
