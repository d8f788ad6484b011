package io.github.restcomparison.contracttck;

import io.github.restcomparison.servicekit.Endpoint;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;

/** Responds with the very bytes it is told to, right or wrong, which no HTTP library would do. */
final class SocketService implements AutoCloseable {

  /** One request: the nth over its connection, from 1. */
  record Request(String method, String path, int nth) {
    boolean is(String otherMethod, String otherPath) {
      return method.equals(otherMethod) && path.equals(otherPath);
    }
  }

  /** What comes back for a request: all bytes of the response, or null to hang up. */
  @FunctionalInterface
  interface Responses {
    String to(Request request) throws InterruptedException;
  }

  private final ServerSocket server;
  private final Responses responses;

  SocketService(Responses responses) throws IOException {
    this.responses = responses;
    server = new ServerSocket(0, 200, InetAddress.getLoopbackAddress());
    Thread.ofVirtual().start(this::accept);
  }

  URI uri() {
    return URI.create("http://127.0.0.1:" + server.getLocalPort() + Endpoint.RESOURCE);
  }

  private void accept() {
    try {
      while (true) {
        Socket client = server.accept();
        Thread.ofVirtual().start(() -> serve(client));
      }
    } catch (IOException e) {
      // closed: the test is over
    }
  }

  private void serve(Socket client) {
    try (client) {
      client.setTcpNoDelay(true);
      BufferedReader in =
          new BufferedReader(
              new InputStreamReader(client.getInputStream(), StandardCharsets.ISO_8859_1));
      int nth = 0;
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        String[] request = line.split(" ");
        while (!line.isEmpty()) {
          line = in.readLine();
        }
        String response = responses.to(new Request(request[0], request[1], ++nth));
        if (response == null) {
          return;
        }
        client.getOutputStream().write(response.getBytes(StandardCharsets.ISO_8859_1));
      }
    } catch (IOException e) {
      // the client left
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() throws IOException {
    server.close();
  }
}
