package io.github.restcomparison.clients;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.LongStream;

/** Asks {@code GET /?i=0} to {@code /?i=N-1} at once and adds up the responses. */
interface Client extends AutoCloseable {

  /**
   * Returns when the last response is there.
   *
   * @param requests N, 1 or more
   * @return the sum of the responses; one that failed adds nothing
   */
  long sum(URI service, int requests);

  @Override
  void close();

  /**
   * One of them by its name.
   *
   * @param name {@code cached}, {@code virtual} or {@code async}
   * @throws IllegalArgumentException if it is none of them
   */
  static Client of(String name) {
    return switch (name) {
      case "cached" -> blocking(Executors.newCachedThreadPool());
      case "virtual" -> blocking(Executors.newVirtualThreadPerTaskExecutor());
      case "async" -> asynchronous();
      default -> throw new IllegalArgumentException("no client '" + name + "'");
    };
  }

  /**
   * A thread of the executor's for each request: it sends, and blocks until the response is there.
   */
  private static Client blocking(ExecutorService threads) {
    HttpClient http = http();
    return new Client() {
      @Override
      public long sum(URI service, int requests) {
        LongAdder sum = new LongAdder();
        CompletableFuture.allOf(
                LongStream.range(0, requests)
                    .mapToObj(
                        i ->
                            CompletableFuture.runAsync(
                                () -> sum.add(ask(http, request(service, i))), threads))
                    .toArray(CompletableFuture[]::new))
            .join();
        return sum.sum();
      }

      @Override
      public void close() {
        threads.close();
        http.close();
      }
    };
  }

  /** No thread for a request: the client's own selector says when a response is there. */
  private static Client asynchronous() {
    HttpClient http = http();
    return new Client() {
      @Override
      public long sum(URI service, int requests) {
        LongAdder sum = new LongAdder();
        CompletableFuture.allOf(
                LongStream.range(0, requests)
                    .mapToObj(
                        i ->
                            http.sendAsync(request(service, i), BodyHandlers.ofString())
                                .thenAccept(response -> sum.add(number(response)))
                                .exceptionally(failed -> null))
                    .toArray(CompletableFuture[]::new))
            .join();
        return sum.sum();
      }

      @Override
      public void close() {
        http.close();
      }
    };
  }

  private static HttpClient http() {
    return HttpClient.newBuilder()
        .version(HttpClient.Version.HTTP_1_1)
        .connectTimeout(Duration.ofSeconds(30))
        .build();
  }

  private static HttpRequest request(URI service, long i) {
    return HttpRequest.newBuilder(service.resolve("/?i=" + i))
        .timeout(Duration.ofSeconds(60))
        .build();
  }

  private static long ask(HttpClient http, HttpRequest request) {
    try {
      return number(http.send(request, BodyHandlers.ofString()));
    } catch (IOException e) {
      return 0; // the sum will be wrong, and with it the repetition
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return 0;
    }
  }

  private static long number(HttpResponse<String> response) {
    return response.statusCode() == 200 ? Long.parseLong(response.body()) : 0;
  }
}
