package io.github.restcomparison.runner;

import io.github.restcomparison.records.JsonFiles;
import io.github.restcomparison.records.plan.PlanSettings;
import io.github.restcomparison.records.plan.ServiceRuntime;
import io.github.restcomparison.records.plan.SettingTree;
import io.github.restcomparison.records.service.ServiceSpec;
import io.github.restcomparison.records.service.ServiceSpec.Origin;
import io.github.restcomparison.records.settings.SettingException;
import io.github.restcomparison.records.settings.Settings;
import io.github.restcomparison.runner.host.Placement;
import io.github.restcomparison.runner.settings.RunRequest;
import io.github.restcomparison.runner.settings.RunRequest.Conduct;
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

/** The {@code -D} options of {@code mvn gatling:test}, which state one run. */
public record RunProperties(Settings settings) {
  /** The options of a load; the end of a name is the unit of its value. */
  private static final List<String> LOAD_OPTIONS =
      List.of(
          ("users requests delayMs wait workers warmUpSeconds protocol rate durationSeconds"
                  + " connections newConnections think rampUpSeconds")
              .split(" "));

  /** The options that require a rate. */
  private static final Set<String> OPEN_MODEL_OPTIONS = Set.of("connections", "newConnections");

  /**
   * Reads the file of {@code -DrunRequest}, or else the options of {@code mvn gatling:test}.
   *
   * @param service reads what is measured, if there is no file
   * @throws SettingException if an option is invalid
   * @throws IOException if the file cannot be read, with one line that names it
   */
  public RunRequest request(Path project, Function<Settings, ServiceSpec> service)
      throws IOException {
    Optional<String> file = settings.get("runRequest");
    if (file.isPresent()) {
      return JsonFiles.read(Path.of(file.get()), RunRequest.class);
    }
    Path build = project.resolve("gatling/target");
    String now = Instant.now().toString().replaceAll("[^0-9T]", "");
    SettingTree given = given();
    ServiceSpec measured = service.apply(settings);
    RunRequest request =
        new RunRequest(
            new RunPlace(
                settings.get("results").map(Path::of).orElse(build.resolve("gatling")),
                settings.get("comparison").map(Path::of).orElse(build.resolve("comparison")),
                settings.get("session").orElse(now),
                RunId.next(name(measured))),
            measured,
            Optional.empty(),
            PlanSettings.of(given.over(PlanSettings.usualLoad(false))).load(),
            Placement.ANYWHERE,
            Optional.empty(),
            new Conduct(ServiceRuntime.BARE, settings.flag("allowConcurrent"), false));
    Contract.load(request).requireEnd(setting -> given.typed("/load/" + setting));
    return request;
  }

  private String name(ServiceSpec service) {
    return switch (service.from()) {
      case Origin.OfCatalogue(String variant) -> variant;
      case Origin.Address at ->
          settings.get("name").orElseGet(() -> URI.create(at.url()).getAuthority());
      default -> throw new IllegalArgumentException("no name for " + service.from());
    };
  }

  /**
   * Reads {@code -Dvariant}.
   *
   * @throws SettingException if there is no such variant
   */
  public static ServiceSpec variant(Settings settings) {
    return ServiceSpec.ofCatalogue(Variant.named(settings.get("variant").orElse("")).name());
  }

  /**
   * Reads {@code -DbaseUrl}: a service that somebody else started, and of which nothing else is
   * known. Its name is {@code -Dname}, or its host and port.
   *
   * @throws SettingException if the URL is not that of an HTTP server
   */
  public static ServiceSpec running(Settings settings) {
    String url = settings.get("baseUrl").orElse("");
    if (!url.startsWith("http:") || !url.matches(Origin.SERVER)) {
      throw SettingException.mustBe("-DbaseUrl", url, "http://HOST:PORT of a running service");
    }
    return ServiceSpec.of(Origin.Address.of(url), Map.of(), Optional.empty());
  }

  private SettingTree given() {
    SettingTree given = new SettingTree();
    for (String name : LOAD_OPTIONS) {
      String typed = settings.typed(name);
      if (settings.get(name).isPresent()) {
        SettingException.refuseIf(
            OPEN_MODEL_OPTIONS.contains(name) && settings.get("rate").isEmpty(),
            typed + ": requires -Drate");
        String unit = name.endsWith("Ms") ? "ms" : name.endsWith("Seconds") ? "s" : "";
        String setting = name.replaceAll("(Ms|Seconds)$", "");
        given.set(typed, settings.get(name).get() + unit, "load", setting);
      }
    }
    return given;
  }
}
