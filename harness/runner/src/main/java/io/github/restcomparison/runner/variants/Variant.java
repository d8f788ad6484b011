package io.github.restcomparison.runner.variants;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.github.restcomparison.records.JsonFiles;
import io.github.restcomparison.records.Load;
import io.github.restcomparison.records.Load.Bounds;
import io.github.restcomparison.records.Wait;
import io.github.restcomparison.records.plan.ServiceRuntime;
import io.github.restcomparison.records.plan.SettingTree;
import io.github.restcomparison.records.service.ServiceSpec;
import io.github.restcomparison.records.service.ServiceSpec.Lifetime;
import io.github.restcomparison.records.service.ServiceSpec.Origin;
import io.github.restcomparison.records.settings.SettingException;
import io.github.restcomparison.runner.host.CallerEnvironment;
import io.github.restcomparison.runner.host.Cmd;
import io.github.restcomparison.servicekit.Endpoint;
import io.github.restcomparison.servicekit.StartedServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A service or an HTTP client under test: a module, and the settings that make it this variant.
 * {@code variants.json} next to this class lists all, and {@code settings.json} the settings of
 * each module.
 *
 * @param name identifies it in options, records and pages
 * @param implementation that serves it if requests wait for a clock
 * @param waitsInWorker whether each waiting request holds a worker
 * @param threadModel what its threads do, in one line
 * @param needs what it needs in addition to a JDK: commands, or files relative to the project
 * @param jvmFlags of its JVM, in addition to the common flags, or in place of them
 * @param backEnds the same model, with the client that a back end needs, by the kind of wait
 */
