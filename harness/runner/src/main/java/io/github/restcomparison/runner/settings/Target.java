package io.github.restcomparison.runner.settings;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import io.github.restcomparison.records.LoadSpec;
import io.github.restcomparison.records.plan.ExperimentPlan;
import io.github.restcomparison.records.service.Origin;
import io.github.restcomparison.records.service.ServiceSpec;
import io.github.restcomparison.records.service.UserService;
import io.github.restcomparison.records.settings.SettingException;
import io.github.restcomparison.records.settings.Settings;
import io.github.restcomparison.runner.variants.Catalogue;
import io.github.restcomparison.runner.variants.HttpClientVariant;
import io.github.restcomparison.runner.variants.Variant;
import io.github.restcomparison.servicekit.Endpoint;
import java.net.URI;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/** What is measured: a variant of the catalogue, a service of the user's, or one that runs. */
@JsonTypeInfo(use = JsonTypeInfo.Id.DEDUCTION)
@JsonSubTypes({
  @JsonSubTypes.Type(Target.Started.class),
  @JsonSubTypes.Type(Target.Running.class),
  @JsonSubTypes.Type(Target.OfUser.class)
})
public sealed interface Target {
  /** Its name in records and reports. */
  String name();

  /** The name of the variant that it measures once more as control; empty if it is none. */
  Optional<String> controlOf();

  /** The variant of the catalogue that it is; empty if it is none, or that is unknown. */
  Optional<Started> ours();

  /** A target of a plan, which a round may contain twice. */
  sealed interface Planned extends Target permits Started, OfUser {
    /** Its name without the mark of a control. */
    String entry();

    /** Whether it is the control: the same once more. */
    boolean control();

    /** Threads of it that may block at once; empty if nothing bounds them, or that is unknown. */
    OptionalInt bound(LoadSpec load);

    @Override
    default String name() {
      return control() ? entry() + "-control" : entry();
    }

    @Override
    default Optional<String> controlOf() {
      return control() ? Optional.of(entry()) : Optional.empty();
    }
  }

  /** A variant of the catalogue, which is started for this run alone. */
  record Started(String entry, String variant, boolean control) implements Planned {
    /** A variant under its own name. */
    public Started(String variant, boolean control) {
      this(variant, variant, control);
    }

    /**
     * The service that is started.
     *
     * @throws IllegalArgumentException if the catalogue has no such variant
     */
    public Variant service() {
      return Catalogue.variant(variant);
    }

    /** The same, with the module that serves the wait of a load. */
    public Variant service(LoadSpec load) {
      return service().waitingFor(load.waits());
    }

    @Override
    public Optional<Started> ours() {
      return Optional.of(this);
    }

    @Override
    public OptionalInt bound(LoadSpec load) {
      // A client that is compared starts no service.
      return HttpClientVariant.of(variant).isPresent()
          ? OptionalInt.empty()
          : service().bound(load.workers());
    }
  }

  /** A service of the user's, and its requests. */
  record OfUser(String entry, UserService user, boolean control) implements Planned {
    /** The same, which now runs at an address. */
    public OfUser at(String url) {
      ServiceSpec old = user.service();
      ServiceSpec there =
          new ServiceSpec(
              new Origin.Address(url, Optional.empty()),
              Map.of(),
              old.lifecycle(),
              old.workers(),
              old.requestCount(),
              Optional.empty());
      return new OfUser(entry, new UserService(there, user.workload()), control);
    }

    @Override
    public Optional<Started> ours() {
      return Optional.empty();
    }

    @Override
    public OptionalInt bound(LoadSpec load) {
      return user.service().workers();
    }
  }

  /**
   * A service that somebody else started, here or on another host.
   *
   * @param resource its address
   * @param ours absent if that is unknown
   */
  record Running(String name, URI resource, Optional<Started> ours) implements Target {
    /** A service of which nothing else is known. */
    public Running(String name, URI resource) {
      this(name, resource, Optional.empty());
    }

    @Override
    public Optional<String> controlOf() {
      return ours.flatMap(Started::controlOf);
    }
  }

  /** Returns a variant of a plan, or its control. */
  static Planned of(ExperimentPlan plan, String name, boolean control) {
    ServiceSpec service = plan.users().map(users -> users.services().get(name)).orElse(null);
    if (service == null) {
      return new Started(name, control);
    }
    return service.from() instanceof Origin.OfCatalogue(String variant)
        ? new Started(name, variant, control)
        : new OfUser(
            name, new UserService(service, plan.users().orElseThrow().workload()), control);
  }

  /**
   * Reads {@code -Dvariant}.
   *
   * @throws SettingException if there is no such variant
   */
  static Started started(Settings settings) {
    try {
      return new Started(Catalogue.variant(settings.get("variant").orElse("")).name(), false);
    } catch (IllegalArgumentException e) {
      throw new SettingException(settings.typed("variant") + ": " + e.getMessage());
    }
  }

  /**
   * Reads {@code -DbaseUrl} and {@code -Dname}.
   *
   * @throws SettingException if the URL is not that of an HTTP server
   */
  static Running running(Settings settings) {
    String url = settings.get("baseUrl").orElse("");
    if (!url.startsWith("http:") || !Origin.Address.isOfServer(url)) {
      throw SettingException.mustBe("-DbaseUrl", url, "http://HOST:PORT of a running service");
    }
    URI uri = URI.create(url);
    String name = settings.get("name").orElse(uri.getAuthority());
    return new Running(name, uri.resolve(Endpoint.RESOURCE));
  }
}
