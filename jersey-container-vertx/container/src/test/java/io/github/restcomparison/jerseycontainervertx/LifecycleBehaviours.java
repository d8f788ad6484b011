package io.github.restcomparison.jerseycontainervertx;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.inject.Singleton;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.Application;
import jakarta.ws.rs.core.Configuration;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.UriInfo;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.glassfish.jersey.inject.hk2.AbstractBinder;
import org.glassfish.jersey.process.internal.RequestScoped;
import org.glassfish.jersey.server.CloseableService;
import org.glassfish.jersey.server.ResourceConfig;
import org.glassfish.jersey.server.monitoring.ApplicationEvent;
import org.glassfish.jersey.server.monitoring.ApplicationEventListener;
import org.glassfish.jersey.server.monitoring.RequestEvent;
import org.glassfish.jersey.server.monitoring.RequestEventListener;
import org.glassfish.jersey.test.spi.TestContainerFactory;
import org.junit.jupiter.api.Test;

/** What lives how long, and who is told of it. */
abstract class LifecycleBehaviours extends Behaviours {
  private static final Queue<String> EVENTS = new ConcurrentLinkedQueue<>();
  private static final Queue<String> OF_APPLICATION = new ConcurrentLinkedQueue<>();

  LifecycleBehaviours(TestContainerFactory container) {
    super(container);
  }

  @Override
  protected Application configure() {
    return new ResourceConfig(PerRequest.class, Only.class, Listener.class)
        .register(
            new AbstractBinder() {
              @Override
              protected void configure() {
                bindAsContract(Scoped.class).in(RequestScoped.class);
              }
            })
        .property("a.setting", "set");
  }

  /** Lives as long as a request. */
  public static class Scoped {
    private static final AtomicInteger MADE = new AtomicInteger();
    private final int number = MADE.incrementAndGet();

    /** Which one it is. */
    public int number() {
      return number;
    }
  }

  /** A new one for each request. */
  @Path("each")
  public static class PerRequest {
    private static final AtomicInteger MADE = new AtomicInteger();
    private final int number = MADE.incrementAndGet();

    @jakarta.inject.Inject private Scoped first;
    @jakarta.inject.Inject private Scoped second;

    @GET
    public String number() {
      return Integer.toString(number);
    }

    @GET
    @Path("scoped")
    public String scoped() {
      return Boolean.toString(first.number() == second.number()) + first.number();
    }

    @GET
    @Path("setting")
    public String setting(@Context Configuration configuration) {
      return String.valueOf(configuration.getProperty("a.setting"));
    }

    @GET
    @Path("closes")
    public String closes(@Context CloseableService closeables) {
      closeables.add(() -> EVENTS.add("closed"));
      return "closes";
    }
  }

  /** One for all. */
  @Path("only")
  @Singleton
  public static class Only {
    private final AtomicInteger calls = new AtomicInteger();
    @Context private UriInfo uri;

    @GET
    @Path("calls")
    public String calls() {
      return Integer.toString(calls.incrementAndGet());
    }

    @GET
    @Path("where/{any}")
    public String where() {
      return uri.getPath();
    }
  }

  /** Notes what happens. */
  public static class Listener implements ApplicationEventListener {
    @Override
    public void onEvent(ApplicationEvent event) {
      OF_APPLICATION.add(event.getType().name());
    }

    @Override
    public RequestEventListener onRequest(RequestEvent start) {
      // What an earlier request still has to tell is not of this one.
      return start.getContainerRequest().getPath(false).endsWith("closes")
          ? event -> EVENTS.add(event.getType().name())
          : null;
    }
  }

  @Test
  void resourceIsMadeForEachRequestAndSingletonOnce() throws Exception {
    int first = Integer.parseInt(get("/each").body());
    assertThat(get("/each").body()).isEqualTo(Integer.toString(first + 1));
    int calls = Integer.parseInt(get("/only/calls").body());
    assertThat(get("/only/calls").body()).isEqualTo(Integer.toString(calls + 1));
  }

  @Test
  void singletonSeesItsRequest() throws Exception {
    assertThat(get("/only/where/one").body()).isEqualTo("only/where/one");
    assertThat(get("/only/where/two").body()).isEqualTo("only/where/two");
  }

  @Test
  void requestScopeIsThatOfOneRequest() throws Exception {
    String one = get("/each/scoped").body();
    String two = get("/each/scoped").body();
    assertThat(one).startsWith("true").isNotEqualTo(two);
  }

  @Test
  void settingsOfTheApplicationAreThere() throws Exception {
    assertThat(get("/each/setting").body()).isEqualTo("set");
  }

  @Test
  void applicationIsToldThatItServes() {
    assertThat(OF_APPLICATION).contains("INITIALIZATION_FINISHED");
  }

  @Test
  void requestIsToldFromItsBeginningToItsEnd() throws Exception {
    EVENTS.clear();
    get("/each/closes");
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (!EVENTS.contains("FINISHED") && System.nanoTime() < end) {
      Thread.sleep(5);
    }
    assertThat(EVENTS)
        .containsSubsequence(
            "REQUEST_MATCHED",
            "RESOURCE_METHOD_START",
            "RESOURCE_METHOD_FINISHED",
            "RESP_FILTERS_START",
            "closed",
            "FINISHED");
  }
}
