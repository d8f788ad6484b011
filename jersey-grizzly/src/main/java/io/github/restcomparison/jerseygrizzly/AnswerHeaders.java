package io.github.restcomparison.jerseygrizzly;

import io.github.restcomparison.contract.Admission;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerResponseContext;
import jakarta.ws.rs.container.ContainerResponseFilter;
import jakarta.ws.rs.core.HttpHeaders;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;

/**
 * Adds the {@code Date} that RFC 9110 (6.6.1) asks of a server with a clock, and that Jersey's
 * container leaves out; it is formatted once a second, as other servers do. While the service
 * drains, it also tells the client not to come again on this connection.
 */
final class AnswerHeaders implements ContainerResponseFilter {
  private final Admission admission;
  private volatile Stamp stamp = Stamp.of(0);

  AnswerHeaders(Admission admission) {
    this.admission = admission;
  }

  @Override
  public void filter(ContainerRequestContext request, ContainerResponseContext response) {
    long second = System.currentTimeMillis() / 1_000;
    if (stamp.second != second) {
      stamp = Stamp.of(second);
    }
    response.getHeaders().putSingle(HttpHeaders.DATE, stamp.text);
    if (admission.draining()) {
      response.getHeaders().putSingle("Connection", "close");
    }
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
