package io.github.restcomparison.jerseycontainervertx;

import static io.github.restcomparison.jerseycontainervertx.ThreadsOfPartsTest.LOOP;
import static io.github.restcomparison.jerseycontainervertx.ThreadsOfPartsTest.PARTS;
import static io.github.restcomparison.jerseycontainervertx.ThreadsOfPartsTest.THREAD;
import static io.github.restcomparison.jerseycontainervertx.ThreadsOfPartsTest.configuration;
import static io.github.restcomparison.jerseycontainervertx.ThreadsOfPartsTest.ran;
import static io.github.restcomparison.jerseycontainervertx.ThreadsOfPartsTest.thread;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.restcomparison.jerseycontainervertx.ThreadsOfPartsTest.Service;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.container.AsyncResponse;
import jakarta.ws.rs.container.ConnectionCallback;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerRequestFilter;
import jakarta.ws.rs.container.PreMatching;
import jakarta.ws.rs.container.Suspended;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.ext.ExceptionMapper;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which requests are for the event loop. */
class ThreadPolicyTest {
  private VertxHttpServer server;

  @BeforeEach
  void clear() {
    PARTS.clear();
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private void start(Object... components) {
    server = Servers.start(configuration(components));
  }

  /** Injected with the application's own for each request. */
  @Path("injected")
  public static class Injected {
    @Inject private Service service;

    @GET
    public void get(@Suspended AsyncResponse response) {
      response.resume(ran("method"));
    }
  }

  /** Its super-class is. */
  @Path("inherited")
  public static class Inherited extends Injected {
    @GET
    @Override
    public void get(@Suspended AsyncResponse response) {
      super.get(response);
    }
  }

  /** By its constructor. */
  @Path("constructed")
  public static class Constructed {
    /** For Jersey. */
    @Inject
    public Constructed(Service service) {}

    @GET
    public void get(@Suspended AsyncResponse response) {
      response.resume(ran("method"));
    }
  }

  /** Injected with the application's own, once. */
  @Path("single")
  @Singleton
  public static class Single {
    @Inject private Service service;

    @GET
    @NonBlocking
    public void get(@Suspended AsyncResponse response) {
      response.resume(ran("method"));
    }
  }

  /** Says that nothing of it blocks. */
  @Path("declared")
  @NonBlocking
  public static class Declared {
    @Inject private Service service;

    @GET
    public String get() {
      return ran("method");
    }
  }

  /** Paths of both kinds. */
  @Path("mixed")
  @NonBlocking
  public static class Mixed {
    @GET
    public void root(@Suspended AsyncResponse response) {
      response.resume(thread());
    }

    @GET
    @Path("literal")
    public void literal(@Suspended AsyncResponse response) {
      response.resume(thread());
    }

    @GET
    @Path("{variable}")
    @Blocking
    public String variable() {
      return thread();
    }

    @POST
    @Path("{variable}")
    public void post(@Suspended AsyncResponse response) {
      response.resume(thread());
    }

    @GET
    @Path("{variable}/later")
    public void later(@Suspended AsyncResponse response) {
      response.resume(thread());
    }

    @GET
    @Path("number/{pattern: [0-9]+}")
    public void number(@Suspended AsyncResponse response) {
      response.resume(thread());
    }

    @GET
    @Path("open/{pattern: .*}")
    @Blocking
    public String open() {
      return thread();
    }

    @GET
    @Path("open/literal")
    public void openLiteral(@Suspended AsyncResponse response) {
      response.resume(thread());
    }

    /** Runs while a request is matched. */
    @Path("locator")
    public Located locator() {
      return new Located();
    }
  }

  /** What a locator leads to. */
  public static class Located {
    @GET
    @Path("below")
    public void below(@Suspended AsyncResponse response) {
      response.resume(thread());
    }
  }

  /** Maps what Jersey itself finds. */
  public static class NotFoundMapper implements ExceptionMapper<jakarta.ws.rs.NotFoundException> {
    @Override
    public Response toResponse(jakarta.ws.rs.NotFoundException notFound) {
      return Response.status(404).entity(thread()).build();
    }
  }

  /** Does not block, but may lead a request to a method that does. */
  @PreMatching
  @NonBlocking
  public static class Rerouting implements ContainerRequestFilter {
    @Override
    public void filter(ContainerRequestContext request) {
      request.setRequestUri(request.getUriInfo().getBaseUri().resolve("mixed/else"));
    }
  }

  private String get(String path) throws Exception {
    return Servers.get(server, path).body();
  }

  @ParameterizedTest
  @ValueSource(strings = {"injected", "inherited", "constructed", "single"})
  void injectionTakesAMethodOffTheLoop(String path) throws Exception {
    start(Injected.class, Inherited.class, Constructed.class, Single.class, Declared.class);
    assertThat(get(path)).isEqualTo(THREAD);
    assertThat(PARTS).containsEntry("injected", THREAD);
  }

  @Test
  void nonBlockingClassStaysOnTheLoopWithWhatIsInjected() throws Exception {
    start(Declared.class);
    assertThat(get("declared")).isEqualTo(LOOP);
    assertThat(PARTS).containsEntry("injected", LOOP);
  }

  @ParameterizedTest
  @CsvSource({
    "mixed, event loop",
    "mixed/, event loop",
    "mixed;a=b, event loop",
    "mixed/literal, event loop",
    "mixed/literal/, event loop",
    "mixed/literal;a=b, event loop",
    "mixed/other, virtual",
    "mixed/any/later, event loop",
    "mixed/number/42, event loop",
    "mixed/open/more/and/more, virtual",
    "mixed/open/literal, event loop",
    "mixed/locator/below, virtual"
  })
  void methodThatJerseyMatchesDecides(String path, String thread) throws Exception {
    start(Mixed.class);
    assertThat(get(path)).isEqualTo(thread);
  }

  @Test
  void httpMethodDecidesToo() throws Exception {
    start(Mixed.class);
    assertThat(Servers.post(server, "mixed/other", "").body()).isEqualTo(LOOP);
  }

  @Test
  void rerouteToABlockingMethodIsProcessedOnItsThread() throws Exception {
    start(Mixed.class, Rerouting.class);
    assertThat(get("mixed")).isEqualTo(THREAD);
  }

  @Test
  void mapperOfWhatIsNotFoundRunsOnAThread() throws Exception {
    start(Mixed.class, NotFoundMapper.class);
    assertThat(get("nowhere")).isEqualTo(THREAD);
  }

  /** Its client leaves. */
  @Path("left")
  public static class Left {
    @GET
    @Blocking
    public void wait(@Suspended AsyncResponse response) {
      response.register((ConnectionCallback) gone -> ran("callback"));
      ran("method");
    }
  }

  @Test
  void callbackOfABlockingMethodRunsOnAThread() throws Exception {
    start(Left.class, Declared.class);
    try (Socket client = new Socket(server.baseUri().getHost(), server.port())) {
      client
          .getOutputStream()
          .write("GET /left HTTP/1.1\r\nHost: x\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
      await("method");
    }
    await("callback");
    assertThat(PARTS.values()).containsOnly(THREAD);
  }

  private static void await(String part) throws InterruptedException {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
    while (!PARTS.containsKey(part)) {
      assertThat(System.nanoTime()).as(part + " has not run").isLessThan(end);
      Thread.sleep(5);
    }
  }
}
