package io.github.restcomparison.gatling;

import io.gatling.http.response.Response;
import io.github.restcomparison.records.service.Workload.RequestSpec;
import io.github.restcomparison.runner.load.Exchanges;
import io.netty.handler.codec.http.HttpHeaders;
import java.util.Map;

/** The traits and sizes of responses: services with the same function may differ in them. */
final class ResponseTraits {
  private ResponseTraits() {}

  /**
   * Counts a response.
   *
   * @param wrong its violation, null if there is none
   * @param url of the service
   */
  static void count(
      Exchanges exchanges, RequestSpec spec, Response response, String wrong, String url) {
    exchanges.received(bytes(response), traits(response, url), wrong);
    if (wrong == null) {
      exchanges
          .byStatus()
          .add(
              spec.name(),
              response.status().code(),
              response.headers().get("Content-Type"),
              response.body().length(),
              response.startTimestamp(),
              response.endTimestamp());
    }
  }

  private static Map<String, String> traits(Response response, String url) {
    HttpHeaders headers = response.headers();
    // A server of HTTP/1.0 ends a body by closing the connection, without a header for that.
    boolean isEndless =
        !response.isHttp2()
            && response.body().length() > 0
            && !headers.contains("Content-Length")
            && !headers.contains("Transfer-Encoding");
    boolean isClosed = isEndless || headers.containsValue("Connection", "close", true);
    return Map.of(
        "status",
        Integer.toString(response.status().code()),
        "protocol",
        (response.isHttp2() ? "HTTP/2" : "HTTP/1.1")
            + (url.startsWith("https:") ? " over TLS" : ""),
        "compression",
        headers.get("Content-Encoding", "none"),
        "connections",
        isClosed ? "closed after each response" : "kept open",
        "keep-alive",
        headers.get("Keep-Alive", "no limit stated"));
  }

  /** Returns the size of a response as text of HTTP/1.1, before any compression. */
  private static long bytes(Response response) {
    long head = "HTTP/1.1 200 \r\n\r\n".length() + response.status().reasonPhrase().length();
    for (Map.Entry<String, String> header : response.headers()) {
      head += header.getKey().length() + header.getValue().length() + ": \r\n".length();
    }
    return head + response.body().length();
  }
}
