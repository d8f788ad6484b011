package io.github.restcomparison.compare.options;

import static io.github.restcomparison.records.settings.SettingException.refuseIf;

import io.github.restcomparison.compare.experiment.ClusterRuntime;
import io.github.restcomparison.compare.file.CompareFile;
import io.github.restcomparison.records.Load;
import io.github.restcomparison.records.Load.Bounds;
import io.github.restcomparison.records.plan.ClusterSpec;
import io.github.restcomparison.records.plan.ExperimentPlan;
import io.github.restcomparison.records.plan.ExperimentPlan.Design;
import io.github.restcomparison.records.plan.ExperimentPlan.Setup;
import io.github.restcomparison.records.plan.ExperimentPlan.StudyPlace;
import io.github.restcomparison.records.plan.ExperimentPlan.Subject;
import io.github.restcomparison.records.plan.PlanSettings;
import io.github.restcomparison.records.plan.ServiceRuntime;
import io.github.restcomparison.records.plan.SettingSchema;
import io.github.restcomparison.records.plan.SettingTree;
import io.github.restcomparison.records.service.Secrets;
import io.github.restcomparison.records.service.Workload;
import io.github.restcomparison.records.settings.SettingException;
import io.github.restcomparison.runner.host.Host;
import io.github.restcomparison.runner.host.Placement;
import io.github.restcomparison.runner.variants.Variant;
import io.github.restcomparison.servicekit.Endpoint;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Reads the plan: options over {@code compare.yaml} over a study over defaults, bound once. */
public final class PlanReader {
  /** The requirement of settings of services, to follow "requires". */
  static final String SERVICE = "your own service (--service or --file)";

  private static final String WORKERS =
      "a variant whose waiting blocks a thread, or your own service";

  private static final String IN_CLUSTER = "--runtime " + ServiceRuntime.KUBERNETES;

  private static final String CLUSTER =
      """
      {"injectors": "2", "images": "rest-comparison/",
       "service": {"cpus": "1", "memory": "1Gi", "nodeSelector": {}},
       "injector": {"cpus": "1", "memory": "2Gi", "nodeSelector": {}}}
      """;

  private final SettingTree tree;
  private final PlanSettings settings;
  private final boolean isForeign;
  private final boolean hasOurs;
  private final ComparedServices compared;

  /**
   * Reads all sources.
   *
   * @param command that was typed
   * @param usual its defaults, by whether user services are compared
   * @throws SettingException if a setting is invalid, or does not fit another one; the message
   *     names what the user typed
   * @throws IOException if a file cannot be read
   */
  public PlanReader(CommandSpec command, Function<Boolean, SettingTree> usual) throws IOException {
    this(command, usual, Set.of());
  }

  /**
   * Reads all sources for one of several experiments of a command. An option must have an effect on
   * one of them, and applies to those that it fits.
   *
   * @param all variants of these experiments
   */
  public PlanReader(CommandSpec command, Function<Boolean, SettingTree> usual, Set<String> all)
      throws IOException {
    SettingTree file = file(command);
    OptionTree typed = new OptionTree(command, file);
    SettingTree given = typed.tree().withFallback(file);
    isForeign = given.at("/services").valueStream().anyMatch(each -> !each.has("variant"));
    hasOurs =
        given.has("/variants")
            || !given.has("/services")
            || given.at("/services").valueStream().anyMatch(each -> each.has("variant"));
    SettingTree defaults = usual.apply(isForeign);
    given = applicable(given, defaults, all);
    tree = merged(given, defaults);
    ComparedServices.requireVariants(tree);
    refuseWithoutEffect(given, typed.tree());
    completeServices(given.at("/load/workers"), typed.tree().has("/load/workers"));
    completeCluster(command);
    new VariableCheck(tree, System.getenv()).check();
    settings = PlanSettings.of(tree);
    compared = ComparedServices.of(settings, tree::typed);
    refuseIf(
        Variant.areClients(compared.names()) && !List.of("run", "study").contains(command.name()),
        "%s: clients are compared by run and study only",
        tree.typed("/variants"));
    Set<String> tooShort = Secrets.names(settings.services() + " " + settings.workload());
    tooShort.removeIf(
        name ->
            !name.matches(Secrets.NAME)
                || !Secrets.isTooShort(System.getenv().getOrDefault(name, "")));
    if (!tooShort.isEmpty()) {
      command
          .commandLine()
          .getErr()
          .printf(
              "compare: ${%s}: not hidden in output and records (fewer than 6 characters)%n",
              String.join("}, ${", tooShort));
    }
    Set<String> secrets = typedSecrets();
    if (!secrets.isEmpty()) {
      command
          .commandLine()
          .getErr()
          .printf(
              "compare: %s: recorded as typed; ${NAME} takes the value from the environment, and is"
                  + " recorded itself%n",
              String.join(", ", secrets));
    }
  }

