package io.github.restcomparison.system.driver;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** An HTTP/1.1 server that records requests as they are sent. */
public final class HabitsServer implements AutoCloseable {
  private final ServerSocket socket;
  private final Habit habit;
  private final Manner manner;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

  /** What it makes of a request. */
  @FunctionalInterface
  public interface Habit {
    /** A response, or null to close the connection without one. */
    Response respond(Request request);
  }

  /**
   * A request.
   *
   * @param target as it stands in the request line
   * @param headers each {@code name: value}, names in lower case; one character a byte
   * @param body one character a byte
   * @param number on its connection, from 1
   */
  public record Request(
      String method, String target, List<String> headers, String body, int number) {
    /** Whether it has a header with this value. */
    public boolean has(String header) {
      return headers.contains(header);
    }
  }

  /**
   * A response.
   *
   * @param headers each a whole line
   * @param isOld whether it is one of HTTP/1.0, which ends with its connection
   * @param before what precedes it on the connection, such as responses with status 1xx
   */
  public record Response(
      int status, List<String> headers, byte[] body, boolean isOld, String before) {
    /** A response of HTTP/1.1. */
    public Response(int status, List<String> headers, byte[] body) {
      this(status, headers, body, false);
    }

    /** A response with nothing before it. */
    public Response(int status, List<String> headers, byte[] body, boolean isOld) {
      this(status, headers, body, isOld, "");
    }

    /** The same after three others, which only announce it. */
    public Response afterInformation() {
      String information =
          "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 102 Processing\r\n\r\n"
              + "HTTP/1.1 103 Early Hints\r\nLink: </a.css>; rel=preload\r\n\r\n";
      return new Response(status, headers, body, isOld, information);
    }

    /** A response of text. */
    public static Response of(int status, String body) {
      return new Response(status, List.of(), body.getBytes(StandardCharsets.UTF_8));
    }
  }

  /**
   * How it treats connections.
   *
   * @param idleMs after which it closes one without a request; 0 for never
   * @param isOneAtATime whether it reads from one once the one before is closed
   */
  public record Manner(int idleMs, boolean isOneAtATime) {}

  /** Serves on a free port of the loopback interface. */
  public HabitsServer(Habit habit) throws IOException {
    this(habit, new Manner(0, false));
  }

  /** The same, with other manners. */
  public HabitsServer(Habit habit, Manner manner) throws IOException {
    this.habit = habit;
    this.manner = manner;
    socket = new ServerSocket(0, 1_024, InetAddress.getLoopbackAddress());
    threads.submit(this::accept);
  }

  /** Scheme, host and port. */
  public URI uri() {
    return URI.create("http://127.0.0.1:" + socket.getLocalPort());
  }

  private Void accept() throws IOException, InterruptedException {
    while (!socket.isClosed()) {
      Socket connection = socket.accept();
      Future<?> served = threads.submit(() -> serve(connection));
      while (manner.isOneAtATime && !served.isDone()) {
        Thread.sleep(1);
      }
    }
    return null;
  }

  private Void serve(Socket connection) throws IOException {
    try (connection;
        InputStream in = new BufferedInputStream(connection.getInputStream())) {
      connection.setTcpNoDelay(true);
      connection.setSoTimeout(manner.idleMs);
      int number = 0;
      for (String line = line(in); !line.isEmpty(); line = line(in)) {
        List<String> headers = new ArrayList<>();
        for (String header = line(in); !header.isEmpty(); header = line(in)) {
          int colon = header.indexOf(':');
          headers.add(header.substring(0, colon).toLowerCase() + header.substring(colon));
        }
        byte[] body = {};
        for (String header : headers) {
          if (header.startsWith("content-length: ")) {
            body = in.readNBytes(Integer.parseInt(header.substring("content-length: ".length())));
          }
        }
        String[] words = line.split(" ");
        String text = new String(body, StandardCharsets.ISO_8859_1);
        Response response = habit.respond(new Request(words[0], words[1], headers, text, ++number));
        if (response == null) {
          return null;
        }
        String head =
            "HTTP/1.%d %d x\r\n%s%s\r\n"
                .formatted(
                    response.isOld ? 0 : 1,
                    response.status,
                    String.join("", response.headers.stream().map(each -> each + "\r\n").toList()),
                    response.isOld ? "" : "Content-Length: %d\r\n".formatted(response.body.length));
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        all.write(response.before.getBytes(StandardCharsets.US_ASCII));
        all.write(head.getBytes(StandardCharsets.US_ASCII));
        all.write(response.body);
        connection.getOutputStream().write(all.toByteArray());
        if (response.isOld || headers.contains("connection: close")) {
          return null;
        }
      }
      return null;
    }
  }

  /** A line without its end; empty at the end of the stream. */
  private static String line(InputStream in) throws IOException {
    StringBuilder line = new StringBuilder();
    for (int c = in.read(); c >= 0 && c != '\n'; c = in.read()) {
      if (c != '\r') {
        line.append((char) c);
      }
    }
    return line.toString();
  }

  @Override
  public void close() throws IOException {
    socket.close();
    threads.shutdownNow();
  }
}
