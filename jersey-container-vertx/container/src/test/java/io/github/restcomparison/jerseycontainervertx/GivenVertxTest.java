package io.github.restcomparison.jerseycontainervertx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServerOptions;
import jakarta.inject.Inject;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import java.io.IOException;
import java.net.BindException;
import java.net.ConnectException;
import java.net.URI;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.glassfish.hk2.api.ServiceLocator;
import org.glassfish.hk2.utilities.ServiceLocatorUtilities;
import org.glassfish.hk2.utilities.binding.AbstractBinder;
import org.glassfish.jersey.server.ResourceConfig;
import org.glassfish.jersey.server.spi.AbstractContainerLifecycleListener;
import org.glassfish.jersey.server.spi.Container;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Servers in a Vert.x of the user's, and with an injection context of the user's. */
class GivenVertxTest {
  private static final CountDownLatch ENTERED = new CountDownLatch(1);

  private final Vertx vertx = Vertx.vertx();

  @AfterEach
  void close() {
    vertx.close().await();
  }

  /** Returns which Vert.x serves it. */
  @Path("served")
  public static class Served {
    @GET
    public String by(@jakarta.ws.rs.core.Context Vertx vertx) {
      return vertx.toString();
    }

    @GET
    @Path("slowly")
    public String slowly() throws InterruptedException {
      ENTERED.countDown();
      Thread.sleep(500);
      return "slowly";
    }
  }

  /** Returns what the parent context has. */
  @Path("greeting")
  public static class Greeting {
    @Inject private StringBuilder greeting;

    @GET
    public String greeting() {
      return greeting.toString();
    }
  }

  /** Counts whether the application is started and stopped, and where. */
  public static class Lifecycle extends AbstractContainerLifecycleListener {
    static final AtomicInteger RUNNING = new AtomicInteger();

    @Override
    public void onStartup(Container container) {
      assertThat(Context.isOnEventLoopThread()).isFalse();
      RUNNING.incrementAndGet();
    }

    @Override
    public void onShutdown(Container container) {
      RUNNING.decrementAndGet();
    }
  }

  private static VertxHttpServer server(Class<?>... classes) {
    return VertxHttpServerFactory.createHttpServer(
        Servers.ANYWHERE, new ResourceConfig(classes), new HttpServerOptions(), null, false);
  }

  @Test
  void serverIsDeployedInAGivenVertx() throws Exception {
    VertxHttpServer server = server(Served.class, Lifecycle.class);
    assertThat(Lifecycle.RUNNING).hasValue(0);
    String id = vertx.deployVerticle(server).await();
    assertThat(Lifecycle.RUNNING).hasValue(1);
    assertThat(Servers.get(server, "served").body()).isEqualTo(vertx.toString());
    vertx.undeploy(id).await();
    assertThat(Lifecycle.RUNNING).hasValue(0);
    assertThatThrownBy(() -> Servers.get(server, "served")).isInstanceOf(IOException.class);
    assertThat(vertx.executeBlocking(() -> "alive").await()).isEqualTo("alive");
    assertThatThrownBy(server::start).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void requestsAreAnsweredBeforeTheDeploymentEnds() throws Exception {
    VertxHttpServer server = server(Served.class);
    String id = vertx.deployVerticle(server).await();
    try (var threads = java.util.concurrent.Executors.newCachedThreadPool()) {
      var answer = threads.submit(() -> Servers.get(server, "served/slowly").body());
      assertThat(ENTERED.await(20, TimeUnit.SECONDS)).isTrue();
      vertx.undeploy(id).await();
      assertThat(answer.get(20, TimeUnit.SECONDS)).isEqualTo("slowly");
    }
  }

  /** Starts slowly. */
  public static class Slow extends AbstractContainerLifecycleListener {
    private static final CountDownLatch STARTING = new CountDownLatch(1);
    private static final CountDownLatch STARTED = new CountDownLatch(1);

    @Override
    public void onStartup(Container container) {
      STARTING.countDown();
      try {
        STARTED.await(20, TimeUnit.SECONDS);
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  @Test
  void serverThatIsStoppedWhileItStartsIsNotLeftThere() throws Exception {
    VertxHttpServer server = server(Served.class, Slow.class);
    Future<String> deployed = vertx.deployVerticle(server);
    assertThat(Slow.STARTING.await(20, TimeUnit.SECONDS)).isTrue();
    CompletableFuture<Void> stopped = server.stop().toCompletableFuture();
    try {
      stopped.get(1, TimeUnit.SECONDS);
    } catch (TimeoutException e) {
      // It ends behind the start.
    }
    Slow.STARTED.countDown();
    deployed.await();
    stopped.get(20, TimeUnit.SECONDS);
    assertThatThrownBy(() -> Servers.get(server, "served")).isInstanceOf(ConnectException.class);
  }

  @Test
  void serversOfOneVertxHavePortsOfTheirOwn() throws Exception {
    VertxHttpServer first = server(Served.class);
    VertxHttpServer second = server(Greeting.class);
    vertx.deployVerticle(first).await();
    vertx.deployVerticle(second).await();
    assertThat(first.port()).isNotEqualTo(second.port());
    for (int i = 0; i < 10; i++) {
      assertThat(Servers.get(first, "served").statusCode()).isEqualTo(200);
      assertThat(Servers.get(second, "served").statusCode()).isEqualTo(404);
    }
  }

  @Test
  void portThatIsTakenFailsTheDeployment() throws Exception {
    VertxHttpServer first = server(Served.class);
    vertx.deployVerticle(first).await();
    VertxHttpServer second =
        VertxHttpServerFactory.createHttpServer(
            URI.create("http://127.0.0.1:" + first.port()),
            new ResourceConfig(Lifecycle.class),
            new HttpServerOptions(),
            null,
            false);
    Vertx other = Vertx.vertx();
    try {
      assertThatThrownBy(() -> other.deployVerticle(second).await())
          .hasRootCauseInstanceOf(BindException.class);
      assertThat(Lifecycle.RUNNING).hasValue(0);
      assertThat(other.deploymentIDs()).isEmpty();
    } finally {
      other.close().await();
    }
  }

  @Test
  void parentContextIsInjectedAfterAReloadToo() throws Exception {
    ServiceLocator parent =
        ServiceLocatorUtilities.bind(
            new AbstractBinder() {
              @Override
              protected void configure() {
                bind(new StringBuilder("hello")).to(StringBuilder.class);
              }
            });
    try (VertxHttpServer server =
        VertxHttpServerFactory.createHttpServer(
            Servers.ANYWHERE,
            new ResourceConfig(Greeting.class),
            new HttpServerOptions(),
            parent,
            true)) {
      assertThat(Servers.get(server, "greeting").body()).isEqualTo("hello");
      server.container().reload();
      assertThat(Servers.get(server, "greeting").body()).isEqualTo("hello");
    }
  }
}
