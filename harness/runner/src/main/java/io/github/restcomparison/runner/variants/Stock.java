package io.github.restcomparison.runner.variants;

import java.util.Optional;
import java.util.OptionalInt;

/**
 * A runtime without the service-kit: no code of this project handles a request, counts it, or
 * changes its wait. It waits for a fixed time only, speaks HTTP/1.1 without TLS, and has no image.
 *
 * @param path of the resource with the variant's thread model
 * @param jar that the runtime's own build makes, relative to the module; empty for a class path
 * @param connections that it accepts by default; further ones wait until one closes; empty if
 *     nothing bounds them
 */
public record Stock(String path, Optional<String> jar, OptionalInt connections) {
  private static final String MAX_CONNECTIONS = "MAX_CONNECTIONS";

  /**
   * Returns why a load cannot be measured, in one line; empty if it can: users beyond the
   * connections of a runtime would get no response.
   *
   * @param variant of this runtime
   */
  public Optional<String> connectionShortage(Variant variant, int users) {
    String own = variant.settings().get(MAX_CONNECTIONS);
    if (connections.isEmpty()
        || users <= (own == null ? connections.getAsInt() : Integer.parseInt(own))) {
      return Optional.empty();
    }
    String accepted =
        own == null ? connections.getAsInt() + " connections by default" : own + " connections";
    return Optional.of(
        "%s accepts %s and the load has %d; %s@%s=%d accepts them"
            .formatted(
                variant.name(),
                accepted,
                users,
                variant.name().split("@")[0],
                MAX_CONNECTIONS,
                users));
  }
}
