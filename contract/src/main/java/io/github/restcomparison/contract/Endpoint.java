package io.github.restcomparison.contract;

import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;

/**
 * Where a service listens and how long its resource waits: the settings that every service has.
 *
 * @param host the address to bind
 * @param port the port to bind, 0 to 65535, 0 for any free one
 * @param delay the wait of one request, 0 to 600 s
 * @param backlog connections that may wait to be accepted, 1 to 65535; the kernel may cap it
 */
public record Endpoint(String host, int port, Duration delay, int backlog) {

  /** The path of the resource that every service serves. */
  public static final String RESOURCE = "/myapp/myresource";

  /** The path that answers at once while the service lives. */
  public static final String HEALTH = "/myapp/health";

  /** What the resource answers. */
  public static final String BODY = "Got it!";

  /**
   * Reads {@code HOST}, {@code PORT}, {@code DELAY_MS} and {@code BACKLOG}.
   *
   * @throws SettingException where one of them cannot be used
   */
  public static Endpoint of(Settings settings, int defaultPort) {
    return new Endpoint(
        host(settings),
        settings.integer("PORT", defaultPort, 0, 65_535),
        Duration.ofMillis(settings.integer("DELAY_MS", 100, 0, 600_000)),
        settings.integer("BACKLOG", 4096, 1, 65_535));
  }

  private static String host(Settings settings) {
    String host = settings.text("HOST", "127.0.0.1");
    try {
      if (new URI("http", null, host, -1, "/", null, null).parseServerAuthority().getHost()
          != null) {
        return host;
      }
    } catch (URISyntaxException e) {
      // said below
    }
    throw Settings.mayBe("HOST", host, "a host name or an IP address");
  }

  /** The resource's address once the service is bound to {@code boundPort}. */
  public URI resource(int boundPort) {
    String literal = host.contains(":") ? "[" + host + "]" : host;
    return URI.create("http://" + literal + ":" + boundPort + RESOURCE);
  }
}
