package com.example;

import io.vertx.core.Vertx;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.container.AsyncResponse;
import jakarta.ws.rs.container.Suspended;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.StreamingOutput;

/** Responds in each of the ways that a container distinguishes. */
@Path("hello")
public class Hello {
  @Context private Vertx vertx;

  /** May block. */
  @GET
  @Path("thread")
  public String thread() {
    return Thread.currentThread().getName();
  }

  /** On the event loop. */
  @GET
  @Path("later")
  public void later(@Suspended AsyncResponse response) {
    vertx.setTimer(10, fired -> response.resume("Hello"));
  }

  /** Is written in 100 parts of 10,000 bytes. */
  @GET
  @Path("stream")
  public StreamingOutput stream() {
    return out -> {
      for (int i = 0; i < 100; i++) {
        out.write(new byte[10_000]);
      }
    };
  }
}
