package io.github.restcomparison.compare.options;

import io.github.restcomparison.records.study.Study;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import picocli.CommandLine.Help;
import picocli.CommandLine.Help.Layout;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;

/**
 * The options of commands that measure or plan, a line for each. Its text is in {@code
 * options.properties}; a command can have its own text there. {@link PlanReader} reads what was
 * typed.
 */
public final class Options {
  /** So few options of a command need no headings. */
  private static final int FEW = 8;

  private static final String SERVICES = "run sweep capacity memory";
  private static final String ALL = SERVICES + " study";

  private static final List<Setting> SETTINGS =
      List.of(
          new Setting(SERVICES, "--variants", "NAMES", "variants", Need.NOTHING),
          new Setting(SERVICES, "--service", "NAME=SERVICE", "service", Need.NOTHING),
          new Setting(SERVICES, "--file", "FILE", "file", Need.NOTHING),
          new Setting(SERVICES, "--env", "NAME:KEY=VALUE", "env", Need.SERVICE),
          new Setting(SERVICES, "--ready", "PATH", "ready", Need.SERVICE),
          new Setting(SERVICES, "--get", "PATH", "request/path", Need.SERVICE),
          new Setting(SERVICES, "-X --method", "METHOD", "request/method", Need.REQUEST),
          new Setting(SERVICES, "-H --header", "NAME:VALUE", "header", Need.REQUEST),
          new Setting(SERVICES, "-d --data", "BODY", "request/body", Need.REQUEST),
          new Setting(SERVICES, "--expect", "WHAT", "expect", Need.REQUEST),
          new Setting(SERVICES, "--timeout", "TIME", "timeout", Need.SERVICE),
          new Setting(SERVICES, "--insecure", "", "insecure", Need.SERVICE),
          new Setting(SERVICES, "--simulation", "JAR:CLASS", "simulation", Need.SERVICE),
          new Setting("run study", "--users", "N", "load/users", Need.NOTHING),
          new Setting("run study", "--requests", "N", "load/requests", Need.NOTHING),
          new Setting("run sweep capacity", "--duration", "TIME", "load/duration", Need.NOTHING),
          new Setting("run", "--rate", "RATE", "load/rate", Need.NOTHING),
          new Setting("run", "--wait", "KIND", "load/wait", Need.VARIANTS),
          new Setting("run capacity", "--connections", "N", "load/connections", Need.RATE),
          new Setting("run capacity memory study", "--delay", "TIME", "load/delay", Need.NOTHING),
          new Setting("run capacity study", "--workers", "N", "load/workers", Need.WORKERS),
          new Setting("capacity", "--slo", "TERMS", "slo", Need.NOTHING),
          new Setting(ALL, "--warm-up", "TIME", "load/warmUp", Need.NOTHING),
          new Setting(ALL, "--protocol", "NAME", "load/protocol", Need.NOTHING),
          new Setting("run sweep memory study", "--rounds", "N", "design/rounds", Need.NOTHING),
          new Setting("run study", "--for", "TIME", "design/time", Need.NOTHING),
          new Setting("run study", "--control", "NAME", "design/control", Need.NOTHING),
          new Setting("run study", "--calibrate", "", "design/calibrate", Need.NOTHING),
          new Setting(ALL, "--runtime", "NAME", "runtime", Need.NOTHING),
          new Setting(ALL, "--namespace", "NAME", "cluster/namespace", Need.CLUSTER),
          new Setting(ALL, "--injectors", "N", "cluster/injectors", Need.CLUSTER),
          new Setting(ALL, "--images", "PREFIX", "cluster/images", Need.CLUSTER),
          new Setting(ALL, "--image-tag", "TAG", "cluster/tag", Need.CLUSTER),
          new Setting("plan", "--users", "N", "users", Need.NOTHING),
          new Setting("plan", "--rate", "N/s", "rate", Need.NOTHING),
          new Setting("plan", "--delay", "TIME", "delay", Need.NOTHING),
          new Setting("plan", "--think", "TIME", "think", Need.NOTHING),
          new Setting("plan", "--cpus", "N", "cpus", Need.NOTHING),
          new Setting("plan", "--workers", "N", "workers", Need.NOTHING),
          new Setting("plan", "--memory", "SIZE", "memory", Need.NOTHING),
          new Setting("plan", "--slo", "SLO", "slo", Need.NOTHING),
          new Setting("plan", "--nodes", "N", "nodes", Need.NOTHING),
          new Setting("plan", "--price", "PRICE", "price", Need.NOTHING));

  private static final List<String> HEADINGS =
      List.of(
          "What is compared",
          "Services of yours",
          "Load",
          "Rounds",
          "Cluster",
          "Nodes",
          "Host",
          "Output");

