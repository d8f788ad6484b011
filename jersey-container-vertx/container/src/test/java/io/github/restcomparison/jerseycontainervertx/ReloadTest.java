package io.github.restcomparison.jerseycontainervertx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.container.AsyncResponse;
import jakarta.ws.rs.container.Suspended;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.glassfish.jersey.server.ResourceConfig;
import org.junit.jupiter.api.Test;

/** An application that is replaced while its server goes on. */
class ReloadTest {
  private static final BlockingQueue<AsyncResponse> SUSPENDED = new ArrayBlockingQueue<>(1);

  /** What is there at first. */
  @Path("first")
  public static class First {
    @GET
    public String get() {
      return "first";
    }

    @GET
    @Path("later")
    public void later(@Suspended AsyncResponse response) {
      SUSPENDED.add(response);
    }
  }

  /** What is there after. */
  @Path("second")
  public static class Second {
    @GET
    public String get() {
      return "second";
    }
  }

  /** Some of its methods wait. */
  @Path("steady")
  public static class Steady {
    @GET
    public String get() throws InterruptedException {
      Thread.sleep(3);
      return "slept";
    }

    @GET
    @Path("later")
    public CompletionStage<String> later() {
      return CompletableFuture.supplyAsync(
          () -> "later", CompletableFuture.delayedExecutor(3, TimeUnit.MILLISECONDS));
    }

    @POST
    public String post(String content) {
      return content;
    }
  }

  /** What no container can deploy: which of the two would it call? */
  @Path("broken")
  public static class Broken {
    @GET
    public String one() {
      return "one";
    }

    @GET
    public String other() {
      return "other";
    }
  }

  @Test
  void newApplicationServesInPlaceOfTheOld() throws Exception {
    try (VertxHttpServer server = Servers.start(new ResourceConfig(First.class))) {
      assertThat(Servers.get(server, "/first").body()).isEqualTo("first");
      server.container().reload(new ResourceConfig(Second.class));
      assertThat(Servers.get(server, "/second").body()).isEqualTo("second");
      assertThat(Servers.get(server, "/first").statusCode()).isEqualTo(404);
    }
  }

  /** Which is told of its end behind it. */
  @Test
  void requestOfTheOldOneIsCompletedByIt() throws Exception {
    List<String> told = new CopyOnWriteArrayList<>();
    try (VertxHttpServer server =
            Servers.start(new ResourceConfig(First.class).register(new Told(told)));
        ExecutorService client = Executors.newVirtualThreadPerTaskExecutor()) {
      Future<String> response = client.submit(() -> Servers.get(server, "/first/later").body());
      AsyncResponse suspended = SUSPENDED.poll(10, TimeUnit.SECONDS);
      server.container().reload(new ResourceConfig(Second.class));
      assertThat(Servers.get(server, "/second").body()).isEqualTo("second");
      assertThat(told).containsExactly("startup");
      assertThat(suspended.resume("in time")).isTrue();
      assertThat(response.get(10, TimeUnit.SECONDS)).isEqualTo("in time");
      await(() -> told.contains("shutdown"));
    }
  }

  /** A hang would be worse. */
  @Test
  void requestThatTheOldOneDoesNotCompleteInTimeGets503AndCannotBeResumed() throws Exception {
    try (VertxHttpServer server = Servers.start(new ResourceConfig(First.class));
        ExecutorService client = Executors.newVirtualThreadPerTaskExecutor()) {
      Callable<Integer> ask = () -> Servers.get(server, "/first/later").statusCode();
      Future<Integer> response = client.submit(ask);
      AsyncResponse suspended = SUSPENDED.poll(10, TimeUnit.SECONDS);
      server.container().redeploy(new ResourceConfig(Second.class), Duration.ofMillis(100));
      assertThat(response.get(20, TimeUnit.SECONDS)).isEqualTo(503);
      assertThat(suspended.resume("too late")).isFalse();
    }
  }

  /** Methods that block and ones that do not, from several clients, while it is replaced often. */
  @Test
  void nothingIsLostUnderLoad() throws Exception {
    AtomicBoolean goOn = new AtomicBoolean(true);
    AtomicInteger completed = new AtomicInteger();
    try (VertxHttpServer server = Servers.start(new ResourceConfig(Steady.class));
        ExecutorService clients = Executors.newVirtualThreadPerTaskExecutor()) {
      Callable<Void> client =
          () -> {
            while (goOn.get()) {
              assertThat(Servers.get(server, "/steady").body()).isEqualTo("slept");
              assertThat(Servers.get(server, "/steady/later").body()).isEqualTo("later");
              assertThat(Servers.post(server, "/steady", "content").body()).isEqualTo("content");
              completed.addAndGet(3);
            }
            return null;
          };
      List<Future<Void>> all = Stream.generate(() -> clients.submit(client)).limit(8).toList();
      for (int reload = 1; reload <= 10; reload++) {
        int before = completed.get();
        await(() -> completed.get() > before + 30 || all.stream().anyMatch(Future::isDone));
        server.container().reload();
      }
      goOn.set(false);
      for (Future<Void> each : all) {
        each.get(20, TimeUnit.SECONDS);
      }
    }
  }

  private static void await(BooleanSupplier condition) throws InterruptedException {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
    while (!condition.getAsBoolean()) {
      assertThat(System.nanoTime()).as("nothing has happened").isLessThan(end);
      Thread.sleep(5);
    }
  }

  @Test
  void oneThatCannotBeDeployedLeavesTheOldInPlace() throws Exception {
    try (VertxHttpServer server = Servers.start(new ResourceConfig(First.class))) {
      assertThatThrownBy(() -> server.container().reload(new ResourceConfig(Broken.class)))
          .isInstanceOf(RuntimeException.class);
      assertThat(Servers.get(server, "/first").body()).isEqualTo("first");
    }
  }

  @Test
  void applicationsAreToldOfIt() {
    List<String> first = new CopyOnWriteArrayList<>();
    List<String> second = new CopyOnWriteArrayList<>();
    try (VertxHttpServer server =
        Servers.start(new ResourceConfig(First.class).register(new Told(first)))) {
      server.container().reload(new ResourceConfig(Second.class).register(new Told(second)));
      assertThat(first).containsExactly("startup", "shutdown");
    }
    assertThat(second).containsExactly("reload", "startup", "shutdown");
  }

  @Test
  void sameApplicationMayBeLoadedAnew() throws Exception {
    List<String> told = new CopyOnWriteArrayList<>();
    try (VertxHttpServer server =
        Servers.start(new ResourceConfig(First.class).register(new Told(told)))) {
      server.container().reload();
      assertThat(Servers.get(server, "/first").body()).isEqualTo("first");
    }
    assertThat(told).containsExactly("startup", "shutdown", "reload", "startup", "shutdown");
  }
}
