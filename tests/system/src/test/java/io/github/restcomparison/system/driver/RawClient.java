package io.github.restcomparison.system.driver;

import io.github.restcomparison.contracttck.Response;
import io.github.restcomparison.contracttck.ResponseReader;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** A client that sends what it is told to, over one connection, and never tries again. */
public final class RawClient implements AutoCloseable {
  private static final int PATIENCE_MS = 60_000;

  private final Socket socket;
  private final InputStream in;
  private final ResponseReader responses;

  public RawClient(URI service) throws IOException {
    socket = new Socket(service.getHost(), service.getPort());
    socket.setTcpNoDelay(true);
    socket.setSoTimeout(PATIENCE_MS);
    in = new BufferedInputStream(socket.getInputStream());
    responses = new ResponseReader(in);
  }

  public void send(String bytes) throws IOException {
    socket.getOutputStream().write(bytes.getBytes(StandardCharsets.ISO_8859_1));
  }

  public Response response() throws IOException {
    return responses.next(false, System.nanoTime());
  }

  /**
   * @param head whether the request was a HEAD, whose response has no content
   */
  public Response response(boolean head) throws IOException {
    return responses.next(head, System.nanoTime());
  }

  public Response get(String path) throws IOException {
    send("GET " + path + " HTTP/1.1\r\nHost: a\r\n\r\n");
    return response();
  }

  /**
   * Returns the first responses to requests of clients who ask at once; fewer if the time is over.
   *
   * @param clients who ask
   * @param responses to wait for, at most {@code clients}
   */
  public static List<Response> firstResponses(
      URI resource, int clients, int responses, Duration time)
      throws IOException, InterruptedException {
    BlockingQueue<Response> arrived = new LinkedBlockingQueue<>();
    List<RawClient> all = new ArrayList<>();
    try {
      for (int i = 0; i < clients; i++) {
        RawClient client = new RawClient(resource);
        all.add(client);
        client.send("GET " + resource.getPath() + " HTTP/1.1\r\nHost: a\r\n\r\n");
        Thread.startVirtualThread(
            () -> {
              try {
                arrived.add(client.response());
              } catch (IOException e) {
                // It is one of those that nobody waits for.
              }
            });
      }
      List<Response> first = new ArrayList<>();
      long end = System.nanoTime() + time.toNanos();
      while (first.size() < responses && System.nanoTime() - end < 0) {
        Response next = arrived.poll(100, TimeUnit.MILLISECONDS);
        if (next != null) {
          first.add(next);
        }
      }
      return first;
    } finally {
      for (RawClient client : all) {
        client.close();
      }
    }
  }

  /** Whether the service closes the connection within that time, without a word or after one. */
  public boolean isClosedWithin(int ms) throws IOException {
    socket.setSoTimeout(ms);
    try {
      while (in.read() >= 0) {
        // whatever it says first
      }
      return true;
    } catch (SocketTimeoutException e) {
      return false;
    } catch (IOException e) {
      return true;
    }
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
