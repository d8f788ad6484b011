package io.github.restcomparison.jerseycontainervertx.exchange;

import io.netty.handler.codec.DateFormatter;
import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.http.HttpVersion;
import jakarta.ws.rs.core.Response;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.Map;
import org.glassfish.jersey.server.ContainerResponse;

/**
 * What is said before the content. It is that of the moment in which Jersey hands it over: fields
 * that are set later are not sent.
 */
public final class ResponseHead {
  private final Response.StatusType status;
  private final long length;

  /** Names and values by turns. */
  private final List<String> fields;

  /**
   * Of a response as it is now.
   *
   * @param length of the content; below 0 if it is not known
   */
  public ResponseHead(ContainerResponse response, FieldTexts texts, long length) {
    this.status = response.getStatusInfo();
    this.length = length;
    Map<String, List<Object>> headers = response.getHeaders();
    fields = new ArrayList<>(2 * headers.size());
    headers.forEach(
        (name, values) -> {
          for (Object value : values) {
            fields.add(name);
            fields.add(texts.of(value));
          }
        });
  }

  /** Writes it; on the event loop. */
  void write(Exchange exchange) {
    HttpServerResponse out = exchange.request().response();
    out.setStatusCode(status.getStatusCode());
    String reason = status.getReasonPhrase();
    // Netty has the usual status lines ready.
    if (reason != null && !reason.isEmpty() && !reason.equals(out.getStatusMessage())) {
      out.setStatusMessage(reason);
    }
    MultiMap headers = out.headers();
    for (int i = 0; i < fields.size(); i += 2) {
      headers.add(fields.get(i), fields.get(i + 1));
    }
    if (!headers.contains(HttpHeaders.DATE)) {
      headers.set(HttpHeaders.DATE, DateFormatter.format(new Date()));
    }
    frame(exchange, out);
  }

  /** How the client knows where the content ends. */
  private void frame(Exchange exchange, HttpServerResponse out) {
    boolean noContent = status.getStatusCode() == 204 || status.getStatusCode() == 304;
    if (noContent) {
      out.headers().remove(HttpHeaders.CONTENT_LENGTH);
    } else if (length >= 0) {
      out.headers().set(HttpHeaders.CONTENT_LENGTH, Long.toString(length));
    } else if (exchange.request().version() == HttpVersion.HTTP_1_1
        && exchange.request().method() != HttpMethod.HEAD) {
      out.setChunked(true);
    }
  }
}
