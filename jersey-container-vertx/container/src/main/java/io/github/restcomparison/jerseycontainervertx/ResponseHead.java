package io.github.restcomparison.jerseycontainervertx;

import io.vertx.core.Handler;
import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.http.HttpVersion;
import io.vertx.ext.web.RoutingContext;
import jakarta.ws.rs.HttpMethod;
import jakarta.ws.rs.core.MultivaluedMap;
import jakarta.ws.rs.core.Response;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.glassfish.jersey.server.ContainerResponse;

/**
 * The head of a response as it is when Jersey hands it over: fields that are set later are not
 * sent.
 *
 * @param fields names and values by turns
 * @param isContentless whether content is discarded: HEAD, and statuses without content
 * @param length in bytes, of what GET would return too; below 0 if it is not known
 */
record ResponseHead(
    Response.StatusType status, List<String> fields, boolean isContentless, long length) {
  /** Fields of HTTP/1.1 that later versions forbid (RFC 9113, 8.2.2). */
  private static final List<String> OF_CONNECTION =
      List.of("connection", "keep-alive", "proxy-connection", "upgrade");

  private static final long UNKNOWN = -1;

  /**
   * Returns the head of a response as it is now.
   *
   * @param length of its content in bytes; below 0 if it is not known
   * @throws RuntimeException if a value has no text, or the status is not a final one
   */
  static ResponseHead of(ContainerResponse response, FieldTexts texts, long length) {
    int code = response.getStatus();
    if (code < 200) {
      throw new IllegalArgumentException("status %d is not a final one".formatted(code));
    }
    MultivaluedMap<String, Object> headers = response.getHeaders();
    List<String> fields = new ArrayList<>(2 * headers.size());
    for (Map.Entry<String, List<Object>> field : headers.entrySet()) {
      for (Object value : field.getValue()) {
        fields.add(field.getKey());
        fields.add(texts.of(value));
      }
    }
    boolean isHead = HttpMethod.HEAD.equals(response.getRequestContext().getMethod());
    boolean isStated = length < 0 || isHead && length == 0;
    return new ResponseHead(
        response.getStatusInfo(),
        fields,
        isHead || code == 204 || code == 205 || code == 304,
        isStated ? Math.max(length, statedLength(headers.getFirst("Content-Length"))) : length);
  }

  /** Returns the length that the application states. */
  private static long statedLength(Object field) {
    String text = String.valueOf(field);
    return text.matches("\\d{1,18}") ? Long.parseLong(text) : UNKNOWN;
  }

  /** Returns the bytes of content that must follow; below 0 if their number is unknown. */
  long contentLength() {
    return isContentless ? UNKNOWN : length;
  }

  /**
   * Writes it; on the event loop.
   *
   * @param known bytes of content; below 0 if there may be more
   * @return whether the connection must be closed after the content
   */
  boolean write(HttpServerRequest request, long known) {
    HttpServerResponse response = request.response();
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
      headers.set(HttpHeaders.DATE, FieldTexts.date());
    }
    headers.remove(HttpHeaders.TRANSFER_ENCODING);
    boolean isLast = "close".equalsIgnoreCase(headers.get(HttpHeaders.CONNECTION));
    if (Exchange.isMultiplexed(request)) {
      OF_CONNECTION.forEach(headers::remove);
    }
    return frame(request, headers, length < 0 && !isContentless ? known : length) || isLast;
  }

  /** Tells the client where the content ends; returns whether only the connection's end does. */
  private boolean frame(HttpServerRequest request, MultiMap headers, long bytes) {
    int code = status.getStatusCode();
    if (bytes >= 0 && code != 204 && code != 205 && code != 304) {
      headers.set(HttpHeaders.CONTENT_LENGTH, Long.toString(bytes));
      return false;
    }
    headers.remove(HttpHeaders.CONTENT_LENGTH);
    if (isContentless || Exchange.isMultiplexed(request)) {
      return false;
    }
    if (request.version() == HttpVersion.HTTP_1_1) {
      request.response().setChunked(true);
      return false;
    }
    // After Vert.x, which sets keep-alive if the client requests it; in addition to a router's.
    Handler<Void> close = sent -> headers.set(HttpHeaders.CONNECTION, HttpHeaders.CLOSE);
    RoutingContext routing = Exchange.routing(request);
    if (routing == null) {
      request.response().headersEndHandler(close);
    } else {
      routing.addHeadersEndHandler(close);
    }
    return true;
  }

  /** Removes what {@link #write} may have set; fields of handlers before the container stay. */
  void removeFrom(MultiMap headers) {
    for (int i = 0; i < fields.size(); i += 2) {
      headers.remove(fields.get(i));
    }
    headers.remove(HttpHeaders.CONTENT_LENGTH).remove(HttpHeaders.TRANSFER_ENCODING);
  }
}
