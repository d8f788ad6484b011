package io.github.restcomparison.jerseycontainervertx;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.Vertx;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.container.AsyncResponse;
import jakarta.ws.rs.container.ConnectionCallback;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerRequestFilter;
import jakarta.ws.rs.container.ContainerResponseContext;
import jakarta.ws.rs.container.ContainerResponseFilter;
import jakarta.ws.rs.container.PreMatching;
import jakarta.ws.rs.container.Suspended;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.MultivaluedMap;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.UriInfo;
import jakarta.ws.rs.ext.ExceptionMapper;
import jakarta.ws.rs.ext.MessageBodyReader;
import jakarta.ws.rs.ext.MessageBodyWriter;
import jakarta.ws.rs.ext.ParamConverter;
import jakarta.ws.rs.ext.ParamConverterProvider;
import java.io.ByteArrayInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.annotation.Annotation;
import java.lang.reflect.Type;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.glassfish.jersey.inject.hk2.AbstractBinder;
import org.glassfish.jersey.server.ResourceConfig;
import org.glassfish.jersey.server.monitoring.ApplicationEvent;
import org.glassfish.jersey.server.monitoring.ApplicationEventListener;
import org.glassfish.jersey.server.monitoring.RequestEvent;
import org.glassfish.jersey.server.monitoring.RequestEventListener;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which thread runs which part of an application. */
class ThreadPolicyTest {
  private static final String LOOP = "event loop";
  private static final String THREAD = "virtual";

  /** The thread of each part that has run. */
  private static final Map<String, String> PARTS = new ConcurrentHashMap<>();

  private VertxHttpServer server;

  @BeforeEach
  void clear() {
    PARTS.clear();
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private static String thread() {
    if (Exchange.mayNotWait()) {
      return LOOP;
    }
    return Thread.currentThread().isVirtual() ? THREAD : "platform";
  }

  private static String ran(String part) {
    String thread = thread();
    PARTS.merge(part, thread, (one, other) -> one.equals(other) ? one : one + ", " + other);
    return thread;
  }

  private void start(Object... components) {
    ResourceConfig configuration =
        new ResourceConfig()
            .register(
                new AbstractBinder() {
                  @Override
                  protected void configure() {
                    bindAsContract(Service.class);
                  }
                });
    for (Object each : components) {
      if (each instanceof Class<?> type) {
        configuration.register(type);
      } else {
        configuration.register(each);
      }
    }
    server = Servers.start(configuration);
  }

  /** What is injected, a new one each time. */
  public static class Service {
    public Service() {
      ran("injected");
    }
  }

  /** A parameter and an entity of the application's own. */
  public record Own(String text) {}

  /** What a mapper maps. */
  public static class Odd extends RuntimeException {
    private static final long serialVersionUID = 1;
  }

  /** Each part of its requests is the application's. */
  @Path("blocking/{id}")
  public static class BlockingParts {
    @Inject private Service service;

    @QueryParam("field")
    private Own field;

    public BlockingParts() {
      ran("constructor");
    }

    @POST
    public Own post(@PathParam("id") Own id, Own content) {
      ran("method");
      return content;
    }

    @GET
    public Own odd() {
      throw new Odd();
    }
  }

  /** Answers later. */
  @Path("later")
  public static class Later {
    @Context private UriInfo uri;

    @GET
    public void plain(@Suspended AsyncResponse response, @QueryParam("text") String text) {
      response.resume(ran("method"));
    }

    @GET
    @Path("own")
    public void own(@Suspended AsyncResponse response) {
      ran("method");
      response.resume(new Own("own"));
    }

    @GET
    @Path("throws")
    public void throwing(@Suspended AsyncResponse response) {
      ran("method");
      throw new Odd();
    }

    @GET
    @Path("resumes-odd")
    public void resumesOdd(@Suspended AsyncResponse response) {
      ran("method");
      response.resume(new Odd());
    }

    @GET
    @Path("times-out")
    public void timesOut(@Suspended AsyncResponse response) {
      ran("method");
      response.setTimeoutHandler(
          late -> {
            ran("time-out");
            late.resume(new Odd());
          });
      response.setTimeout(1, TimeUnit.MILLISECONDS);
    }

    @GET
    @Path("cancels")
    public void cancels(@Suspended AsyncResponse response) {
      ran("method");
      response.cancel();
    }

    @GET
    @Path("stage")
    public CompletionStage<Own> stage() {
      ran("method");
      return CompletableFuture.completedFuture(new Own("own"));
    }

    @GET
    @Path("stage-by-timer")
    public CompletionStage<Own> stageByTimer(@Context Vertx vertx) {
      ran("method");
      return vertx.timer(1).map(fired -> new Own("own")).toCompletionStage();
    }

    @GET
    @Path("stage-of-response")
    public CompletionStage<Response> stageOfResponse() {
      ran("method");
      return CompletableFuture.completedFuture(Response.accepted(new Own("own")).build());
    }

    @GET
    @Path("stage-of-stream")
    public CompletionStage<InputStream> stageOfStream() {
      ran("method");
      return CompletableFuture.completedFuture(
          new FilterInputStream(
              new ByteArrayInputStream("own".getBytes(StandardCharsets.US_ASCII))) {
            @Override
            public int read(byte[] bytes, int offset, int length) throws IOException {
              ran("writer");
              return super.read(bytes, offset, length);
            }
          });
    }

    @GET
    @Path("stage-fails")
    public CompletionStage<String> stageFails() {
      ran("method");
      return CompletableFuture.failedFuture(new Odd());
    }

    @GET
    @Path("stage-throws")
    public CompletionStage<String> stageThrows() {
      ran("method");
      throw new Odd();
    }

    @GET
    @Path("null-stage")
    public CompletionStage<String> nullStage() {
      ran("method");
      return null;
    }

    @GET
    @Path("converted/{id}")
    public void converted(@Suspended AsyncResponse response, @PathParam("id") Own id) {
      response.resume(ran("method"));
    }

    @POST
    @Path("read")
    public void read(@Suspended AsyncResponse response, Own content) {
      response.resume(ran("method"));
    }
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

    @GET
    @Path("own")
    public Own own() {
      return new Own(ran("method"));
    }
  }

  /** Paths of both kinds. */
  @Path("mixed")
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
    public Later locator() {
      ran("locator");
      return new Later();
    }
  }

