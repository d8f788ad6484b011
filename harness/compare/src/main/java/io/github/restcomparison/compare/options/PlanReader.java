package io.github.restcomparison.compare.options;

import io.github.restcomparison.compare.experiment.UsageException;
import io.github.restcomparison.compare.kubernetes.ClusterNamespace;
import io.github.restcomparison.compare.options.Options.Need;
import io.github.restcomparison.records.LoadProtocol;
import io.github.restcomparison.records.LoadSpec;
import io.github.restcomparison.records.plan.ClusterSpec;
import io.github.restcomparison.records.plan.ExperimentPlan;
import io.github.restcomparison.records.plan.ExperimentPlan.OfStudy;
import io.github.restcomparison.records.plan.ExperimentPlan.Setup;
import io.github.restcomparison.records.plan.LoadSettings;
import io.github.restcomparison.records.plan.PlanSettings;
import io.github.restcomparison.records.plan.SettingTree;
import io.github.restcomparison.records.service.Origin;
import io.github.restcomparison.records.service.ServiceSpec;
import io.github.restcomparison.records.service.UserServices;
import io.github.restcomparison.records.settings.SettingException;
import io.github.restcomparison.runner.host.Host;
import io.github.restcomparison.runner.host.Placement;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.Function;
import picocli.CommandLine.Model.CommandSpec;
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
  private final List<String> compared;
  private final Optional<UserServices> users;

  /**
   * Reads all sources.
   *
   * @param command that was typed
   * @param usual its defaults, by whether services of the user's are compared
   * @throws SettingException if a setting is invalid; the message names what the user typed
   * @throws UsageException if settings do not fit one another
   * @throws IOException if a file cannot be read
   */
  public PlanReader(CommandSpec command, Function<Boolean, SettingTree> usual) throws IOException {
    this(command, usual, Options.Output.session());
  }

  /** The same for an experiment with this session, which no other one has. */
  public PlanReader(CommandSpec command, Function<Boolean, SettingTree> usual, String session)
      throws IOException {
    this.session = session;
    CommandSpec named = command.mixins().get("compared");
    SettingTree file =
        named == null ? new SettingTree() : ((Options.Compared) named.userObject()).file();
    typed = new OptionTree(command, file);
    SettingTree given = typed.tree().over(file);
    isForeign = ServiceReader.isForeign(given);
    refuseWithoutServices(given);
    SettingTree ofCommand = usual.apply(isForeign);
    lasts = ofCommand.has("/load/duration");
    if (given.has("/services")) {
      ofCommand.root().remove("variants");
      ServiceReader.complete(given);
    }
    tree = given.over(ofCommand).over(defaults(given, isForeign));
    List.of(Need.REQUEST, Need.RATE, Need.TIME, Need.VARIANTS, Need.CLUSTER).forEach(this::require);
    completeCluster(command);
    JsonNode parameters = tree.root().remove("parameters");
    settings = tree.bind(PlanSettings.class);
    users =
        settings
            .workload()
            .map(workload -> ServiceReader.read(settings.services(), workload, parameters, tree));
    compared = new ArrayList<>(users.map(all -> all.services().keySet()).orElse(Set.of()));
    compared.addAll(VariantNames.known(settings.variants()));
    check();
  }

  private static SettingTree defaults(SettingTree given, boolean isForeign) {
    SettingTree defaults = isForeign ? LoadSettings.ofUser() : LoadSettings.ours();
    if (isForeign && given.has("/load/rate")) {
      defaults.set("", "30s", "load", "duration");
    }
    if (given.has("/workload/simulation")) {
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

  private void completeCluster(CommandSpec command) {
    if (!isInCluster()) {
      tree.root().remove("cluster");
      return;
    }
    if (command.commandLine().getParseResult().hasMatchedOption("--pin")) {
      throw new UsageException("--pin: not supported with --runtime kubernetes");
    }
    ObjectNode cluster = tree.root().withObjectProperty("cluster");
    boolean isNamed = cluster.has("namespace");
    ServiceReader.complete(
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
      String name = cluster.get("namespace").asString();
      cluster.put("isMade", !isNamed || !ClusterNamespace.exists(context, name));
    } catch (IOException e) {
      throw new UsageException("--runtime kubernetes: " + e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new UsageException("--runtime kubernetes: interrupted");
    }
  }

  private void check() {
    if (compared.stream().distinct().count() < compared.size()) {
      throw new UsageException(
          "%s: a name is given twice; --control measures one twice"
              .formatted(tree.typed("/variants")));
    }
    require(Need.WORKERS);
    users.ifPresent(ServiceReader::check);
    String control = settings.design().control().orElse("none");
    if (!control.equals("none") && !compared.contains(control)) {
      throw new UsageException(
          "%s: must be one of %s"
              .formatted(tree.typed("/design/control"), String.join(", ", compared)));
    }
    if (settings.runtime().equals(Setup.DOCKER) && users.isPresent()) {
      throw new UsageException(
          "%s: a service of yours states itself what it runs in (docker:IMAGE)"
              .formatted(tree.typed("/runtime")));
    }
    for (String name : compared) {
      if (isForeign && load().isWaitUnknown() && !users.orElseThrow().isForeign(name)) {
        throw new UsageException(
            "--delay is missing: how long should a request to %s wait?".formatted(name));
      }
    }
    load().protocol().ifPresent(this::requireProtocol);
  }

  private void requireProtocol(LoadProtocol protocol) {
    String said = "--protocol " + protocol;
    for (String name : compared) {
      switch (ofUser(name).map(ServiceSpec::from).orElse(null)) {
        case null -> VariantNames.requireTls(said, name);
        case Origin.OfCatalogue ours -> VariantNames.requireTls(said, ours.variant());
        case Origin.Address address when address.url().startsWith("https:") -> {}
        default -> throw new UsageException("%s: %s has no https address".formatted(said, name));
      }
    }
  }

  private void require(Need need) {
    Optional<String> said = isMet(need) ? Optional.empty() : typed.dependingOn(need);
    if (said.isPresent()) {
      throw new UsageException(said.get() + ": requires " + need.text);
    }
  }

  private void refuseWithoutServices(SettingTree given) {
    require(Need.SERVICE);
    boolean isAsked = given.has("/workload/requests") || given.has("/workload/simulation");
    if (isForeign && !isAsked) {
      throw new UsageException("--get is missing: which path should be asked for?");
    }
    if (!isForeign && given.has("/workload")) {
      throw new UsageException(
          given.typed("/workload/requests") + ": requires " + Need.SERVICE.text);
    }
  }

  private boolean isMet(Need need) {
    return switch (need) {
      case NOTHING -> true;
      case SERVICE -> isForeign;
      case REQUEST -> typed.tree().has("/workload/requests");
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

  /** The objective that a search must keep, if one is given. */
  public Optional<String> slo() {
    return settings.slo();
  }

  /** What the user typed for a setting. */
  public String typed(String pointer) {
    return tree.typed(pointer);
  }

  /** The load. */
  public LoadSpec load() {
    try {
      return settings.load().load(isForeign);
    } catch (SettingException e) {
      throw tree.explained(e, "/load");
    }
  }

  /** The load as the user states it. */
  public LoadSettings loadSettings() {
    return settings.load();
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
    try {
      return new ExperimentPlan(
          session,
          settings.design().design(variants, usualControl),
          load(),
          setup(placement),
          false,
          study,
          OptionalDouble.empty(),
          users);
    } catch (SettingException e) {
      throw tree.explained(e, "/design");
    }
  }

  /** A variant that a pool of threads limits shows no noise. */
  private boolean isLimited(String name) {
    return ofUser(name).map(service -> service.workers().isPresent()).orElse(waitsInWorker(name));
  }

  private Optional<ServiceSpec> ofUser(String name) {
    return users.map(all -> all.services().get(name));
  }

  private Setup setup(Placement placement) {
    Optional<ClusterSpec> cluster = settings.cluster();
    return cluster.isPresent() && settings.runtime().equals(Setup.KUBERNETES)
        ? new Setup(
            "Kubernetes, context " + cluster.get().context(), "none", settings.runtime(), cluster)
        : new Setup(Host.name(), placement.toString(), settings.runtime());
  }
}