public record Variant(
    String name,
    @JsonUnwrapped Implementation implementation,
    boolean waitsInWorker,
    String threadModel,
    List<String> needs,
    List<String> jvmFlags,
    Map<Wait, Implementation> backEnds) {
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

  /** The start of the names of this project's images. */
  public static final String IMAGES = "rest-comparison/";

  /** Spring Boot once took over 30 s on two CPUs that other builds used, too. */
  private static final Duration START_LIMIT = Duration.ofSeconds(60);

  /** The cheapest variant: with no delay, the load generator is calibrated against it. */
  public static final String CHEAPEST = "vertx-rest";

  /** By whether they are clients. */
  private static final Map<Boolean, List<Variant>> ALL =
      Stream.of(JsonFiles.bind(read("variants.json"), Variant[].class))
          .collect(
              Collectors.partitioningBy(variant -> variant.module().equals("servers/clients")));

  private static final JsonNode SETTINGS = read("settings.json");

  /** The folder of modules that are built with {@code -Pfull} only. */
  private static final String HISTORICAL = "servers/historical/";

  /** A client that is not Java. */
  private static final String NODE = "node";

  /**
   * A module that is a variant.
   *
   * @param module its folder, relative to the project
   * @param settings environment variables that override the module's defaults
   * @param stock if the module is a runtime as its own guide sets it up
   */
  public record Implementation(String module, Map<String, String> settings, Optional<Stock> stock) {
    private Implementation with(Map<String, String> more) {
      Map<String, String> all = new TreeMap<>(settings);
      all.putAll(more);
      return new Implementation(module, all, stock);
    }
  }

  /** Its folder, relative to the project. */
  public String module() {
    return implementation.module;
  }

  /** Environment variables that override the module's defaults. */
  public Map<String, String> settings() {
    return implementation.settings;
  }

  private static JsonNode read(String name) {
    return new JsonMapper().readTree(Variant.class.getResourceAsStream(name));
  }

  /** All services, in the order in which the documentation explains them. */
  public static List<Variant> services() {
    return ALL.get(false);
  }

  /** All HTTP clients, which send a burst of concurrent requests. */
  public static List<Variant> clients() {
    return ALL.get(true);
  }

  /** Finds a client by its name; empty if no client has it. */
  public static Optional<Variant> client(String name) {
    return clients().stream().filter(client -> client.name().equals(name)).findFirst();
  }

  /** Returns the catalogue's entry of a service; empty if it has none, or for a client. */
  public static Optional<Variant> of(ServiceSpec service) {
    return service.variant().filter(name -> client(name).isEmpty()).map(Variant::named);
  }

  /** Returns the workers that bound a load in a service; empty if none does, or if unknown. */
  public static OptionalInt workers(ServiceSpec service, Load load) {
    return of(service).map(ours -> ours.maxWaiting(load.workers())).orElse(service.workers());
  }

  /** Returns whether HTTP clients are compared, not services. */
  public static boolean areClients(List<String> names) {
    return names.stream().anyMatch(name -> client(name).isPresent());
  }

  /**
   * Finds a variant by its name, such as {@code jersey-sync}. Settings may follow the name: {@code
   * jersey-sync@WORKERS=400@MAX_WAITING=100}; and flags of its JVM, {@code
   * jersey-virtual@jvm=-XX:+UseZGC}.
   *
   * @throws SettingException if no variant has the name, or its module no such setting; the message
   *     names the most similar one, and all valid ones
   */
  public static Variant named(String name) {
    String[] parts = name.split("@", -1);
    Variant variant = listed(parts[0]);
    Set<String> known = settings(variant.module());
    variant.backEnds().values().forEach(other -> known.addAll(settings(other.module())));
    Map<String, String> settings = new TreeMap<>();
    List<String> flags = new ArrayList<>(variant.jvmFlags());
    for (String part : List.of(parts).subList(1, parts.length)) {
      String[] both = part.split("=", 2);
      if (part.matches("jvm=-[A-Za-z0-9:+=._,/%-]+")) {
        flags.add(both[1]);
      } else if (!part.matches("[A-Z][A-Z_]*=[A-Za-z0-9._-]+")) {
        throw new SettingException(
            "%s: '%s' must be a setting such as WORKERS=400, or jvm=-XX:+UseZGC"
                .formatted(name, part));
      } else if (!known.contains(both[0])) {
        throw new SettingException(
            "%s has no setting %s%s; valid: %s"
                .formatted(
                    parts[0],
                    both[0],
                    SettingException.didYouMean(both[0], known),
                    String.join(", ", known)));
      } else {
        settings.put(both[0], both[1]);
      }
    }
    return parts.length == 1
        ? variant
        : variant.with(name, variant.implementation.with(settings), flags);
  }

  /** The settings of a module's service, as environment variables. */
  public static Set<String> settings(String module) {
    return SETTINGS
        .path(module)
        .valueStream()
        .map(JsonNode::asString)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static Variant listed(String name) {
    List<String> names = services().stream().map(Variant::name).toList();
    if (!names.contains(name)) {
      throw new SettingException(
          "unknown variant '%s'%s; valid: %s; ./compare list explains them"
              .formatted(name, SettingException.didYouMean(name, names), String.join(", ", names)));
    }
    return services().get(names.indexOf(name));
  }

  /**
   * Returns why it cannot run here, in one line; empty if it can: its module must be built, and its
   * programs be installed.
   *
   * @param project the folder that contains the module
   */
  public Optional<String> missingRequirement(Path project) {
    Path folder = project.resolve(module());
    if (!Files.isDirectory(folder)) {
      return Optional.of(module() + " is not in this distribution; a clone of the project has it");
    }
    boolean isBuilt =
        needs.contains(NODE) || Files.isRegularFile(folder.resolve(jar().orElse(ClassPath.FILE)));
    return missingNeed(project)
        .or(() -> isBuilt ? Optional.empty() : Optional.of(module() + " is not built: " + build()));
  }

  private Optional<String> jar() {
    return implementation.stock.flatMap(Stock::jar);
  }

  /** Returns the command that builds its module. */
  private String build() {
    return "mvn %s-DskipTests package".formatted(module().startsWith(HISTORICAL) ? "-Pfull " : "");
  }

  private Optional<String> missingNeed(Path project) {
    return needs.stream()
        .filter(
            need ->
                !(need.contains("/") ? Files.exists(project.resolve(need)) : Cmd.isInstalled(need)))
        .findFirst()
        .map(need -> "it needs %s, which is missing: see %s".formatted(need, readme()));
  }

  private Path readme() {
    return Path.of(module()).resolveSibling("README.md");
  }

  /** Returns whether it is a runtime without the service-kit. */
  public boolean isStock() {
    return implementation.stock.isPresent();
  }

  /** Returns the path of its resource. */
  public String path() {
    return implementation.stock.map(Stock::path).orElse(Endpoint.RESOURCE);
  }

  /** Returns whether its workers can be virtual threads. */
  public boolean canBeVirtual() {
    return !isStock() || services().stream().anyMatch(this::isWithVirtualWorkers);
  }

  private boolean isWithVirtualWorkers(Variant other) {
    return other.module().equals(module()) && "virtual".equals(other.settings().get("WORKERS"));
  }

  /** Returns whether its requests can wait so: for a clock, or a back end that its module calls. */
  public boolean supports(Wait wait) {
    boolean isFixed = wait == Wait.FIXED || wait == Wait.STATED;
    return isStock() ? isFixed : !wait.isForBackEnd() || backEnds.containsKey(wait);
  }

  /**
   * Returns the variant with the module that serves a kind of wait.
   *
   * @throws IllegalArgumentException if none does
   */
  public Variant withWait(Wait wait) {
    if (!supports(wait)) {
      throw new IllegalArgumentException("%s cannot wait for %s".formatted(name, wait));
    }
    Implementation other = backEnds.get(wait);
    return other == null
        ? this
        : with(
            name,
            new Implementation(other.module, settings(), other.stock).with(other.settings),
            jvmFlags);
  }

  private Variant with(String other, Implementation another, List<String> flags) {
    return new Variant(other, another, waitsInWorker, threadModel, needs, flags, backEnds);
  }

  /** The name that the service gives itself: the last part of the module's path. */
  public String service() {
    return module().substring(module().lastIndexOf('/') + 1);
  }

  /** The class that starts the service: {@code Main} in the package named after the module. */
  public String mainClass() {
    return "io.github.restcomparison." + service().replace("-", "") + ".Main";
  }

  /**
   * Returns the command that starts it on this host.
   *
   * @throws IOException if the module was not built
   */
  public Origin.Command command(Path project) throws IOException {
    Path folder = project.resolve(module());
    if (needs.contains(NODE)) {
      return isolatedCommand(List.of(NODE, folder.resolve("fetch.mjs").toString()));
    }
    List<String> words = new ArrayList<>(List.of(Cmd.JAVA));
    words.addAll(flags());
    words.addAll(
        jar().isPresent()
            ? List.of("-jar", folder.resolve(jar().get()).toString())
            : List.of("-cp", ClassPath.of(project, folder, "classes"), mainClass()));
    return isolatedCommand(words);
  }

  /** Flags from the environment would change a runtime that gets explicit ones. */
  private static Origin.Command isolatedCommand(List<String> words) {
    Origin.Command command = Origin.Command.of(words);
    return new Origin.Command(CallerEnvironment.UNSET + command.command(), command.directory());
  }

  /**
   * Returns it as a service with a command, or with an image.
   *
   * @param project the folder that contains its module
   * @param environment settings, by environment variable; its own precede
   * @param runtime bare or docker
   * @throws IOException if the module was not built, or has no image for its flags
   */
  public ServiceSpec spec(Path project, Map<String, String> environment, ServiceRuntime runtime)
      throws IOException {
    Map<String, String> all = new HashMap<>(environment);
    all.putAll(settings());
    all.put("PORT", Origin.PORT);
    return ServiceSpec.of(
        runtime == ServiceRuntime.DOCKER ? image() : command(project),
        all,
        new Lifetime(
            Optional.of(Endpoint.HEALTH),
            START_LIMIT,
            "TERM",
            Duration.ofMillis(StartedServer.DRAIN_MS + 2_000L)));
  }

  /** The common flags, unless it has one of the same kind, and its own. */
  private List<String> flags() {
    List<String> own = jvmFlags.stream().map(Variant::kind).toList();
    return Stream.concat(
            JVM_FLAGS.stream().filter(flag -> !own.contains(kind(flag))), jvmFlags.stream())
        .toList();
  }

  private static String kind(String flag) {
    return flag.replaceFirst("Use\\w+GC", "UseGC").replaceFirst("^(-Xm[sx]).*", "$1");
  }

  /**
   * Returns its image, which has the limits of {@code docker/compose.yml}. Half of its memory is
   * the heap: 512 MiB, as outside of a container.
   *
   * @throws IOException if it has separate flags
   */
  public Origin.Image image() throws IOException {
    if (!jvmFlags.isEmpty()) {
      throw new IOException(name + ": with --runtime docker, its image sets the flags of its JVM");
    }
    OptionalInt exposed = OptionalInt.empty();
    Optional<String> allCpus = Optional.empty();
    return new Origin.Image(IMAGES + service(), exposed, allCpus, Optional.of("1g"));
  }

  /**
   * Returns how many requests can wait in the service concurrently; empty if waiting requests hold
   * no platform thread of a pool.
   *
   * @param workers of the run, empty for virtual threads; the variant's own setting precedes
   */
  public OptionalInt maxWaiting(OptionalInt workers) {
    String own = settings().get("WORKERS");
    if (!waitsInWorker || own == null) {
      return waitsInWorker ? workers : OptionalInt.empty();
    }
    String valid = SettingTree.value(Bounds.class, "workers", "WORKERS " + own, own);
    return valid.equals("virtual") ? OptionalInt.empty() : OptionalInt.of(Integer.parseInt(valid));
  }
}
