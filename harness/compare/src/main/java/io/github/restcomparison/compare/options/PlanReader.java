package io.github.restcomparison.compare.options;

import io.github.restcomparison.compare.file.CompareFile;
import io.github.restcomparison.compare.kubernetes.ClusterNamespace;
import io.github.restcomparison.compare.options.Options.Need;
import io.github.restcomparison.records.LoadProtocol;
import io.github.restcomparison.records.LoadSpec;
import io.github.restcomparison.records.plan.ExperimentPlan;
import io.github.restcomparison.records.plan.ExperimentPlan.OfStudy;
import io.github.restcomparison.records.plan.ExperimentPlan.Setup;
import io.github.restcomparison.records.plan.LoadSettings;
import io.github.restcomparison.records.plan.PlanSettings;
import io.github.restcomparison.records.plan.SettingSchema;
import io.github.restcomparison.records.plan.SettingTree;
import io.github.restcomparison.records.service.Origin;
import io.github.restcomparison.records.service.ServiceSpec;
import io.github.restcomparison.records.service.UserService;
import io.github.restcomparison.records.service.UserServices;
import io.github.restcomparison.records.service.Workload;
import io.github.restcomparison.records.settings.SettingException;
import io.github.restcomparison.runner.host.Host;
import io.github.restcomparison.runner.host.Placement;
import io.github.restcomparison.runner.variants.Catalogue;
import io.github.restcomparison.servicekit.Endpoint;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Reads the plan: options over {@code compare.yaml} over a study over defaults, bound once. */
public final class PlanReader {

  private final OptionTree typed;
  private final SettingTree tree;
  private final String session;
  private final PlanSettings settings;
  private final boolean isForeign;
  private final boolean lasts;
  private final boolean makesNamespace;
  private final List<String> compared;
  private final Optional<UserServices> users;

  /**
   * Reads all sources.
   *
   * @param command that was typed
   * @param usual its defaults, by whether services of the user's are compared
   * @throws SettingException if a setting is invalid, or does not fit another one; the message
   *     names what the user typed
   * @throws IOException if a file cannot be read
   */
  public PlanReader(CommandSpec command, Function<Boolean, SettingTree> usual) throws IOException {
    this(command, usual, Options.Output.session());
  }

  /** The same for an experiment with this session, which no other one has. */
  public PlanReader(CommandSpec command, Function<Boolean, SettingTree> usual, String session)
      throws IOException {
    this.session = session;
    SettingTree file = file(command);
    typed = new OptionTree(command, file);
    SettingTree given = typed.tree().over(file);
    isForeign = given.at("/services").valueStream().anyMatch(each -> !each.has("variant"));
    refuseWithoutServices(given);
    SettingTree ofCommand = usual.apply(isForeign);
    lasts = ofCommand.has("/load/duration");
    if (given.has("/services")) {
      ofCommand.root().remove("variants");
      completeServices(given);
    }
    tree = given.over(ofCommand).over(defaults(given));
    List.of(Need.REQUEST, Need.RATE, Need.TIME, Need.VARIANTS, Need.CLUSTER).forEach(this::require);
    makesNamespace = isInCluster() && completeCluster(command);
    settings = PlanSettings.of(tree);
    users = settings.workload().map(asked -> new UserServices(settings.services(), asked));
    compared = new ArrayList<>(settings.services().keySet());
    compared.addAll(VariantNames.known(settings.variants()));
    check();
  }

  /** The file that is named; if nothing is named, the usual one. */
  private static SettingTree file(CommandSpec command) throws IOException {
    ParseResult options = command.commandLine().getParseResult();
    Path usual = Path.of(CompareFile.NAME);
    boolean isUsual =
        command.findOption("--file") != null
            && !options.hasMatchedOption("--variants")
            && !options.hasMatchedOption("--service")
            && Files.exists(usual);
    String named = options.matchedOptionValue("--file", isUsual ? CompareFile.NAME : null);
    return named == null ? new SettingTree() : CompareFile.read(Path.of(named));
  }

