package io.github.restcomparison.jerseycontainervertx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServerOptions;
import jakarta.inject.Inject;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import java.net.BindException;
import java.net.ConnectException;
import java.net.URI;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.glassfish.hk2.api.ServiceLocator;
import org.glassfish.hk2.utilities.ServiceLocatorUtilities;
import org.glassfish.hk2.utilities.binding.AbstractBinder;
import org.glassfish.jersey.server.ResourceConfig;
import org.glassfish.jersey.server.spi.AbstractContainerLifecycleListener;
import org.glassfish.jersey.server.spi.Container;
import org.junit.jupiter.api.Test;

/** The start of a server, and its injection context. */
class StartTest {
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

  private static VertxHttpServer server(URI uri, Class<?>... classes) {
    return VertxHttpServerFactory.createHttpServer(
        uri, new ResourceConfig(classes), new HttpServerOptions(), null, false);
  }

  private static void await(CompletionStage<Void> stage) {
    stage.toCompletableFuture().orTimeout(20, TimeUnit.SECONDS).join();
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
  void serverThatIsStoppedWhileItStartsEndsBehindItsStart() throws Exception {
    VertxHttpServer server = server(Servers.ANYWHERE, Lifecycle.class, Slow.class);
    CompletionStage<Void> started = server.start();
    assertThat(Slow.STARTING.await(20, TimeUnit.SECONDS)).isTrue();
    CompletionStage<Void> stopped = server.stop();
    assertThat(stopped.toCompletableFuture()).isNotDone();
    Slow.STARTED.countDown();
    await(started);
    await(stopped);
    assertThat(Lifecycle.RUNNING).hasValue(0);
    assertThatThrownBy(() -> Servers.get(server, "greeting")).isInstanceOf(ConnectException.class);
    assertThatThrownBy(server::start).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void portThatIsTakenFailsTheStartAndNothingIsLeft() {
    try (VertxHttpServer first = server(Servers.ANYWHERE, Lifecycle.class)) {
      await(first.start());
      assertThat(Lifecycle.RUNNING).hasValue(1);
      URI taken = URI.create("http://127.0.0.1:" + first.port());
      VertxHttpServer second = server(taken, Lifecycle.class);
      assertThatThrownBy(() -> await(second.start())).hasRootCauseInstanceOf(BindException.class);
      assertThat(Lifecycle.RUNNING).hasValue(1);
      assertThat(second.unwrap(Vertx.class).deploymentIDs()).isEmpty();
    }
    assertThat(Lifecycle.RUNNING).hasValue(0);
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
