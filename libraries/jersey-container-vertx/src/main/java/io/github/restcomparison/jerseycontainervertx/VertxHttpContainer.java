package io.github.restcomparison.jerseycontainervertx;

import io.github.restcomparison.jerseycontainervertx.Targets.RequestUris;
import io.vertx.core.Handler;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import io.vertx.ext.web.RoutingContext;
import jakarta.ws.rs.core.Application;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.glassfish.jersey.server.ApplicationHandler;
import org.glassfish.jersey.server.ResourceConfig;
import org.glassfish.jersey.server.spi.Container;

/**
 * A JAX-RS application as a request handler of Vert.x.
 *
 * <p>A request is processed on the event loop of its connection if nothing of it may block: its
 * resource method is suspended, returns a {@link java.util.concurrent.CompletionStage}, or is
 * {@link NonBlocking}, and no other part of the application is called. All of any other request is
 * processed on a virtual thread.
 *
 * <p>It may be the handler of any number of servers and verticles at once.
 */
public final class VertxHttpContainer implements Container, Handler<HttpServerRequest> {
  /** In HTTP/2 nothing in a request's head says that no content follows. */
  private static final Set<HttpMethod> WITHOUT_CONTENT =
      Set.of(HttpMethod.GET, HttpMethod.HEAD, HttpMethod.OPTIONS);

  /** Without a request for so long, those that were in sockets have been read. */
  private static final long QUIET_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

  private static final int POLL_MS = 10;

  private final String basePath;
  private final Object parentContext;

  /** Applications that were replaced, and may have requests. */
  private final List<Deployed> retired = new CopyOnWriteArrayList<>();

  private final CountDownLatch isCutOff = new CountDownLatch(1);
  private volatile Deployed deployed;
  private volatile long lastRefusal;

  /**
   * Deploys an application.
   *
   * @param basePath what all of its paths begin with, before its {@code @ApplicationPath}; slashes
   *     at either end may be there or not
   */
  public VertxHttpContainer(Application application, String basePath) {
    this(application, basePath, null);
  }

  /**
   * Deploys an application with an injection context.
   *
   * @param parentContext of Jersey's injection manager, such as a {@code ServiceLocator} of HK2;
   *     null if there is none
   */
  public VertxHttpContainer(Application application, String basePath, Object parentContext) {
    String path = basePath.startsWith("/") ? basePath : "/" + basePath;
    this.basePath = path.endsWith("/") ? path : path + "/";
    this.parentContext = parentContext;
    this.deployed = Deployed.of(application, this.basePath, parentContext);
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
    redeploy(deployed.originalApplication());
  }

  /**
   * Replaces the application. Requests that the old one has taken up are still answered by it, for
   * {@link VertxContainerProperties#RETIRE_TIME_MS}. It is told of its end after the last of them,
   * or, if there are none, before the new one is told that it is a reload and that it serves.
   *
   * @throws RuntimeException if the new one cannot be deployed; the old one goes on then
   */
  @Override
  public void reload(ResourceConfig configuration) {
    redeploy(configuration);
  }

  private synchronized void redeploy(Application application) {
    Deployed next = Deployed.of(application, basePath, parentContext);
    Deployed before = deployed;
    deployed = next;
    retired.removeIf(each -> each.inFlight().isEmpty());
    retired.add(before);
    before.retire(this);
    next.handler().onReload(this);
    next.handler().onStartup(this);
  }

  /** Tells the application that it serves; once, before the first request. */
  public void start() {
    deployed.handler().onStartup(this);
  }

  /**
   * Tells the application that it serves no more; once, after the last request. Those that are not
   * answered get 503.
   */
  public void stop() {
    retired.forEach(Deployed::cutOff);
    deployed.end(this);
  }

