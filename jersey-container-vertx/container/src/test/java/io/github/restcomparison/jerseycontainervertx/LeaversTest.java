package io.github.restcomparison.jerseycontainervertx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.container.AsyncResponse;
import jakarta.ws.rs.container.ConnectionCallback;
import jakarta.ws.rs.container.Suspended;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.StreamingOutput;
import jakarta.ws.rs.sse.Sse;
import jakarta.ws.rs.sse.SseEventSink;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.glassfish.jersey.server.ChunkedOutput;
import org.glassfish.jersey.server.ResourceConfig;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Clients who leave, who do not read, and who take their time. */
class LeaversTest {
  private static final Queue<String> SAID = new ConcurrentLinkedQueue<>();
  private static final AtomicLong WRITTEN = new AtomicLong();
  private static VertxHttpServer server;

  /** Waits for its clients for one second only. */
  private static VertxHttpServer impatient;

  /** Waits, reads and writes. */
  @Path("waits")
  public static class Waits {
    @GET
    @Path("suspended")
    public void suspended(@Suspended AsyncResponse response) {
      response.register((ConnectionCallback) left -> SAID.add("left " + left.isSuspended()));
      SAID.add("suspended");
    }

    @GET
    @Path("by-class")
    public void byClass(@Suspended AsyncResponse response) {
      response.register(Told.class);
      SAID.add("suspended");
    }

    @GET
    @Path("late")
    @Blocking
    public void late(@Suspended AsyncResponse response) throws InterruptedException {
      CountDownLatch noticed = new CountDownLatch(1);
      response.register((ConnectionCallback) left -> noticed.countDown());
      SAID.add("suspended");
      noticed.await(60, TimeUnit.SECONDS);
      response.register((ConnectionCallback) left -> SAID.add("left " + left.isSuspended()));
    }

    @GET
    @Path("timed")
    public void timed(@Suspended AsyncResponse response) {
      response.setTimeout(50, TimeUnit.MILLISECONDS);
    }

    @GET
    @Path("endless")
    public StreamingOutput endless() {
      return out -> {
        byte[] block = new byte[64 * 1_024];
        try {
          while (true) {
            out.write(block);
            WRITTEN.addAndGet(block.length);
          }
        } catch (IOException e) {
          SAID.add("stopped: " + e.getMessage());
          throw e;
        }
      };
    }

    /** Writes until the client has left. */
    @GET
    @Path("chunks")
    @Blocking
    public void chunks(@Suspended AsyncResponse response) {
      response.register((ConnectionCallback) left -> SAID.add("left"));
      ChunkedOutput<String> output = new ChunkedOutput<>(String.class);
      response.resume(output);
      try {
        for (int i = 0; i < 10_000_000; i++) {
          output.write("something-");
        }
      } catch (IOException e) {
        SAID.add("stopped");
      }
    }

    /** Writes one, and no more. */
    @GET
    @Path("one-chunk")
    public ChunkedOutput<String> oneChunk() throws IOException {
      ChunkedOutput<String> output = new ChunkedOutput<>(String.class);
      output.write("something-");
      sayIfClosed(output::isClosed);
      return output;
    }

    @GET
    @Path("one-event")
    @Produces(MediaType.SERVER_SENT_EVENTS)
    public void oneEvent(@Context SseEventSink sink, @Context Sse sse) {
      sink.send(sse.newEvent("something-"));
      sayIfClosed(sink::isClosed);
    }

    private static void sayIfClosed(BooleanSupplier closed) {
      Thread.startVirtualThread(
          () -> {
            for (int i = 0; i < 6_000 && !closed.getAsBoolean(); i++) {
              LockSupport.parkNanos(10_000_000);
            }
            SAID.add("closed " + closed.getAsBoolean());
          });
    }

    @POST
    @Path("body")
    public String body(InputStream body) {
      try {
        body.read();
        SAID.add("reading");
        return Long.toString(body.transferTo(java.io.OutputStream.nullOutputStream()));
      } catch (IOException e) {
        SAID.add("broken: " + e.getMessage());
        throw new java.io.UncheckedIOException(e);
      }
    }
  }

  /** Made by Jersey. */
  public static class Told implements ConnectionCallback {
    @Override
    public void onDisconnect(AsyncResponse left) {
      SAID.add("left " + left.isSuspended());
    }
  }

  @BeforeAll
  static void start() {
    server = Servers.start(new ResourceConfig(Waits.class));
    impatient =
        Servers.start(
            new ResourceConfig(Waits.class)
                .property(VertxContainerProperties.CLIENT_TIMEOUT_MS, 1_000));
  }

  @AfterAll
  static void stop() {
    impatient.close();
    server.close();
  }

  @BeforeEach
  void forget() {
    SAID.clear();
    WRITTEN.set(0);
  }

  private static Socket ask(String head) throws IOException {
    return ask(server, head);
  }

  private static Socket ask(VertxHttpServer server, String head) throws IOException {
    Socket socket = new Socket(server.baseUri().getHost(), server.baseUri().getPort());
    socket.setReceiveBufferSize(16_384);
    socket.getOutputStream().write((head + "Host: a\r\n\r\n").getBytes(StandardCharsets.US_ASCII));
    return socket;
  }

