package io.github.restcomparison.compare.options;

import io.github.restcomparison.compare.experiment.UsageException;
import io.github.restcomparison.records.LoadProtocol;
import io.github.restcomparison.records.service.Origin;
import io.github.restcomparison.records.service.ServiceSpec;
import io.github.restcomparison.records.service.UserServices;
import io.github.restcomparison.records.settings.SettingException;
import io.github.restcomparison.runner.variants.Catalogue;
import io.github.restcomparison.runner.variants.Variant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import picocli.CommandLine.Option;

/** What the load speaks. */
public final class ProtocolOptions {
  private static final String SETTING = "PROTOCOL";

  @Option(names = "--tls", description = "Requests go over TLS, in HTTP/1.1.")
  private boolean tls;

  @Option(
      names = "--http2",
      paramLabel = "CONNECTIONS",
      arity = "0..1",
      fallbackValue = "each",
      description =
          "Requests go over HTTP/2 (with TLS): each user has a connection (each, the default), or all"
              + " users of an event loop of the load generator share one (shared).")
  private String http2;

  /**
   * The protocol.
   *
   * @param otherwise where nothing is said here
   * @throws UsageException where what is said cannot be
   */
  Optional<LoadProtocol> protocol(Optional<LoadProtocol> otherwise) {
    if (http2 == null) {
      return tls ? Optional.of(LoadProtocol.HTTP1_TLS) : otherwise;
    }
    return switch (http2) {
      case "each" -> Optional.of(LoadProtocol.HTTP2);
      case "shared" -> Optional.of(LoadProtocol.HTTP2_SHARED);
      default -> throw SettingException.mayBe("http2", http2, "each or shared");
    };
  }

  /**
   * Checks that all that is compared speaks it, as far as that can be known before it is asked.
   *
   * @throws UsageException where one of them does not
   */
  static void requireSpoken(
      Optional<LoadProtocol> protocol, List<String> compared, Optional<UserServices> theirs) {
    if (protocol.isEmpty()) {
      return;
    }
    for (String name : compared) {
      switch (theirs.map(all -> all.services().get(name)).map(ServiceSpec::from).orElse(null)) {
        case null -> requireSpoken(name);
        case Origin.OfCatalogue ours -> requireSpoken(ours.variant());
        case Origin.Address address when address.url().startsWith("https:") -> {}
        case Origin other ->
            throw new UsageException("%s has no https address, which TLS needs".formatted(name));
      }
    }
  }

  private static void requireSpoken(String name) {
    if (!speaks(Catalogue.variant(name))) {
      throw new UsageException(
          "%s speaks HTTP/1.1 without TLS only; %s speak others"
              .formatted(
                  name,
                  Catalogue.variants().stream()
                      .filter(ProtocolOptions::speaks)
                      .map(Variant::name)
                      .collect(Collectors.joining(", "))));
    }
  }

  /** Whose own setting it is, speaks nothing else. */
  private static boolean speaks(Variant variant) {
    return Catalogue.settings(variant.module()).contains(SETTING)
        && !variant.settings().containsKey(SETTING);
  }
}