  /** Returns headers and variables whose values are secrets in plain text. */
  private Set<String> typedSecrets() {
    Set<String> typed = new LinkedHashSet<>();
    settings
        .workload()
        .allRequests()
        .forEach(
            request ->
                request
                    .headers()
                    .forEach(
                        (name, values) -> {
                          if (values.stream().anyMatch(value -> Secrets.isTyped(name, value))) {
                            typed.add("header " + name);
                          }
                        }));
    settings
        .services()
        .forEach(
            (service, spec) ->
                spec.env()
                    .forEach(
                        (name, value) -> {
                          if (Secrets.isTyped(name, value)) {
                            typed.add("env " + service + ":" + name);
                          }
                        }));
    return typed;
  }

  /** Returns the file that is named, or else the default one. */
  private static SettingTree file(CommandSpec command) throws IOException {
    ParseResult options = command.commandLine().getParseResult();
    boolean isUsual =
        command.findOption("--file") != null
            && !options.hasMatchedOption("--variants")
            && !options.hasMatchedOption("--service")
            && Files.exists(Path.of(CompareFile.NAME));
    String named = options.matchedOptionValue("--file", isUsual ? CompareFile.NAME : null);
    SettingTree file = named == null ? new SettingTree() : CompareFile.read(Path.of(named));
    // One file serves several commands; settings that a command finds or varies itself are ignored.
    for (String path : Options.settingsOfOthers(command.name())) {
      String typed = file.typed("/" + path);
      if (file.remove("/" + path)) {
        command
            .commandLine()
            .getErr()
            .println("compare: %s: not used by %s".formatted(typed, command.name()));
      }
    }
    return file;
  }

  /**
   * Adds the settings for all user services to each of them.
   *
   * @param isOption whether the workers are an option, which precedes the file
   */
  private void completeServices(JsonNode workers, boolean isOption) {
    refuseIf(
        isForeign && !tree.has("/requests") && !tree.has("/simulation"),
        "missing option --get PATH or --urls FILE");
    JsonNode ready = tree.root().remove("ready");
    for (Map.Entry<String, JsonNode> service : tree.at("/services").properties()) {
      if (service.getValue().has("variant")) {
        continue;
      }
      if (ready != null) {
        tree.set(tree.typed("/ready"), ready, "services", service.getKey(), "ready");
      }
      boolean isUnstated = isOption || !service.getValue().has("workers");
      boolean isOfOurs = hasOurs && workers.asString("").equals("virtual");
      if (workers.isString() && isUnstated && !isOfOurs) {
        String typed = tree.typed("/load/workers");
        tree.set(typed, workers, "services", service.getKey(), "workers");
      }
    }
  }

  /**
   * Returns the given settings over the defaults of the command, without defaults that do not
   * apply.
   */
  private SettingTree merged(SettingTree given, SettingTree usual) {
    if (given.has("/services")) {
      usual.root().remove("variants");
    }
    SettingTree all = given.withFallback(usual).withFallback(defaults(given));
    if (!hasOurs) {
      all.root().withObjectProperty("load").remove("workers");
    }
    return all;
  }

  private SettingTree defaults(SettingTree given) {
    SettingTree defaults = PlanSettings.usualLoad(isForeign);
    if (isForeign && hasOurs) {
      defaults.set("", PlanSettings.usualLoad(false).at("/load/workers"), "load", "workers");
    }
    if (given.has("/simulation")) {
      defaults.set("", "10s", "load", "warmUp");
    }
    if (!given.has("/services")) {
      defaults.set("", List.of("jersey-sync", "jersey-async", "vertx-rest"), "variants");
    } else if (!isForeign) {
      defaults.root().putArray("requests").addObject().put("path", Endpoint.RESOURCE);
    }
    return defaults;
  }

  /**
   * Returns the given settings, without options that only fit another experiment of the command.
   */
  private static SettingTree applicable(SettingTree given, SettingTree usual, Set<String> all) {
    List<String> own = usual.at("/variants").valueStream().map(JsonNode::asString).toList();
    String control = given.at("/design/control").asString("");
    boolean isOfAnother = all.contains(control) && !own.contains(control);
    boolean isBlocking = own.stream().anyMatch(ComparedServices::isBlocking);
    SettingTree applicable = given.withFallback(new SettingTree());
    if (isOfAnother) {
      applicable.remove("/design/control");
    }
    if (!isBlocking && all.stream().anyMatch(ComparedServices::isBlocking)) {
      applicable.remove("/load/workers");
    }
    return applicable;
  }

