package io.github.restcomparison.jerseycontainervertx;

import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.StreamingOutput;
import jakarta.ws.rs.sse.Sse;
import jakarta.ws.rs.sse.SseBroadcaster;
import jakarta.ws.rs.sse.SseEventSink;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.concurrent.TimeUnit;
import org.glassfish.jersey.server.ResourceConfig;

/** A service in a JVM of its own, with a heap that what it sends and receives does not fit into. */
public final class SmallHeapService {
  private static SseBroadcaster broadcaster;

  private SmallHeapService() {}

  /** Prints its address, and serves until its standard input ends. */
  public static void main(String[] args) throws IOException {
    try (VertxHttpServer server = Servers.start(new ResourceConfig(Large.class))) {
      System.out.println(server.baseUri());
      System.in.transferTo(OutputStream.nullOutputStream());
    }
  }

  private static synchronized SseBroadcaster broadcaster(Sse sse) {
    if (broadcaster == null) {
      broadcaster = sse.newBroadcaster();
    }
    return broadcaster;
  }

  /** Much of everything. */
  @Path("large")
  public static class Large {
    @POST
    @Path("count")
    public String count(InputStream body) throws IOException {
      return Long.toString(body.transferTo(OutputStream.nullOutputStream()));
    }

    @GET
    @Path("zeroes")
    @Produces(MediaType.APPLICATION_OCTET_STREAM)
    public StreamingOutput zeroes(@QueryParam("bytes") long bytes) {
      return out -> {
        byte[] block = new byte[64 * 1_024];
        for (long left = bytes; left > 0; left -= block.length) {
          out.write(block, 0, (int) Math.min(left, block.length));
        }
      };
    }

    @GET
    @Path("events")
    @Produces(MediaType.SERVER_SENT_EVENTS)
    public void events(@Context SseEventSink sink, @Context Sse sse) {
      broadcaster(sse).register(sink);
      sink.send(sse.newEvent("welcome"));
    }

    @POST
    @Path("broadcast")
    public String broadcast(@Context Sse sse) throws Exception {
      broadcaster(sse)
          .broadcast(sse.newEvent("to all"))
          .toCompletableFuture()
          .get(20, TimeUnit.SECONDS);
      return "sent";
    }
  }
}
