package io.github.restcomparison.jerseycontainervertx;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.sse.Sse;
import jakarta.ws.rs.sse.SseEventSink;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.http.HttpClient;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.glassfish.jersey.server.ResourceConfig;
import org.glassfish.jersey.server.filter.EncodingFilter;
import org.glassfish.jersey.spi.ContentEncoder;
import org.junit.jupiter.api.Test;

/** Events through an encoder: one that flushes passes them on; Jersey's GZipEncoder does not. */
class EncodedEventsTest {
  private static final CountDownLatch RECEIVED = new CountDownLatch(1);

  /** Sends a second event when the client has the first. */
  @Path("events")
  public static class Events {
    @GET
    @Produces(MediaType.SERVER_SENT_EVENTS)
    public void events(@Context SseEventSink sink, @Context Sse events) throws Exception {
      try (sink) {
        sink.send(events.newEvent("first"));
        boolean isReceived = RECEIVED.await(10, TimeUnit.SECONDS);
        sink.send(events.newEvent(isReceived ? "second" : "late"));
      }
    }
  }

  /** As the README has it. */
  @NonBlocking
  public static class FlushingGZipEncoder extends ContentEncoder {
    /** For Jersey. */
    public FlushingGZipEncoder() {
      super("gzip");
    }

    @Override
    public InputStream decode(String encoding, InputStream stream) throws IOException {
      return new GZIPInputStream(stream);
    }

    @Override
    public OutputStream encode(String encoding, OutputStream stream) throws IOException {
      return new GZIPOutputStream(stream, true);
    }
  }

  @Test
  void eventsAreSentOneByOne() throws Exception {
    try (VertxHttpServer server =
            Servers.start(
                new ResourceConfig(Events.class, EncodingFilter.class, FlushingGZipEncoder.class));
        HttpClient client = HttpClient.newHttpClient()) {
      HttpResponse<InputStream> response =
          client.send(
              Servers.request(server, "events").header("Accept-Encoding", "gzip").build(),
              HttpResponse.BodyHandlers.ofInputStream());
      assertThat(response.headers().firstValue("Content-Encoding")).hasValue("gzip");
      InputStream events = new GZIPInputStream(response.body());
      assertThat(event(events, 13)).isEqualTo("data: first\n\n");
      RECEIVED.countDown();
      assertThat(event(events, 14)).isEqualTo("data: second\n\n");
    }
  }

  private static String event(InputStream events, int bytes) throws IOException {
    return new String(events.readNBytes(bytes), StandardCharsets.US_ASCII);
  }
}
