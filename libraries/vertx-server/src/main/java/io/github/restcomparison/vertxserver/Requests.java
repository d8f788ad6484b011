package io.github.restcomparison.vertxserver;

import io.github.restcomparison.servicekit.Limits;
import io.github.restcomparison.servicekit.RequestRules;
import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import java.util.Arrays;

/** Rules of RFC 9112 that Vert.x does not enforce by itself. */
final class Requests {
  private Requests() {}

  /** The status to refuse it with, or 0. */
  static int refusal(HttpServerRequest request, Limits limits) {
    if (!RequestRules.isTarget(request.uri()) || request.headers().contains("")) {
      return 400;
    }
    return RequestRules.refusal(
        request.version() == HttpVersion.HTTP_1_1, request.headers()::getAll, limits.bodyBytes());
  }

  /**
   * Whether to close its connection after the answer: because it has content, which no resource
   * here reads, or because its {@code Connection} field has {@code close}.
   */
  static boolean isLast(HttpServerRequest request) {
    MultiMap fields = request.headers();
    return hasContent(request)
        || fields.contains("Connection")
            && fields.getAll("Connection").stream().anyMatch(Requests::hasClose);
  }

  /** Whether content follows its head. */
  static boolean hasContent(HttpServerRequest request) {
    MultiMap fields = request.headers();
    String length = fields.get("Content-Length");
    return length != null && !length.equals("0") || fields.contains("Transfer-Encoding");
  }

  private static boolean hasClose(String options) {
    return Arrays.stream(options.split(",")).map(String::strip).anyMatch("close"::equalsIgnoreCase);
  }
}
