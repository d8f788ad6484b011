package io.github.restcomparison.runner.service;

import io.github.restcomparison.records.plan.ExperimentPlan.Setup;
import io.github.restcomparison.records.service.Origin;
import io.github.restcomparison.records.service.Secrets;
import io.github.restcomparison.records.service.ServiceSpec;
import io.github.restcomparison.runner.host.Cmd;
import io.github.restcomparison.runner.host.Host;
import io.github.restcomparison.runner.host.Owner;
import io.github.restcomparison.runner.host.Placement;
import io.github.restcomparison.runner.sampling.SampledService;
import io.github.restcomparison.runner.variants.Variant;
import io.github.restcomparison.servicekit.Endpoint;
import io.github.restcomparison.servicekit.RunningService;
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
import java.util.stream.Stream;
import javax.net.ssl.SSLHandshakeException;

/**
 * Starts a service for one run, and waits until it can be measured: it responds at one of its
 * addresses, and the path or address of {@code --ready}, if there is one, responds with 200 to 299.
 *
 * @param name what messages call it
 * @param spec how it is started
 * @param placement which CPUs it is pinned to
 * @param log receives what it prints
 * @param ports what {@link Origin#PORT} and {@link Origin#PORT2} stand for
 */
public record Launch(
    String name,
    ServiceSpec spec,
    Secrets secrets,
    Placement placement,
    Path log,
    Map<String, String> ports) {
  private static final Duration PAUSE = Duration.ofMillis(100);

  /**
   * A launch on free ports.
   *
   * @throws IOException if there is none
   */
  public static Launch of(
      String name, ServiceSpec spec, Secrets secrets, Placement placement, Path log)
      throws IOException {
    List<Integer> free = Host.freePorts(2);
    Map<String, String> ports =
        Map.of(Origin.PORT, "" + free.getFirst(), Origin.PORT2, "" + free.getLast());
    return new Launch(name, spec, secrets, placement, log, ports);
  }

  /**
   * A launch of a variant of the catalogue, which is a service with a command, or with an image.
   *
   * @param project the folder that contains the variant's module
   * @param environment settings, by environment variable; the variant's own precede
   * @param runtime bare or docker
   * @throws IOException if the module was not built, or has no image for its flags
   */
  public static Launch of(
      Path project,
      Variant variant,
      Map<String, String> environment,
      String runtime,
      Placement placement,
      Path log)
      throws IOException {
    Map<String, String> settings = new HashMap<>(environment);
    settings.putAll(variant.settings());
    settings.put("PORT", Origin.PORT);
    ServiceSpec spec =
        ServiceSpec.of(
            runtime.equals(Setup.DOCKER) ? variant.image() : variant.command(project),
            settings,
            Optional.of(Endpoint.HEALTH),
            Duration.ofSeconds(30),
            "TERM",
            Duration.ofMillis(RunningService.DRAIN_MS + 2_000L));
    return of(variant.name(), spec, Secrets.NONE, placement, log);
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
      CommandInstance command = begin(owner);
      URI address = awaitReady(command, client);
      if (command == null) {
        return StartedService.at(address);
      }
      SampledService sampled = command.sampled().probed();
      if (sampled.probe() != null) {
        owner.own(sampled.probe());
      }
      return new StartedService(command, address, sampled);
    } catch (IOException e) {
      throw new IOException("%s: %s".formatted(name, secrets.hide(e.getMessage())), e);
    }
  }

  /** Returns what was started; null if the service has an address. */
  private CommandInstance begin(Owner owner) throws IOException, InterruptedException {
    return switch (spec.from()) {
      case Origin.Command command ->
          owner.own(new CommandInstance(this, command, Docker.killing(port())));
      case Origin.Image image -> owner.own(Docker.run(this, image));
      case Origin.Address address -> {
        if (address.restart().isPresent()) {
          restart(address.restart().get());
        }
        yield null;
      }
      case Origin.OfCatalogue ours ->
          throw new IllegalArgumentException(ours.variant() + " has no command here");
    };
  }

  private void restart(String line) throws IOException, InterruptedException {
    List<String> words = List.of("sh", "-c", line);
    Cmd.Result restart = new Cmd(words, "", secrets.values(), spec.startLimit()).run();
    Files.createDirectories(log.toAbsolutePath().getParent());
    Files.writeString(
        log, secrets.hide("%s\n%s\n".formatted(restart.output(), restart.error()).strip() + "\n"));
    if (restart.exitCode() != 0) {
      throw new IOException(
          "its restart ended with exit code %d: %s (%s)"
              .formatted(restart.exitCode(), restart.lastLine(), log));
    }
  }

  /** Addresses at which the service may listen; none until Docker has given it one. */
  private List<URI> addresses(CommandInstance command) throws IOException, InterruptedException {
    if (spec.from() instanceof Origin.Address(String url, _, _)) {
      return List.of(URI.create(url));
    }
    return spec.from() instanceof Origin.Image image && !spec.hasPortInEnv()
        ? Docker.address(command.container(), image).stream().toList()
        : Stream.of("127.0.0.1", "[::1]")
            .map(host -> URI.create("http://%s:%d".formatted(host, port())))
            .toList();
  }

  /**
   * Returns the service's scheme, host and port.
   *
   * @param command null if somebody else has started it
   * @throws IOException if it is not ready in time; one line has its last response
   */
  URI awaitReady(CommandInstance command, ServiceClient client)
      throws IOException, InterruptedException {
    String ready = spec.ready().map(this::filled).orElse(null);
    String path = ready == null || !ready.startsWith("/") ? "/" : ready;
    String last = null;
    long start = System.nanoTime();
    do {
      if (command != null && command.ended() != null) {
        throw new IOException(command.ended());
      }
      for (URI address : addresses(command)) {
        try {
          URI base = withScheme(address, path, client);
          int status = ready == null ? 200 : client.status(base.resolve(ready));
          if (status / 100 == 2) {
            return base;
          }
          last = "%s answers with status %d".formatted(base.resolve(ready), status);
          break;
        } catch (ConnectException e) {
          last = last == null ? "nothing listens on " + address.getAuthority() : last;
        } catch (IOException e) {
          last = "%s: %s".formatted(address, reason(e));
          break;
        }
      }
      Thread.sleep(PAUSE);
    } while (System.nanoTime() - start < spec.startLimit().toNanos());
    throw new IOException(
        "it was not ready within %d s: %s"
            .formatted(spec.startLimit().toSeconds(), last == null ? "it has no address" : last));
  }

  /**
   * The address with the scheme that is spoken there: a server of TLS answers HTTP with 400, or
   * closes the connection.
   */
  private URI withScheme(URI address, String path, ServiceClient client)
      throws IOException, InterruptedException {
    IOException failure = null;
    try {
      if (client.status(address.resolve(path)) != 400) {
        return address;
      }
    } catch (ConnectException | UnknownHostException e) {
      throw e;
    } catch (IOException e) {
      failure = e;
    }
    URI secure = URI.create("https:" + address.getRawSchemeSpecificPart());
    if (!secure.equals(address) && responds(secure.resolve(path), client)) {
      if (spec.from() instanceof Origin.Address) {
        throw new IOException("it speaks TLS only: give " + secure);
      }
      return secure;
    }
    if (failure != null) {
      throw failure;
    }
    return address;
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
      default -> e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
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
