package io.github.restcomparison.jerseyvertxbookshop;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.sse.Sse;
import jakarta.ws.rs.sse.SseBroadcaster;
import jakarta.ws.rs.sse.SseEventSink;

/** Sends each new book to all clients, as server-sent events. */
@Path("news")
@ApplicationScoped
public class News {
  private Sse sse;
  private SseBroadcaster listeners;

  /** Returns at once; the response stays open, and no thread waits. */
  @GET
  @Produces(MediaType.SERVER_SENT_EVENTS)
  public void listen(@Context SseEventSink listener, @Context Sse events) {
    broadcaster(events).register(listener);
    listener.send(events.newEventBuilder().comment("open").build());
  }

  private synchronized SseBroadcaster broadcaster(Sse events) {
    if (listeners == null) {
      sse = events;
      listeners = events.newBroadcaster();
    }
    return listeners;
  }

  /** Called by CDI for each book that the catalogue fires. */
  synchronized void send(@Observes Book added) {
    if (listeners != null) {
      listeners.broadcast(
          sse.newEventBuilder().mediaType(MediaType.APPLICATION_JSON_TYPE).data(added).build());
    }
  }
}
