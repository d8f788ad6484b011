package io.github.restcomparison.runner.service;

import io.github.restcomparison.records.RunRecord.StartUp;
import io.github.restcomparison.records.service.Secrets;
import io.github.restcomparison.records.service.ServiceSpec;
import io.github.restcomparison.records.service.ServiceSpec.Origin;
import io.github.restcomparison.records.service.State.BeforeRun;
import io.github.restcomparison.runner.host.Cmd;
import io.github.restcomparison.runner.host.Host;
import io.github.restcomparison.runner.host.Owner;
import io.github.restcomparison.runner.host.Placement;
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
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Starts a service for one run, and waits until it can be measured: it responds at one of its
 * addresses, and the path or address of {@code --ready}, if there is one, responds with 200 to 299.
 *
 * @param name what messages call it
 * @param spec how it is started
 * @param placement which CPUs it is pinned to
 * @param log receives what it prints
 * @param port what {@link Origin#PORT} stands for
 * @param port2 what {@link Origin#PORT2} stands for
 */
public record Launch(
    String name,
    ServiceSpec spec,
    Secrets secrets,
    Placement placement,
    Path log,
    int port,
    int port2) {
  /** The resolution of a start-up: from the end of a request to the next. */
  private static final Duration PAUSE = Duration.ofMillis(10);

  private static final Duration DYING = Duration.ofMillis(500);

  /** Where a service may listen. */
  interface Addresses {
    /**
     * Returns the addresses; none while they are not known.
     *
     * @throws IOException if they will never be known
     */
    List<URI> known() throws IOException, InterruptedException;
  }

  /**
   * A launch on free ports.
   *
   * @throws IOException if there is none
   */
  public static Launch of(
      String name, ServiceSpec spec, Secrets secrets, Placement placement, Path log)
      throws IOException {
    List<Integer> free = Host.freePorts(2);
    return new Launch(name, spec, secrets, placement, log, free.getFirst(), free.getLast());
  }

  /**
   * Starts the service, and asks until it answers right.
   *
   * @param tls of a service that speaks it
   * @param owner ends it, even while it is waited for
   * @param first what it is asked; empty for nothing
   * @throws IOException if it is not ready in time, or does not answer right; one line says why
   */
  public RunningService start(ClientTls tls, Owner owner, Optional<FirstRequest> first)
      throws IOException, InterruptedException {
    try (ServiceClient client = new ServiceClient(tls)) {
      if (first.isPresent()) {
        FirstRequest.warmUp(client);
      }
      CommandInstance command = begin(owner);
      URI address = awaitReady(command, client);
      if (command == null) {
        return RunningService.at(address);
      }
      double readyMs = (System.nanoTime() - command.startNanos()) / 1e6;
      command.startUp(new StartUp(readyMs, Double.NaN, Double.NaN));
      double answeredMs =
          first.isPresent() ? firstAnswerMs(first.get(), address, command, client) : Double.NaN;
      double cpuMs = command.cpuMs();
      RunningService seen = command.started(address);
      if (seen.whole() != null) {
        cpuMs = seen.whole().get().map(each -> each.cpuMicros() / 1e3).orElse(Double.NaN);
      }
      command.startUp(new StartUp(readyMs, answeredMs, cpuMs));
      JvmProbe probe =
          seen.processes() == null ? null : JvmProbe.of(seen.processes().get(), command::listening);
      return probe == null
          ? seen
          : seen.with(seen.processes(), owner.own(probe), seen.whole(), probe::requestsSeen);
    } catch (IOException e) {
      throw new IOException(secrets.hide(e.getMessage()), e);
    }
  }

  /**
   * Checks a service that somebody else has started.
   *
   * @param tls of a service that speaks it
   * @throws IOException if nothing responds at its address; one line says why
   */
  public void requireResponse(ClientTls tls) throws IOException, InterruptedException {
    try (ServiceClient client = new ServiceClient(tls)) {
      responding(addresses(null), null, client);
    }
  }

  /**
   * Runs a command to its end, in the environment of the service; what it has started ends, too.
   *
   * @param owner ends it, even while it is waited for
   * @throws IOException if it fails, or does not end in time; one line says why
   */
  public void runToEnd(BeforeRun before, Owner owner) throws IOException, InterruptedException {
    Path own = log.resolveSibling("before-run.log");
    Launch launch = new Launch(name, spec, secrets, placement, own, port, port2);
    Origin.Command command = new Origin.Command(before.command(), before.directory());
    try (CommandInstance running = owner.own(new CommandInstance(launch, command, "", null))) {
      running.awaitSuccess(before.limit());
    } catch (IOException e) {
      throw new IOException("beforeRun " + secrets.hide(e.getMessage()), e);
    }
  }

  /** Returns what was started; null if the service has an address. */
  private CommandInstance begin(Owner owner) throws IOException, InterruptedException {
    return switch (spec.from()) {
      case Origin.Command command ->
          owner.own(new CommandInstance(this, command, Docker.killing(port), null));
      case Origin.Image image -> owner.own(Docker.run(this, image));
      case Origin.Address address -> {
        if (address.restart().isPresent()) {
          restart(address.restart().get(), address.directory().orElse("."));
        }
        yield null;
      }
      case Origin.OfCatalogue ours ->
          throw new IllegalArgumentException(ours.variant() + " has no command here");
    };
  }

  private void restart(String line, String directory) throws IOException, InterruptedException {
    String inDirectory = "cd \"$1\" && exec sh -c \"$2\"";
    List<String> words = List.of("sh", "-c", inDirectory, "sh", directory, line);
    Cmd.Result restart = new Cmd(words, "", secrets.values(), spec.lifetime().startLimit()).run();
    Files.createDirectories(log.toAbsolutePath().getParent());
    Files.writeString(
        log, secrets.hide("%s\n%s\n".formatted(restart.output(), restart.error()).strip() + "\n"));
    if (restart.exitCode() != 0) {
      throw new IOException(
          "its restart ended with exit code %d: %s (%s)"
              .formatted(restart.exitCode(), restart.lastLine(), log));
    }
  }

  /** Returns the service's scheme, host and port, once it is ready. */
  URI awaitReady(CommandInstance command, ServiceClient client)
      throws IOException, InterruptedException {
    return awaitReady(command, () -> addresses(command), client);
  }

  /**
   * Returns the service's scheme, host and port.
   *
   * @param command null if somebody else has started it; it ends with its container
   * @param addresses called until they are known: Docker's CLI uses CPU, but gives a container its
   *     address before the service starts in it
   * @throws IOException if it is not ready in time; one line has its last response
   */
  URI awaitReady(CommandInstance command, Addresses addresses, ServiceClient client)
      throws IOException, InterruptedException {
    String ready = spec.lifetime().ready().map(this::filled).orElse(null);
    String last;
    List<URI> known = List.of();
    long start = System.nanoTime();
    do {
      String ended = command == null ? null : command.ended(Duration.ZERO);
      if (ended != null) {
        throw new IOException(ended);
      }
      known = known.isEmpty() ? addresses.known() : known;
      URI asked = null;
      try {
        URI base = responding(known, ready, client);
        if (ready == null) {
          return base;
        }
        asked = base.resolve(ready);
        int status = client.status(asked);
        if (status / 100 == 2) {
          return base;
        }
        last = "%s answers with status %d".formatted(asked, status);
      } catch (IOException e) {
        last = asked == null ? e.getMessage() : why(asked, e);
      }
      Thread.sleep(PAUSE);
    } while (System.nanoTime() - start < spec.lifetime().startLimit().toNanos());
    throw new IOException(
        "it was not ready within %d s: %s"
            .formatted(spec.lifetime().startLimit().toSeconds(), last));
  }

  /**
   * Returns the first address of the service that responds. A server of TLS answers HTTP with 400,
   * or closes the connection, so HTTP with 400 is taken only if nothing else responds.
   *
   * @throws IOException if none does; one line says why
   */
  private URI responding(List<URI> addresses, String ready, ServiceClient client)
      throws IOException, InterruptedException {
    String path = ready == null || !ready.startsWith("/") ? "/" : ready;
    URI refusing = null;
    // The first of each kind; the kind with the lowest number says the most.
    TreeMap<Integer, String> failures = new TreeMap<>();
    for (URI each : addresses) {
      boolean isTls = each.getScheme().equals("https");
      try {
        int status = client.status(each.resolve(path));
        if (isTls && spec.from() instanceof Origin.Address at && at.url().startsWith("http:")) {
          failures.putIfAbsent(0, "%s requires TLS: use %s".formatted(at.url(), each));
        } else if (isTls || status != 400) {
          return each;
        } else if (refusing == null) {
          refusing = each;
        }
      } catch (IOException e) {
        int kind = isUntrusted(e) ? 0 : e instanceof ConnectException ? 2 : 1;
        failures.putIfAbsent(kind, why(each, e));
        if (isTls && kind < 2) {
          break; // something listens there
        }
      }
    }
    if (refusing != null && !failures.containsKey(0)) {
      return refusing;
    }
    throw new IOException(
        failures.isEmpty() ? "it has no address" : failures.firstEntry().getValue());
  }

  /** Addresses at which the service may listen; none until Docker has given it one. */
  private List<URI> addresses(CommandInstance command) throws IOException, InterruptedException {
    Stream<String> all =
        switch (spec.from()) {
          case Origin.Address address -> Stream.of(address.url());
          case Origin.Image image when !spec.hasPortInEnv() ->
              Docker.address(Docker.inspected(command.container()), image).stream();
          default -> Stream.of("http://127.0.0.1:" + port, "http://[::1]:" + port);
        };
    return all.flatMap(url -> Stream.of(url, url.replaceFirst("^http:", "https:")).distinct())
        .map(URI::create)
        .toList();
  }

  /**
   * Returns the time from the start of the command to the first correct response, in ms; NaN if
   * there is none that is required. A service without {@code --ready} may listen before it is
   * ready, so it is asked again.
   */
  private double firstAnswerMs(
      FirstRequest first, URI address, CommandInstance command, ServiceClient client)
      throws IOException, InterruptedException {
    long ready = System.nanoTime();
    while (true) {
      FirstRequest.Outcome outcome = first.send(address, client);
      long now = System.nanoTime();
      if (outcome.wrong() == null) {
        return (now - command.startNanos()) / 1e6;
      }
      boolean mayChange = spec.lifetime().ready().isEmpty() && outcome.mayChange();
      boolean isOver = !mayChange || now - ready > spec.lifetime().startLimit().toNanos();
      if (isOver || command.ended(Duration.ZERO) != null) {
        // A service that ends closes its connections some ms before.
        String ended = command.ended(outcome.status() == 0 ? DYING : Duration.ZERO);
        if (first.isRequired()) {
          String wrong = "%s: %s".formatted(first.spec().name(), outcome.wrong());
          throw new IOException(ended == null ? wrong : ended);
        }
        return Double.NaN;
      }
      Thread.sleep(PAUSE);
    }
  }

  private static boolean isUntrusted(Throwable failure) {
    return failure instanceof CertificateException
        || failure.getCause() != null && isUntrusted(failure.getCause());
  }

  private static String why(URI uri, IOException e) {
    if (e instanceof ConnectException) {
      return "nothing listens on " + uri.getAuthority();
    }
    String reason = e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
    if (isUntrusted(e)) {
      reason =
          "its certificate is not trusted; --cacert names its authority, --insecure accepts any";
    } else if (e instanceof UnknownHostException) {
      reason = "unknown host";
    }
    return uri + ": " + reason;
  }

  /** A text of the spec with its ports. */
  String filled(String text) {
    return text.replace(Origin.PORT, "" + port).replace(Origin.PORT2, "" + port2);
  }

  /** Its environment, with the secrets that its command may refer to. */
  Map<String, String> environment() {
    Map<String, String> all = new HashMap<>(secrets.values());
    spec.env().forEach((key, value) -> all.put(key, filled(secrets.resolve(value))));
    return all;
  }
}
