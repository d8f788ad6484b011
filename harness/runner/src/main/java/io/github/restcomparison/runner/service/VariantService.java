package io.github.restcomparison.runner.service;

import io.github.restcomparison.records.plan.ExperimentPlan.Setup;
import io.github.restcomparison.records.service.Lifecycle;
import io.github.restcomparison.records.service.Origin;
import io.github.restcomparison.records.service.Secrets;
import io.github.restcomparison.records.service.ServiceSpec;
import io.github.restcomparison.runner.host.Cmd;
import io.github.restcomparison.runner.host.Placement;
import io.github.restcomparison.runner.host.Program;
import io.github.restcomparison.runner.variants.Variant;
import io.github.restcomparison.servicekit.Endpoint;
import io.github.restcomparison.servicekit.RunningService;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/** A variant of the catalogue as a service with a command, or with an image. */
public final class VariantService {
  /**
   * The same for every variant, so that they cannot cause a difference between variants. A service
   * whose heap is full ends: it would collect garbage for minutes, and not respond.
   */
  public static final List<String> JVM_FLAGS =
      List.of(
          "-Xms512m",
          "-Xmx512m",
          "-XX:+UseG1GC",
          "-XX:+AlwaysPreTouch",
          "-XX:+ExitOnOutOfMemoryError",
          "--enable-native-access=ALL-UNNAMED");

  /** A variant has flags of its own in place of common ones of these kinds. */
  private static final List<String> KINDS = List.of("-XX:\\+Use\\w+GC", "-Xm[sx].*");

  /** The limits that {@code docker/compose.yml} sets for every service. */
  private static final String LIMITS =
      "--no-healthcheck --pids-limit 32768 --ulimit nofile=20000:20000 --read-only --tmpfs /tmp"
          + " --cap-drop ALL --security-opt no-new-privileges --user ";

  /** Half of it is the JVM's heap: 512 MiB, as outside of a container. */
  private static final String MEMORY = "1g";

  private static final Lifecycle LIFECYCLE =
      new Lifecycle(
          Optional.of(Endpoint.HEALTH),
          Duration.ofSeconds(30),
          "TERM",
          Duration.ofMillis(RunningService.DRAIN_MS + 2_000L));

  private VariantService() {}

  /**
   * Returns the launch of a variant.
   *
   * @param project the folder that contains the variant's module
   * @param environment the settings, by environment variable
   * @param runtime bare or docker
   * @param log receives the output of the service
   * @throws IOException if the module was not built, or has no image for its flags
   */
  public static Launch launch(
      Path project,
      Variant variant,
      Map<String, String> environment,
      String runtime,
      Placement placement,
      Path log)
      throws IOException, InterruptedException {
    Map<String, String> settings = new HashMap<>(environment);
    settings.putAll(variant.settings());
    settings.put("PORT", Origin.PORT);
    boolean isContained = runtime.equals(Setup.DOCKER);
    return new Launch(
        variant.name(),
        ServiceSpec.of(
            isContained ? image(variant) : command(project, variant), settings, LIFECYCLE),
        Secrets.NONE,
        placement,
        log,
        isContained ? containerOptions(settings.get("KEY_STORE")) : List.of(),
        Launch.freePorts());
  }

  private static Origin command(Path project, Variant variant) throws IOException {
    List<String> words = new ArrayList<>();
    words.add(Program.JAVA);
    words.addAll(JVM_FLAGS);
    for (String kind : KINDS) {
      if (variant.jvmFlags().stream().anyMatch(flag -> flag.matches(kind))) {
        words.removeIf(flag -> flag.matches(kind));
      }
    }
    words.addAll(variant.jvmFlags());
    words.addAll(List.of("-cp", Program.classPath(project, project.resolve(variant.module()))));
    words.add(variant.mainClass());
    return Origin.Command.of(words);
  }

  private static Origin image(Variant variant) throws IOException {
    if (!variant.jvmFlags().isEmpty()) {
      throw new IOException(
          variant.name() + ": the flags of its JVM are those of its image with --runtime docker");
    }
    return new Origin.Image(
        "rest-comparison/" + variant.service(),
        OptionalInt.empty(),
        Optional.empty(),
        Optional.of(MEMORY));
  }

  /** A JVM can be attached to by the same user only. */
  private static List<String> containerOptions(String keyStore)
      throws IOException, InterruptedException {
    String user = Cmd.of("id", "-u").output() + ":" + Cmd.of("id", "-g").output();
    List<String> options = new ArrayList<>(List.of((LIMITS + user).split(" ")));
    if (keyStore != null) {
      options.addAll(List.of("--volume", keyStore + ":" + keyStore + ":ro"));
    }
    return options;
  }
}
