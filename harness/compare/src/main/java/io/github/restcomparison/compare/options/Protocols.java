package io.github.restcomparison.compare.options;

import io.github.restcomparison.compare.experiment.UsageException;
import io.github.restcomparison.records.LoadProtocol;
import io.github.restcomparison.records.service.Origin;
import io.github.restcomparison.records.service.ServiceSpec;
import io.github.restcomparison.records.service.UserServices;
import io.github.restcomparison.runner.variants.Catalogue;
import io.github.restcomparison.runner.variants.Variant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Which protocols a service speaks, as far as that is known before it is asked. */
final class Protocols {
  private static final String SETTING = "PROTOCOL";

  private Protocols() {}

  /**
   * Checks that all that is compared speaks a protocol.
   *
   * @throws UsageException if one of them does not
   */
  static void require(
      Optional<LoadProtocol> protocol, List<String> compared, Optional<UserServices> users) {
    if (protocol.isEmpty()) {
      return;
    }
    String said = "--protocol " + protocol.get().text();
    for (String name : compared) {
      switch (users.map(all -> all.services().get(name)).map(ServiceSpec::from).orElse(null)) {
        case null -> require(said, name);
        case Origin.OfCatalogue ours -> require(said, ours.variant());
        case Origin.Address address when address.url().startsWith("https:") -> {}
        case Origin other ->
            throw new UsageException("%s: %s has no https address".formatted(said, name));
      }
    }
  }

  private static void require(String said, String name) {
    if (!speaks(VariantNames.variant(name))) {
      throw new UsageException(
          "%s: %s speaks HTTP/1.1 without TLS only; valid: %s"
              .formatted(
                  said,
                  name,
                  Catalogue.variants().stream()
                      .filter(Protocols::speaks)
                      .map(Variant::name)
                      .collect(Collectors.joining(", "))));
    }
  }

  /** A variant that sets the protocol itself speaks nothing else. */
  private static boolean speaks(Variant variant) {
    return Catalogue.settings(variant.module()).contains(SETTING)
        && !variant.settings().containsKey(SETTING);
  }
}
