package io.github.restcomparison.compare.options;

import io.github.restcomparison.records.study.Study;
import io.github.restcomparison.runner.variants.Variant;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import picocli.CommandLine.Model.ArgGroupSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * The options of commands that measure, a line for each. Their texts are in {@code
 * options.properties}; a command can have a separate text there. {@link PlanReader} reads what was
 * typed.
 */
public final class Options {
  private static final String LOADED = "run sweep capacity memory";
  private static final String SERVICES = LOADED + " startup";
  private static final String ALL = LOADED + " study";

  private static final List<Setting> SETTINGS =
      List.of(
          new Setting(SERVICES, "--variants", "NAMES", "variants"),
          new Setting(SERVICES, "--service", "NAME=SERVICE", "service"),
          new Setting(SERVICES, "--file", "FILE", "file"),
          new Setting(SERVICES, "--env", "NAME:KEY=VALUE", "env"),
          new Setting(SERVICES, "--ready", "PATH", "ready"),
          new Setting(SERVICES, "--get", "PATH", "request/path"),
          new Setting(SERVICES, "--urls", "FILE", "urls"),
          new Setting(SERVICES, "-X --method", "METHOD", "request/method"),
          new Setting(SERVICES, "-H --header", "NAME:VALUE", "header"),
          new Setting(SERVICES, "-d --data", "BODY", "body/data"),
          new Setting(SERVICES, "--data-raw", "BODY", "body/raw"),
          new Setting(SERVICES, "--data-binary", "BODY", "body/binary"),
          new Setting(SERVICES, "--data-urlencode", "TEXT", "body/urlencode"),
          new Setting(SERVICES, "-F --form", "NAME=CONTENT", "form/part"),
          new Setting(SERVICES, "--form-string", "TEXT", "form/text"),
          new Setting(SERVICES, "--compressed", "", "compressed"),
          new Setting(SERVICES, "--expect", "WHAT", "expect"),
          new Setting(SERVICES, "--timeout", "TIME", "timeout"),
          new Setting(SERVICES, "--insecure", "", "insecure"),
          new Setting(SERVICES, "--cert", "FILE", "cert"),
          new Setting(SERVICES, "--key", "FILE", "key"),
          new Setting(SERVICES, "--cacert", "FILE", "cacert"),
          new Setting(LOADED, "--simulation", "JAR:CLASS", "simulation"),
          new Setting("run study", "--users", "N", "load/users"),
          new Setting("run study", "--requests", "N", "load/requests"),
          new Setting("run sweep capacity", "--duration", "TIME", "load/duration"),
          new Setting("run study", "--think", "TIME", "load/think"),
          new Setting("run study", "--ramp-up", "TIME", "load/rampUp"),
          new Setting("run", "--rate", "RATE", "load/rate"),
          new Setting("run", "--wait", "KIND", "load/wait"),
          new Setting("run capacity", "--connections", "N", "load/connections"),
          new Setting("run capacity memory study", "--delay", "TIME", "load/delay"),
          new Setting("run capacity study", "--workers", "N", "load/workers"),
          new Setting("capacity", "--slo", "TERMS", "slo"),
          new Setting(ALL, "--warm-up", "TIME", "load/warmUp"),
          new Setting(SERVICES + " study", "--protocol", "NAME", "load/protocol"),
          new Setting("run sweep memory study startup", "--rounds", "N", "design/rounds"),
          new Setting("run study startup", "--for", "TIME", "design/time"),
          new Setting("run study startup", "--control", "NAME", "design/control"),
          new Setting("run startup", "--baseline", "NAME", "design/baseline"),
          new Setting(SERVICES + " study", "--runtime", "NAME", "runtime"),
          new Setting(ALL, "--namespace", "NAME", "cluster/namespace"),
          new Setting(ALL, "--injectors", "N", "cluster/injectors"),
          new Setting(ALL, "--images", "PREFIX", "cluster/images"));

  private static final Set<String> REPEATABLE =
      Set.of("service", "env", "header", "expect", "form", "body");
  private static final Set<String> OF_VARIANTS =
      Set.of("variants", "design/control", "design/baseline");

  /** The default folder of results; not under target, which a build may clean. */
  public static final Path RESULTS = Path.of("results");

  private Options() {}

  /**
   * An option, and the setting of {@code compare.yaml} that it sets.
   *
   * @param commands that have it
   * @param names the first of which messages use
   * @param label of its value; empty for a flag
   * @param path of the setting; a name alone may be of several settings
   */
  record Setting(String commands, String names, String label, String path) {
    private boolean appliesTo(String command) {
      return List.of(commands.split(" ")).contains(command);
    }

    private String heading() {
      return switch (path.split("/")[0]) {
        case "variants", "service", "file", "runtime" -> "What is compared";
        case "load", "slo" -> "Load";
        case "design" -> "Rounds";
        case "cluster" -> "Cluster";
        default -> "Your services";
      };
    }

    private OptionSpec option() {
      OptionSpec.Builder option =
          OptionSpec.builder(names.split(" ")).paramLabel(label).userObject(this);
      option.negatable(label.isEmpty());
      if (OF_VARIANTS.contains(path)) {
        option.completionCandidates(Options::variantNames);
      }
      return REPEATABLE.contains(path.split("/")[0])
          ? option.type(List.class).auxiliaryTypes(String.class).build()
          : option.type(label.isEmpty() ? boolean.class : String.class).build();
    }
  }

  /** Returns the settings that only other commands have an option for, by path. */
  static Set<String> settingsOfOthers(String command) {
    Set<String> others = new LinkedHashSet<>();
    SETTINGS.forEach(each -> others.add(each.path));
    SETTINGS.stream()
        .filter(each -> each.appliesTo(command))
        .forEach(each -> others.remove(each.path));
    return others;
  }

  /** Adds its options to a command, under headings of its help. */
  public static void add(CommandSpec command) {
    Map<String, ArgGroupSpec.Builder> groups = new LinkedHashMap<>();
    for (Setting each : SETTINGS) {
      if (each.appliesTo(command.name())) {
        groups.computeIfAbsent(each.heading(), _ -> ArgGroupSpec.builder()).addArg(each.option());
      }
    }
    groups.forEach(
        (heading, group) ->
            command.addArgGroup(group.heading("%n" + heading + ":%n").validate(false).build()));
  }

  /** Returns a name for what begins now. */
  public static String timestamp() {
    return DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss", Locale.ROOT).format(LocalDateTime.now());
  }

  private static Iterator<String> variantNames() {
    return Stream.concat(Variant.services().stream(), Variant.clients().stream())
        .map(Variant::name)
        .iterator();
  }

  /** The names of the studies, for help texts and the shell's completion. */
  public static final class StudyNames implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return Study.all().stream().map(Study::name).iterator();
    }
  }
}
