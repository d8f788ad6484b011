package io.github.restcomparison.jerseycontainervertx;

import static io.github.restcomparison.jerseycontainervertx.ThreadsOfPartsTest.LOOP;
import static io.github.restcomparison.jerseycontainervertx.ThreadsOfPartsTest.THREAD;
import static io.github.restcomparison.jerseycontainervertx.ThreadsOfPartsTest.thread;
import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.Vertx;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.WebApplicationException;
import jakarta.ws.rs.container.AsyncResponse;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerResponseContext;
import jakarta.ws.rs.container.ContainerResponseFilter;
import jakarta.ws.rs.container.Suspended;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.GenericEntity;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.StreamingOutput;
import java.io.ByteArrayInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.glassfish.jersey.CommonProperties;
import org.glassfish.jersey.server.ResourceConfig;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How results of methods on the event loop become responses. */
class ResultsTest {
  private static final int LARGE = 9_000_000;

  private VertxHttpServer server;

  @AfterEach
  void stop() {
    server.close();
  }

  private void start(Class<?>... components) {
    server = Servers.start(new ResourceConfig(components));
  }

  /** Returns entities that are in memory already, more than the event loop holds of chunks. */
  @Path("large")
  public static class Large {
    @GET
    @Path("bytes")
    public CompletionStage<byte[]> bytes() {
      return CompletableFuture.completedFuture(new byte[LARGE]);
    }

    @GET
    @Path("text")
    public CompletionStage<String> text() {
      return CompletableFuture.completedFuture("x".repeat(LARGE));
    }

    @GET
    @Path("returned")
    @NonBlocking
    public String returned() {
      return "x".repeat(LARGE);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"bytes", "text", "returned"})
  void entityInMemoryHasNoLimitOnTheLoop(String path) throws Exception {
    start(Large.class);
    var response = Servers.get(server, "large/" + path);
    assertThat(response.body()).hasSize(LARGE);
    assertThat(response.headers().firstValueAsLong("Content-Length")).hasValue(LARGE);
  }

  /** Resumes twice, on the event loop. */
  @Path("twice")
  public static class Twice {
    static final LinkedBlockingQueue<Boolean> RESUMED = new LinkedBlockingQueue<>();

    @GET
    public void get(@Suspended AsyncResponse response, @Context Vertx vertx) {
      vertx.setTimer(
          1,
          fired -> {
            RESUMED.add(response.resume("first"));
            RESUMED.add(response.resume("second"));
            RESUMED.add(response.cancel());
            RESUMED.add(response.isSuspended());
            RESUMED.add(response.setTimeout(1, TimeUnit.MILLISECONDS));
          });
    }
  }

  /** May block, so that a result is handed to another thread. */
  public static class Filter implements ContainerResponseFilter {
    @Override
    public void filter(ContainerRequestContext request, ContainerResponseContext response) {
      response.getHeaders().putSingle("X-Thread", thread());
    }
  }

  @Test
  void onlyTheFirstOfTwoResultsCounts() throws Exception {
    start(Twice.class, Filter.class);
    for (int i = 0; i < 100; i++) {
      assertThat(Servers.get(server, "twice").body()).isEqualTo("first");
      assertThat(Twice.RESUMED.poll(10, TimeUnit.SECONDS)).isTrue();
      assertThat(Twice.RESUMED.poll(10, TimeUnit.SECONDS)).as("second resume").isFalse();
      assertThat(Twice.RESUMED.poll(10, TimeUnit.SECONDS)).as("cancel").isFalse();
      assertThat(Twice.RESUMED.poll(10, TimeUnit.SECONDS)).as("isSuspended").isFalse();
      assertThat(Twice.RESUMED.poll(10, TimeUnit.SECONDS)).as("setTimeout").isFalse();
    }
  }

  /** Times out while its client is gone. */
  @Path("abandoned")
  public static class Abandoned {
    static final CountDownLatch CALLED = new CountDownLatch(1);
    static final CountDownLatch TIMED_OUT = new CountDownLatch(1);
    static final CountDownLatch COMPLETED = new CountDownLatch(1);

    @GET
    public void get(@Suspended AsyncResponse response) {
      response.setTimeoutHandler(
          late -> {
            TIMED_OUT.countDown();
            late.resume("late");
          });
      response.setTimeout(500, TimeUnit.MILLISECONDS);
      response.register((jakarta.ws.rs.container.CompletionCallback) end -> COMPLETED.countDown());
      CALLED.countDown();
    }
  }

