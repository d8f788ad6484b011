package io.github.restcomparison.jerseycontainervertx;

import io.netty.handler.codec.DateFormatter;
import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.http.HttpVersion;
import jakarta.ws.rs.HttpMethod;
import jakarta.ws.rs.core.Configuration;
import jakarta.ws.rs.core.Response;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.Map;
import org.glassfish.jersey.message.internal.HeaderUtils;
import org.glassfish.jersey.server.ContainerResponse;

/**
 * The head of a response as it is when Jersey hands it over: fields that are set later are not
 * sent.
 */
final class ResponseHead {
  /** Fields of HTTP/1.1 that later versions forbid (RFC 9113, 8.2.2). */
  private static final List<String> OF_CONNECTION =
      List.of("connection", "keep-alive", "proxy-connection", "upgrade");

  private static final long UNKNOWN = -1;

  private final Response.StatusType status;
  private final long length;
  private final boolean contentless;

  /** Names and values by turns. */
  private final List<String> fields;

  /**
   * Of a response as it is now.
   *
   * @param contentLength in bytes; below 0 if it is not known
   * @throws RuntimeException if a value has no text, or the status is not a final one
   */
  ResponseHead(ContainerResponse response, Configuration configuration, long contentLength) {
    status = response.getStatusInfo();
    int code = status.getStatusCode();
    if (code < 200) {
      throw new IllegalArgumentException("status %d is not a final one".formatted(code));
    }
    boolean isHead = HttpMethod.HEAD.equals(response.getRequestContext().getMethod());
    contentless = isHead || code == 204 || code == 205 || code == 304;
    length =
        contentLength < 0 || isHead && contentLength == 0
            ? Math.max(contentLength, statedLength(response))
            : contentLength;
    Map<String, List<Object>> headers = response.getHeaders();
    fields = new ArrayList<>(2 * headers.size());
    headers.forEach(
        (name, values) -> {
          for (Object value : values) {
            fields.add(name);
            fields.add(HeaderUtils.asString(value, configuration));
          }
        });
  }

  /** The length that the application states. */
  private static long statedLength(ContainerResponse response) {
    try {
      String text = response.getHeaderString(jakarta.ws.rs.core.HttpHeaders.CONTENT_LENGTH);
      return text == null ? UNKNOWN : Math.max(UNKNOWN, Long.parseLong(text));
    } catch (NumberFormatException e) {
      return UNKNOWN;
    }
  }

  /** Returns the bytes of content that must follow, below 0 if it does not say how many. */
  long contentLength() {
    return contentless ? UNKNOWN : length;
  }

  /** Returns whether content is discarded: HEAD, and statuses without content. */
  boolean isContentless() {
    return contentless;
  }

  /**
   * Writes it; on the event loop.
   *
   * @param known bytes of content; below 0 if there may be more
   * @return whether the connection must be closed after the content
   */
  boolean write(Exchange exchange, long known) {
    HttpServerResponse response = exchange.request().response();
    response.setStatusCode(status.getStatusCode());
    String reason = status.getReasonPhrase();
    // Netty has the usual status lines ready.
    if (reason != null && !reason.isEmpty() && !reason.equals(response.getStatusMessage())) {
      response.setStatusMessage(reason);
    }
    MultiMap headers = response.headers();
    for (int i = 0; i < fields.size(); i += 2) {
      headers.add(fields.get(i), fields.get(i + 1));
    }
    if (!headers.contains(HttpHeaders.DATE)) {
      headers.set(HttpHeaders.DATE, DateFormatter.format(new Date()));
    }
    return frame(exchange, headers, known);
  }

  /** Removes what {@link #write} may have set; fields of handlers before the container stay. */
  void removeFrom(MultiMap headers) {
    for (int i = 0; i < fields.size(); i += 2) {
      headers.remove(fields.get(i));
    }
    headers.remove(HttpHeaders.CONTENT_LENGTH).remove(HttpHeaders.TRANSFER_ENCODING);
  }

  /** Tells the client where the content ends, by what its version of HTTP knows. */
  private boolean frame(Exchange exchange, MultiMap headers, long known) {
    HttpVersion version = exchange.request().version();
    boolean isLast = "close".equalsIgnoreCase(headers.get(HttpHeaders.CONNECTION));
    headers.remove(HttpHeaders.TRANSFER_ENCODING);
    if (Exchange.isMultiplexed(exchange.request())) {
      OF_CONNECTION.forEach(headers::remove);
    }
    int code = status.getStatusCode();
    long bytes = length < 0 && !contentless ? known : length;
    if (bytes >= 0 && code != 204 && code != 304) {
      headers.set(HttpHeaders.CONTENT_LENGTH, Long.toString(bytes));
    } else {
      headers.remove(HttpHeaders.CONTENT_LENGTH);
      if (!contentless && version == HttpVersion.HTTP_1_1) {
        exchange.request().response().setChunked(true);
      } else if (!contentless && version == HttpVersion.HTTP_1_0) {
        // Later than Vert.x, which sets keep-alive if the client asks for it.
        exchange.onHeadersEnd(sent -> headers.set(HttpHeaders.CONNECTION, HttpHeaders.CLOSE));
        return true;
      }
    }
    return isLast;
  }
}
