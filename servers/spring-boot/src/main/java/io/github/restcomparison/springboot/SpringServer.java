package io.github.restcomparison.springboot;

import io.github.restcomparison.servicekit.ConnectionLimits;
import io.github.restcomparison.servicekit.Endpoint;
import io.github.restcomparison.servicekit.Requests;
import io.github.restcomparison.servicekit.StartedServer;
import io.github.restcomparison.servicekit.Wait;
import io.github.restcomparison.servicekit.Workers;
import java.io.IOException;
import java.net.URI;
import java.util.HashMap;
import java.util.Map;
import org.apache.catalina.Context;
import org.apache.catalina.core.StandardContext;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.tomcat.TomcatContextCustomizer;
import org.springframework.boot.web.server.servlet.context.ServletWebServerApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.support.GenericApplicationContext;

/** Spring Boot with its own Tomcat, set up by Boot's own properties. */
record SpringServer(ConfigurableApplicationContext context, Endpoint endpoint, Requests requests)
    implements StartedServer {
  /** Twenty looks at what still runs, 1 ms apart; below it Tomcat would wait for ever. */
  private static final long SHORTEST_UNLOAD_MS = 20;

  /** The application: only what Boot configures by itself. */
  @Configuration
  @EnableAutoConfiguration
  static class Application {}

  static SpringServer start(
      Endpoint endpoint, ConnectionLimits limits, int maxConnections, Workers workers, Wait wait)
      throws IOException {
    Requests requests = new Requests();
    ConfigurableApplicationContext context =
        new SpringApplicationBuilder(Application.class)
            .web(WebApplicationType.SERVLET)
            .registerShutdownHook(false)
            .properties(
                properties(endpoint, limits, maxConnections, endpoint.availablePort(), workers))
            .initializers(
                (GenericApplicationContext beans) -> {
                  beans.registerBean(MyController.class, () -> new MyController(wait));
                  beans.registerBean(CountFilter.class, () -> new CountFilter(requests));
                  beans.registerBean(RefusedMethods.class, RefusedMethods::new);
                  beans.registerBean(
                      TomcatContextCustomizer.class, () -> SpringServer::unloadAtOnce);
                })
            .run();
    return new SpringServer(context, endpoint, requests);
  }

  /** By default Tomcat waits for requests once more, 2 s after Boot has done so. */
  private static void unloadAtOnce(Context context) {
    ((StandardContext) context).setUnloadDelay(SHORTEST_UNLOAD_MS);
  }

  private static Map<String, Object> properties(
      Endpoint endpoint, ConnectionLimits limits, int maxConnections, int port, Workers workers) {
    Map<String, Object> properties = new HashMap<>();
    properties.put("server.address", endpoint.host());
    properties.put("server.port", port);
    properties.put("server.tomcat.accept-count", endpoint.backlog());
    if (workers.areVirtual()) {
      properties.put("spring.threads.virtual.enabled", true);
    } else {
      properties.put("server.tomcat.threads.max", workers.threads());
      properties.put("server.tomcat.threads.min-spare", workers.threads());
    }
    // By default Tomcat closes a connection after 100 requests.
    properties.put("server.tomcat.max-keep-alive-requests", -1);
    properties.put("server.tomcat.keep-alive-timeout", limits.idle());
    properties.put("server.tomcat.connection-timeout", limits.idle());
    properties.put("server.tomcat.max-connections", maxConnections);
    properties.put("server.max-http-request-header-size", limits.headBytes() + "B");
    properties.put("server.shutdown", "graceful");
    properties.put("spring.lifecycle.timeout-per-shutdown-phase", DRAIN_MS + "ms");
    // The responses carry the headers of the contract and no others.
    properties.put("spring.servlet.encoding.enabled", false);
    properties.put("spring.main.banner-mode", "off");
    properties.put("spring.main.log-startup-info", false);
    properties.put("logging.level.root", "off");
    return properties;
  }

  @Override
  public URI uri() {
    return endpoint.resource(
        ((ServletWebServerApplicationContext) context).getWebServer().getPort());
  }

  @Override
  public Map<String, String> configuration() {
    return Map.of(
        "transport", "NIO",
        "keepAliveRequests", "unlimited");
  }

  /** Boot's graceful shutdown completes what is in flight first. */
  @Override
  public void close() {
    context.close();
  }
}
