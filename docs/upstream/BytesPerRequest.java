import com.sun.management.ThreadMXBean;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.container.AsyncResponse;
import jakarta.ws.rs.container.Suspended;
import jakarta.ws.rs.core.SecurityContext;
import java.io.OutputStream;
import java.lang.management.ManagementFactory;
import java.net.URI;
import java.security.Principal;
import java.util.concurrent.TimeUnit;
import org.glassfish.jersey.internal.MapPropertiesDelegate;
import org.glassfish.jersey.server.ApplicationHandler;
import org.glassfish.jersey.server.ContainerRequest;
import org.glassfish.jersey.server.ContainerResponse;
import org.glassfish.jersey.server.ResourceConfig;
import org.glassfish.jersey.server.spi.ContainerResponseWriter;

/** Prints the bytes that Jersey allocates for a suspended request: one thread, no server. */
public final class BytesPerRequest {
  private static final int REQUESTS = 20_000;
  private static final URI BASE = URI.create("http://localhost/myapp/");
  private static final URI RESOURCE = BASE.resolve("myresource");

  private static AsyncResponse suspended;

  /** Suspends, as {@code jersey-async} does. */
  @Path("myresource")
  public static final class MyResource {
    /** Keeps the response. */
    @GET
    @Produces("text/plain")
    public void get(@Suspended AsyncResponse response) {
      suspended = response;
    }
  }

  /** Discards a response, after Jersey has gathered it to learn its length. */
  private static final class Discarding extends OutputStream implements ContainerResponseWriter {
    private int status;

    @Override
    public OutputStream writeResponseStatusAndHeaders(long length, ContainerResponse response) {
      status = response.getStatus();
      return this;
    }

    @Override
    public boolean suspend(long timeout, TimeUnit unit, TimeoutHandler handler) {
      return true;
    }

    @Override
    public void setSuspendTimeout(long timeout, TimeUnit unit) {}

    @Override
    public void commit() {}

    @Override
    public void failure(Throwable error) {
      throw new IllegalStateException(error);
    }

    @Override
    public boolean enableResponseBuffering() {
      return true;
    }

    @Override
    public void write(int b) {}

    @Override
    public void write(byte[] bytes, int offset, int count) {}
  }

  private static final class Anonymous implements SecurityContext {
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

  private static void request(ApplicationHandler jersey) {
    Discarding writer = new Discarding();
    ContainerRequest request =
        new ContainerRequest(
            BASE,
            RESOURCE,
            "GET",
            new Anonymous(),
            new MapPropertiesDelegate(),
            jersey.getConfiguration());
    request.header("Host", "localhost");
    request.setWriter(writer);
    jersey.handle(request);
    suspended.resume("Got it!");
    if (writer.status != 200) {
      throw new IllegalStateException("status " + writer.status);
    }
  }

  /** Prints the minimum of five rounds, after the compiler has seen ten. */
  public static void main(String... arguments) {
    ApplicationHandler jersey = new ApplicationHandler(new ResourceConfig(MyResource.class));
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long minimum = Long.MAX_VALUE;
    for (int round = 0; round < 15; round++) {
      long before = threads.getCurrentThreadAllocatedBytes();
      for (int i = 0; i < REQUESTS; i++) {
        request(jersey);
      }
      if (round >= 10) {
        long bytes = (threads.getCurrentThreadAllocatedBytes() - before) / REQUESTS;
        minimum = Math.min(minimum, bytes);
      }
    }
    System.out.println(minimum);
  }
}
