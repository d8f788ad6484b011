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
import javax.net.ssl.SSLSocket;

/**
 * One TCP connection that speaks just enough HTTP/1.1 to check a service. Unlike a real client it
 * never reconnects and never retries, so what it sees is what the service did.
 */
final class HttpConnection implements Closeable {
  private final Socket socket;
  private final String authority;
  private final ResponseReader responses;
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
      responses = new ResponseReader(new BufferedInputStream(socket.getInputStream()));
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
    long sent = System.nanoTime();
    out.write((request + "\r\n").getBytes(StandardCharsets.US_ASCII));
    out.flush();
    return responses.next(method.equals("HEAD"), sent);
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
