package io.github.restcomparison.vertxserver;

import io.github.restcomparison.metrics.ServiceMetrics;
import io.github.restcomparison.servicekit.Admission;
import io.github.restcomparison.servicekit.Endpoint;
import io.github.restcomparison.servicekit.Limits;
import io.github.restcomparison.servicekit.Protocol;
import io.github.restcomparison.servicekit.RequestCount;
import io.github.restcomparison.servicekit.RunningService;
import io.github.restcomparison.servicekit.Settings;
import io.vertx.core.DeploymentOptions;
import io.vertx.core.Future;
import io.vertx.core.ThreadingModel;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.file.FileSystemOptions;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerResponse;
import java.io.IOException;
import java.net.BindException;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/** As many event loops as {@code EVENT_LOOPS} says; Vert.x spreads the connections over them. */
public final class VertxServer implements RunningService {
  /**
   * Timers of an iteration that has begun may fire late in it: the third is sure to be a new one.
   */
  private static final int TURNS = 3;

  private final Vertx vertx;
  private final List<HttpVerticle> loops;
  private final Endpoint endpoint;
  private final Protocol protocol;
  private final Application application;
  private final AtomicBoolean isClosed = new AtomicBoolean();

  private VertxServer(
      Vertx vertx,
      List<HttpVerticle> loops,
      Endpoint endpoint,
      Protocol protocol,
      Application application) {
    this.vertx = vertx;
    this.loops = loops;
    this.endpoint = endpoint;
    this.protocol = protocol;
    this.application = application;
  }

  /** How many event loops there are, {@code EVENT_LOOPS}: 1 to 256, one for each CPU by default. */
  public static int eventLoops(Settings settings) {
    return settings.integer("EVENT_LOOPS", Runtime.getRuntime().availableProcessors(), 1, 256);
  }

  /**
   * Starts a server, with {@code EVENT_LOOPS}, {@code TRANSPORT}, {@code HTTP2_STREAMS} and the
   * {@link Protocol} as the settings say.
   *
   * @throws io.github.restcomparison.servicekit.SettingException where one of them cannot be used
   * @throws IOException where the address cannot be bound; nothing is left running then
   */
  public static VertxServer start(
      Settings settings, Endpoint endpoint, Limits limits, Application application)
      throws IOException {
    int eventLoops = eventLoops(settings);
    boolean nativeTransport =
        settings.oneOf("TRANSPORT", "native", "native", "nio").equals("native");
    Protocol protocol = Protocol.of(settings);
    HttpServerOptions options =
        Transport.options(
            endpoint, limits, protocol, settings.integer("HTTP2_STREAMS", 100, 1, 100_000));
    Vertx vertx =
        Vertx.vertx(
            new VertxOptions()
                .setEventLoopPoolSize(eventLoops)
                .setPreferNativeTransport(nativeTransport)
                // Without files to serve it needs no folder for copies of them.
                .setFileSystemOptions(
                    new FileSystemOptions()
                        .setFileCachingEnabled(false)
                        .setClassPathResolvingEnabled(false)));
    List<HttpVerticle> loops = new CopyOnWriteArrayList<>();
    AtomicInteger connections = new AtomicInteger();
    Future<String> deployed =
        vertx.deployVerticle(
            () -> {
              HttpVerticle loop =
                  new HttpVerticle(
                      endpoint,
                      options,
                      limits,
                      application,
                      new Connections(limits, application.admission(), connections));
              loops.add(loop);
              return loop;
            },
            new DeploymentOptions()
                .setInstances(eventLoops)
                .setThreadingModel(
                    application.virtual()
                        ? ThreadingModel.VIRTUAL_THREAD
                        : ThreadingModel.EVENT_LOOP));
    try {
      deployed.await(30, TimeUnit.SECONDS);
    } catch (TimeoutException e) {
      end(vertx);
      throw new IOException("not listening after 30 s", e);
    } catch (Exception e) {
      // Each transport has its own exception for an address that cannot be bound.
      end(vertx);
      throw new BindException(e.getMessage());
    }
    return new VertxServer(vertx, loops, endpoint, protocol, application);
  }

  /** Answers {@code 503} with {@code Retry-After}: overloaded, timed out, or draining. */
  public static void unavailable(HttpServerResponse response, Admission admission) {
    admission.countRefusal();
    response.setStatusCode(503).putHeader("Retry-After", Admission.RETRY_AFTER).end();
  }

  @Override
  public URI uri() {
    return protocol.resource(endpoint, loops.getFirst().port());
  }

  @Override
  public Map<String, String> configuration() {
    return Map.of(
        "eventLoops",
        Integer.toString(loops.size()),
        "transport",
        vertx.isNativeTransportEnabled() ? "epoll" : "NIO",
        "keepAliveRequests",
        "unlimited");
  }

  @Override
  public RequestCount requests() {
    return application.requests();
  }

  /**
   * Vert.x's own drain drops requests that it has received and not read yet. So connections stay
   * open, and new requests are refused, until none is in flight.
   */
  @Override
  public void close() {
    if (isClosed.getAndSet(true)) {
      return;
    }
    application.admission().drain(DRAIN_MS, this::awaitTurn);
    stop();
  }

  /** Between two timers an event loop reads from all connections. */
  private void awaitTurn(long ms) {
    try {
      for (int turn = 0; turn < TURNS; turn++) {
        Future.join(loops.stream().map(HttpVerticle::turn).toList())
            .await(Math.max(1, ms / TURNS), TimeUnit.MILLISECONDS);
      }
    } catch (TimeoutException e) {
      // The drain's time is over.
    }
  }

  private void stop() {
    try {
      Future.join(loops.stream().map(HttpVerticle::shutdown).toList()).await(1, TimeUnit.SECONDS);
    } catch (TimeoutException | RuntimeException e) {
      // What does not close in time is closed below.
    } finally {
      application.close().run();
      end(vertx);
      application.metrics().ifPresent(ServiceMetrics::close);
    }
  }

  /** Returns when the threads of {@code vertx} have ended, or after two seconds. */
  private static void end(Vertx vertx) {
    try {
      vertx.close().await(2, TimeUnit.SECONDS);
    } catch (TimeoutException | RuntimeException e) {
      // Its threads end with the JVM.
    }
  }
}
