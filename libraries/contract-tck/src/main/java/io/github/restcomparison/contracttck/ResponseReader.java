package io.github.restcomparison.contracttck;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;

/**
 * Reads responses off a connection: just enough HTTP/1.1 to check a service. It stands in for
 * httpcore5, whose parsers forgive what the check must find: they skip empty lines before a status
 * line, join folded lines, and read to the end of the connection where a length is missing.
 */
public final class ResponseReader {
  private static final int LARGEST_BODY = 1 << 20;

  private final InputStream in;

  /** The received bytes are no response of HTTP/1.1. */
  public static final class NotHttp extends IOException {
    private static final long serialVersionUID = 1;

    NotHttp(String message) {
      super(message);
    }
  }

  /** Reads from {@code in}, a byte at a time: it should be buffered. */
  public ResponseReader(InputStream in) {
    this.in = in;
  }

  /**
   * Returns the next response.
   *
   * @param bodiless whether the request was {@code HEAD}
   * @param sent when the request was sent, by {@link System#nanoTime}
   * @throws NotHttp if it is none
   * @throws IOException if the connection ends or fails before it is whole
   */
  public Response next(boolean bodiless, long sent) throws IOException {
    String statusLine = line();
    String[] parts = statusLine.split(" ", 3);
    if (parts.length < 2 || !parts[0].startsWith("HTTP/1.") || !parts[1].matches("\\d{3}")) {
      throw new NotHttp("not an HTTP status line: " + statusLine);
    }
    int status = Integer.parseInt(parts[1]);
    Map<String, String> headers = headers();
    boolean none = bodiless || status < 200 || status == 204 || status == 304;
    String body = none ? "" : body(headers);
    return new Response(status, headers, body, Duration.ofNanos(System.nanoTime() - sent));
  }

  private Map<String, String> headers() throws IOException {
    Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    for (String line = line(); !line.isEmpty(); line = line()) {
      int colon = line.indexOf(':');
      if (colon < 1 || headers.size() > 100) {
        throw new NotHttp("not an HTTP header: " + line);
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
      // reported below, as for a number out of range
    }
    throw new NotHttp("not the length of a body: " + number);
  }

  private String exactly(int length) throws IOException {
    byte[] bytes = in.readNBytes(length);
    if (bytes.length < length) {
      throw new EOFException("the connection was closed within a body");
    }
    return new String(bytes, StandardCharsets.UTF_8);
  }

  private String line() throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    for (int b = in.read(); b != '\n'; b = in.read()) {
      if (b < 0) {
        throw new EOFException("the connection was closed before the response was whole");
      }
      if (line.size() > 8_192) {
        throw new NotHttp("a line of more than 8192 bytes");
      }
      line.write(b);
    }
    return line.toString(StandardCharsets.ISO_8859_1).strip();
  }
}
