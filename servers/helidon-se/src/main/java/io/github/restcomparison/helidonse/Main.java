package io.github.restcomparison.helidonse;

import io.helidon.webserver.WebServer;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.util.Optional;

/** Helidon SE: each connection has a virtual thread, which reads, waits and writes. */
public final class Main {
  private static final long DELAY_MS = Long.parseLong(setting("DELAY_MS", "100"));

  private Main() {}

  /** Runs the service until SIGTERM. */
  public static void main(String... arguments) {
    WebServer.builder()
        .host(setting("HOST", "127.0.0.1"))
        .port(Integer.parseInt(setting("PORT", "8108")))
        .backlog(Integer.parseInt(setting("BACKLOG", "4096")))
        .routing(
            HttpRouting.builder()
                .get("/myapp/myresource", Main::blocking)
                .get("/myapp/health", (request, response) -> response.send("OK")))
        .build()
        .start();
  }

  private static void blocking(ServerRequest request, ServerResponse response)
      throws InterruptedException {
    Thread.sleep(DELAY_MS);
    response.send("Got it!");
  }

  private static String setting(String name, String other) {
    return Optional.ofNullable(System.getenv(name)).orElse(other);
  }
}
