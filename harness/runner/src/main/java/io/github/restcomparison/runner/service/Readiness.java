package io.github.restcomparison.runner.service;

import io.github.restcomparison.records.service.Lifecycle;
import io.github.restcomparison.records.service.Origin;
import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import javax.net.ssl.SSLHandshakeException;

/**
 * Waits for a service until it can be measured: it answers at one of its addresses, and the path or
 * address of {@code --ready}, if there is one, answers with 200 to 299.
 *
 * @param http asks
 */
public record Readiness(StatusReader http) {
  private static final Duration PAUSE = Duration.ofMillis(100);
  private static final Duration CONNECT_LIMIT = Duration.ofSeconds(2);
  private static final Duration ANSWER_LIMIT = Duration.ofSeconds(5);

  /** Asks a service for the status of an answer. */
  @FunctionalInterface
  public interface StatusReader {
    /**
     * Sends GET and returns the status of the answer.
     *
     * @throws IOException if there is none
     */
    int get(URI uri) throws IOException, InterruptedException;
  }

  /** Asks by the JDK's client. */
  public static Readiness by(HttpClient client) {
    return new Readiness(
        uri -> {
          HttpRequest request = HttpRequest.newBuilder(uri).timeout(ANSWER_LIMIT).GET().build();
          HttpResponse<InputStream> answer = client.send(request, BodyHandlers.ofInputStream());
          answer.body().close(); // it may have no end
          return answer.statusCode();
        });
  }

  /**
   * Waits for a service.
   *
   * @return its address: scheme, host and port
   * @throws IOException if it is not ready in time; one line says what it answered last
   */
  URI await(Launch launch, Instance instance) throws IOException, InterruptedException {
    Lifecycle lifecycle = launch.spec().lifecycle();
    String ready = lifecycle.ready().map(launch::filled).orElse(null);
    String last = null;
    long start = System.nanoTime();
    do {
      String why = instance.ended();
      if (why != null) {
        throw new IOException(why);
      }
      for (URI candidate : instance.candidates()) {
        try {
          connect(candidate);
          URI base = address(candidate, ready);
          boolean isGiven = launch.spec().from() instanceof Origin.Address;
          if (isGiven && !base.equals(candidate)) {
            last = "%s speaks TLS only: give %s".formatted(candidate.getAuthority(), base);
            break;
          }
          if (ready == null) {
            return base;
          }
          int status = http.get(base.resolve(ready));
          if (status / 100 == 2) {
            return base;
          }
          last = "%s answers with status %d".formatted(base.resolve(ready), status);
          break;
        } catch (ConnectException e) {
          last = last == null ? "nothing listens on " + candidate.getAuthority() : last;
        } catch (IOException e) {
          last = "%s: %s".formatted(candidate, reason(e));
          break;
        }
      }
      Thread.sleep(PAUSE);
    } while (System.nanoTime() - start < lifecycle.startLimit().toNanos());
    throw new IOException(
        "it was not ready within %d s: %s".formatted(lifecycle.startLimit().toSeconds(), last));
  }

  private static void connect(URI candidate) throws IOException {
    int port = candidate.getPort() > 0 ? candidate.getPort() : isTls(candidate) ? 443 : 80;
    try (Socket socket = new Socket()) {
      String host = candidate.getHost().replaceAll("[\\[\\]]", "");
      socket.connect(new InetSocketAddress(host, port), (int) CONNECT_LIMIT.toMillis());
    }
  }

  private static boolean isTls(URI address) {
    return address.getScheme().equals("https");
  }

  /** The address with the scheme that is spoken there: a server of TLS answers HTTP with 400. */
  private URI address(URI candidate, String ready) throws IOException, InterruptedException {
    URI asked = candidate.resolve(ready == null || !ready.startsWith("/") ? "/" : ready);
    IOException failure = null;
    try {
      if (http.get(asked) != 400 || isTls(candidate)) {
        return candidate;
      }
    } catch (IOException e) {
      failure = e;
    }
    if (!isTls(candidate)) {
      try {
        http.get(secure(asked));
        return secure(candidate);
      } catch (SSLHandshakeException e) {
        throw e;
      } catch (IOException e) {
        // It does not speak TLS either.
      }
    }
    if (failure != null) {
      throw failure;
    }
    return candidate;
  }

  private static URI secure(URI address) {
    return URI.create("https:" + address.getRawSchemeSpecificPart());
  }

  private static String reason(IOException e) {
    return switch (e) {
      case SSLHandshakeException untrusted ->
          "it speaks TLS with a certificate that is not trusted; --insecure accepts any";
      case IOException other when other.getMessage() == null -> other.getClass().getSimpleName();
      default -> e.getMessage();
    };
  }
}