  /** The headings of options that are fields of a command; those of others are output. */
  private static final Map<String, String> OF_FIELDS =
      Map.of(
          "--quick", "What is compared",
          "--users", "Load",
          "--delay", "Load",
          "--workers", "Load",
          "--max-rate", "Load",
          "--pin", "Host",
          "--allow-concurrent", "Host");

  private static final Set<String> OF_NODES = Set.of("cpus", "memory", "nodes", "price");
  private static final Set<String> REPEATABLE = Set.of("service", "env", "header", "expect");
  private static final Set<String> OF_VARIANTS = Set.of("variants", "design/control");

  private Options() {}

  /**
   * An option, and the setting of {@code compare.yaml} that it sets.
   *
   * @param commands that have it
   * @param names the first of which messages use
   * @param label of its value; empty for a flag
   * @param path of the setting; a name alone may be of several settings
   * @param needs what must be so that it has an effect; without it, the option is refused
   */
  record Setting(String commands, String names, String label, String path, Need needs) {
    private String heading() {
      return switch (needs) {
        case CLUSTER -> "Cluster";
        case SERVICE, REQUEST -> "Services of yours";
        default ->
            path.startsWith("design/")
                ? "Rounds"
                : OF_NODES.contains(path)
                    ? "Nodes"
                    : path.startsWith("load/") || commands.equals("plan") || path.equals("slo")
                        ? "Load"
                        : "What is compared";
      };
    }

    private OptionSpec option() {
      OptionSpec.Builder option =
          OptionSpec.builder(names.split(" ")).paramLabel(label).userObject(this);
      option.negatable(label.isEmpty());
      if (OF_VARIANTS.contains(path)) {
        option.completionCandidates(new VariantNames());
      }
      return REPEATABLE.contains(path)
          ? option.type(List.class).auxiliaryTypes(String.class).build()
          : option.type(label.isEmpty() ? boolean.class : String.class).build();
    }
  }

  /** What an option may depend on. */
  enum Need {
    NOTHING(""),
    SERVICE("a service of yours (--service or --file)"),
    REQUEST("--get"),
    RATE("--rate"),
    VARIANTS("variants of this project only"),
    /** A waiting request blocks a thread of what is compared. */
    WORKERS("a variant whose waiting blocks a thread, or a service of yours"),
    CLUSTER("--runtime kubernetes");

    /** What is needed, to follow "requires". */
    final String text;

    Need(String text) {
      this.text = text;
    }
  }

  /** Adds its options to a command. */
  public static void add(CommandSpec command) {
    SETTINGS.stream()
        .filter(each -> List.of(each.commands.split(" ")).contains(command.name()))
        .forEach(each -> command.addOption(each.option()));
  }

  /** Returns the options of a command for its help; many are shown under headings. */
  public static String help(Help help) {
    List<OptionSpec> all = help.commandSpec().options();
    // The widest of all options sets the width of the first column.
    Function<List<OptionSpec>, String> section =
        some -> {
          Layout layout = help.createDefaultLayout(all, List.of(), help.colorScheme());
          layout.addOptions(some, help.parameterLabelRenderer());
          return layout.toString();
        };
    if (all.size() <= FEW) {
      return section.apply(all);
    }
    Map<String, List<OptionSpec>> byHeading =
        all.stream().collect(Collectors.groupingBy(Options::heading));
    return HEADINGS.stream()
        .filter(byHeading::containsKey)
        .map(each -> "%s:%n%s".formatted(each, section.apply(byHeading.get(each))))
        .collect(Collectors.joining(System.lineSeparator()));
  }

  private static String heading(OptionSpec option) {
    return option.userObject() instanceof Setting setting
        ? setting.heading()
        : OF_FIELDS.getOrDefault(option.longestName(), "Output");
  }

  /** Where results go. */
  public static final class Output {
    /** The usual folder; not under target, which a build may clean. */
    public static final Path RESULTS = Path.of("results");

    @Option(names = "--out", paramLabel = "DIR")
    private Path out;

    @Option(names = "--resume", paramLabel = "DIR")
    private Path resume;

    /** The folder. */
    public Path folder() {
      Path path = resume != null ? resume : out == null ? RESULTS.resolve(now()) : out;
      return path.toAbsolutePath().normalize();
    }

    /** Whether to continue what is in the folder. */
    public boolean isResumed() {
      return resume != null;
    }

    /** A name for an experiment that begins now. */
    public static String session() {
      return "compare-" + now();
    }

    private static String now() {
      return DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss", Locale.ROOT)
          .format(LocalDateTime.now());
    }
  }

  /** The names of the studies, for help texts and the shell's completion. */
  public static final class StudyNames implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return Study.all().stream().map(Study::name).iterator();
    }
  }
}
