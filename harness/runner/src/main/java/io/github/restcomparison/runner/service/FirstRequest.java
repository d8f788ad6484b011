package io.github.restcomparison.runner.service;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpHandlers;
import com.sun.net.httpserver.HttpServer;
import io.github.restcomparison.records.service.Expectation;
import io.github.restcomparison.records.service.Secrets;
import io.github.restcomparison.records.service.State.Feeder;
import io.github.restcomparison.records.service.Workload;
import io.github.restcomparison.records.service.Workload.Content;
import io.github.restcomparison.records.service.Workload.RequestSpec;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * The request whose first correct response ends the start-up of a service.
 *
 * @param limit of a response
 * @param isRequired whether a service that does not answer right is not measured
 */
public record FirstRequest(RequestSpec spec, Secrets secrets, Duration limit, boolean isRequired) {
  /** The JDK's client does not send these, or does not decode the response to the last. */
  private static final Set<String> NOT_SENT =
      Set.of("connection", "content-length", "expect", "host", "upgrade", "accept-encoding");

  private static final int WARM_UP = 200;
  private static final Duration WARM_UP_LIMIT = Duration.ofSeconds(30);

  /** The status of a response, 0 if there is none, and what is wrong, null if nothing is. */
  record Outcome(int status, String wrong) {
    /** Whether a service that is still starting may answer this. */
    boolean mayChange() {
      return status == 0 || status == 404 || status >= 500;
    }
  }

  /**
   * Returns the first request of a workload that needs nothing but a service; empty if all need
   * records, a set-up, a form, or headers that the JDK's client does not send.
   */
  public static Optional<FirstRequest> of(Workload workload, Secrets secrets, boolean isRequired) {
    return workload.requests().stream()
        .filter(FirstRequest::isPlain)
        .map(spec -> new FirstRequest(spec, secrets, workload.timeout(), isRequired))
        .findFirst();
  }

  private static boolean isPlain(RequestSpec spec) {
    String body =
        switch (spec.content().orElse(null)) {
          case Content.Text(String text) -> text;
          case Content.Form _ -> "{form}";
          case null, default -> "";
        };
    String all = spec.target() + body + spec.headers() + spec.expect();
    return Feeder.names(all.replaceAll("\\$\\{\\w+}", "")).isEmpty()
        && spec.headers().keySet().stream()
            .noneMatch(name -> NOT_SENT.contains(name.toLowerCase(Locale.ROOT)));
  }

  /** Loads the classes of the client, whose time would be that of the first service. */
  static void warmUp(ServiceClient client) throws IOException, InterruptedException {
    InetSocketAddress loopback = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    HttpHandler ok = HttpHandlers.of(200, Headers.of(), "");
    HttpServer server = HttpServer.create(loopback, 0, "/", ok);
    server.start();
    try {
      URI address = URI.create("http://127.0.0.1:" + server.getAddress().getPort());
      for (int i = 0; i < WARM_UP; i++) {
        client.send(address, HttpRequest.newBuilder(), BodyHandlers.ofString(), WARM_UP_LIMIT);
      }
    } finally {
      server.stop(0);
    }
  }

  /** Sends it once; a response may take any time. */
  Outcome send(URI base, ServiceClient client) throws InterruptedException {
    try {
      HttpRequest.Builder request =
          HttpRequest.newBuilder()
              .method(
                  spec.method(),
                  switch (spec.content().orElse(null)) {
                    case Content.Text(String body) ->
                        BodyPublishers.ofString(secrets.resolve(body));
                    case Content.Bytes(String file) -> BodyPublishers.ofFile(Path.of(file));
                    case null, default -> BodyPublishers.noBody();
                  });
      spec.headers()
          .forEach(
              (name, values) ->
                  values.forEach(value -> request.header(name, secrets.resolve(value))));
      URI target = base.resolve(secrets.resolve(spec.target()));
      HttpResponse<String> response = client.send(target, request, BodyHandlers.ofString(), limit);
      Optional<String> wrong =
          spec.expect()
              .atAnyTime()
              .violation(
                  new Expectation.Response(
                      response.statusCode(),
                      name -> response.headers().firstValue(name).orElse(null),
                      response::body,
                      Duration.ZERO),
                  secrets::resolve);
      return new Outcome(response.statusCode(), wrong.map(secrets::hide).orElse(null));
    } catch (IOException | IllegalArgumentException e) {
      return new Outcome(0, "no response (%s)".formatted(secrets.hide("" + e.getMessage())));
    }
  }
}
