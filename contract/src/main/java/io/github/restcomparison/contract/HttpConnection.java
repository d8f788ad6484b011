package io.github.restcomparison.contract;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;

/**
 * One TCP connection that speaks just enough HTTP/1.1 to check a service. Unlike a real client it
 * never reconnects and never retries, so what it sees is what the service did.
 */
final class HttpConnection implements Closeable {
  private static final int LARGEST_BODY = 1 << 20;

  /**
   * @param headers by name, whatever its case; of several with one name the last
   * @param bytes of head and body, as they came over the wire
   * @param after from the request's first byte to the response's last
   */
  record Response(
      int status, Map<String, String> headers, String body, long bytes, Duration after) {}

  private final Socket socket = new Socket();
  private final String authority;
  private final InputStream in;
  private final OutputStream out;
  private boolean bodiless;
  private long asked;
  private long received;

  HttpConnection(URI service, Duration timeout) throws IOException {
    authority = service.getAuthority();
    int port = service.getPort() < 0 ? 80 : service.getPort();
    int millis = Math.toIntExact(timeout.toMillis());
    try {
      socket.connect(new InetSocketAddress(service.getHost(), port), millis);
      socket.setSoTimeout(millis);
      socket.setTcpNoDelay(true);
      in = new BufferedInputStream(socket.getInputStream());
      out = new BufferedOutputStream(socket.getOutputStream());
    } catch (IOException e) {
      socket.close();
      throw e;
    }
  }

  Response send(String method, String path) throws IOException {
    ask(method, path);
    return answer();
  }

  /** Sends a request; {@link #answer} waits for what comes back. */
  void ask(String method, String path) throws IOException {
    String request = method + " " + path + " HTTP/1.1\r\nHost: " + authority + "\r\n";
    if (method.equals("POST")) {
      request += "Content-Length: 0\r\n";
    }
    bodiless = method.equals("HEAD");
    asked = System.nanoTime();
    out.write((request + "\r\n").getBytes(StandardCharsets.US_ASCII));
    out.flush();
  }

  Response answer() throws IOException {
    received = 0;
    String statusLine = line();
    String[] parts = statusLine.split(" ", 3);
    if (parts.length < 2 || !parts[0].startsWith("HTTP/1.") || !parts[1].matches("\\d{3}")) {
      throw new IOException("not an HTTP status line: " + statusLine);
    }
    int status = Integer.parseInt(parts[1]);
    Map<String, String> headers = headers();
    String body = bodiless || status == 204 || status == 304 ? "" : body(headers);
    return new Response(
        status, headers, body, received, Duration.ofNanos(System.nanoTime() - asked));
  }

  private Map<String, String> headers() throws IOException {
    Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    for (String line = line(); !line.isEmpty(); line = line()) {
      int colon = line.indexOf(':');
      if (colon < 1 || headers.size() > 100) {
        throw new IOException("not an HTTP header: " + line);
      }
      headers.put(line.substring(0, colon), line.substring(colon + 1).strip());
    }
    return headers;
  }

  private String body(Map<String, String> headers) throws IOException {
    if (headers.getOrDefault("Transfer-Encoding", "").equalsIgnoreCase("chunked")) {
      StringBuilder body = new StringBuilder();
      for (int size = length(line(), 16); size > 0; size = length(line(), 16)) {
        body.append(exactly(size));
        line();
      }
      line();
      return body.toString();
    }
    return exactly(length(headers.getOrDefault("Content-Length", "0"), 10));
  }

  private static int length(String number, int radix) throws IOException {
    try {
      int length = Integer.parseInt(number.strip(), radix);
      if (length >= 0 && length <= LARGEST_BODY) {
        return length;
      }
    } catch (NumberFormatException e) {
      // said below, as for a number out of range
    }
    throw new IOException("not the length of a body: " + number);
  }

  private String exactly(int length) throws IOException {
    byte[] bytes = in.readNBytes(length);
    received += bytes.length;
    if (bytes.length < length) {
      throw new EOFException("the connection was closed within a body");
    }
    return new String(bytes, StandardCharsets.UTF_8);
  }

  private String line() throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    for (int b = in.read(); b != '\n'; b = in.read()) {
      if (b < 0) {
        throw new EOFException("the connection was closed before the answer was whole");
      }
      if (line.size() > 8_192) {
        throw new IOException("a line of more than 8192 bytes");
      }
      line.write(b);
    }
    received += line.size() + 1;
    return line.toString(StandardCharsets.ISO_8859_1).strip();
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
