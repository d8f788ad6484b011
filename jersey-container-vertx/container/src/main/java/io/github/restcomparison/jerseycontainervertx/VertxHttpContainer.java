package io.github.restcomparison.jerseycontainervertx;

import io.github.restcomparison.jerseycontainervertx.Targets.RequestUris;
import io.vertx.core.Handler;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.internal.ContextInternal;
import io.vertx.core.internal.http.HttpServerRequestInternal;
import io.vertx.ext.web.RoutingContext;
import jakarta.ws.rs.core.Application;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.glassfish.jersey.server.ApplicationHandler;
import org.glassfish.jersey.server.ResourceConfig;
import org.glassfish.jersey.server.spi.Container;

/**
 * A JAX-RS application as a request handler of Vert.x.
 *
 * <p>A resource method that returns a {@link java.util.concurrent.CompletionStage} or is {@link
 * NonBlocking} runs on the event loop of its connection, any other one on a virtual thread. If
 * another part of the application may block, such as a filter, all of each request is processed on
 * a virtual thread.
 *
 * <p>It may be the handler of any number of servers and verticles.
 */
public final class VertxHttpContainer implements Container, Handler<HttpServerRequest> {
  /** Without a request for so long, those that were in sockets have been read. */
  private static final long QUIET_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

  private static final int POLL_MS = 10;

  /** Requests may still take so long when the server stops or their application is replaced. */
  static final Duration GRACE = Duration.ofSeconds(10);

  /** Bytes of content that are read before a resource on the event loop is called. */
  private static final int GATHERED_BYTES = 65_536;

  /** Without any stream, Jersey calls no ReaderInterceptor. */
  private static final InputStream NO_CONTENT = new ByteArrayInputStream(new byte[0]);

  private final String basePath;
  private final Object parentContext;

  /** Of replaced applications too. */
  private final PendingRequests[] pending = PendingRequests.lists();

