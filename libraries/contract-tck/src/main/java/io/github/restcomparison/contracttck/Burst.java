package io.github.restcomparison.contracttck;

import io.github.restcomparison.servicekit.StartedServer;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Clients that send a request each concurrently, over separate connections.
 *
 * @param responses that they received, right or wrong
 */
public record Burst(List<Response> responses) {

  /**
   * Sends a request of each client, and waits for all responses.
   *
   * @param timeout what one of them waits at most
   * @throws IOException if one of them gets none
   */
  public static Burst of(URI resource, int clients, Duration timeout)
      throws IOException, InterruptedException {
    List<HttpConnection> open = new CopyOnWriteArrayList<>();
    try {
      // All are connected before one sends, or responses would wait for the handshakes of others.
      all(Collections.nCopies(clients, () -> open.add(new HttpConnection(resource, timeout))));
      return new Burst(all(open.stream().map(one -> request(one, resource.getPath())).toList()));
    } finally {
      for (HttpConnection connection : open) {
        connection.close();
      }
    }
  }

  private static Callable<Response> request(HttpConnection connection, String path) {
    return () -> {
      try (connection) { // a model with a thread for each connection waits for this one to end
        return connection.send("GET", path);
      }
    };
  }

  /**
   * Sends the same to a service that is closed as soon as all of them wait.
   *
   * @param timeout what one of them waits at most
   * @throws IOException if one of them gets no response
   */
  public static Burst whileClosing(StartedServer service, int clients, Duration timeout)
      throws IOException, InterruptedException {
    try (ExecutorService burst = Executors.newVirtualThreadPerTaskExecutor()) {
      Future<Burst> responses = burst.submit(() -> of(service.uri(), clients, timeout));
      while (service.requests().inFlight() < clients && !responses.isDone()) {
        Thread.sleep(1);
      }
      service.close();
      return responses.get();
    } catch (ExecutionException e) {
      throw new IOException("while it closed: " + e.getCause(), e);
    }
  }

  /**
   * Sends a request of each client, which disconnects without its response.
   *
   * @param stay how long they stay
   * @throws IOException if one of them cannot send its request
   */
  public static void disconnecting(URI resource, int clients, Duration stay)
      throws IOException, InterruptedException {
    disconnecting(
        resource,
        clients,
        () -> {
          Thread.sleep(stay);
          return stay;
        });
  }

  /**
   * The same, leaving once the requests of all of them have reached the service, or after {@code
   * timeout}.
   *
   * @param service that has seen no request before
   * @throws IOException if one of them cannot send its request
   */
  public static void disconnecting(StartedServer service, int clients, Duration timeout)
      throws IOException, InterruptedException {
    CountDownLatch arrived = new CountDownLatch(1);
    // One thread looks: those of all clients would leave the service no CPU.
    Thread watcher = Thread.startVirtualThread(() -> await(service, clients, timeout, arrived));
    try {
      disconnecting(
          service.uri(),
          clients,
          () -> {
            arrived.await();
            return clients;
          });
    } finally {
      watcher.interrupt();
    }
  }

  private static void await(
      StartedServer service, int requests, Duration timeout, CountDownLatch arrived) {
    long end = System.nanoTime() + timeout.toNanos();
    try {
      while (service.requests().seen() < requests && System.nanoTime() < end) {
        Thread.sleep(5);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      arrived.countDown();
    }
  }

  private static void disconnecting(URI resource, int clients, Callable<?> stay)
      throws IOException, InterruptedException {
    String request = "GET " + resource.getPath() + " HTTP/1.1\r\nHost: here\r\n\r\n";
    Callable<Object> client =
        () -> {
          try (Socket socket = new Socket(resource.getHost(), resource.getPort())) {
            socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
            return stay.call();
          }
        };
    all(Collections.nCopies(clients, client));
  }

  private static <T> List<T> all(List<Callable<T>> clients)
      throws IOException, InterruptedException {
    List<T> results = new ArrayList<>();
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (Future<T> future : threads.invokeAll(clients)) {
        results.add(future.get());
      }
    } catch (ExecutionException e) {
      throw new IOException(clients.size() + " clients at once: " + e.getCause(), e);
    }
    return results;
  }

  /** Returns the number of clients with the response of the contract. */
  public long rightResponses() {
    return responses.stream().filter(Response::isRight).count();
  }

  /** Returns the longest time that a client waited for its response. */
  public Duration slowest() {
    return responses.stream().map(Response::after).max(Duration::compareTo).orElseThrow();
  }
}
