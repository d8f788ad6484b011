package io.github.restcomparison.jerseycontainervertx;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.HotSpotDiagnosticMXBean;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.container.AsyncResponse;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerResponseContext;
import jakarta.ws.rs.container.ContainerResponseFilter;
import jakarta.ws.rs.container.Suspended;
import jakarta.ws.rs.core.Response;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.glassfish.jersey.server.ResourceConfig;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which thread runs what. */
class ThreadsTest {
  private static final String LOOP = "event loop";
  private static final String VIRTUAL = "virtual";

  /** Counted down as soon as something is logged. */
  private static final CountDownLatch BLOCKED = new CountDownLatch(1);

  private VertxHttpServer server;

  @AfterEach
  void stop() {
    server.close();
  }

  private static String thread() {
    if (RequestThreads.mayNotWait()) {
      return LOOP;
    }
    return Thread.currentThread().isVirtual() ? VIRTUAL : "platform";
  }

  /** Says where it runs. */
  @Path("where")
  public static class Where {
    @GET
    @Path("returned")
    public String returned() {
      return thread();
    }

    @GET
    @Path("non-blocking")
    @NonBlocking
    public String nonBlocking() {
      return thread();
    }

    @GET
    @Path("suspended")
    public void suspended(@Suspended AsyncResponse response) {
      response.resume(thread());
    }

    @GET
    @Path("suspended-non-blocking")
    @NonBlocking
    public void suspendedNonBlocking(@Suspended AsyncResponse response) {
      response.resume(thread());
    }

    @GET
    @Path("stage")
    public CompletionStage<String> stage() {
      return CompletableFuture.completedFuture(thread());
    }

    @POST
    @Path("body")
    public CompletionStage<String> body(String body) {
      return CompletableFuture.completedFuture(thread());
    }

    @GET
    @Path("blocks")
    @NonBlocking
    public boolean blocks() throws InterruptedException {
      return BLOCKED.await(10, TimeUnit.SECONDS);
    }

    @GET
    @Path("sleeps")
    public String sleeps() throws InterruptedException {
      Thread.sleep(500);
      return thread();
    }

    /** Runs while the request is matched. */
    @Path("sub")
    @NonBlocking
    public Sub sub() {
      return new Sub();
    }
  }

  /** What a locator leads to: its model is made while the first request is matched. */
  public static class Sub {
    @GET
    @Path("returned")
    public String returned() {
      return thread();
    }

    @GET
    @Path("stage")
    public CompletionStage<String> stage() {
      return CompletableFuture.completedFuture(thread());
    }
  }

  /** All of it non-blocking but one. */
  @Path("class")
  @NonBlocking
  public static class OfClass {
    @GET
    public String inherited() {
      return thread();
    }

    @GET
    @Path("but")
    @Blocking
    public String but() {
      return thread();
    }
  }

  /** Declares the threads of its methods. */
  public interface Declared {
    @GET
    @Path("non-blocking")
    @NonBlocking
    String nonBlocking();

    @GET
    @Path("blocking")
    @Blocking
    CompletionStage<String> blocking();

    @GET
    @Path("overridden")
    @NonBlocking
    String overridden();
  }

  /** Has the annotations of its interface, but one. */
  @Path("declared")
  public static class Implementation implements Declared {
    @Override
    public String nonBlocking() {
      return thread();
    }

    @Override
    public CompletionStage<String> blocking() {
      return CompletableFuture.completedFuture(thread());
    }

    @Override
    @Blocking
    public String overridden() {
      return thread();
    }
  }

  /** Nobody knows whether it waits. */
  public static class Unknown implements ContainerResponseFilter {
    @Override
    public void filter(ContainerRequestContext request, ContainerResponseContext response) {
      response.getHeaders().putSingle("X-Filter", thread());
    }
  }

  /** It says that it does not. */
  @NonBlocking
  public static class Known implements ContainerResponseFilter {
    @Override
    public void filter(ContainerRequestContext request, ContainerResponseContext response) {
      response.getHeaders().putSingle("X-Filter", thread());
    }
  }

  private void start(Class<?>... components) {
    server = Servers.start(new ResourceConfig(components));
  }