  private volatile Deployed deployed;
  private volatile boolean isRefusing;
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
    redeploy(deployed.originalApplication(), GRACE);
  }

  /**
   * Replaces the application. The old one completes its requests, for at most 10 s. It is informed
   * of its end after the last of them; if there are none, before the new one is informed of the
   * reload and of its start.
   *
   * @throws RuntimeException if the new one cannot be deployed; the old one goes on then
   */
  @Override
  public void reload(ResourceConfig configuration) {
    redeploy(configuration, GRACE);
  }

  /**
   * Replaces the application.
   *
   * @param grace how long requests of the old one may still take; they get 503 then
   */
  synchronized void redeploy(Application application, Duration grace) {
    Deployed next = Deployed.of(application, basePath, parentContext);
    Deployed before = deployed;
    deployed = next;
    if (pending(before).findAny().isEmpty()) {
      end(before);
    } else {
      RequestThreads.run(
          () -> {
            await(grace, () -> pending(before).findAny().isEmpty());
            end(before);
          });
    }
    next.handler().onReload(this);
    next.handler().onStartup(this);
  }

  private Stream<ResponseWriter> pending() {
    return Stream.of(pending).flatMap(list -> list.requests().stream());
  }

  private Stream<ResponseWriter> pending(Deployed application) {
    return pending().filter(each -> each.application() == application);
  }

  /** Its requests without a response get 503. */
  private void end(Deployed application) {
    pending(application).forEach(ResponseWriter::refuse);
    application.handler().onShutdown(this);
  }

  /** Informs the application that it serves; once, before the first request. */
  public void start() {
    deployed.handler().onStartup(this);
  }

  /**
   * Informs the application that it serves no more; once, after the last request. Requests without
   * a response get 503.
   */
  public void stop() {
    isRefusing = true;
    pending().forEach(ResponseWriter::refuse);
    deployed.handler().onShutdown(this);
  }

  /**
   * Refuses requests with 503, and returns when all others have their response and none has arrived
   * for 200 ms; or after the grace period.
   */
  void drain(Duration grace) {
    isRefusing = true;
    pending().forEach(each -> each.exchange().endConnection());
    lastRefusal = System.nanoTime();
    await(
        grace,
        () -> System.nanoTime() - lastRefusal > QUIET_NANOS && pending().findAny().isEmpty());
  }

  /**
   * Waits for a condition, at most so long. If this thread itself is delayed, so are those that
   * read: the quiet time begins anew.
   */
  private void await(Duration limit, BooleanSupplier condition) {
    long start = System.nanoTime();
    long now = start;
    long limitNanos = TimeUnit.NANOSECONDS.convert(limit); // 292 years at most
    try {
      while (now - start < limitNanos && !condition.getAsBoolean()) {
        Thread.sleep(POLL_MS);
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

  /**
   * Serves a request. Handlers before this one may have paused it, and on any thread; content that
   * one has read is lost, unless it is a {@code BodyHandler} of Vert.x-Web.
   */
  @Override
  public void handle(HttpServerRequest request) {
    ContextInternal context = ((HttpServerRequestInternal) request).context();
    if (context.inThread()) {
      handle(new Exchange(request, context));
    } else {
      context.runOnContext(now -> handle(request));
    }
  }

  private void handle(Exchange exchange) {
    Deployed application = deployed;
    ResponseWriter writer = new ResponseWriter(exchange, application);
    PendingRequests.add(pending, writer);
    if (isRefusing) {
      lastRefusal = System.nanoTime();
      exchange.endConnection();
      writer.cut(503);
    } else if (application != deployed) { // replaced meanwhile, and perhaps ended
      PendingRequests.remove(writer);
      handle(exchange);
    } else {
      try {
        receive(exchange.request(), writer);
      } catch (Throwable e) {
        writer.failure(e);
      }
    }
  }

  private static void receive(HttpServerRequest received, ResponseWriter writer) {
    Deployed application = writer.application();
    RequestUris uris = application.targets().of(received);
    long length = RequestBody.length(received);
    if (uris == null) {
      writer.cut(400);
    } else if (!uris.isOfApplication()) {
      writer.cut(404);
    } else {
      process(new Request(received, uris, writer), writer, length);
    }
  }

  private static void process(Request request, ResponseWriter writer, long length) {
    HttpServerRequest received = writer.exchange().request();
    if (length == 0) {
      process(request, writer, NO_CONTENT);
    } else if (received.isEnded()) {
      process(request, writer, new ByteArrayInputStream(contentRead(received).getBytes()));
    } else {
      read(request, writer, length);
    }
  }

  private static void read(Request request, ResponseWriter writer, long length) {
    HttpServerRequest received = writer.exchange().request();
    Deployed application = writer.application();
    if ("100-continue".equalsIgnoreCase(received.headers().get(HttpHeaders.EXPECT))
        && received.version() != HttpVersion.HTTP_1_0) {
      received.response().writeContinue();
    }
    if (length > 0 && length <= GATHERED_BYTES && !application.everythingMayBlock()) {
      received
          .body()
          .onSuccess(
              content -> process(request, writer, new ByteArrayInputStream(content.getBytes())));
      received.resume();
    } else {
      RequestBody content = new RequestBody(writer.exchange(), application.clientTimeout());
      writer.setContent(content);
      process(request, writer, content);
    }
  }

  /** Returns the content that a handler before this one has read. */
  private static Buffer contentRead(HttpServerRequest received) {
    RoutingContext routing = Exchange.routing(received);
    Buffer content = routing == null ? null : routing.body().buffer();
    boolean isKept = content != null && content.length() > 0;
    if (!isKept && received.bytesRead() > 0) {
      throw new IllegalStateException(
          "a handler before the container has read the content. A BodyHandler does not keep"
              + " multipart/form-data: add the container's route before it. Any other handler must"
              + " pause the request");
    }
    return isKept ? content : Buffer.buffer();
  }

  /** Begins on the event loop, unless what comes before the resource method may block. */
  private static void process(Request request, ResponseWriter writer, InputStream content) {
    request.setEntityStream(content);
    Deployed application = writer.application();
    if (content instanceof RequestBody || application.everythingMayBlock()) {
      RequestThreads.EXECUTOR.execute(() -> handle(request, writer));
    } else {
      handle(request, writer);
    }
  }

  private static void handle(Request request, ResponseWriter writer) {
    try {
      writer.application().handler().handle(request);
    } catch (Throwable e) {
      writer.failure(e);
    }
  }
}
