package io.github.restcomparison.contracttck;

import io.github.restcomparison.contracttck.SocketService.Request;
import io.github.restcomparison.contracttck.SocketService.Responses;
import io.github.restcomparison.servicekit.Endpoint;
import java.time.Duration;

/** The responses of a service that keeps every promise: each lie is this with one thing changed. */
record HonestResponses(Duration delay) implements Responses {
  private static final String DATE = "Date: Sat, 21 Nov 2026 02:00:00 GMT\r\n";

  @Override
  public String to(Request request) throws InterruptedException {
    return switch (request.path()) {
      case Endpoint.RESOURCE ->
          switch (request.method()) {
            case "GET", "HEAD" -> {
              Thread.sleep(delay);
              yield text(request, Endpoint.BODY);
            }
            case "OPTIONS" -> empty("200 OK", "Allow: HEAD,GET,OPTIONS\r\n");
            default -> empty("405 Method Not Allowed", "Allow: HEAD,GET,OPTIONS\r\n");
          };
      case Endpoint.HEALTH -> text(request, "OK");
      default -> empty("404 Not Found", "");
    };
  }

  private static String text(Request request, String body) {
    return "HTTP/1.1 200 OK\r\n"
        + DATE
        + "Content-Type: text/plain\r\nContent-Length: "
        + body.length()
        + "\r\n\r\n"
        + (request.method().equals("HEAD") ? "" : body);
  }

  private static String empty(String status, String header) {
    return "HTTP/1.1 " + status + "\r\n" + DATE + header + "Content-Length: 0\r\n\r\n";
  }
}
