package io.github.restcomparison.contracttck;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import javax.net.ssl.SSLSocket;

/**
 * One TCP connection that speaks just enough HTTP/1.1 to check a service. Unlike a real client it
 * never reconnects and never retries, so what it sees is what the service did.
 */
final class HttpConnection implements Closeable {
  /**
   * @param headers by name, whatever its case; of several with one name the last
   * @param bytes of head and body, as they came over the wire
   * @param after from the request's first byte to the response's last
   */
  record Response(
      int status, Map<String, String> headers, String body, long bytes, Duration after) {}

  private final Socket socket;
  private final String authority;
  private final HttpAnswers answers;
  private final OutputStream out;

  HttpConnection(URI service, Duration timeout) throws IOException {
    authority = service.getAuthority();
    boolean tls = "https".equals(service.getScheme());
    int usual = tls ? 443 : 80;
    int port = service.getPort() < 0 ? usual : service.getPort();
    socket = tls ? AnyCertificate.context().getSocketFactory().createSocket() : new Socket();
    int millis = Math.toIntExact(timeout.toMillis());
    try {
      socket.connect(new InetSocketAddress(service.getHost(), port), millis);
      socket.setSoTimeout(millis);
      socket.setTcpNoDelay(true);
      if (socket instanceof SSLSocket secured) {
        secured.startHandshake(); // or the first request would take it for its own time
      }
      answers = new HttpAnswers(new BufferedInputStream(socket.getInputStream()));
      out = new BufferedOutputStream(socket.getOutputStream());
    } catch (IOException e) {
      socket.close();
      throw e;
    }
  }

  /** Sends a request, and waits for what comes back. */
  Response send(String method, String path) throws IOException {
    String request = method + " " + path + " HTTP/1.1\r\nHost: " + authority + "\r\n";
    if (method.equals("POST")) {
      request += "Content-Length: 0\r\n";
    }
    long asked = System.nanoTime();
    out.write((request + "\r\n").getBytes(StandardCharsets.US_ASCII));
    out.flush();
    HttpAnswers.Answer answer = answers.next(method.equals("HEAD"));
    return new Response(
        answer.status(),
        answer.headers(),
        answer.body(),
        answer.bytes(),
        Duration.ofNanos(System.nanoTime() - asked));
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
