package io.github.restcomparison.servicekit;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.UnknownHostException;

/**
 * Where a service listens and how long its resource waits: the settings that every service has.
 *
 * @param host the address to bind
 * @param port the port to bind, 0 to 65535, 0 for any free one
 * @param delay how long requests wait
 * @param backlog connections that may wait to be accepted, 1 to 65535; the kernel may cap it
 */
public record Endpoint(String host, int port, Delay delay, int backlog) {

  /** The path of the resource that every service serves. */
  public static final String RESOURCE = "/myapp/myresource";

  /** The path that answers at once while the service lives. */
  public static final String HEALTH = "/myapp/health";

  /** The path of what a service shows of itself to Prometheus, where it does. */
  public static final String METRICS = "/myapp/metrics";

  /** What the resource answers. */
  public static final String BODY = "Got it!";

  /**
   * Reads {@code HOST}, {@code PORT}, {@code WAIT}, {@code DELAY_MS} and {@code BACKLOG}.
   *
   * @param backEnds the kinds of back end that the service can ask: {@link BackEnd#HTTP}, {@link
   *     BackEnd#SQL}, or none
   * @throws SettingException where one of them cannot be used
   */
  public static Endpoint of(Settings settings, int defaultPort, String... backEnds) {
    return new Endpoint(
        host(settings),
        settings.integer("PORT", defaultPort, 0, 65_535),
        DrivenDelay.ofService(Delay.of(settings, backEnds)),
        settings.integer("BACKLOG", 4096, 1, 65_535));
  }

  /**
   * The same for a server that gets no security fixes any more, and so must not be reached from
   * outside.
   *
   * @throws SettingException where a setting cannot be used, or the host is not a loopback address
   */
  public static Endpoint onLoopback(Settings settings, int defaultPort) {
    Endpoint endpoint = of(settings, defaultPort);
    try {
      if (InetAddress.getByName(endpoint.host).isLoopbackAddress()) {
        return endpoint;
      }
    } catch (UnknownHostException e) {
      // said below
    }
    throw Settings.mayBe(
        "HOST", endpoint.host, "a loopback address: this server is out of support");
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

  /**
   * The port, or any free one for 0: for servers that do not support 0, or that do not report
   * clearly that a port is taken. Another process could take it before the server does.
   *
   * @throws IOException where it cannot be bound
   */
  public int availablePort() throws IOException {
    try (ServerSocket socket = new ServerSocket()) {
      socket.setReuseAddress(true);
      socket.bind(new InetSocketAddress(InetAddress.getByName(host), port));
      return socket.getLocalPort();
    }
  }

  /** The resource's address once the service is bound to {@code boundPort}. */
  public URI resource(int boundPort) {
    return resource("http", boundPort);
  }

  URI resource(String scheme, int boundPort) {
    String literal = host.contains(":") ? "[" + host + "]" : host;
    return URI.create(scheme + "://" + literal + ":" + boundPort + RESOURCE);
  }
}
