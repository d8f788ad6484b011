package io.github.restcomparison.jersey.vertx;

import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServerRequest;
import jakarta.inject.Inject;
import jakarta.inject.Provider;
import java.util.function.Supplier;
import org.glassfish.jersey.innate.inject.InternalBinder;
import org.glassfish.jersey.process.internal.RequestScoped;
import org.glassfish.jersey.server.ContainerRequest;
import org.glassfish.jersey.server.spi.internal.ResourceMethodInvocationHandlerProvider;
import org.glassfish.jersey.server.spi.internal.ValueParamProvider;

/**
 * What the container adds to an application: {@code @Context HttpServerRequest}, {@code @Context
 * Vertx} and {@code @Context io.vertx.core.Context}, and the threads that methods run on.
 */
final class VertxBinder extends InternalBinder {
  private final LoopWatch watch;

  VertxBinder(LoopWatch watch) {
    this.watch = watch;
  }

  @Override
  protected void configure() {
    bind(watch).to(ResourceMethodInvocationHandlerProvider.class);
    bind(new SuspendedParameter()).to(ValueParamProvider.class);
    bindFactory(OfRequest.class)
        .to(HttpServerRequest.class)
        .proxy(true)
        .proxyForSameScope(false)
        .in(RequestScoped.class);
    bindFactory(OfVertx.class)
        .to(Vertx.class)
        .proxy(true)
        .proxyForSameScope(false)
        .in(RequestScoped.class);
    bindFactory(OfContext.class)
        .to(Context.class)
        .proxy(true)
        .proxyForSameScope(false)
        .in(RequestScoped.class);
  }

  private static Exchange exchange(Provider<ContainerRequest> request) {
    return ((ResponseWriter) request.get().getResponseWriter()).exchange();
  }

  /** The request that is processed. */
  static final class OfRequest implements Supplier<HttpServerRequest> {
    private final Provider<ContainerRequest> request;

    @Inject
    OfRequest(Provider<ContainerRequest> request) {
      this.request = request;
    }

    @Override
    public HttpServerRequest get() {
      return exchange(request).request();
    }
  }

  /** The Vert.x that has received it. */
  static final class OfVertx implements Supplier<Vertx> {
    private final Provider<ContainerRequest> request;

    @Inject
    OfVertx(Provider<ContainerRequest> request) {
      this.request = request;
    }

    @Override
    public Vertx get() {
      return exchange(request).vertx();
    }
  }

  /** The event loop that its connection belongs to. */
  static final class OfContext implements Supplier<Context> {
    private final Provider<ContainerRequest> request;

    @Inject
    OfContext(Provider<ContainerRequest> request) {
      this.request = request;
    }

    @Override
    public Context get() {
      return exchange(request).context();
    }
  }
}
