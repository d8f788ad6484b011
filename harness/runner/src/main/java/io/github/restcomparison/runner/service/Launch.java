package io.github.restcomparison.runner.service;

import io.github.restcomparison.records.Environment.Container;
import io.github.restcomparison.records.service.Origin;
import io.github.restcomparison.records.service.Secrets;
import io.github.restcomparison.records.service.ServiceSpec;
import io.github.restcomparison.runner.host.Cmd;
import io.github.restcomparison.runner.host.Host;
import io.github.restcomparison.runner.host.Owner;
import io.github.restcomparison.runner.host.Placement;
import io.github.restcomparison.runner.sampling.SampledService;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.CertificateException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import javax.net.ssl.SSLHandshakeException;

/**
 * Starts a service for one run, and waits until it can be measured: it responds at one of its
 * addresses, and the path or address of {@code --ready}, if there is one, responds with 200 to 299.
 *
 * @param name what messages call it
 * @param spec how it is started
 * @param placement which CPUs it is pinned to
 * @param log receives what it prints
 * @param containerOptions options of {@code docker run} beside those that the spec gives
 * @param ports what {@link Origin#PORT} and {@link Origin#PORT2} stand for
 */
public record Launch(
    String name,
    ServiceSpec spec,
    Secrets secrets,
    Placement placement,
    Path log,
    List<String> containerOptions,
    Map<String, String> ports) {
  private static final Duration PAUSE = Duration.ofMillis(100);

  /**
   * An instance of a service: a command, a container, or one that somebody else started. A new way
   * to start a service is an implementation and a line in {@link #begin}.
   */
  @FunctionalInterface
  public interface Instance extends AutoCloseable {
    /** Addresses where it may listen, each a scheme, a host and a port. */
    List<URI> candidates() throws IOException, InterruptedException;

    /** Why it will never be ready, in one line; null if it can become ready. */
    default String ended() {
      return null;
    }

    /** The exit code of its command; empty while any of its processes runs. */
    default OptionalInt exitCode() {
      return OptionalInt.empty();
    }

    /** What of it can be sampled, once it is ready: processes and control group. */
    default SampledService sampled() throws IOException, InterruptedException {
      return SampledService.UNSEEN;
    }

    /** Its container for the record. */
    default Optional<Container> container() throws IOException, InterruptedException {
      return Optional.empty();
    }

    /** Ends all that was started with it. */
    @Override
    default void close() {}
  }

  /**
   * A launch on free ports.
   *
   * @throws IOException if there is none
   */
  public static Launch of(
      String name, ServiceSpec spec, Secrets secrets, Placement placement, Path log)
      throws IOException {
    return new Launch(name, spec, secrets, placement, log, List.of(), freePorts());
  }

  static Map<String, String> freePorts() throws IOException {
    return Map.of(
        Origin.PORT, Integer.toString(Host.freePort()),
        Origin.PORT2, Integer.toString(Host.freePort()));
  }

  /**
   * Starts the service.
   *
   * @param insecure whether any certificate of it is accepted
   * @param owner ends it, even while it is waited for
   * @throws IOException if it is not ready in time; one line says why
   */
  public StartedService start(boolean insecure, Owner owner)
      throws IOException, InterruptedException {
    try (ServiceClient client = new ServiceClient(insecure)) {
      Instance instance = owner.own(begin());
      URI address = awaitReady(instance, client);
      SampledService sampled = instance.sampled().probed();
      if (sampled.probe() != null) {
        owner.own(sampled.probe());
      }
      return new StartedService(instance, address, sampled);
    } catch (IOException e) {
      throw new IOException("%s: %s".formatted(name, secrets.hide(e.getMessage())), e);
    }
  }

  private Instance begin() throws IOException, InterruptedException {
    return switch (spec.from()) {
      case Origin.Command command -> new CommandInstance(this, command, "");
      case Origin.Image image -> new ContainerInstance(this, image);
      case Origin.Address address -> {
        if (address.restart().isPresent()) {
          restart(address.restart().get());
        }
        URI url = URI.create(address.url());
        yield () -> List.of(url);
      }
      case Origin.OfCatalogue ours ->
          throw new IllegalArgumentException(ours.variant() + " has no command here");
    };
  }

  private void restart(String line) throws IOException, InterruptedException {
    List<String> words = List.of("sh", "-c", line);
    Cmd.Result restart = new Cmd(words, "", secrets.values(), spec.lifecycle().startLimit()).run();
    Files.createDirectories(log.toAbsolutePath().getParent());
    Files.writeString(
        log, secrets.hide("%s\n%s\n".formatted(restart.output(), restart.error()).strip() + "\n"));
    if (restart.exitCode() != 0) {
      throw new IOException(
          "its restart ended with exit code %d: %s (%s)"
              .formatted(restart.exitCode(), restart.lastLine(), log));
    }
  }

  /**
   * Returns the service's scheme, host and port.
   *
   * @throws IOException if it is not ready in time; one line has its last response
   */
  URI awaitReady(Instance instance, ServiceClient client) throws IOException, InterruptedException {
    Duration limit = spec.lifecycle().startLimit();
    String ready = spec.lifecycle().ready().map(this::filled).orElse(null);
    String last = null;
    long start = System.nanoTime();
    do {
      if (instance.ended() != null) {
        throw new IOException(instance.ended());
      }
      for (URI candidate : instance.candidates()) {
        try {
          String path = ready == null || !ready.startsWith("/") ? "/" : ready;
          URI base = withScheme(candidate, path, client);
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
    } while (System.nanoTime() - start < limit.toNanos());
    throw new IOException(
        "it was not ready within %d s: %s"
            .formatted(limit.toSeconds(), last == null ? "it has no address" : last));
  }

  /** The address with the scheme that is spoken there: a server of TLS answers HTTP with 400. */
  private URI withScheme(URI candidate, String path, ServiceClient client)
      throws IOException, InterruptedException {
    IOException failure = null;
    try {
      if (client.status(candidate.resolve(path)) != 400) {
        return candidate;
      }
    } catch (ConnectException | UnknownHostException e) {
      throw e;
    } catch (IOException e) {
      failure = e;
    }
    URI secure = URI.create("https:" + candidate.getRawSchemeSpecificPart());
    if (candidate.getScheme().equals("http") && responds(secure.resolve(path), client)) {
      if (spec.from() instanceof Origin.Address) {
        throw new IOException("it speaks TLS only: give " + secure);
      }
      return secure;
    }
    if (failure != null) {
      throw failure;
    }
    return candidate;
  }

  private static boolean responds(URI secure, ServiceClient client)
      throws IOException, InterruptedException {
    try {
      client.status(secure);
      return true;
    } catch (IOException e) {
      if (isUntrusted(e)) {
        throw e;
      }
      return false; // it closed the connection, whatever it speaks
    }
  }

  private static boolean isUntrusted(Throwable failure) {
    return failure instanceof CertificateException
        || failure.getCause() != null && isUntrusted(failure.getCause());
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

  /** The port that {@link Origin#PORT} stands for. */
  public int port() {
    return Integer.parseInt(ports.get(Origin.PORT));
  }

  /** A text of the spec with its ports. */
  String filled(String text) {
    String filled = text;
    for (Map.Entry<String, String> port : ports.entrySet()) {
      filled = filled.replace(port.getKey(), port.getValue());
    }
    return filled;
  }

  /** Its environment, with the secrets that its command may refer to. */
  Map<String, String> environment() {
    Map<String, String> all = new HashMap<>(secrets.values());
    spec.env().forEach((key, value) -> all.put(key, filled(secrets.resolve(value))));
    return all;
  }
}
