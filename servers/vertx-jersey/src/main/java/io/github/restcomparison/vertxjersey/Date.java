package io.github.restcomparison.vertxjersey;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import javax.ws.rs.container.ContainerRequestContext;
import javax.ws.rs.container.ContainerResponseContext;
import javax.ws.rs.container.ContainerResponseFilter;

/** Adds the header that Vert.x 3 leaves to its users; formatted once a second, as others do. */
final class Date implements ContainerResponseFilter {
  private record Formatted(long second, String text) {}

  private volatile Formatted date = new Formatted(0, "");

  @Override
  public void filter(ContainerRequestContext request, ContainerResponseContext response) {
    long second = System.currentTimeMillis() / 1_000;
    Formatted current = date;
    if (current.second != second) {
      current =
          new Formatted(
              second,
              DateTimeFormatter.RFC_1123_DATE_TIME.format(
                  Instant.ofEpochSecond(second).atOffset(ZoneOffset.UTC)));
      date = current;
    }
    response.getHeaders().putSingle("Date", current.text);
  }
}
