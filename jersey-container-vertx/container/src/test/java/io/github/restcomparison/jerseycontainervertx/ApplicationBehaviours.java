package io.github.restcomparison.jerseycontainervertx;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.ws.rs.ApplicationPath;
import jakarta.ws.rs.DefaultValue;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.NameBinding;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.container.AsyncResponse;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerResponseContext;
import jakarta.ws.rs.container.ContainerResponseFilter;
import jakarta.ws.rs.container.Suspended;
import jakarta.ws.rs.core.Application;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.UriInfo;
import jakarta.ws.rs.sse.Sse;
import jakarta.ws.rs.sse.SseEventSink;
import java.io.IOException;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.util.Map;
import java.util.Set;
import org.glassfish.jersey.server.ServerProperties;
import org.glassfish.jersey.test.spi.TestContainerFactory;
import org.junit.jupiter.api.Test;

/** A plain application of Jakarta REST, which knows nothing of Jersey, with all that it says. */
abstract class ApplicationBehaviours extends Behaviours {
  ApplicationBehaviours(TestContainerFactory container) {
    super(container);
  }

  /** At the application, it has its filters run for all resources. */
  @NameBinding
  @Retention(RetentionPolicy.RUNTIME)
  public @interface Everywhere {}

  /** The application. */
  @ApplicationPath("api")
  @Everywhere
  public static class Plain extends Application {
    @Override
    public Set<Class<?>> getClasses() {
      return Set.of(Resources.class, Filter.class);
    }

    @Override
    public Map<String, Object> getProperties() {
      return Map.of(ServerProperties.REDUCE_CONTEXT_PATH_SLASHES_ENABLED, true);
    }
  }

  /** Leaves a field. */
  @Everywhere
  public static class Filter implements ContainerResponseFilter {
    @Override
    public void filter(ContainerRequestContext request, ContainerResponseContext response) {
      response.getHeaders().add("X-Filtered", "yes");
    }
  }

  /** What is unusual about methods. */
  @Path("resources")
  public static class Resources {
    @GET
    public String get(@Context UriInfo uris) {
      return uris.getBaseUri().getPath();
    }

    /** Its type is a variable. */
    @GET
    @Path("generic")
    @SuppressWarnings("unchecked")
    public <T extends CharSequence> T generic(@QueryParam("text") @DefaultValue("T") String text) {
      return (T) text;
    }

    /** Events by a thread that may wait. */
    @GET
    @Path("events")
    @Blocking
    @Produces("text/event-stream")
    public void events(@Context SseEventSink sink, @Context Sse sse) throws IOException {
      sink.send(sse.newEvent(Boolean.toString(Thread.currentThread().isDaemon())));
      sink.close();
    }

    /** The first of two that are as good: one waits, the other does not. */
    @GET
    @Path("tie")
    @Produces("text/plain")
    public String first() {
      return "first";
    }

    @GET
    @Path("tie")
    @Produces("text/html")
    public void second(@Suspended AsyncResponse response) {
      response.resume("second");
    }
  }

  @Override
  protected Application configure() {
    return new Plain();
  }

  @Test
  void pathOfTheApplicationIsPartOfTheBase() throws Exception {
    assertThat(get("/api/resources").body()).isEqualTo("/api/");
    assertThat(get("/resources").statusCode()).isEqualTo(404);
    assertThat(get("/apiresources").statusCode()).isEqualTo(404);
  }

  @Test
  void bindingOfTheApplicationCountsForAllOfIt() throws Exception {
    assertThat(get("/api/resources").headers().firstValue("X-Filtered")).contains("yes");
  }

  @Test
  void slashesAtTheBeginningAreTakenForOne() throws Exception {
    assertThat(rawGet("///api/resources").body()).contains("/api/");
  }

  @Test
  void typeOfAResultMayBeAVariable() throws Exception {
    assertThat(get("/api/resources/generic?text=some").body()).isEqualTo("some");
  }

  @Test
  void eventsMayBeSentByAThreadThatWaits() throws Exception {
    assertThat(get("/api/resources/events").body()).contains("data: ");
  }

  @Test
  void firstOfTwoThatAreAsGoodIsTaken() throws Exception {
    assertThat(get("/api/resources/tie").body()).isEqualTo("first");
    assertThat(send(request("/api/resources/tie").header("Accept", "text/html")).body())
        .isEqualTo("second");
  }
}
