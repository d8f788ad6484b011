package io.github.restcomparison.jerseycontainervertx;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.Vertx;
import jakarta.inject.Inject;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.container.AsyncResponse;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerResponseContext;
import jakarta.ws.rs.container.ContainerResponseFilter;
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

/** Which thread runs which part of an application's requests. */
class ThreadsOfPartsTest {
  static final String LOOP = "event loop";
  static final String THREAD = "virtual";

  /** The thread of each part that has run. */
  static final Map<String, String> PARTS = new ConcurrentHashMap<>();

  private VertxHttpServer server;

  @BeforeEach
  void clear() {
    PARTS.clear();
  }

  @AfterEach
  void stop() {
    server.close();
  }

  static String thread() {
    if (RequestThreads.mayNotWait()) {
      return LOOP;
    }
    return Thread.currentThread().isVirtual() ? THREAD : "platform";
  }

  static String ran(String part) {
    String thread = thread();
    PARTS.merge(part, thread, (one, other) -> one.equals(other) ? one : one + ", " + other);
    return thread;
  }

  private void start(Object... components) {
    server = Servers.start(configuration(components));
  }

  /** Of classes and objects. */
  static ResourceConfig configuration(Object... components) {
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
    return configuration;
  }

  /** What is injected, a new one each time. */
  public static class Service {
    public Service() {
      ran("injected");
    }
  }

  /** A parameter and an entity of the application's own. */
  public record Own(String text) {
    /** As something that may block. */
    InputStream stream() {
      return new FilterInputStream(
          new ByteArrayInputStream(text.getBytes(StandardCharsets.US_ASCII))) {
        @Override
        public int read(byte[] bytes, int offset, int length) throws IOException {
          ran("writer");
          return super.read(bytes, offset, length);
        }
      };
    }
  }

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

  /** Responds later. */
  @Path("later")
  public static class Later {
    @Context private UriInfo uri;

    @GET
    public void plain(@Suspended AsyncResponse response, @QueryParam("text") String text) {
      response.resume(ran("method"));
    }

    @GET
    @Path("suspended/{how}")
    public void suspended(@Suspended AsyncResponse response, @PathParam("how") String how) {
      ran("method");
      switch (how) {
        case "resumes" -> response.resume(new Own("own"));
        case "resumes-odd" -> response.resume(new Odd());
        case "cancels" -> response.cancel();
        case "times-out" -> {
          response.setTimeoutHandler(
              late -> {
                ran("time-out");
                late.resume(new Odd());
              });
          response.setTimeout(1, TimeUnit.MILLISECONDS);
        }
        default -> throw new Odd();
      }
    }

    @GET
    @Path("stage/{how}")
    public CompletionStage<?> stage(@PathParam("how") String how, @Context Vertx vertx) {
      ran("method");
      return switch (how) {
        case "completed" -> CompletableFuture.completedFuture(new Own("own"));
        case "by-timer" -> vertx.timer(1).map(fired -> new Own("own")).toCompletionStage();
        case "by-other-thread" -> {
          CompletableFuture<Own> stage = new CompletableFuture<>();
          Thread.ofPlatform().start(() -> stage.complete(new Own("own")));
          yield stage;
        }
        case "of-response" ->
            CompletableFuture.completedFuture(Response.accepted(new Own("own")).build());
        case "of-stream" -> CompletableFuture.completedFuture(new Own("own").stream());
        case "fails" -> CompletableFuture.failedFuture(new Odd());
        case "null" -> null;
        default -> throw new Odd();
      };
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

  /** Runs for each response. */
  public static class Filter implements ContainerResponseFilter {
    @Override
    public void filter(ContainerRequestContext request, ContainerResponseContext response) {
      ran("filter");
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

  @ParameterizedTest
  @CsvSource({
    "suspended/resumes, writer",
    "suspended/throws, mapper",
    "suspended/resumes-odd, mapper",
    "suspended/times-out, mapper",
    "stage/completed, writer",
    "stage/by-timer, writer",
    "stage/by-other-thread, writer",
    "stage/of-response, writer",
    "stage/of-stream, writer",
    "stage/fails, mapper",
    "stage/throws, mapper"
  })
  void writerAndMapperTakeAllOffTheLoop(String path, String other) throws Exception {
    start(Later.class, Providers.class, OddMapper.class);
    assertThat(get("later/" + path)).isEqualTo(other.equals("writer") ? "own" : "odd");
    assertThat(PARTS).containsEntry("method", THREAD).containsKey(other).doesNotContainValue(LOOP);
  }

  @Test
  void onlyTheMethodThatReturnsAStageOfAStreamRunsOnTheLoop() throws Exception {
    start(Later.class);
    assertThat(get("later/stage/of-stream")).isEqualTo("own");
    assertThat(PARTS).containsEntry("method", LOOP).containsEntry("writer", THREAD);
  }

  @Test
  void stageMayBeNull() throws Exception {
    start(Later.class, OddMapper.class);
    assertThat(Servers.get(server, "later/stage/null").statusCode()).isEqualTo(204);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "/suspended/resumes",
        "/suspended/cancels",
        "/suspended/times-out",
        "/stage/completed",
        "/stage/throws"
      })
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
}
