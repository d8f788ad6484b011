package io.github.restcomparison.runner;

import io.github.restcomparison.records.JsonFiles;
import io.github.restcomparison.records.plan.PlanSettings;
import io.github.restcomparison.records.plan.ServiceRuntime;
import io.github.restcomparison.records.plan.SettingTree;
import io.github.restcomparison.records.service.ServiceSpec;
import io.github.restcomparison.records.service.ServiceSpec.Origin;
import io.github.restcomparison.records.settings.SettingException;
import io.github.restcomparison.runner.host.Placement;
import io.github.restcomparison.runner.settings.RunRequest;
import io.github.restcomparison.runner.settings.RunRequest.RunFlags;
import io.github.restcomparison.runner.settings.RunRequest.RunId;
import io.github.restcomparison.runner.settings.RunRequest.RunPlace;
import io.github.restcomparison.runner.variants.Contract;
import io.github.restcomparison.runner.variants.Variant;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/**
 * The {@code -D} options of Gatling's JVM. The options of {@code mvn gatling:test} describe one
 * run.
 *
 * @param properties returns the value of an option, or null
 */
public record RunProperties(UnaryOperator<String> properties) {
  /** The options of a load; the end of a name is the unit of its value. */
  private static final List<String> LOAD_OPTIONS =
      List.of(
          ("users requests delayMs wait workers warmUpSeconds protocol rate durationSeconds"
                  + " connections newConnections think rampUpSeconds")
              .split(" "));

  /** The options that require a rate. */
  private static final Set<String> OPEN_MODEL_OPTIONS = Set.of("connections", "newConnections");

  /** Returns the value of an option; empty if it is not given, or blank. */
  public Optional<String> get(String name) {
    return Optional.ofNullable(properties.apply(name))
        .map(String::strip)
        .filter(value -> !value.isEmpty());
  }

  /**
   * Returns whether an option is {@code true}; false if it is not given.
   *
   * @throws SettingException if it is neither true nor false
   */
  public boolean flag(String name) {
    String value = get(name).orElse("false");
    SettingException.check(
        value.equals("true") || value.equals("false"), "-D" + name, value, "true or false");
    return value.equals("true");
  }

  /** Returns what the user typed: {@code -Dusers 10}. */
  String typed(String name) {
    return "-D" + name + " " + get(name).orElse("''");
  }

  /**
   * Reads the file of {@code -DrunRequest}, or else the options of {@code mvn gatling:test}.
   *
   * @param service returns the measured service, if there is no file
   * @throws SettingException if an option is invalid
   * @throws IOException if the file cannot be read, with one line that names it
   */
  public RunRequest request(Path project, Function<RunProperties, ServiceSpec> service)
      throws IOException {
    Optional<String> file = get("runRequest");
    if (file.isPresent()) {
      return JsonFiles.read(Path.of(file.get()), RunRequest.class);
    }
    Path build = project.resolve("gatling/target");
    String now = Instant.now().toString().replaceAll("[^0-9T]", "");
    SettingTree given = loadSettings();
    ServiceSpec measured = service.apply(this);
    RunRequest request =
        new RunRequest(
            new RunPlace(
                get("results").map(Path::of).orElse(build.resolve("gatling")),
                get("comparison").map(Path::of).orElse(build.resolve("comparison")),
                get("session").orElse(now),
                RunId.next(name(measured))),
            measured,
            Optional.empty(),
            PlanSettings.of(given.withFallback(PlanSettings.usualLoad(false))).load(),
            Placement.ANYWHERE,
            Optional.empty(),
            new RunFlags(ServiceRuntime.BARE, flag("allowConcurrent"), false));
    Contract.of(request).load().requireEnd(setting -> given.typed("/load/" + setting));
    return request;
  }

  private String name(ServiceSpec service) {
    return switch (service.from()) {
      case Origin.CatalogueVariant(String variant) -> variant;
      case Origin.Address at -> get("name").orElseGet(() -> URI.create(at.url()).getAuthority());
      default -> throw new IllegalArgumentException("no name for " + service.from());
    };
  }

  /**
   * Reads {@code -Dvariant}.
   *
   * @throws SettingException if there is no such variant
   */
  public ServiceSpec catalogueService() {
    return ServiceSpec.ofVariant(Variant.named(get("variant").orElse("")).name());
  }

  /**
   * Reads {@code -DbaseUrl}: a service that is already running, and of which nothing else is known.
   * Its name is {@code -Dname}, or its host and port.
   *
   * @throws SettingException if the URL is not one of an HTTP server
   */
  public ServiceSpec runningService() {
    String url = get("baseUrl").orElse("");
    if (!url.startsWith("http:") || !url.matches(Origin.SERVER)) {
      throw SettingException.mustBe("-DbaseUrl", url, "http://HOST:PORT of a running service");
    }
    return ServiceSpec.of(Origin.Address.of(url), Map.of(), Optional.empty());
  }

  private SettingTree loadSettings() {
    SettingTree given = new SettingTree();
    for (String name : LOAD_OPTIONS) {
      String typed = typed(name);
      if (get(name).isPresent()) {
        SettingException.refuseIf(
            OPEN_MODEL_OPTIONS.contains(name) && get("rate").isEmpty(),
            typed + ": requires -Drate");
        String unit = name.endsWith("Ms") ? "ms" : name.endsWith("Seconds") ? "s" : "";
        String setting = name.replaceAll("(Ms|Seconds)$", "");
        given.set(typed, get(name).get() + unit, "load", setting);
      }
    }
    return given;
  }
}
