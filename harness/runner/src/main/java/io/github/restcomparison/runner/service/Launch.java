package io.github.restcomparison.runner.service;

import io.github.restcomparison.records.service.Secrets;
import io.github.restcomparison.records.service.ServiceSpec;
import io.github.restcomparison.records.service.ServiceSpec.Origin;
import io.github.restcomparison.records.service.State.BeforeRun;
import io.github.restcomparison.runner.host.CallerEnvironment;
import io.github.restcomparison.runner.host.Cmd;
import io.github.restcomparison.runner.host.LocalPorts;
import io.github.restcomparison.runner.host.Owner;
import io.github.restcomparison.runner.host.Placement;
import io.github.restcomparison.runner.host.UnopenedConnections;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Starts a service for one run, and waits until it listens.
 *
 * @param spec how it is started
 * @param placement the CPUs that it is pinned to
 * @param log receives its output
 * @param port the value of {@link Origin#PORT}
 * @param port2 the value of {@link Origin#PORT2}
 */
public record Launch(
    ServiceSpec spec, Secrets secrets, Placement placement, Path log, int port, int port2) {
  private static final Duration PAUSE = Duration.ofMillis(5);
  private static final int CONNECT_LIMIT_MS = 5_000;

  /** The addresses of a service that starts. */
  interface Addresses {
    /**
     * Returns the addresses; none while they are not known.
     *
     * @throws IOException if they will never be known
     */
    List<URI> addresses() throws IOException, InterruptedException;
  }

  /**
   * A launch on free ports.
   *
   * @throws IOException if there is none
   */
  public static Launch of(ServiceSpec spec, Secrets secrets, Placement placement, Path log)
      throws IOException {
    List<Integer> free = LocalPorts.free(2);
    return new Launch(spec, secrets, placement, log, free.getFirst(), free.getLast());
  }

  /**
   * Starts the service, and waits until something listens at one of its addresses. No request is
   * sent: the load generator's client sends the first.
   *
   * @param owner ends it, even while it is waited for
   * @throws IOException if nothing listens in time; with the reason in one line
   */
  public RunningService start(Owner owner) throws IOException, InterruptedException {
    try {
      Optional<CommandInstance> command = begin(owner);
      return RunningService.ofAddress(awaitListening(command, () -> addresses(command)), command);
    } catch (IOException e) {
      throw new IOException(secrets.hide(e.getMessage()), e);
    }
  }

  /**
   * Checks a service that is already running.
   *
   * @param tls of a service that speaks it
   * @throws IOException if nothing listens at its address, or its certificate is refused; one line
   *     has the reason
   */
  public void requireListening(ClientTls tls) throws IOException, InterruptedException {
    for (URI each : addresses(Optional.empty())) {
      Optional<String> why = unreachable(each);
      if (why.isPresent()) {
        throw new IOException(why.get());
      }
      tls.requireTrust(each);
    }
  }

  /**
   * Runs a command to its end, in the environment of the service.
   *
   * @param owner ends it and its processes, even while it is waited for
   * @return its processes that are still running, such as a server that the service needs
   * @throws IOException if it fails, or does not end in time; one line has the reason
   */
  public RunningService runToEnd(BeforeRun before, Owner owner)
      throws IOException, InterruptedException {
    Path own = log.resolveSibling("before-run.log");
    Launch launch = new Launch(spec, secrets, placement, own, port, port2);
    Origin.Command command = new Origin.Command(before.command(), before.directory());
    CommandInstance running = owner.own(new CommandInstance(launch, command, "", Optional.empty()));
    try {
      if (running.awaitSuccess(before.limit())) {
        return RunningService.ofProcesses(running::processes);
      }
    } catch (IOException e) {
      throw new IOException("beforeRun " + secrets.hide(e.getMessage()), e);
    }
    running.close();
    return RunningService.NONE;
  }

  /** Returns the started command; empty if the service has an address. */
  private Optional<CommandInstance> begin(Owner owner) throws IOException, InterruptedException {
    return switch (spec.from()) {
      case Origin.Command command ->
          Optional.of(
              owner.own(
                  new CommandInstance(this, command, Docker.killLine(port), Optional.empty())));
      case Origin.Image image -> Optional.of(owner.own(Docker.run(this, image)));
      case Origin.Address address -> {
        if (address.restart().isPresent()) {
          restart(address.restart().get(), address.directory().orElse("."));
        }
        yield Optional.empty();
      }
      case Origin.CatalogueVariant ours ->
          throw new IllegalArgumentException(ours.variant() + " has no command here");
    };
  }

  private void restart(String line, String directory) throws IOException, InterruptedException {
    String inDirectory = "cd \"$1\" && exec sh -c \"$2\"";
    List<String> words = List.of("sh", "-c", inDirectory, "sh", directory, Secrets.forShell(line));
    Map<String, String> environment = new HashMap<>(CallerEnvironment.jvmOptions(System.getenv()));
    environment.putAll(secrets.namedIn(line));
    Cmd.Result restart = new Cmd(words, "", environment, spec.lifetime().startLimit()).run();
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
   * Returns the first address of the service at which something listens.
   *
   * @param command empty if the service was already running; it ends with its container
   * @param addresses called until they are known: Docker's CLI uses CPU, but gives a container its
   *     address before the service starts in it
   * @throws IOException if nothing listens in time; one line has the address
   */
  URI awaitListening(Optional<CommandInstance> command, Addresses addresses)
      throws IOException, InterruptedException {
    String last = "it has no address";
    List<URI> known = List.of();
    long start = System.nanoTime();
    do {
      Optional<String> failed =
          command.flatMap(each -> each.endReason(Duration.ZERO).or(each::failureReason));
      if (failed.isPresent()) {
        throw new IOException(failed.get());
      }
      known = known.isEmpty() ? addresses.addresses() : known;
      List<String> refusals = new ArrayList<>();
      for (URI each : known) {
        Optional<String> why = unreachable(each);
        if (why.isEmpty()) {
          return each;
        }
        refusals.add(why.get());
      }
      last = refusals.isEmpty() ? last : refusals.getFirst();
      Thread.sleep(PAUSE);
    } while (System.nanoTime() - start < spec.lifetime().startLimit().toNanos());
    String unready = command.flatMap(CommandInstance::unreadyReason).map("; "::concat).orElse("");
    throw new IOException(
        "it was not ready within %d s: %s%s"
            .formatted(spec.lifetime().startLimit().toSeconds(), last, unready));
  }

  /** Opens a connection, and closes it; returns why that is not possible, empty if it is. */
  private static Optional<String> unreachable(URI address) {
    // A host name with an underscore is in the authority only.
    String authority = address.getRawAuthority();
    String host = authority.replaceFirst(":\\d*$", "");
    String port = authority.substring(host.length()).replace(":", "");
    int usual = address.getScheme().equals("https") ? 443 : 80;
    InetSocketAddress at =
        new InetSocketAddress(host, port.isEmpty() ? usual : Integer.parseInt(port));
    try (Socket socket = new Socket()) {
      socket.connect(at, CONNECT_LIMIT_MS);
      // The kernel may give a client the very port that it connects to: then nothing listens.
      return Optional.of("nothing listens on " + authority)
          .filter(_ -> at.equals(socket.getLocalSocketAddress()));
    } catch (UnknownHostException e) {
      return Optional.of(address + ": unknown host");
    } catch (ConnectException e) {
      return Optional.of("nothing listens on " + authority);
    } catch (IOException e) {
      return UnopenedConnections.reason(": no response (" + e.getMessage() + ")")
          .or(() -> Optional.of(address + ": " + e.getMessage()));
    }
  }

  /** Returns the addresses at which the service may listen; empty until Docker has given it one. */
  List<URI> addresses(Optional<CommandInstance> command) throws IOException, InterruptedException {
    Stream<String> all =
        switch (spec.from()) {
          case Origin.Address address -> Stream.of(address.url());
          case Origin.Image image when !spec.hasPortInEnv() ->
              Docker.address(
                  Docker.inspect(command.flatMap(CommandInstance::container).orElseThrow()), image)
                  .stream();
          default -> Stream.of("http://127.0.0.1:" + port, "http://[::1]:" + port);
        };
    return all.map(url -> URI.create(url.replaceFirst("/$", ""))).toList();
  }

  /** Returns a text of the spec with its ports. */
  String filled(String text) {
    return text.replace(Origin.PORT, "" + port).replace(Origin.PORT2, "" + port2);
  }

  /** Returns the environment of a command of the service, with the secrets that it refers to. */
  Map<String, String> environment(String command) {
    Map<String, String> all = new HashMap<>(secrets.namedIn(command));
    spec.env().forEach((key, value) -> all.put(key, filled(secrets.resolve(value))));
    return all;
  }
}