  @ParameterizedTest
  @CsvSource({
    "returned, virtual",
    "non-blocking, event loop",
    "suspended, virtual",
    "suspended-non-blocking, event loop",
    "stage, event loop",
    "sub/returned, virtual",
    "sub/stage, event loop"
  })
  void methodRunsWhereItMayWait(String path, String thread) throws Exception {
    start(Where.class);
    assertThat(Servers.get(server, "where/" + path).body()).isEqualTo(thread);
  }

  @Test
  void annotationOfTheMethodCountsForMoreThanThatOfItsClass() throws Exception {
    start(OfClass.class);
    assertThat(Servers.get(server, "class").body()).isEqualTo(LOOP);
    assertThat(Servers.get(server, "class/but").body()).isEqualTo(VIRTUAL);
  }

  @ParameterizedTest
  @CsvSource({"non-blocking, event loop", "blocking, virtual", "overridden, virtual"})
  void annotationOfAnInterfaceCounts(String path, String thread) throws Exception {
    start(Implementation.class);
    assertThat(Servers.get(server, "declared/" + path).body()).isEqualTo(thread);
  }

  @Test
  void smallBodyIsGatheredForTheLoopAndALargeOneReadByAThreadThatMayWait() throws Exception {
    start(Where.class);
    assertThat(Servers.post(server, "where/body", "x".repeat(65_536)).body()).isEqualTo(LOOP);
    assertThat(Servers.post(server, "where/body", "x".repeat(65_537)).body()).isEqualTo(VIRTUAL);
  }

  @Test
  void filterThatMayWaitTakesAllOffTheLoop() throws Exception {
    start(Where.class, Unknown.class);
    var response = Servers.get(server, "where/stage");
    assertThat(response.body()).isEqualTo(VIRTUAL);
    assertThat(response.headers().firstValue("X-Filter")).hasValue(VIRTUAL);
  }

  @Test
  void filterThatDoesNotWaitStaysThere() throws Exception {
    start(Where.class, Known.class);
    var response = Servers.get(server, "where/stage");
    assertThat(response.body()).isEqualTo(LOOP);
    assertThat(response.headers().firstValue("X-Filter")).hasValue(LOOP);
  }

  @Test
  void methodThatBlocksTheLoopIsReportedByVertxWithItsStack() throws Exception {
    try (Logged logged = new Logged("io.vertx.core")) {
      start(Where.class);
      Servers.get(server, "where/blocks");
      assertThat(logged.records)
          .singleElement()
          .satisfies(
              log -> {
                assertThat(log.getMessage()).contains("vert.x-eventloop-thread-", "blocked");
                assertThat(log.getThrown()).hasStackTraceContaining("ThreadsTest$Where.blocks");
              });
    }
  }

  @Test
  void containersThatAreNotStoppedKeepNoThread(@TempDir java.nio.file.Path folder)
      throws Exception {
    start(Where.class);
    Servers.get(server, "where/returned");
    int before = threads(folder.resolve("before"));
    for (int i = 0; i < 100; i++) {
      new VertxHttpContainer(new ResourceConfig(Where.class));
    }
    assertThat(threads(folder.resolve("after"))).isLessThan(before + 50);
  }

  /** How many threads the JVM has, virtual ones included. */
  private static int threads(java.nio.file.Path dump) throws IOException {
    ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class)
        .dumpThreads(dump.toString(), HotSpotDiagnosticMXBean.ThreadDumpFormat.JSON);
    return Files.readString(dump).split("\"tid\"").length;
  }

  /** What is logged below a name. */
  private static final class Logged extends Handler implements AutoCloseable {
    private final Logger logger;
    private final Queue<LogRecord> records = new ConcurrentLinkedQueue<>();

    Logged(String name) {
      logger = Logger.getLogger(name);
      logger.addHandler(this);
      logger.setUseParentHandlers(false);
    }

    @Override
    public void publish(LogRecord log) {
      records.add(log);
      BLOCKED.countDown();
    }

    @Override
    public void flush() {}

    @Override
    public void close() {
      logger.removeHandler(this);
      logger.setUseParentHandlers(true);
    }
  }

  @Test
  void responseMayBeMadeOnTheLoop() throws Exception {
    start(Statuses.class);
    assertThat(Servers.get(server, "statuses").statusCode()).isEqualTo(202);
  }

  /** Responds with a status. */
  @Path("statuses")
  public static class Statuses {
    @GET
    public CompletionStage<Response> accepted() {
      return CompletableFuture.completedFuture(Response.accepted().build());
    }
  }
}
