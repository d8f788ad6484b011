package io.github.restcomparison.jerseycontainervertx;

import io.github.restcomparison.jerseycontainervertx.exchange.BaseUris;
import io.github.restcomparison.jerseycontainervertx.exchange.Exchange;
import io.github.restcomparison.jerseycontainervertx.exchange.RequestBody;
import io.github.restcomparison.jerseycontainervertx.exchange.RequestSecurity;
import io.github.restcomparison.jerseycontainervertx.exchange.RequestUris;
import io.github.restcomparison.jerseycontainervertx.exchange.VirtualThreads;
import io.netty.handler.codec.DateFormatter;
import io.vertx.core.Handler;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import jakarta.ws.rs.core.Application;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.util.Date;
import java.util.Optional;
import java.util.Set;
import org.glassfish.jersey.internal.MapPropertiesDelegate;
import org.glassfish.jersey.server.ApplicationHandler;
import org.glassfish.jersey.server.ContainerRequest;
import org.glassfish.jersey.server.ResourceConfig;
import org.glassfish.jersey.server.spi.Container;

/**
 * A JAX-RS application as a request handler of Vert.x.
 *
 * <p>A request is processed on the event loop of its connection, as far as nothing of it may wait:
 * suspended resource methods, and those that return a {@link java.util.concurrent.CompletionStage},
 * run there. All others run on a virtual thread each, and their response is handed back to the
 * loop; so does the whole of a request that has much content, or that passes a filter or a
 * sub-resource locator which is not {@link NonBlocking}.
 *
 * <p>It may be the handler of any number of servers and verticles at once.
 */
public final class VertxHttpContainer implements Container, Handler<HttpServerRequest> {
  /** In HTTP/2 nothing in a request's head says that no content follows. */
  private static final Set<HttpMethod> WITHOUT_CONTENT =
      Set.of(HttpMethod.GET, HttpMethod.HEAD, HttpMethod.OPTIONS);

  private final BaseUris bases;
  private volatile Deployed deployed;

  /**
   * Deploys an application.
   *
   * @param basePath what all of its paths begin with; slashes at either end may be there or not
   */
  public VertxHttpContainer(Application application, String basePath) {
    String path = basePath.startsWith("/") ? basePath : "/" + basePath;
    this.bases = new BaseUris(path.endsWith("/") ? path : path + "/");
    this.deployed = new Deployed(ResourceConfig.forApplication(application));
  }

  /** Deploys an application at the root. */
  public VertxHttpContainer(Application application) {
    this(application, "/");
  }

  @Override
  public ResourceConfig getConfiguration() {
    return deployed.handler().getConfiguration();
  }

  @Override
  public ApplicationHandler getApplicationHandler() {
    return deployed.handler();
  }

  @Override
  public void reload() {
    reload(deployed.asked());
  }

  /**
   * Replaces the application, in the order of Jersey's other containers: the old one is shut down,
   * the new one is told that it is a reload, and then that it serves. Requests of the old one that
   * are suspended get 503.
   *
   * @throws RuntimeException where the new one cannot be deployed; the old one goes on then
   */
  @Override
  public synchronized void reload(ResourceConfig configuration) {
    Deployed next = new Deployed(configuration);
    Deployed before = deployed;
    deployed = next;
    before.end(this);
    next.handler().onReload(this);
    next.handler().onStartup(this);
  }

  /** Tells the application that it serves; once, before the first request. */
  public void start() {
    deployed.handler().onStartup(this);
  }

  /** Tells the application that it serves no more; once, after the last request. */
  public void stop() {
    deployed.end(this);
  }

  /** Called by Vert.x on the event loop of the request's connection, when its head has come. */
  @Override
  public void handle(HttpServerRequest request) {
    Deployed application = deployed;
    Exchange exchange = Exchange.of(request);
    Optional<RequestUris> uris = RequestUris.of(request, bases);
    if (uris.isEmpty()) {
      refuse(request, 400);
    } else if (!uris.get().isOfApplication()) {
      refuse(request, 404);
    } else {
      receive(application, exchange, uris.get());
    }
  }

  private void receive(Deployed application, Exchange exchange, RequestUris uris) {
    HttpServerRequest request = exchange.request();
    long length = contentLength(request);
    if (length > application.properties().maxBodyBytes()) {
      refuse(request, 413);
    } else if (length == 0) {
      withoutContent(application, exchange, uris);
    } else {
      if ("100-continue".equalsIgnoreCase(request.headers().get("Expect"))) {
        request.response().writeContinue();
      }
      withContent(application, exchange, uris, length);
    }
  }

  private void withoutContent(Deployed application, Exchange exchange, RequestUris uris) {
    InputStream none = InputStream.nullInputStream();
    if (application.startMayWait()) {
      VirtualThreads.run(() -> process(application, exchange, uris, none));
    } else {
      process(application, exchange, uris, none);
    }
  }

  private void withContent(Deployed application, Exchange exchange, RequestUris uris, long length) {
    boolean gathered = length > 0 && length <= application.properties().gatheredBodyBytes();
    if (gathered && !application.startMayWait()) {
      exchange
          .request()
          .body()
          .onSuccess(
              body ->
                  process(application, exchange, uris, new ByteArrayInputStream(body.getBytes())));
    } else {
      RequestBody body =
          new RequestBody(
              exchange,
              application.properties().maxBodyBytes(),
              application.properties().readTimeout());
      VirtualThreads.run(() -> process(application, exchange, uris, body));
    }
  }

  /** In bytes; -1 where it is unknown. */
  private static long contentLength(HttpServerRequest request) {
    String length = request.headers().get(HttpHeaders.CONTENT_LENGTH);
    if (length != null) {
      return Long.parseLong(length);
    }
    boolean unknown =
        request.version() == HttpVersion.HTTP_2
            ? !WITHOUT_CONTENT.contains(request.method())
            : request.headers().contains(HttpHeaders.TRANSFER_ENCODING);
    return unknown ? -1 : 0;
  }

  private void refuse(HttpServerRequest request, int status) {
    request
        .response()
        .setStatusCode(status)
        .putHeader(HttpHeaders.DATE, DateFormatter.format(new Date()));
    if (status == 413) {
      // What is still to come would have to be read.
      request.response().putHeader(HttpHeaders.CONNECTION, HttpHeaders.CLOSE);
    }
    request.response().end();
  }

  private void process(
      Deployed application, Exchange exchange, RequestUris uris, InputStream content) {
    HttpServerRequest request = exchange.request();
    ResponseWriter writer = new ResponseWriter(exchange, application);
    try {
      ContainerRequest jersey =
          new ContainerRequest(
              uris.base().uri(),
              uris.request(),
              request.method().name(),
              new RequestSecurity(request),
              new MapPropertiesDelegate(),
              application.handler().getConfiguration());
      request.headers().forEach((name, value) -> jersey.getHeaders().add(name, value));
      jersey.setEntityStream(content);
      jersey.setWriter(writer);
      application.handler().handle(jersey);
    } catch (RuntimeException e) {
      writer.failure(e);
    }
  }
}
