package io.github.restcomparison.vertxserver;

import io.github.restcomparison.servicekit.Limits;
import io.github.restcomparison.servicekit.RequestRules;
import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import java.util.Arrays;

/** What Vert.x hands over as requests, and a service should not take for one. */
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
   * Whether its connection is not to be kept: because it has content, which no resource here takes,
   * so that staying in step with it is worth nothing, or because {@code close} is among the options
   * of its connection.
   */
  static boolean isLast(HttpServerRequest request) {
    MultiMap fields = request.headers();
    return hasContent(request)
        || fields.contains("Connection")
            && fields.getAll("Connection").stream().anyMatch(Requests::hasClose);
  }

  /** Whether something is to come behind its head. */
  static boolean hasContent(HttpServerRequest request) {
    MultiMap fields = request.headers();
    String length = fields.get("Content-Length");
    return length != null && !length.equals("0") || fields.contains("Transfer-Encoding");
  }

  private static boolean hasClose(String options) {
    return Arrays.stream(options.split(",")).map(String::strip).anyMatch("close"::equalsIgnoreCase);
  }
}
