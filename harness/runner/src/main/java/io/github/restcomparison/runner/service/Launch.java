package io.github.restcomparison.runner.service;

import io.github.restcomparison.records.Environment.Container;
import io.github.restcomparison.records.service.Origin;
import io.github.restcomparison.records.service.Secrets;
import io.github.restcomparison.records.service.ServiceSpec;
import io.github.restcomparison.runner.host.Cmd;
import io.github.restcomparison.runner.host.Host;
import io.github.restcomparison.runner.host.Owner;
import io.github.restcomparison.runner.host.Placement;
import io.github.restcomparison.runner.sampling.JvmProbe;
import io.github.restcomparison.runner.sampling.SampledService;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/**
 * Starts a service for one run, and waits until it is ready.
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
   * A service that is ready.
   *
   * @param address scheme, host and port
   * @param sampled what of it can be sampled, its JVM included
   */
  public record Started(Instance instance, URI address, SampledService sampled) {
    /** A service of which nothing but its address is known. */
    public static Started at(URI address) {
      return new Started(() -> List.of(address), address, SampledService.UNSEEN);
    }

    /** Returns how many requests it has counted, if it is one of this project; else empty. */
    public OptionalDouble requests() {
      JvmProbe probe = sampled.probe();
      try {
        return probe == null || probe.service() == null || instance.exitCode().isPresent()
            ? OptionalDouble.empty()
            : OptionalDouble.of(probe.service().getCounters().requestsSeen());
      } catch (RuntimeException e) {
        return OptionalDouble.empty(); // it has ended
      }
    }
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
  public Started start(boolean insecure, Owner owner) throws IOException, InterruptedException {
    try (ServiceClient client = new ServiceClient(insecure)) {
      Instance instance = owner.own(begin());
      URI address = new Readiness(this, instance, client).await();
      SampledService sampled = instance.sampled().probed();
      if (sampled.probe() != null) {
        owner.own(sampled.probe());
      }
      return new Started(instance, address, sampled);
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
