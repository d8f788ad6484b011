import io.github.restcomparison.jerseycontainervertx.VertxHttpServerFactory;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.container.AsyncResponse;
import jakarta.ws.rs.container.Suspended;
import java.net.URI;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.glassfish.jersey.grizzly2.httpserver.GrizzlyHttpServerFactory;
import org.glassfish.jersey.jetty.JettyHttpContainerFactory;
import org.glassfish.jersey.netty.httpserver.NettyHttpContainerProvider;
import org.glassfish.jersey.server.ResourceConfig;

/**
 * {@code java -cp CLASSPATH Waiting.java CONTAINER PORT}: one resource, which answers after 100 ms, on
 * vertx, grizzly, netty or jetty with its defaults. The class path has Jersey's containers and that
 * of Vert.x.
 */
public class Waiting {
  /** One timer thread resumes all requests, on each container. */
  @Path("/suspended")
  public static class Resource {
    private static final ScheduledExecutorService TIMER =
        Executors.newSingleThreadScheduledExecutor(Thread.ofPlatform().daemon().factory());

    @GET
    public void suspended(@Suspended AsyncResponse response) {
      TIMER.schedule(() -> response.resume("Got it!"), 100, TimeUnit.MILLISECONDS);
    }
  }

  public static void main(String[] arguments) throws InterruptedException {
    URI uri = URI.create("http://127.0.0.1:" + arguments[1] + "/");
    ResourceConfig application = new ResourceConfig(Resource.class);
    switch (arguments[0]) {
      case "vertx" -> VertxHttpServerFactory.createHttpServer(uri, application);
      case "grizzly" -> GrizzlyHttpServerFactory.createHttpServer(uri, application);
      case "netty" -> NettyHttpContainerProvider.createServer(uri, application, false);
      case "jetty" -> JettyHttpContainerFactory.createServer(uri, application);
      default -> throw new IllegalArgumentException(arguments[0]);
    }
    Thread.currentThread().join();
  }
}
