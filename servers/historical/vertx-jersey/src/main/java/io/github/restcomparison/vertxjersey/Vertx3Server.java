package io.github.restcomparison.vertxjersey;

import io.github.restcomparison.servicekit.Endpoint;
import io.github.restcomparison.servicekit.Requests;
import io.github.restcomparison.servicekit.StartedServer;
import io.github.restcomparison.servicekit.Wait;
import io.vertx.core.DeploymentOptions;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import java.io.IOException;
import java.net.BindException;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** As many verticles as event loops; Vert.x spreads the connections over them. */
record Vertx3Server(Vertx vertx, int port, Requests requests, Endpoint endpoint, int eventLoops)
    implements StartedServer {
  static Vertx3Server start(Endpoint endpoint, Wait wait, int eventLoops) throws IOException {
    // It would accept an offer of HTTP/2, which clients of today make, and then not respond.
    System.setProperty("vertx.disableH2c", "true");
    int port = endpoint.availablePort(); // asked for 0, each verticle would take one of its own
    Vertx vertx =
        Vertx.vertx(
            new VertxOptions()
                .setEventLoopPoolSize(eventLoops)
                // Jersey is set up on the loop itself, which can take seconds: that is no warning.
                .setMaxEventLoopExecuteTime(Duration.ofSeconds(30).toNanos()));
    Requests requests = new Requests();
    CompletableFuture<String> deployed = new CompletableFuture<>();
    vertx.deployVerticle(
        () -> new JerseyOnVertx(endpoint, wait, port, requests),
        new DeploymentOptions().setInstances(eventLoops),
        result -> {
          if (result.succeeded()) {
            deployed.complete(result.result());
          } else {
            deployed.completeExceptionally(result.cause());
          }
        });
    try {
      deployed.get(30, TimeUnit.SECONDS);
      return new Vertx3Server(vertx, port, requests, endpoint, eventLoops);
    } catch (ExecutionException e) {
      vertx.close();
      throw e.getCause() instanceof IOException cannotBind
          ? new BindException(cannotBind.getMessage())
          : new IOException(e.getCause());
    } catch (TimeoutException e) {
      vertx.close();
      throw new IOException("not listening after 30 s", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      vertx.close();
      throw new IOException("interrupted", e);
    }
  }

  @Override
  public URI uri() {
    return endpoint.resource(port);
  }

  @Override
  public Map<String, String> configuration() {
    return Map.of(
        "eventLoops", Integer.toString(eventLoops),
        "transport", "NIO",
        "keepAliveRequests", "unlimited",
        "keepAliveIdle", "unlimited");
  }

  /** Its server knows no drain: what is in flight completes first, and new requests are too. */
  @Override
  public void close() {
    requests.drain(DRAIN_MS);
    vertx.close();
  }
}
