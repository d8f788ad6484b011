package io.github.restcomparison.runner.service;

import io.github.restcomparison.records.service.Origin;
import io.github.restcomparison.records.service.Secrets;
import io.github.restcomparison.records.service.ServiceSpec;
import io.github.restcomparison.runner.host.FreePort;
import io.github.restcomparison.runner.host.Owner;
import io.github.restcomparison.runner.host.Placement;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

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
   * A launch on free ports.
   *
   * @throws IOException if there is none
   */
  public static Launch of(
      String name, ServiceSpec spec, Secrets secrets, Placement placement, Path log)
      throws IOException {
    Map<String, String> ports = new HashMap<>();
    for (String text : List.of(Origin.PORT, Origin.PORT2)) {
      ports.put(text, Integer.toString(FreePort.find()));
    }
    return new Launch(name, spec, secrets, placement, log, List.of(), ports);
  }

  /** The same with options for its container. */
  public Launch inContainer(List<String> options) {
    return new Launch(name, spec, secrets, placement, log, options, ports);
  }

  /**
   * A service that is ready.
   *
   * @param address scheme, host and port
   */
  public record Started(Instance instance, URI address) {}

  /**
   * Starts the service.
   *
   * @param owner ends it; it has it from its start on, while nobody knows yet whether it gets ready
   * @throws IOException if it is not ready in time; one line says why
   */
  public Started start(Readiness readiness, Owner owner) throws IOException, InterruptedException {
    try {
      Instance instance = owner.own(begin());
      return new Started(instance, readiness.await(this, instance));
    } catch (IOException e) {
      throw new IOException("%s: %s".formatted(name, secrets.hide(e.getMessage())), e);
    }
  }

  private Instance begin() throws IOException, InterruptedException {
    return switch (spec.from()) {
      case Origin.Command command -> CommandInstance.of(this, command);
      case Origin.Image image -> ContainerInstance.of(this, image);
      case Origin.Address address -> AddressInstance.of(this, address);
      case Origin.OfCatalogue ours ->
          throw new IllegalArgumentException(ours.variant() + " has no command here");
    };
  }

  int port() {
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
