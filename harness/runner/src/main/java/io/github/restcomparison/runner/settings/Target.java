package io.github.restcomparison.runner.settings;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import io.github.restcomparison.records.LoadSpec;
import io.github.restcomparison.records.plan.ExperimentPlan;
import io.github.restcomparison.records.service.Origin;
import io.github.restcomparison.records.service.ServiceSpec;
import io.github.restcomparison.records.service.UserService;
import io.github.restcomparison.records.service.UserServices;
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

/**
 * What is measured: a service that the run starts and stops, one that already runs, or one of the
 * user's, however it comes to be there.
 */
@JsonTypeInfo(use = JsonTypeInfo.Id.DEDUCTION)
@JsonSubTypes({
  @JsonSubTypes.Type(Target.Started.class),
  @JsonSubTypes.Type(Target.Running.class),
  @JsonSubTypes.Type(Target.OfUser.class)
})
public sealed interface Target {

  /** What it is called in records and reports. */
  String name();

  /** What it is the A/A control of, where it is one. */
  default Optional<String> controlOf() {
    return Optional.empty();
  }

  /** A target that may be entered twice in a round. */
  sealed interface Planned extends Target permits Started, OfUser {
    /** What it is called where it is no control. */
    String entry();

    /** Whether this is the A/A control: the same once more, under another name. */
    boolean control();

    @Override
    default String name() {
      return control() ? entry() + "-control" : entry();
    }

    @Override
    default Optional<String> controlOf() {
      return control() ? Optional.of(entry()) : Optional.empty();
    }

    /** Threads of it that may block at once; empty where nothing bounds them, or nobody knows. */
    OptionalInt bound(LoadSpec load);
  }

  /**
   * A variant of the catalogue, started for this run alone.
   *
   * @param variant its name in the catalogue
   * @param control whether it is the A/A control
   * @param alias what the user calls it; absent for the name of the variant
   */
  @JsonInclude(JsonInclude.Include.NON_ABSENT)
  record Started(String variant, boolean control, Optional<String> alias) implements Planned {
    /** Under its own name. */
    public Started(String variant, boolean control) {
      this(variant, control, Optional.empty());
    }

    @Override
    public String entry() {
      return alias.orElse(variant);
    }

    /**
     * The service that is started.
     *
     * @throws IllegalArgumentException where the catalogue has no such variant
     */
    public Variant service() {
      return Catalogue.variant(variant);
    }

    /** The same, with the module that serves the wait of a load. */
    public Variant service(LoadSpec load) {
      return service().waitingFor(load.waits());
    }

    @Override
    public OptionalInt bound(LoadSpec load) {
      // A client that is compared starts no service.
      return HttpClientVariant.of(variant).isPresent()
          ? OptionalInt.empty()
          : service().bound(load.workers());
    }
  }

  /**
   * A service of the user's.
   *
   * @param entry what the user calls it
   * @param user how it comes to be there, and what it is asked
   * @param control whether it is the A/A control
   */
  record OfUser(String entry, UserService user, boolean control) implements Planned {
    /** The same, now that it runs at an address. */
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
    public OptionalInt bound(LoadSpec load) {
      return user.service().workers();
    }
  }

  /**
   * What an entry of a plan is.
   *
   * @param name one of its variants
   * @param control whether it is entered as the A/A control
   */
  static Planned of(ExperimentPlan plan, String name, boolean control) {
    return plan.users()
        .filter(users -> users.services().containsKey(name))
        .map(users -> ofUser(users, name, control))
        .orElseGet(() -> new Started(name, control));
  }

  private static Planned ofUser(UserServices users, String name, boolean control) {
    ServiceSpec service = users.services().get(name);
    return service.from() instanceof Origin.OfCatalogue(String variant)
        ? new Started(variant, control, Optional.of(name))
        : new OfUser(name, new UserService(service, users.workload()), control);
  }

  /**
   * A service that was started before, here or on another host.
   *
   * @param name what it is called
   * @param resource its address
   * @param planned what it is in the plan of whoever started it for the run; absent where nobody
   *     did
   */
  @JsonInclude(JsonInclude.Include.NON_ABSENT)
  record Running(String name, URI resource, Optional<Started> planned) implements Target {
    /** One that somebody else started. */
    public Running(String name, URI resource) {
      this(name, resource, Optional.empty());
    }

    @Override
    public Optional<String> controlOf() {
      return planned.flatMap(Started::controlOf);
    }
  }

  /**
   * Reads {@code -Dvariant}.
   *
   * @throws SettingException where there is no such variant
   */
  static Started started(Settings settings) {
    String name = settings.text("VARIANT", "");
    try {
      return new Started(Catalogue.variant(name).name(), false);
    } catch (IllegalArgumentException e) {
      throw new SettingException("VARIANT (-Dvariant): " + e.getMessage());
    }
  }

  /**
   * Reads {@code -DbaseUrl} and {@code -Dname}.
   *
   * @throws SettingException where the URL is not that of an HTTP server
   */
  static Running running(Settings settings) {
    String url = settings.text("BASE_URL", "");
    if (url.startsWith("http:") && Origin.Address.isOfServer(url)) {
      URI uri = URI.create(url);
      return new Running(settings.text("NAME", uri.getAuthority()), uri.resolve(Endpoint.RESOURCE));
    }
    throw new SettingException(
        "BASE_URL (-DbaseUrl) is '%s': it may be http://HOST:PORT of a service that runs"
            .formatted(url.replaceAll("\\R", " ")));
  }
}
