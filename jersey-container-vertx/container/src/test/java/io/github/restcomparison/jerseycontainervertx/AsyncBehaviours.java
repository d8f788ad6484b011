package io.github.restcomparison.jerseycontainervertx;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.WebApplicationException;
import jakarta.ws.rs.container.AsyncResponse;
import jakarta.ws.rs.container.CompletionCallback;
import jakarta.ws.rs.container.Suspended;
import jakarta.ws.rs.core.Application;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.StreamingOutput;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.glassfish.jersey.server.ManagedAsync;
import org.glassfish.jersey.server.ManagedAsyncExecutor;
import org.glassfish.jersey.server.ResourceConfig;
import org.glassfish.jersey.spi.ThreadPoolExecutorProvider;
import org.glassfish.jersey.test.spi.TestContainerFactory;
import org.junit.jupiter.api.Test;

/** Responses that are sent later, and by another thread. */
abstract class AsyncBehaviours extends Behaviours {
  private static final ScheduledExecutorService LATER =
      Executors.newSingleThreadScheduledExecutor(Thread.ofPlatform().daemon().factory());
  private static final Queue<String> COMPLETED = new ConcurrentLinkedQueue<>();

  /** Holds a request until another one is in the method. */
  private static final CyclicBarrier OTHER = new CyclicBarrier(2);

  AsyncBehaviours(TestContainerFactory container) {
    super(container);
  }

  @Override
  protected Application configure() {
    return new ResourceConfig(Later.class, Own.class);
  }

  /** Threads of the application's own, named after the provider. */
  @ManagedAsyncExecutor
  public static class Own extends ThreadPoolExecutorProvider {
    /** Called by Jersey. */
    public Own() {
      super("own");
    }
  }

  private static String thread() {
    return Thread.currentThread().getName().replaceFirst("^own-.*", "own");
  }

  /** Responds later, each method in another way. */
  @Path("later")
  public static class Later {
    @GET
    @Path("resumed")
    public void resumed(@Suspended AsyncResponse response, @QueryParam("ms") int ms) {
      LATER.schedule(() -> response.resume("resumed"), ms, TimeUnit.MILLISECONDS);
    }

    @GET
    @Path("at-once")
    public void atOnce(@Suspended AsyncResponse response) {
      response.resume("at once");
    }

    @GET
    @Path("response")
    public void response(@Suspended AsyncResponse response) {
      LATER.execute(() -> response.resume(Response.status(202).entity("later").build()));
    }

    @GET
    @Path("streamed")
    public void streamed(@Suspended AsyncResponse response) {
      StreamingOutput output =
          out -> out.write("s".repeat(100_000).getBytes(StandardCharsets.US_ASCII));
      LATER.execute(() -> response.resume(output));
    }

    @GET
    @Path("failed")
    public void failed(@Suspended AsyncResponse response) {
      LATER.execute(() -> response.resume(new WebApplicationException(409)));
    }

    @GET
    @Path("cancelled")
    public void cancelled(@Suspended AsyncResponse response) {
      response.register(
          (CompletionCallback) error -> COMPLETED.add("cancelled " + response.isCancelled()));
      LATER.execute(() -> response.cancel(17));
    }

    @GET
    @Path("timed-out")
    public void timedOut(@Suspended AsyncResponse response) {
      response.setTimeout(300, TimeUnit.MILLISECONDS);
    }

    @GET
    @Path("handled")
    public void handled(@Suspended AsyncResponse response) {
      response.setTimeoutHandler(late -> late.resume("handled"));
      response.setTimeout(300, TimeUnit.MILLISECONDS);
    }

    @GET
    @Path("in-time")
    public void inTime(@Suspended AsyncResponse response) {
      response.setTimeout(1, TimeUnit.MINUTES);
      LATER.schedule(() -> response.resume("in time"), 50, TimeUnit.MILLISECONDS);
    }

    @GET
    @Path("twice")
    public void twice(@Suspended AsyncResponse response) {
      boolean first = response.resume("first");
      boolean second = response.resume("second");
      COMPLETED.add("twice " + first + " " + second + " " + response.isDone());
    }

    @GET
    @Path("told")
    public void told(@Suspended AsyncResponse response) {
      response.register((CompletionCallback) error -> COMPLETED.add("told " + error));
      LATER.execute(() -> response.resume("told"));
    }

    @POST
    @Path("echo")
    public void echo(String body, @Suspended AsyncResponse response) {
      LATER.execute(() -> response.resume(body));
    }

    @GET
    @Path("thrown")
    public void thrown(@Suspended AsyncResponse response) {
      throw new WebApplicationException(410);
    }