  /** Adds to the services what is stated for all of them, and the usual request of variants. */
  private void completeServices(SettingTree given) {
    JsonNode ready = given.root().remove("ready");
    JsonNode workers = given.at("/load/workers");
    for (Map.Entry<String, JsonNode> service : given.at("/services").properties()) {
      if (service.getValue().has("variant")) {
        continue;
      }
      if (ready != null) {
        given.set(given.typed("/ready"), ready, "services", service.getKey(), "ready");
      }
      if (workers.isString() && !workers.asString().equals("virtual")) {
        String said = given.typed("/load/workers");
        given.set(said, workers, "services", service.getKey(), "workers");
      }
    }
    if (!isForeign && !given.has("/requests") && !given.has("/simulation")) {
      given.root().putArray("requests").addObject().put("path", Endpoint.RESOURCE);
    }
  }

  private SettingTree defaults(SettingTree given) {
    SettingTree defaults = isForeign ? LoadSettings.ofUser() : LoadSettings.ours();
    if (isForeign && given.has("/load/rate")) {
      defaults.set("", "30s", "load", "duration");
    }
    if (given.has("/simulation")) {
      defaults.set("", "10s", "load", "warmUp");
    }
    if (!given.has("/services")) {
      defaults.set("", List.of("jersey-sync", "jersey-async", "vertx-rest"), "variants");
    }
    return defaults.set("", "3..10", "design", "rounds").set("", Setup.BARE, "runtime");
  }

  private boolean isInCluster() {
    return tree.at("/runtime").asString("").equals(Setup.KUBERNETES);
  }