  private static void await(String said) throws InterruptedException {
    long end = System.nanoTime() + Duration.ofSeconds(60).toNanos();
    while (SAID.stream().noneMatch(one -> one.startsWith(said)) && System.nanoTime() < end) {
      Thread.sleep(5);
    }
    assertThat(SAID).anyMatch(one -> one.startsWith(said));
  }

  /** By class too, and one that is registered when the client has already left. */
  @ParameterizedTest
  @ValueSource(strings = {"suspended", "by-class", "late"})
  void callbackIsToldAtOnceWhenTheClientLeaves(String how) throws Exception {
    try (Socket socket = ask("GET /waits/%s HTTP/1.1\r\n".formatted(how))) {
      await("suspended");
      assertThat(socket.isConnected()).isTrue();
    }
    await("left true");
    assertThat(SAID).containsExactly("suspended", "left true");
  }

  /** The connection or the writer may notice it first. */
  @RepeatedTest(10)
  void callbackIsToldWhileChunksAreWritten() throws Exception {
    try (Socket socket = ask("GET /waits/chunks HTTP/1.1\r\n")) {
      assertThat(socket.getInputStream().readNBytes(500)).hasSize(500);
    }
    await("stopped");
    await("left");
    assertThat(SAID).containsOnlyOnce("left");
  }

  @ParameterizedTest
  @ValueSource(strings = {"one-chunk", "one-event"})
  void outputIsClosedWhenTheClientLeavesThoughNothingIsWritten(String what) throws Exception {
    try (Socket socket = ask("GET /waits/%s HTTP/1.1\r\n".formatted(what))) {
      assertThat(socket.getInputStream().readNBytes(100)).hasSize(100);
      assertThat(SAID).isEmpty();
    }
    await("closed true");
  }

  @Test
  void callbackIsToldAtOnceOfAReset() throws Exception {
    try (Socket socket = ask("GET /waits/suspended HTTP/1.1\r\n")) {
      await("suspended");
      socket.setSoLinger(true, 0);
    }
    await("left true");
  }

  @Test
  void readerOfContentThatDoesNotComeIsFreedAndTheClientTold() throws Exception {
    try (Socket socket =
        ask(impatient, "POST /waits/body HTTP/1.1\r\nContent-Length: 500000\r\n")) {
      socket.getOutputStream().write(new byte[100]);
      assertThat(new String(socket.getInputStream().readNBytes(12), StandardCharsets.US_ASCII))
          .isEqualTo("HTTP/1.1 408");
    }
  }

  /** Never early. A busy host adds what it likes; a clock of whole seconds would add more. */
  @Test
  void timeOutIsAccurate() throws Exception {
    Servers.get(server, "waits/timed");
    double quickest = Double.MAX_VALUE;
    for (int i = 0; i < 10; i++) {
      long start = System.nanoTime();
      assertThat(Servers.get(server, "waits/timed").statusCode()).isEqualTo(503);
      double ms = (System.nanoTime() - start) / 1e6;
      assertThat(ms).isGreaterThan(49);
      quickest = Math.min(quickest, ms);
    }
    assertThat(quickest).isLessThan(500);
  }

  /** The socket's buffers are filled, then 256 KiB more are taken: nothing after that. */
  @Test
  void clientThatDoesNotReadStopsTheWriter() throws Exception {
    try (Socket socket = ask(impatient, "GET /waits/endless HTTP/1.1\r\n")) {
      await("stopped: the client has read nothing for 1 s");
      assertThat(WRITTEN.get()).isBetween(64L * 1_024, 16L * 1_024 * 1_024);
      assertThat(socket.isConnected()).isTrue();
    }
  }

  @Test
  void clientThatLeavesStopsTheWriter() throws Exception {
    try (Socket socket = ask("GET /waits/endless HTTP/1.1\r\n")) {
      assertThat(socket.getInputStream().readNBytes(100_000)).hasSize(100_000);
    }
    await("stopped: ");
  }

  @Test
  void clientThatLeavesInTheMiddleOfABodyStopsTheReader() throws Exception {
    try (Socket socket = ask("POST /waits/body HTTP/1.1\r\nContent-Length: 500000\r\n")) {
      socket.getOutputStream().write(new byte[100_000]);
      await("reading");
    }
    await("broken: the client has disconnected");
  }

  /** Of a request without a valid URI. */
  @Test
  @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void contentOfAnInvalidRequestIsNotReceivedForEver() throws Exception {
    try (Socket socket =
        ask("POST http:///waits/body HTTP/1.1\r\nTransfer-Encoding: chunked\r\n")) {
      byte[] chunk =
          ("10000\r\n" + "x".repeat(65_536) + "\r\n").getBytes(StandardCharsets.US_ASCII);
      assertThatThrownBy(
              () -> {
                long end = System.nanoTime() + Duration.ofSeconds(20).toNanos();
                while (System.nanoTime() < end) {
                  socket.getOutputStream().write(chunk);
                }
              })
          .isInstanceOf(IOException.class);
      assertThat(new String(socket.getInputStream().readNBytes(12), StandardCharsets.US_ASCII))
          .isEqualTo("HTTP/1.1 400");
    }
  }
}
