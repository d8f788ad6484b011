package io.github.restcomparison.system.driver;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Stands in front of an honest service and makes another one of it, from the moment on that a test
 * says so: services that pass every check and then break under load.
 */
public final class FaultyProxy implements AutoCloseable {
  private static final Pattern LENGTH = Pattern.compile("(?i)\r\ncontent-length: *(\\d+)");

  /** What becomes of a request. */
  public interface Fault {
    /**
     * Responds to a request, or hangs up.
     *
     * @param nth the number of the request since the fault began, from 1
     * @param honest asks the honest service
     * @return empty to hang up
     */
    Optional<byte[]> response(int nth, Honest honest) throws IOException, InterruptedException;
  }

  /** The service behind. */
  public interface Honest {
    /** Returns its response to the request. */
    byte[] response() throws IOException;
  }

  private final ServerSocket server;
  private final URI behind;
  private final Fault fault;
  private final AtomicInteger faulty = new AtomicInteger();
  private volatile boolean armed;

  public FaultyProxy(URI behind, Fault fault) throws IOException {
    this.behind = behind;
    this.fault = fault;
    this.server = new ServerSocket(0, 1_000, InetAddress.getLoopbackAddress());
    Thread.ofVirtual().name("faulty-accept").start(this::accept);
  }

  public String url() {
    return "http://127.0.0.1:" + server.getLocalPort();
  }

  /** From now on the fault happens. */
  public void arm() {
    armed = true;
  }

  private void accept() {
    try {
      while (true) {
        Socket client = server.accept();
        Thread.ofVirtual().name("faulty-client").start(() -> serve(client));
      }
    } catch (IOException e) {
      // closed: the test is over
    }
  }

  private void serve(Socket client) {
    try (client;
        Socket service = new Socket(behind.getHost(), behind.getPort())) {
      client.setTcpNoDelay(true);
      InputStream requests = new BufferedInputStream(client.getInputStream());
      InputStream responses = new BufferedInputStream(service.getInputStream());
      OutputStream out = client.getOutputStream();
      for (byte[] request = head(requests); request.length > 0; request = head(requests)) {
        byte[] asked = request;
        Honest honest =
            () -> {
              service.getOutputStream().write(asked);
              return response(asked, responses);
            };
        Optional<byte[]> response =
            armed
                ? fault.response(faulty.incrementAndGet(), honest)
                : Optional.of(honest.response());
        if (response.isEmpty()) {
          return;
        }
        out.write(response.get());
      }
    } catch (IOException e) {
      // one of the two has left
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Up to the empty line; of no length at the stream's end. No request here has a body. */
  private static byte[] head(InputStream in) throws IOException {
    ByteArrayOutputStream head = new ByteArrayOutputStream();
    for (int b = in.read(); b >= 0; b = in.read()) {
      head.write(b);
      if (b == '\n' && head.toString(StandardCharsets.ISO_8859_1).endsWith("\r\n\r\n")) {
        return head.toByteArray();
      }
    }
    return new byte[0];
  }

  private static byte[] response(byte[] request, InputStream in) throws IOException {
    byte[] head = head(in);
    Matcher length = LENGTH.matcher(new String(head, StandardCharsets.ISO_8859_1));
    boolean bodiless = new String(request, StandardCharsets.ISO_8859_1).startsWith("HEAD ");
    int size = !bodiless && length.find() ? Integer.parseInt(length.group(1)) : 0;
    ByteArrayOutputStream response = new ByteArrayOutputStream();
    response.write(head);
    response.write(in.readNBytes(size));
    return response.toByteArray();
  }

  /** A whole response with a body of text. */
  public static byte[] response(String status, String body) {
    return "HTTP/1.1 %s\r\nContent-Type: text/plain\r\nContent-Length: %d\r\n\r\n%s"
        .formatted(status, body.length(), body)
        .getBytes(StandardCharsets.ISO_8859_1);
  }

  @Override
  public void close() throws IOException {
    server.close();
  }
}