  /** Converts, reads and writes what is the application's own. */
  public static class Providers
      implements ParamConverterProvider, MessageBodyReader<Own>, MessageBodyWriter<Own> {
    @Override
    public <T> ParamConverter<T> getConverter(
        Class<T> rawType, Type genericType, Annotation[] annotations) {
      return rawType != Own.class
          ? null
          : new ParamConverter<>() {
            @Override
            public T fromString(String value) {
              ran("converter");
              return rawType.cast(new Own(value));
            }

            @Override
            public String toString(T value) {
              return value.toString();
            }
          };
    }

    @Override
    public boolean isReadable(
        Class<?> type, Type genericType, Annotation[] annotations, MediaType mediaType) {
      return type == Own.class;
    }

    @Override
    public Own readFrom(
        Class<Own> type,
        Type genericType,
        Annotation[] annotations,
        MediaType mediaType,
        MultivaluedMap<String, String> headers,
        InputStream stream)
        throws IOException {
      ran("reader");
      return new Own(new String(stream.readAllBytes(), StandardCharsets.UTF_8));
    }

    @Override
    public boolean isWriteable(
        Class<?> type, Type genericType, Annotation[] annotations, MediaType mediaType) {
      return type == Own.class;
    }

    @Override
    public void writeTo(
        Own own,
        Class<?> type,
        Type genericType,
        Annotation[] annotations,
        MediaType mediaType,
        MultivaluedMap<String, Object> headers,
        OutputStream stream)
        throws IOException {
      ran("writer");
      stream.write(own.text().getBytes(StandardCharsets.UTF_8));
    }
  }

  /** Maps the application's own exception. */
  public static class OddMapper implements ExceptionMapper<Odd> {
    @Override
    public Response toResponse(Odd odd) {
      ran("mapper");
      return Response.status(422).entity("odd").build();
    }
  }

  /** Maps what Jersey itself finds. */
  public static class NotFoundMapper implements ExceptionMapper<jakarta.ws.rs.NotFoundException> {
    @Override
    public Response toResponse(jakarta.ws.rs.NotFoundException notFound) {
      return Response.status(404).entity(thread()).build();
    }
  }