  @Test
  void requestTimesOutAlthoughItsClientHasLeft() throws Exception {
    start(Abandoned.class);
    try (Socket client = new Socket(server.baseUri().getHost(), server.port())) {
      client
          .getOutputStream()
          .write("GET /abandoned HTTP/1.1\r\nHost: x\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
      assertThat(Abandoned.CALLED.await(10, TimeUnit.SECONDS)).isTrue();
    }
    assertThat(Abandoned.TIMED_OUT.await(10, TimeUnit.SECONDS)).isTrue();
    assertThat(Abandoned.COMPLETED.await(10, TimeUnit.SECONDS)).isTrue();
  }

  /** Never resumes. */
  @Path("forgotten")
  public static class Forgotten {
    static final CountDownLatch CALLED = new CountDownLatch(1);
    static final CountDownLatch COMPLETED = new CountDownLatch(1);

    @GET
    public void get(@Suspended AsyncResponse response) {
      response.register((jakarta.ws.rs.container.CompletionCallback) end -> COMPLETED.countDown());
      CALLED.countDown();
    }
  }

  @Test
  void stopEndsTheProcessingOfSuspendedRequests() throws Exception {
    start(Forgotten.class);
    try (Socket client = new Socket(server.baseUri().getHost(), server.port())) {
      client
          .getOutputStream()
          .write("GET /forgotten HTTP/1.1\r\nHost: x\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
      assertThat(Forgotten.CALLED.await(10, TimeUnit.SECONDS)).isTrue();
      server.stop(Duration.ZERO).toCompletableFuture().get(20, TimeUnit.SECONDS);
    }
    assertThat(Forgotten.COMPLETED.await(10, TimeUnit.SECONDS)).isTrue();
  }

  /** Reads the thread that it is read on. */
  private static final class OwnThread extends FilterInputStream {
    private boolean isFirst = true;

    OwnThread() {
      super(InputStream.nullInputStream());
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
      if (isFirst) {
        isFirst = false;
        in = new ByteArrayInputStream(thread().getBytes(StandardCharsets.UTF_8));
      }
      return super.read(bytes, offset, length);
    }
  }

  /** Returns on the event loop what only another thread may write. */
  @Path("streams")
  @NonBlocking
  public static class Streams {
    @GET
    @Path("input")
    public InputStream input() {
      return new OwnThread();
    }

    @GET
    @Path("output")
    public StreamingOutput output() {
      return stream -> stream.write(thread().getBytes(StandardCharsets.UTF_8));
    }

    @GET
    @Path("response")
    public Response response() {
      return Response.accepted(output()).build();
    }

    @GET
    @Path("suspended")
    public void suspended(@Suspended AsyncResponse response) {
      response.resume(output());
    }

    @GET
    @Path("error")
    public void error(@Suspended AsyncResponse response) {
      response.resume(new WebApplicationException(Response.status(409).entity(output()).build()));
    }

    @GET
    @Path("stage/{how}")
    public CompletionStage<Object> stage(@PathParam("how") String how) {
      return CompletableFuture.completedFuture(
          switch (how) {
            case "input" -> input();
            case "generic" -> generic();
            default -> response();
          });
    }

    @GET
    @Path("generic")
    public GenericEntity<InputStream> generic() {
      return new GenericEntity<>(input()) {};
    }

    @GET
    @Path("file")
    public java.nio.file.Path file() {
      return java.nio.file.Path.of("pom.xml");
    }

    @GET
    @Path("method")
    public String method() {
      return thread();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "input",
        "output",
        "response",
        "suspended",
        "error",
        "generic",
        "stage/generic",
        "stage/input",
        "stage/response"
      })
  void streamOfAMethodOnTheLoopIsWrittenByAnotherThread(String path) throws Exception {
    start(Streams.class);
    assertThat(Servers.get(server, "streams/method").body()).isEqualTo(LOOP);
    assertThat(Servers.get(server, "streams/" + path).body()).isEqualTo(THREAD);
  }

  /** Runs on the thread that writes the entity. */
  @NonBlocking
  public static class Writing extends Filter {}

  @Test
  void fileOfAMethodOnTheLoopIsReadByAnotherThread() throws Exception {
    start(Streams.class, Writing.class);
    var method = Servers.get(server, "streams/method");
    assertThat(method.headers().firstValue("X-Thread")).hasValue(LOOP);
    var response = Servers.get(server, "streams/file");
    assertThat(response.statusCode()).isEqualTo(200);
    assertThat(response.headers().firstValue("X-Thread")).hasValue(THREAD);
  }

  /** Has nothing to say. */
  @Path("empty")
  public static class Empty {
    @GET
    public String get() {
      return "";
    }
  }

  @Test
  void emptyEntityFitsTheLargestBuffer() throws Exception {
    server =
        Servers.start(
            new ResourceConfig(Empty.class)
                .property(CommonProperties.OUTBOUND_CONTENT_LENGTH_BUFFER, Integer.MAX_VALUE));
    var response = Servers.get(server, "empty");
    assertThat(response.statusCode()).isEqualTo(200);
    assertThat(response.headers().firstValue("Content-Length")).hasValue("0");
  }
}
