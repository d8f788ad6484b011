package io.github.restcomparison.jerseyusual;

import io.github.restcomparison.jerseycontainervertx.VertxHttpContainer;
import io.github.restcomparison.jerseygrizzly.JerseyServer;
import io.github.restcomparison.jerseyresources.HealthResource;
import io.github.restcomparison.jerseyresources.ServiceConfig;
import io.github.restcomparison.metrics.ServiceMetrics;
import io.github.restcomparison.servicekit.Admission;
import io.github.restcomparison.servicekit.Endpoint;
import io.github.restcomparison.servicekit.Limits;
import io.github.restcomparison.servicekit.RequestCount;
import io.github.restcomparison.servicekit.RunningService;
import io.github.restcomparison.servicekit.ServiceMain;
import io.github.restcomparison.servicekit.Settings;
import io.github.restcomparison.servicekit.SimulatedDelay;
import io.github.restcomparison.servicekit.Workers;
import io.github.restcomparison.vertxserver.Application;
import io.github.restcomparison.vertxserver.VertxServer;
import jakarta.enterprise.inject.se.SeContainer;
import java.io.IOException;
import java.util.Optional;
import java.util.Set;
import org.glassfish.jersey.jsonb.JsonBindingFeature;
import org.glassfish.jersey.server.validation.ValidationFeature;

/** Jersey with its usual companions, CDI, validation and JSON, on Vert.x or on Grizzly. */
public final class Main {
  private static final Set<Object> COMPONENTS =
      Set.of(MyResource.class, ValidationFeature.class, JsonBindingFeature.class);

  private Main() {}

  /** Runs the service until SIGTERM. */
  public static void main(String[] args) {
    ServiceMain.run("jersey-usual", Main::start);
  }

  static RunningService start(Settings settings) throws IOException {
    boolean onVertx = settings.oneOf("CONTAINER", "vertx", "vertx", "grizzly").equals("vertx");
    Endpoint endpoint = Endpoint.of(settings, 8085);
    Limits limits = Limits.of(settings);
    SimulatedDelay delay = SimulatedDelay.of(settings, endpoint.delay(), limits);
    RequestCount requests = new RequestCount();
    SeContainer beans = Beans.start(delay, requests);
    try {
      return onVertx
          ? onVertx(settings, endpoint, limits, requests, beans)
          : onGrizzly(settings, endpoint, limits, requests, beans);
    } catch (IOException | RuntimeException e) {
      beans.close();
      throw e;
    }
  }

  /** Every request blocks a virtual thread. */
  private static RunningService onVertx(
      Settings settings, Endpoint endpoint, Limits limits, RequestCount requests, SeContainer beans)
      throws IOException {
    Optional<ServiceMetrics> metrics = ServiceMetrics.of(settings, requests);
    VertxHttpContainer container =
        new VertxHttpContainer(
            ServiceConfig.of(COMPONENTS, metrics).register(new HealthResource()), "/myapp/");
    container.start();
    return VertxServer.start(
        settings,
        endpoint,
        limits,
        new Application(
            vertx -> container,
            false,
            requests,
            new Admission(limits.waiting(), requests),
            metrics,
            () -> {
              container.stop();
              beans.close();
            }));
  }

  /** Every request blocks one of the {@code WORKERS}. */
  private static RunningService onGrizzly(
      Settings settings, Endpoint endpoint, Limits limits, RequestCount requests, SeContainer beans)
      throws IOException {
    settings.oneOf("PROTOCOL", "http1", "http1"); // whoever asks for more is told
    return JerseyServer.start(
        endpoint,
        limits,
        new JerseyServer.Application(
            settings, COMPONENTS, Workers.of(settings), true, requests, beans::close));
  }
}
