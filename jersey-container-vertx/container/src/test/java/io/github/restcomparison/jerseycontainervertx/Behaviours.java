package io.github.restcomparison.jerseycontainervertx;

import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.glassfish.jersey.test.JerseyTest;
import org.glassfish.jersey.test.TestProperties;
import org.glassfish.jersey.test.spi.TestContainerFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;

/**
 * What an application may expect of any container: the same tests run on this one and on Jersey's
 * for Grizzly. The application is started once for all of a class.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class Behaviours extends JerseyTest {
  static final Duration PATIENCE = Duration.ofSeconds(10);

  static {
    System.setProperty(TestProperties.CONTAINER_PORT, "0"); // any free one
  }

  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).connectTimeout(PATIENCE).build();

  Behaviours(TestContainerFactory container) {
    super(container);
    // The framework's own is 9998 for every test on this machine.
    forceSet(TestProperties.CONTAINER_PORT, "0");
  }

  @Override
  @BeforeAll
  public void setUp() throws Exception {
    super.setUp();
  }

  @Override
  @AfterAll
  public void tearDown() throws Exception {
    client.close();
    super.tearDown();
  }

  URI uri(String path) {
    return URI.create(getBaseUri().toString().replaceFirst("/$", "") + path);
  }

  HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(uri(path)).timeout(PATIENCE);
  }

  HttpResponse<String> send(HttpRequest.Builder request) throws IOException, InterruptedException {
    return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
  }

  HttpResponse<String> get(String path) throws IOException, InterruptedException {
    return send(request(path));
  }

  HttpResponse<String> post(String path, String body) throws IOException, InterruptedException {
    return send(request(path).POST(HttpRequest.BodyPublishers.ofString(body)));
  }

  HttpClient http() {
    return client;
  }

  /** What came back over a connection of its own: status, fields, and body with its framing. */
  record Raw(int status, String head, String body) {}

  /**
   * Sends bytes as they are, and reads until the server closes.
   *
   * @param request with {@code Connection: close}, or of HTTP/1.0
   */
  Raw raw(String request) throws IOException {
    try (Socket socket = new Socket(getBaseUri().getHost(), getBaseUri().getPort())) {
      socket.setSoTimeout((int) PATIENCE.toMillis());
      socket.getOutputStream().write(request.getBytes(StandardCharsets.UTF_8));
      String all = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      int end = all.indexOf("\r\n\r\n");
      return new Raw(
          Integer.parseInt(all.substring(9, 12)), all.substring(0, end), all.substring(end + 4));
    }
  }

  /** Asks for a target as it is, unlike a client that makes a URI of it. */
  Raw rawGet(String target) throws IOException {
    return raw(
        "GET " + target + " HTTP/1.1\r\nHost: " + authority() + "\r\nConnection: close\r\n\r\n");
  }

  String authority() {
    return getBaseUri().getAuthority();
  }
}
