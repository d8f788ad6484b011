import io.github.restcomparison.servicekit.Admission;
import io.github.restcomparison.servicekit.Endpoint;
import io.github.restcomparison.servicekit.Limits;
import io.github.restcomparison.servicekit.RequestCount;
import io.github.restcomparison.servicekit.ServiceMain;
import io.github.restcomparison.vertxserver.Application;
import io.github.restcomparison.vertxserver.VertxServer;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import jakarta.inject.Singleton;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.container.AsyncResponse;
import jakarta.ws.rs.container.Suspended;
import jakarta.ws.rs.core.SecurityContext;
import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.net.URI;
import java.security.Principal;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.glassfish.jersey.CommonProperties;
import org.glassfish.jersey.internal.MapPropertiesDelegate;
import org.glassfish.jersey.server.ApplicationHandler;
import org.glassfish.jersey.server.ContainerRequest;
import org.glassfish.jersey.server.ContainerResponse;
import org.glassfish.jersey.server.ResourceConfig;
import org.glassfish.jersey.server.ServerProperties;
import org.glassfish.jersey.server.spi.ContainerResponseWriter;

/**
 * What Jersey on the event loop costs at the least: the server of vertx-rest, and no more of a
 * container than it takes to answer this one resource. It knows no content, time-out, client that
 * leaves, second value of a header or response that does not fit into memory. To be held against
 * jersey-vertx by scripts/profile-service.
 */
class MinimalContainer {
  private static final URI BASE = URI.create("http://127.0.0.1/myapp/");

  private final ApplicationHandler application;

  MinimalContainer(Vertx vertx, RequestCount requests) {
    application =
        new ApplicationHandler(
            new ResourceConfig()
                .register(new MyResource(vertx, requests))
                .property(ServerProperties.WADL_FEATURE_DISABLE, true)
                .property(CommonProperties.FEATURE_AUTO_DISCOVERY_DISABLE, true)
                .property(CommonProperties.METAINF_SERVICES_LOOKUP_DISABLE, true));
  }

  public static void main(String[] args) {
    ServiceMain.run(
        "minimal-container",
        settings -> {
          Limits limits = Limits.of(settings);
          RequestCount requests = new RequestCount();
          return VertxServer.start(
              settings,
              Endpoint.of(settings, 8084),
              limits,
              new Application(
                  vertx -> new MinimalContainer(vertx, requests)::handle,
                  false,
                  requests,
                  new Admission(limits.waiting(), requests),
                  Optional.empty(),
                  () -> {}));
        });
  }

  private void handle(HttpServerRequest request) {
    ContainerRequest jersey =
        new ContainerRequest(
            BASE,
            BASE.resolve(request.uri()),
            request.method().name(),
            new Nobody(),
            new MapPropertiesDelegate(),
            application.getConfiguration());
    request.headers().forEach((name, value) -> jersey.getHeaders().add(name, value));
    jersey.setWriter(new Writer(request.response(), new ByteArrayOutputStream(32)));
    application.handle(jersey);
  }

  /** Sets a timer on the event loop, which answers when it fires. */
  @Path("myresource")
  @Singleton
  public record MyResource(Vertx vertx, RequestCount requests) {
    @GET
    @Produces("text/plain")
    public void get(@Suspended AsyncResponse response) {
      long arrived = requests.arrived();
      vertx.setTimer(
          100,
          fired -> {
            requests.answered(arrived);
            response.resume(Endpoint.BODY);
          });
    }
  }

  private record Writer(HttpServerResponse out, ByteArrayOutputStream content)
      implements ContainerResponseWriter {
    @Override
    public OutputStream writeResponseStatusAndHeaders(long length, ContainerResponse response) {
      out.setStatusCode(response.getStatus());
      for (Map.Entry<String, List<String>> field : response.getStringHeaders().entrySet()) {
        out.headers().set(field.getKey(), field.getValue().getFirst());
      }
      return content;
    }

    @Override
    public boolean suspend(long time, TimeUnit unit, TimeoutHandler handler) {
      return true;
    }

    @Override
    public void setSuspendTimeout(long time, TimeUnit unit) {
      throw new IllegalStateException("it knows no time-outs");
    }

    @Override
    public void commit() {
      out.end(Buffer.buffer(content.toByteArray()));
    }

    @Override
    public void failure(Throwable error) {
      out.setStatusCode(500).end();
    }

    @Override
    public boolean enableResponseBuffering() {
      return true;
    }
  }

  private static final class Nobody implements SecurityContext {
    @Override
    public Principal getUserPrincipal() {
      return null;
    }

    @Override
    public boolean isUserInRole(String role) {
      return false;
    }

    @Override
    public boolean isSecure() {
      return false;
    }

    @Override
    public String getAuthenticationScheme() {
      return null;
    }
  }
}