  /** Returns whether the namespace is made for the experiment. */
  private boolean completeCluster(CommandSpec command) {
    if (command.commandLine().getParseResult().hasMatchedOption("--pin")) {
      throw new SettingException("--pin: not supported with --runtime kubernetes");
    }
    ObjectNode cluster = tree.root().withObjectProperty("cluster");
    boolean isNamed = cluster.has("namespace");
    SettingTree.complete(
        cluster,
        """
        {"namespace": "rest-comparison-%s", "injectors": "2", "images": "rest-comparison/",
         "service": {"cpus": "1", "memory": "1Gi", "nodeSelector": {}},
         "injector": {"cpus": "1", "memory": "2Gi", "nodeSelector": {}}}
        """
            .formatted(session.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]", "")));
    String images = cluster.get("images").asString();
    cluster.put("images", images.endsWith("/") ? images : images + "/");
    try {
      if (!cluster.has("context")) {
        cluster.put("context", ClusterNamespace.currentContext());
      }
      String context = cluster.get("context").asString();
      return !isNamed || !ClusterNamespace.exists(context, cluster.get("namespace").asString());
    } catch (IOException e) {
      throw new SettingException("--runtime kubernetes: " + e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new SettingException("--runtime kubernetes: interrupted");
    }
  }

  private void check() {
    if (compared.stream().distinct().count() < compared.size()) {
      throw new SettingException(
          "%s: a name is given twice; --control measures one twice"
              .formatted(tree.typed("/variants")));
    }
    require(Need.WORKERS);
    users.ifPresent(PlanReader::check);
    String control = settings.design().control().orElse("none");
    if (!control.equals("none") && !compared.contains(control)) {
      throw new SettingException(
          "%s: must be one of %s"
              .formatted(tree.typed("/design/control"), String.join(", ", compared)));
    }
    if (settings.runtime().equals(Setup.DOCKER) && users.isPresent()) {
      throw new SettingException(
          "%s: a service of yours states itself what it runs in (docker:IMAGE)"
              .formatted(tree.typed("/runtime")));
    }
    for (String name : compared) {
      if (isForeign && load().isWaitUnknown() && !users.orElseThrow().isForeign(name)) {
        throw new SettingException(
            "--delay is missing: how long should a request to %s wait?".formatted(name));
      }
    }
    load().protocol().ifPresent(this::requireProtocol);
  }

  /** Checks what would fail once services are started. */
  private static void check(UserServices all) {
    all.services()
        .forEach(
            (name, service) -> {
              if (service.from() instanceof Origin.OfCatalogue(String variant)) {
                Catalogue.variant(variant);
              }
              if (service.from() instanceof Origin.Command(String line, Optional<String> folder)
                  && !Files.isDirectory(Path.of(folder.orElse(".")))) {
                throw new SettingException(
                    "service %s: no such directory: %s".formatted(name, folder.orElse(".")));
              }
              try {
                new UserService(service, all.workload()).secrets(System.getenv());
              } catch (SettingException e) {
                throw new SettingException("service %s: %s".formatted(name, e.getMessage()));
              }
            });
  }

  private void requireProtocol(LoadProtocol protocol) {
    String said = "--protocol " + protocol;
    for (String name : compared) {
      switch (ofUser(name).map(ServiceSpec::from).orElse(null)) {
        case null -> VariantNames.requireTls(said, name);
        case Origin.OfCatalogue ours -> VariantNames.requireTls(said, ours.variant());
        case Origin.Address address when address.url().startsWith("https:") -> {}
        default -> throw new SettingException("%s: %s has no https address".formatted(said, name));
      }
    }
  }

  private void require(Need need) {
    Optional<String> said = isMet(need) ? Optional.empty() : typed.dependingOn(need);
    if (said.isPresent()) {
      throw new SettingException(said.get() + ": requires " + need.text);
    }
  }

  private void refuseWithoutServices(SettingTree given) {
    require(Need.SERVICE);
    if (isForeign && !given.has("/requests") && !given.has("/simulation")) {
      throw new SettingException("--get is missing: which path should be asked for?");
    }
    for (String key : SettingSchema.keys(Workload.class).propertyNames()) {
      if (!isForeign && given.has("/" + key)) {
        throw new SettingException(given.typed("/" + key) + ": requires " + Need.SERVICE.text);
      }
    }
  }

  private boolean isMet(Need need) {
    return switch (need) {
      case NOTHING -> true;
      case SERVICE -> isForeign;
      case REQUEST -> typed.tree().has("/requests");
      case RATE -> tree.has("/load/rate");
      case TIME -> isForeign || lasts || tree.has("/load/rate");
      case VARIANTS -> !isForeign;
      case WORKERS -> isForeign || compared.stream().anyMatch(this::waitsInWorker);
      case CLUSTER -> isInCluster();
    };
  }

  /** What is compared: the user's services first, then variants. */
  public List<String> compared() {
    return compared;
  }

  /** Services of the user's; empty if there are none. */
  public Optional<UserServices> users() {
    return users;
  }

  /** Whether some of what is compared is not of this project, so that its wait may be unknown. */
  public boolean isForeign() {
    return isForeign;
  }

  /** All settings, as the user states them. */
  public PlanSettings settings() {
    return settings;
  }

  /** What the user typed for a setting. */
  public String typed(String pointer) {
    return tree.typed(pointer);
  }

  /** The load. */
  public LoadSpec load() {
    return tree.explain("/load", () -> settings.load().load(isForeign));
  }

  /** Whether waiting requests of a variant hold workers. */
  public boolean waitsInWorker(String name) {
    return ofUser(name).isEmpty() && VariantNames.isBlocking(name);
  }

  /**
   * Returns the plan.
   *
   * @param variants that are compared, perhaps with other pools than they were named with
   * @param study that it belongs to
   */
  public ExperimentPlan plan(List<String> variants, Placement placement, Optional<OfStudy> study) {
    Optional<String> usualControl =
        variants.stream()
            .filter(name -> !isLimited(name))
            .findFirst()
            .or(() -> variants.stream().findFirst());
    return new ExperimentPlan(
        session,
        tree.explain("/design", () -> settings.design().design(variants, usualControl)),
        load(),
        setup(placement),
        false,
        study,
        OptionalDouble.empty(),
        users);
  }

  /** A variant that a pool of threads limits shows no noise. */
  private boolean isLimited(String name) {
    return ofUser(name).map(service -> service.workers().isPresent()).orElse(waitsInWorker(name));
  }

  private Optional<ServiceSpec> ofUser(String name) {
    return users.map(all -> all.services().get(name));
  }

  private Setup setup(Placement placement) {
    return settings
        .cluster()
        .filter(each -> isInCluster())
        .map(
            cluster ->
                new Setup(
                    "Kubernetes, context " + cluster.context(),
                    "none",
                    settings.runtime(),
                    Optional.of(cluster.with(makesNamespace))))
        .orElseGet(() -> new Setup(Host.name(), placement.toString(), settings.runtime()));
  }
}
