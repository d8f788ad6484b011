package io.github.restcomparison.jerseygrizzly;

import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerResponseContext;
import jakarta.ws.rs.container.ContainerResponseFilter;
import jakarta.ws.rs.core.HttpHeaders;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;

/**
 * Adds the {@code Date} that RFC 9110 (6.6.1) asks of a server with a clock, and that Grizzly
 * leaves out. It is formatted once a second, as other servers do.
 */
final class DateFilter implements ContainerResponseFilter {
  private volatile Stamp stamp = Stamp.of(0);

  @Override
  public void filter(ContainerRequestContext request, ContainerResponseContext response) {
    long second = System.currentTimeMillis() / 1_000;
    if (stamp.second != second) {
      stamp = Stamp.of(second);
    }
    response.getHeaders().putSingle(HttpHeaders.DATE, stamp.text);
  }

  private record Stamp(long second, String text) {
    static Stamp of(long second) {
      return new Stamp(
          second,
          DateTimeFormatter.RFC_1123_DATE_TIME.format(
              Instant.ofEpochSecond(second).atOffset(ZoneOffset.UTC)));
    }
  }
}