  /** Refuses given settings that have no effect. */
  private void refuseWithoutEffect(SettingTree given, SettingTree typed) {
    require(isForeign, given, "/ready", SERVICE);
    for (String key : SettingSchema.keys(Workload.class).propertyNames()) {
      require(isForeign, given, "/" + key, SERVICE);
    }
    require(!isForeign, given, "/load/wait", "variants of this project only");
    require(tree.has("/load/rate"), given, "/load/connections", "--rate");
    require(tree.has("/load/rate"), given, "/load/newConnections", "--rate");
    require(!tree.has("/simulation"), given, "/load/think", "requests, not a simulation");
    require(!tree.has("/simulation"), given, "/load/rampUp", "requests, not a simulation");
    require(tree.has("/cert"), given, "/key", "--cert");
    for (String key : List.of("/feeders", "/setup")) {
      require(tree.has("/requests"), given, key, "requests");
    }
    List<String> ours = new ArrayList<>();
    tree.at("/variants").forEach(name -> ours.add(name.asString()));
    tree.at("/services").forEach(service -> ours.add(service.path("variant").asString("")));
    boolean isBlocking = ours.stream().anyMatch(ComparedServices::isBlocking);
    require(isForeign || isBlocking, given, "/load/workers", WORKERS);
    for (String key : given.at("/load").propertyNames()) {
      require(
          !Variant.areClients(ours) || key.equals("users"),
          given,
          "/load/" + key,
          "services, not clients");
    }
    // A file for a cluster is read on this host, too.
    for (String key : typed.at("/cluster").propertyNames()) {
      require(isInCluster(), typed, "/cluster/" + key, IN_CLUSTER);
    }
  }

  private static void require(boolean isMet, SettingTree given, String setting, String need) {
    refuseIf(!isMet && given.has(setting), given.typed(setting) + ": requires " + need);
  }

  private boolean isInCluster() {
    return tree.at("/runtime").asString("").equals(ServiceRuntime.KUBERNETES.toString());
  }

  private void completeCluster(CommandSpec command) {
    if (!isInCluster()) {
      tree.root().remove("cluster");
      return;
    }
    refuseIf(
        command.findOption("--namespace") == null,
        tree.typed("/runtime") + ": must be bare or docker");
    refuseIf(
        command.commandLine().getParseResult().hasMatchedOption("--pin"),
        "--pin: not supported with " + IN_CLUSTER);
    ObjectNode cluster = tree.root().withObjectProperty("cluster");
    SettingTree.complete(cluster, CLUSTER);
    if (!cluster.has("context")) {
      cluster.put("context", ClusterRuntime.installed().currentContext());
    }
  }

  /** Returns the compared services. */
  public ComparedServices compared() {
    return compared;
  }

  /** Returns whether some of them are not of this project, so that their wait may be unknown. */
  public boolean isForeign() {
    return isForeign;
  }

  /** Returns all settings, as the user states them. */
  public PlanSettings settings() {
    return settings;
  }

  /** Returns what the user typed for a setting. */
  public String typed(String pointer) {
    return tree.typed(pointer);
  }

  /** Returns the load. */
  public Load load() {
    return settings.load();
  }

  /** Returns a name that no other experiment has: a cluster's pods have it in a label. */
  private static String session(Optional<StudyPlace> study) {
    String load = study.map(part -> "-" + part.load()).orElse("");
    return "compare-%s-%.8s%s".formatted(Options.timestamp(), UUID.randomUUID(), load);
  }

  /**
   * Returns the plan, with a new session.
   *
   * @param variants that are compared, perhaps with other pools than they were named with
   * @param study that it belongs to
   * @throws SettingException if the load would take longer than a run may take
   */
  public ExperimentPlan plan(
      List<String> variants, Placement placement, Optional<StudyPlace> study) {
    Design stated = settings.design();
    Setup setup =
        new Setup(
            settings.place().cluster().map(ClusterSpec::host).orElseGet(Host::name),
            (isInCluster() ? Placement.ANYWHERE : placement).asPinning(),
            settings.place().runtime(),
            settings.place().cluster(),
            Double.NaN);
    ExperimentPlan plan =
        new ExperimentPlan(
            session(study),
            Subject.LOAD,
            new Design(
                variants,
                compared.control(stated.control(), variants, stated.rounds()),
                stated.rounds(),
                stated.seed(),
                stated.time(),
                stated.baseline()),
            load(),
            setup,
            study,
            compared.users());
    if (settings.workload().simulation().isEmpty()) {
      for (String variant : variants) {
        Bounds bounds =
            new Bounds(Variant.workers(plan.service(variant), load()), OptionalInt.empty());
        load().with(bounds, false).requireEnd(setting -> tree.typed("/load/" + setting));
      }
    }
    return plan;
  }
}
