package io.github.restcomparison.servicekit;

import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.UnknownHostException;
import picocli.CommandLine.Option;

/** The address of a service, and the paths and the response that all services have. */
public final class Endpoint {
  /** The path of the resource that every service serves. */
  public static final String RESOURCE = "/myapp/myresource";

  /** The path that responds immediately while the service accepts requests. */
  public static final String HEALTH = "/myapp/health";

  /** The path of the service's metrics for Prometheus, if they are on. */
  public static final String METRICS = "/myapp/metrics";

  /** The response of the resource. */
  public static final String BODY = "Got it!";

  @Option(names = "--host", paramLabel = "ADDRESS")
  private String host = "127.0.0.1";

  @Option(names = "--port", paramLabel = "0..65535")
  private int port;

  @Option(names = "--backlog", paramLabel = "1..65535")
  private int backlog = 4_096;

  Endpoint(int port) {
    this.port = port;
  }

  /** Returns the address to bind, a name or an IP address. */
  public String host() {
    return host;
  }

  /** Returns the port to bind, 0 to 65535, 0 for any free one. */
  public int port() {
    return port;
  }

  /** Returns the maximum of connections that wait to be accepted, 1 to 65535. */
  public int backlog() {
    return backlog;
  }

  /**
   * Refuses every address but loopback, for a server that gets no security fixes any more.
   *
   * @throws InvalidSettingException if others could reach it
   */
  public void requireLoopback() {
    if (!address().isLoopbackAddress()) {
      throw new InvalidSettingException(
          "HOST: '%s' is not a loopback address; this server is out of support".formatted(host));
    }
  }

  /**
   * Returns the port, or a free one for 0: for servers that do not support 0, and to check in the
   * same words for all servers. Another process could take it before the server does.
   *
   * @throws IOException if the address cannot be bound
   */
  public int availablePort() throws IOException {
    InetAddress address = address();
    try (ServerSocket socket = new ServerSocket()) {
      socket.setReuseAddress(true);
      socket.bind(new InetSocketAddress(address, port));
      return socket.getLocalPort();
    } catch (BindException e) {
      BindException named =
          new BindException("cannot listen on %s:%d: %s".formatted(host, port, e.getMessage()));
      named.initCause(e);
      throw named;
    }
  }

  private InetAddress address() {
    try {
      return InetAddress.getByName(host);
    } catch (UnknownHostException e) {
      throw new InvalidSettingException("HOST: '%s' cannot be resolved".formatted(host));
    }
  }

  /** Returns the resource's address once the service is bound to {@code boundPort}. */
  public URI resource(int boundPort) {
    return resource("http", boundPort);
  }

  URI resource(String scheme, int boundPort) {
    String literal = host.contains(":") ? "[" + host + "]" : host;
    return URI.create(scheme + "://" + literal + ":" + boundPort + RESOURCE);
  }
}
