package io.github.restcomparison.runner.service;

import io.github.restcomparison.records.service.Lifecycle;
import io.github.restcomparison.records.service.Origin;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.UnknownHostException;
import java.security.cert.CertificateException;
import java.time.Duration;
import javax.net.ssl.SSLHandshakeException;

/**
 * Waits for a service until it can be measured: it responds at one of its addresses, and the path
 * or address of {@code --ready}, if there is one, responds with 200 to 299.
 */
record Readiness(Launch launch, Launch.Instance instance, ServiceClient client) {
  private static final Duration PAUSE = Duration.ofMillis(100);

  /**
   * Returns the service's scheme, host and port.
   *
   * @throws IOException if it is not ready in time; one line has its last response
   */
  URI await() throws IOException, InterruptedException {
    Lifecycle lifecycle = launch.spec().lifecycle();
    String ready = lifecycle.ready().map(launch::filled).orElse(null);
    String last = null;
    long start = System.nanoTime();
    do {
      if (instance.ended() != null) {
        throw new IOException(instance.ended());
      }
      for (URI candidate : instance.candidates()) {
        try {
          URI base = withScheme(candidate, ready == null || !ready.startsWith("/") ? "/" : ready);
          int status = ready == null ? 200 : client.status(base.resolve(ready));
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
        "it was not ready within %d s: %s"
            .formatted(
                lifecycle.startLimit().toSeconds(), last == null ? "it has no address" : last));
  }

  /** The address with the scheme that is spoken there: a server of TLS answers HTTP with 400. */
  private URI withScheme(URI candidate, String path) throws IOException, InterruptedException {
    URI plain = candidate.resolve(path);
    IOException failure = null;
    try {
      if (client.status(plain) != 400) {
        return candidate;
      }
    } catch (ConnectException | UnknownHostException e) {
      throw e;
    } catch (IOException e) {
      failure = e;
    }
    if (candidate.getScheme().equals("http") && speaksTls(plain)) {
      URI secure = secure(candidate);
      if (launch.spec().from() instanceof Origin.Address) {
        throw new IOException("it speaks TLS only: give " + secure);
      }
      return secure;
    }
    if (failure != null) {
      throw failure;
    }
    return candidate;
  }

  private boolean speaksTls(URI plain) throws IOException, InterruptedException {
    try {
      client.status(secure(plain));
      return true;
    } catch (SSLHandshakeException e) {
      if (isUntrusted(e)) {
        throw e;
      }
      return false; // it closed the connection, whatever it speaks
    } catch (IOException e) {
      return false;
    }
  }

  private static boolean isUntrusted(Throwable failure) {
    return failure instanceof CertificateException
        || failure.getCause() != null && isUntrusted(failure.getCause());
  }

  private static URI secure(URI address) {
    return URI.create("https:" + address.getRawSchemeSpecificPart());
  }

  private static String reason(IOException e) {
    return switch (e) {
      case SSLHandshakeException untrusted ->
          "it speaks TLS with a certificate that is not trusted; --insecure accepts any";
      case UnknownHostException unknown -> "unknown host";
      case IOException other when other.getMessage() == null -> other.getClass().getSimpleName();
      default -> e.getMessage();
    };
  }
}