  /**
   * Refuses requests with 503, and returns when all others are answered and none has arrived for
   * 200 ms; or after {@link VertxContainerProperties#STOP_GRACE_MS}, or {@link #cutOff}. If this
   * thread itself is held up, so are those that read: the 200 ms begin anew.
   */
  void drain() {
    List<Deployed> all = new ArrayList<>(retired);
    all.add(deployed);
    all.forEach(Deployed::refuse);
    long now = System.nanoTime();
    long end = now + stopGrace().toNanos();
    lastRefusal = now;
    try {
      while (now < end
          && (now - lastRefusal < QUIET_NANOS
              || all.stream().anyMatch(each -> !each.inFlight().isEmpty()))
          && !isCutOff.await(POLL_MS, TimeUnit.MILLISECONDS)) {
        long woken = System.nanoTime();
        if (woken - now > QUIET_NANOS / 2) {
          lastRefusal = woken;
        }
        now = woken;
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  Duration stopGrace() {
    return deployed.properties().stopGrace();
  }

  /** Ends a {@link #drain}, or the next one. */
  void cutOff() {
    isCutOff.countDown();
  }

  /**
   * Answers a request. Handlers before this one may have paused it, and on any thread; content that
   * one has read is lost, unless it is a {@code BodyHandler} of Vert.x-Web.
   */
  @Override
  public void handle(HttpServerRequest request) {
    Exchange.start(request, this::handle);
  }

  private void handle(Exchange exchange) {
    Deployed application = deployed;
    ResponseWriter writer = new ResponseWriter(exchange, application);
    while (!application.inFlight().add(writer)) {
      if (application == deployed) { // stopped, and not replaced
        lastRefusal = System.nanoTime();
        writer.endConnection();
        writer.end(503);
        return;
      }
      application = deployed;
      writer = new ResponseWriter(exchange, application);
    }
    try {
      receive(exchange.request(), writer);
    } catch (Throwable e) {
      writer.failure(e);
    }
  }

  private static void receive(HttpServerRequest received, ResponseWriter writer) {
    Deployed application = writer.application();
    RequestUris uris = application.targets().of(received);
    long length = contentLength(received);
    if (received.method() == HttpMethod.CONNECT) {
      writer.end(501);
    } else if (uris == null) {
      writer.end(400);
    } else if (!uris.isOfApplication()) {
      writer.end(404);
    } else if (length > application.properties().maxBodyBytes()) {
      writer.end(413);
    } else {
      Request request = new Request(received, uris, application);
      request.setWriter(writer);
      process(request, writer, length);
    }
  }

  private static void process(Request request, ResponseWriter writer, long length) {
    HttpServerRequest received = writer.exchange().request();
    VertxContainerProperties.Values properties = writer.application().properties();
    if (length == 0) {
      // Without any stream, Jersey calls no ReaderInterceptor.
      request.setEntityStream(InputStream.nullInputStream());
      process(request, writer);
    } else if (received.isEnded()) {
      process(request, writer, contentRead(received));
    } else if (length > 0
        && length <= properties.gatheredBodyBytes()
        && !writer.application().policy().everythingMayBlock()
        && !RequestBody.isContinueExpected(received)) {
      received.body().onSuccess(body -> process(request, writer, body));
      received.resume();
    } else {
      request.setEntityStream(
          new RequestBody(writer.exchange(), properties.maxBodyBytes(), properties.readTimeout()));
      handleOnThread(request, writer);
    }
  }

  /** Returns the content that a handler before this one has read. */
  private static Buffer contentRead(HttpServerRequest received) {
    RoutingContext routing = RequestSecurity.routing(received);
    Buffer content = routing == null ? null : routing.body().buffer();
    if (content == null && received.bytesRead() > 0) {
      throw new IllegalStateException(
          "content was read before: pause the request, or read it by a BodyHandler, which does not keep multipart/form-data");
    }
    return content == null ? Buffer.buffer() : content;
  }

  private static void process(Request request, ResponseWriter writer, Buffer content) {
    if (content.length() > writer.application().properties().maxBodyBytes()) {
      writer.end(413);
    } else {
      request.setEntityStream(new ByteArrayInputStream(content.getBytes()));
      process(request, writer);
    }
  }

  /** In bytes; -1 if it is unknown. */
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

  /** On the event loop, if nothing of the request may block. */
  private static void process(Request request, ResponseWriter writer) {
    String path = request.getRequestUri().getRawPath();
    int root = request.getBaseUri().getRawPath().length();
    if (writer.application().policy().isForLoop(request.getMethod(), path, root)) {
      writer.keepOnLoop();
      handle(request, writer);
    } else {
      handleOnThread(request, writer);
    }
  }

  private static void handleOnThread(Request request, ResponseWriter writer) {
    writer.application().execute(() -> handle(request, writer));
  }

  private static void handle(Request request, ResponseWriter writer) {
    try {
      writer.application().handler().handle(request);
    } catch (Throwable e) {
      writer.failure(e);
    }
  }
}