    @GET
    @Path("stage")
    public CompletionStage<String> stage() {
      CompletableFuture<String> stage = new CompletableFuture<>();
      LATER.schedule(() -> stage.complete("stage"), 50, TimeUnit.MILLISECONDS);
      return stage;
    }

    @GET
    @Path("stage-of-response")
    public CompletionStage<Response> stageOfResponse() {
      return CompletableFuture.supplyAsync(() -> Response.status(203).entity("of stage").build());
    }

    @GET
    @Path("failed-stage")
    public CompletionStage<String> failedStage() {
      return CompletableFuture.failedFuture(new WebApplicationException(423));
    }

    @GET
    @Path("done-stage")
    public CompletionStage<String> doneStage() {
      return CompletableFuture.completedFuture("done");
    }

    @GET
    @Path("managed")
    @ManagedAsync
    public String managed() {
      return thread();
    }

    @GET
    @Path("not-managed")
    public boolean notManaged() {
      return !thread().equals("own");
    }

    @GET
    @Path("blocking")
    public String blocking() throws Exception {
      OTHER.await(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
      return "blocked";
    }
  }

  private HttpResponse<String> expect(String path, int status, String body) throws Exception {
    HttpResponse<String> response = get("/later/" + path);
    assertThat(response.statusCode()).isEqualTo(status);
    assertThat(response.body()).isEqualTo(body);
    return response;
  }

  @Test
  void requestIsResumedByAnotherThread() throws Exception {
    expect("resumed?ms=0", 200, "resumed");
    expect("resumed?ms=100", 200, "resumed");
    expect("at-once", 200, "at once");
  }

  @Test
  void resumedMayBeAResponseOrAnException() throws Exception {
    expect("response", 202, "later");
    expect("failed", 409, "");
  }

  @Test
  void resumedMayBeAStream() throws Exception {
    expect("streamed", 200, "s".repeat(100_000));
  }

  @Test
  void exceptionOfTheMethodItselfIsTheResponse() throws Exception {
    expect("thrown", 410, "");
  }

  @Test
  void cancelledIs503WithTheTimeToComeAgain() throws Exception {
    COMPLETED.clear();
    assertThat(expect("cancelled", 503, "").headers().firstValue("Retry-After")).hasValue("17");
    await("cancelled true");
  }

  @Test
  void timeOutIs503OrWhatItsHandlerSays() throws Exception {
    long start = System.nanoTime();
    expect("timed-out", 503, "");
    assertThat(Duration.ofNanos(System.nanoTime() - start))
        .isGreaterThanOrEqualTo(Duration.ofMillis(299));
    expect("handled", 200, "handled");
  }

  @Test
  void timeOutThatDoesNotComeToPassChangesNothing() throws Exception {
    expect("in-time", 200, "in time");
  }

  @Test
  void onlyTheFirstResumeCounts() throws Exception {
    COMPLETED.clear();
    expect("twice", 200, "first");
    await("twice true false true");
  }

  @Test
  void completionIsTold() throws Exception {
    COMPLETED.clear();
    expect("told", 200, "told");
    await("told null");
  }

  @Test
  void bodyIsReadBeforeAMethodIsSuspended() throws Exception {
    String large = "e".repeat(200_000);
    assertThat(post("/later/echo", "small").body()).isEqualTo("small");
    assertThat(post("/later/echo", large).body()).isEqualTo(large);
  }

  @Test
  void stagesAreWaitedFor() throws Exception {
    expect("stage", 200, "stage");
    expect("stage-of-response", 203, "of stage");
    expect("done-stage", 200, "done");
    expect("failed-stage", 423, "");
  }

  @Test
  void onlyManagedMethodRunsOnThreadsOfTheApplicationsOwn() throws Exception {
    expect("managed", 200, "own");
    expect("not-managed", 200, "true");
  }

  /** Twenty clients of a method that blocks until the next of them is in it. */
  @Test
  void methodsThatBlockDoNotBlockOneAnother() throws Exception {
    List<CompletableFuture<HttpResponse<String>>> all = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      all.add(
          http()
              .sendAsync(request("/later/blocking").build(), HttpResponse.BodyHandlers.ofString()));
    }
    for (CompletableFuture<HttpResponse<String>> each : all) {
      assertThat(each.get(2 * PATIENCE.toSeconds(), TimeUnit.SECONDS).body()).isEqualTo("blocked");
    }
  }

  private static void await(String said) throws InterruptedException {
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (!COMPLETED.contains(said) && System.nanoTime() < end) {
      Thread.sleep(5);
    }
    assertThat(COMPLETED).contains(said);
  }
}
