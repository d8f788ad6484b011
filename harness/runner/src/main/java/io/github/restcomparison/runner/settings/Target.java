package io.github.restcomparison.runner.settings;

import com.fasterxml.jackson.annotation.JsonIgnore;
import io.github.restcomparison.records.LoadSpec;
import io.github.restcomparison.records.plan.ExperimentPlan;
import io.github.restcomparison.records.service.ServiceSpec.Origin;
import io.github.restcomparison.records.service.ServiceSpec.UserService;
import io.github.restcomparison.records.settings.SettingException;
import io.github.restcomparison.records.settings.Settings;
import io.github.restcomparison.runner.variants.Variant;
import java.net.URI;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * What is measured.
 *
 * @param name in records and reports
 * @param controlOf the name of the variant that it measures once more as control; absent if none
 * @param variant its name in the catalogue, with settings; absent if it is none, or that is unknown
 * @param user a service of the user's, and its requests
 * @param url where it already runs; absent if the run starts it, or the user's service has its own
 */
public record Target(
    String name,
    Optional<String> controlOf,
    Optional<String> variant,
    Optional<UserService> user,
    Optional<URI> url) {

  /** A variant of the catalogue, which is started for each run. */
  public static Target ofVariant(String name) {
    return new Target(
        name, Optional.empty(), Optional.of(name), Optional.empty(), Optional.empty());
  }

  /** Returns a variant of a plan, or its control. */
  public static Target of(ExperimentPlan plan, String name, boolean control) {
    Optional<String> variant = Optional.empty();
    Optional<UserService> user = Optional.empty();
    if (plan.origin(name) instanceof Origin.OfCatalogue(String ours)) {
      variant = Optional.of(ours);
    } else {
      user = plan.users().map(all -> new UserService(all.services().get(name), all.workload()));
    }
    String shown = control ? name + "-control" : name;
    Optional<String> controlOf = control ? Optional.of(name) : Optional.empty();
    return new Target(shown, controlOf, variant, user, Optional.empty());
  }

  /**
   * Reads {@code -Dvariant}.
   *
   * @throws SettingException if there is no such variant
   */
  public static Target ofVariant(Settings settings) {
    return ofVariant(Variant.named(settings.get("variant").orElse("")).name());
  }

  /**
   * Reads {@code -DbaseUrl} and {@code -Dname}: a service that somebody else started, and of which
   * nothing else is known.
   *
   * @throws SettingException if the URL is not that of an HTTP server
   */
  public static Target running(Settings settings) {
    String url = settings.get("baseUrl").orElse("");
    if (!url.startsWith("http:") || !url.matches(Origin.SERVER)) {
      throw SettingException.mustBe("-DbaseUrl", url, "http://HOST:PORT of a running service");
    }
    URI uri = URI.create(url);
    String name = settings.get("name").orElse(uri.getAuthority());
    return new Target(name, Optional.empty(), Optional.empty(), Optional.empty(), Optional.of(uri));
  }

  /** The same, which now runs at an address. */
  public Target at(URI there) {
    return new Target(name, controlOf, variant, user, Optional.of(there));
  }

  /** Whether each run has a launch of its own. */
  @JsonIgnore
  public boolean isLaunched() {
    return url.isEmpty() && user.map(service -> service.service().from().isLaunched()).orElse(true);
  }

  /** The service of the catalogue; empty if it is none, or a client. */
  public Optional<Variant> catalogued() {
    return variant.filter(name -> Variant.client(name).isEmpty()).map(Variant::named);
  }

  /** Threads of it that may block at once; empty if nothing bounds them, or that is unknown. */
  public OptionalInt bound(LoadSpec load) {
    return catalogued()
        .map(ours -> ours.bound(load.workers()))
        .or(() -> user.map(service -> service.service().workers()))
        .orElse(OptionalInt.empty());
  }
}