  /** Runs for each response. */
  public static class Filter implements ContainerResponseFilter {
    @Override
    public void filter(ContainerRequestContext request, ContainerResponseContext response) {
      ran("filter");
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

  /** Is told of each request. */
  public static class Listener implements ApplicationEventListener {
    @Override
    public void onEvent(ApplicationEvent event) {}

    @Override
    public RequestEventListener onRequest(RequestEvent start) {
      return event -> ran("listener");
    }
  }

  private String get(String path) throws Exception {
    return Servers.get(server, path).body();
  }

  @Test
  void allPartsOfABlockingMethodRunOnItsThread() throws Exception {
    start(BlockingParts.class, Later.class, Providers.class, OddMapper.class);
    assertThat(Servers.post(server, "blocking/1?field=2", "own").body()).isEqualTo("own");
    assertThat(get("blocking/1?field=2")).isEqualTo("odd");
    assertThat(PARTS)
        .containsOnlyKeys(
            "constructor", "injected", "converter", "reader", "method", "writer", "mapper")
        .allSatisfy((part, thread) -> assertThat(thread).isEqualTo(THREAD));
  }

  /** Whatever else the application has. */
  @Test
  void plainSuspendedMethodStaysOnTheLoop() throws Exception {
    start(BlockingParts.class, Later.class, Providers.class, OddMapper.class);
    assertThat(get("later?text=x")).isEqualTo(LOOP);
  }

  @ParameterizedTest
  @CsvSource({
    "own, writer",
    "throws, mapper",
    "resumes-odd, mapper",
    "times-out, mapper",
    "stage, writer",
    "stage-by-timer, writer",
    "stage-of-response, writer",
    "stage-of-stream, writer",
    "stage-fails, mapper",
    "stage-throws, mapper"
  })
  void onlyTheMethodRunsOnTheLoop(String path, String other) throws Exception {
    start(Later.class, Providers.class, OddMapper.class);
    assertThat(get("later/" + path)).isEqualTo(other.equals("writer") ? "own" : "odd");
    assertThat(PARTS).containsEntry("method", LOOP).containsEntry(other, THREAD);
    PARTS.remove("method");
    assertThat(PARTS.values()).containsOnly(THREAD);
  }

  @Test
  void stageMayBeNull() throws Exception {
    start(Later.class, OddMapper.class);
    assertThat(Servers.get(server, "later/null-stage").statusCode()).isEqualTo(204);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "/own", "/cancels", "/stage", "/stage-throws", "/times-out"})
  void filterTakesAllOffTheLoop(String path) throws Exception {
    start(Later.class, Providers.class, OddMapper.class, Filter.class);
    get("later" + path);
    assertThat(PARTS).containsKeys("method", "filter");
    assertThat(PARTS.values()).containsOnly(THREAD);
  }

  @Test
  void listenerTakesAllOffTheLoop() throws Exception {
    start(Later.class, Listener.class);
    assertThat(get("later")).isEqualTo(THREAD);
    assertThat(PARTS.values()).containsOnly(THREAD);
  }

  @Test
  void converterOrReaderTakesItsMethodOffTheLoop() throws Exception {
    start(Later.class, Providers.class);
    assertThat(get("later/converted/1")).isEqualTo(THREAD);
    assertThat(Servers.post(server, "later/read", "own").body()).isEqualTo(THREAD);
    assertThat(PARTS.values()).containsOnly(THREAD);
  }

  @ParameterizedTest
  @ValueSource(strings = {"injected", "inherited", "constructed"})
  void injectionForEachRequestTakesAMethodOffTheLoop(String path) throws Exception {
    start(Injected.class, Inherited.class, Constructed.class);
    assertThat(get(path)).isEqualTo(THREAD);
    assertThat(PARTS).containsEntry("injected", THREAD);
  }

  /** Before the first request. */
  @Test
  void singletonIsMadeByTheThreadThatDeploys() throws Exception {
    start(Single.class);
    assertThat(PARTS).containsEntry("injected", "platform");
    PARTS.clear();
    assertThat(get("single")).isEqualTo(LOOP);
    assertThat(PARTS).doesNotContainKey("injected");
  }

  @Test
  void registeredObjectStaysOnTheLoop() throws Exception {
    start(new Single());
    assertThat(get("single")).isEqualTo(LOOP);
  }

  @Test
  void nonBlockingClassStaysOnTheLoopWithWhatIsInjected() throws Exception {
    start(Declared.class, Providers.class);
    assertThat(get("declared")).isEqualTo(LOOP);
    assertThat(PARTS).containsEntry("injected", LOOP);
    assertThat(get("declared/own")).isEqualTo(THREAD);
  }

  @ParameterizedTest
  @CsvSource({
    "mixed, event loop",
    "mixed/, event loop",
    "mixed;a=b, event loop",
    "mixed/literal, virtual",
    "mixed/literal/, virtual",
    "mixed/literal;a=b, virtual",
    "mixed/other, virtual",
    "mixed/liter%61l, virtual",
    "mixed/any/later, event loop",
    "mixed/number/42, event loop",
    "mixed/open/more/and/more, virtual",
    "mixed/open/literal, virtual",
    "mixed/locator, virtual",
    "mixed/locator/converted/1, virtual"
  })
  void pathDecidesBeforeItIsMatched(String path, String thread) throws Exception {
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
    start(Left.class);
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
