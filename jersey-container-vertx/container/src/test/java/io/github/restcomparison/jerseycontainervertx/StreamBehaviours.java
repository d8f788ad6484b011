package io.github.restcomparison.jerseycontainervertx;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Application;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.sse.Sse;
import jakarta.ws.rs.sse.SseBroadcaster;
import jakarta.ws.rs.sse.SseEventSink;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.glassfish.jersey.server.ChunkedOutput;
import org.glassfish.jersey.server.ResourceConfig;
import org.glassfish.jersey.test.spi.TestContainerFactory;
import org.junit.jupiter.api.Test;

/** Responses that come in pieces. */
abstract class StreamBehaviours extends Behaviours {
  StreamBehaviours(TestContainerFactory container) {
    super(container);
  }

  @Override
  protected Application configure() {
    return new ResourceConfig(Streams.class);
  }

  /** Sends events and chunks. */
  @Path("streams")
  public static class Streams {
    private static SseBroadcaster broadcaster;

    @GET
    @Path("events")
    @Produces(MediaType.SERVER_SENT_EVENTS)
    public void events(@Context SseEventSink sink, @Context Sse sse) {
      Thread.ofVirtual()
          .start(
              () -> {
                try (sink) {
                  for (int i = 0; i < 3; i++) {
                    sink.send(
                        sse.newEventBuilder()
                            .id(Integer.toString(i))
                            .name("count")
                            .data("event " + i)
                            .build());
                  }
                } catch (IOException e) {
                  throw new UncheckedIOException(e);
                }
              });
    }

    @GET
    @Path("events-at-once")
    @Produces(MediaType.SERVER_SENT_EVENTS)
    public void eventsAtOnce(@Context SseEventSink sink, @Context Sse sse) throws IOException {
      try (sink) {
        sink.send(sse.newEvent("at once"));
      }
    }

    @GET
    @Path("subscribe")
    @Produces(MediaType.SERVER_SENT_EVENTS)
    public void subscribe(@Context SseEventSink sink, @Context Sse sse) {
      synchronized (Streams.class) {
        if (broadcaster == null) {
          broadcaster = sse.newBroadcaster();
        }
        broadcaster.register(sink);
      }
      sink.send(sse.newEvent("welcome"));
    }

    @GET
    @Path("broadcast")
    public String broadcast(@Context Sse sse) throws Exception {
      broadcaster
          .broadcast(sse.newEvent("to all"))
          .toCompletableFuture()
          .get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
      broadcaster.close();
      broadcaster = null;
      return "sent";
    }

    @GET
    @Path("chunks")
    public ChunkedOutput<String> chunks() {
      ChunkedOutput<String> output = new ChunkedOutput<>(String.class);
      Thread.ofVirtual()
          .start(
              () -> {
                try (output) {
                  for (int i = 0; i < 100; i++) {
                    output.write("chunk " + i + "\n");
                  }
                } catch (IOException e) {
                  throw new UncheckedIOException(e);
                }
              });
      return output;
    }

    @GET
    @Path("nothing")
    public ChunkedOutput<String> nothing() throws IOException {
      ChunkedOutput<String> output = new ChunkedOutput<>(String.class);
      output.close();
      return output;
    }
  }

  @Test
  void eventsComeInTheirOrderAndThenTheEnd() throws Exception {
    HttpResponse<String> response = get("/streams/events");
    assertThat(response.headers().firstValue("Content-Type"))
        .hasValueSatisfying(type -> assertThat(type).startsWith("text/event-stream"));
    assertThat(data(response.body())).containsExactly("event 0", "event 1", "event 2");
    assertThat(response.body()).contains("event: count", "id: 2");
  }

  @Test
  void eventsMayBeSentByTheMethodItself() throws Exception {
    assertThat(data(get("/streams/events-at-once").body())).containsExactly("at once");
  }

  @Test
  void broadcastReachesAllWhoHaveSubscribed() throws Exception {
    List<InputStream> subscribers = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      InputStream events =
          http()
              .send(
                  request("/streams/subscribe").build(), HttpResponse.BodyHandlers.ofInputStream())
              .body();
      assertThat(
              new String(events.readNBytes("data: welcome\n\n".length()), StandardCharsets.UTF_8))
          .contains("welcome");
      subscribers.add(events);
    }
    assertThat(get("/streams/broadcast").body()).isEqualTo("sent");
    for (InputStream subscriber : subscribers) {
      assertThat(data(new String(subscriber.readAllBytes(), StandardCharsets.UTF_8)))
          .containsExactly("to all");
    }
  }

  @Test
  void chunksComeInTheirOrder() throws Exception {
    String body = get("/streams/chunks").body();
    assertThat(body.lines()).hasSize(100).startsWith("chunk 0").endsWith("chunk 99");
  }

  @Test
  void streamMayHaveNothingInIt() throws Exception {
    HttpResponse<String> response = get("/streams/nothing");
    assertThat(response.statusCode()).isEqualTo(200);
    assertThat(response.body()).isEmpty();
  }

  private static Stream<String> data(String events) {
    return events.lines().filter(line -> line.startsWith("data: ")).map(line -> line.substring(6));
  }
}
