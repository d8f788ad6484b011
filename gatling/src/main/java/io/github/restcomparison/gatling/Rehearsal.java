package io.github.restcomparison.gatling;

import static io.gatling.javaapi.core.CoreDsl.*;
import static io.github.restcomparison.gatling.ServiceSimulation.execute;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpHandlers;
import com.sun.net.httpserver.HttpServer;
import io.gatling.javaapi.core.*;
import io.github.restcomparison.records.service.Expectation;
import io.github.restcomparison.records.service.Workload.RequestSpec;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Optional;

/**
 * Some users who send requests to a server in this JVM before the service starts. They load the
 * classes of Gatling's client, and its JIT compilers begin with the code of each request: otherwise
 * their time would count for the service. A service with a thousand requests per second has too few
 * of them in its own warm-up for that.
 */
final class Rehearsal {
  private static final int USERS = 8;

  /** Set in {@code jvm.options}, like all that affects how warm Gatling's JVM is. */
  private static final Duration LENGTH = Duration.ofMillis(Long.getLong("rehearsalMs"));

  /** The JIT compilers have ended then: a start-up is measured to the millisecond. */
  private static final Duration QUIET = Duration.ofSeconds(1);

  private static final RequestSpec REQUEST = RequestSpec.get("/", Expectation.SUCCESS);

  private final Lifecycle lifecycle;
  private HttpServer server;
  private int users;
  private volatile long endNanos;

  private Rehearsal(Lifecycle lifecycle) {
    this.lifecycle = lifecycle;
  }

  static PopulationBuilder of(Lifecycle lifecycle, Requests requests) {
    Rehearsal rehearsal = new Rehearsal(lifecycle);
    return scenario("rehearse")
        .exec(execute(rehearsal::join))
        .asLongAs(session -> System.nanoTime() < rehearsal.endNanos)
        .on(requests.rehearsed(REQUEST))
        .exec(execute(rehearsal::leave))
        .pause(lifecycle.measuresStartUp() ? QUIET : Duration.ZERO)
        .injectOpen(atOnceUsers(USERS));
  }

  /** The first user starts the server. */
  private synchronized void join() {
    if (users++ > 0) {
      return;
    }
    try {
      InetSocketAddress loopback = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
      server = HttpServer.create(loopback, 0, "/", HttpHandlers.of(200, Headers.of(), ""));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    server.start();
    lifecycle.rehearse(Optional.of("http://127.0.0.1:" + server.getAddress().getPort()));
    endNanos = System.nanoTime() + LENGTH.toNanos();
  }

  /** The last user stops it. */
  private synchronized void leave() {
    if (--users == 0) {
      lifecycle.rehearse(Optional.empty());
      server.stop(0);
    }
  }
}
