package io.github.restcomparison.vertxjersey;

import io.netty.handler.codec.DateFormatter;
import io.vertx.core.Vertx;
import java.util.Date;
import javax.ws.rs.container.ContainerRequestContext;
import javax.ws.rs.container.ContainerResponseContext;
import javax.ws.rs.container.ContainerResponseFilter;

/** Adds the {@code Date} field, which Vert.x 3 leaves out; formats it once a second. */
final class DateField implements ContainerResponseFilter {
  private volatile String now = DateFormatter.format(new Date());

  DateField(Vertx vertx) {
    vertx.setPeriodic(1_000, tick -> now = DateFormatter.format(new Date()));
  }

  @Override
  public void filter(ContainerRequestContext request, ContainerResponseContext response) {
    response.getHeaders().putSingle("Date", now);
  }
}
