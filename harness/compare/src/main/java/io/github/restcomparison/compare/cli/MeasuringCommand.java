package io.github.restcomparison.compare.cli;

import static io.github.restcomparison.records.settings.SettingException.refuseIf;

import io.github.restcomparison.analysis.Report;
import io.github.restcomparison.compare.experiment.ClusterRuntime;
import io.github.restcomparison.compare.experiment.DryRun;
import io.github.restcomparison.compare.experiment.Experiment;
import io.github.restcomparison.compare.experiment.Experiment.Context;
import io.github.restcomparison.compare.experiment.ExperimentTime;
import io.github.restcomparison.compare.experiment.GatlingJvm;
import io.github.restcomparison.compare.experiment.HostCheck;
import io.github.restcomparison.compare.experiment.Interruption;
import io.github.restcomparison.compare.experiment.Progress;
import io.github.restcomparison.compare.options.Options;
import io.github.restcomparison.compare.options.PlanReader;
import io.github.restcomparison.compare.options.Project;
import io.github.restcomparison.records.ClosedLoad;
import io.github.restcomparison.records.Load;
import io.github.restcomparison.records.RunFolder;
import io.github.restcomparison.records.plan.ExperimentPlan;
import io.github.restcomparison.records.plan.Plan;
import io.github.restcomparison.records.plan.SettingTree;
import io.github.restcomparison.records.plan.StartCommand;
import io.github.restcomparison.records.plan.SweepPlan;
import io.github.restcomparison.records.plan.SweepPlan.GridCell;
import io.github.restcomparison.records.service.FeederRecords;
import io.github.restcomparison.records.service.ServiceSpec.Origin;
import io.github.restcomparison.records.service.ServiceSpec.UserServices;
import io.github.restcomparison.records.settings.Count;
import io.github.restcomparison.records.settings.SettingException;
import io.github.restcomparison.runner.ClientRun;
import io.github.restcomparison.runner.host.Placement;
import io.github.restcomparison.runner.variants.Variant;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParseResult;

/** A command that measures a plan, new or of {@code --resume}, on this host or in a cluster. */
abstract class MeasuringCommand extends ResultsCommand {
  /** Options that change how a plan is measured or printed, not the plan. */
  private static final Set<String> VALID_WITH_RESUME =
      Set.of(
          "--resume",
          "--json",
          "--junit",
          "--fail-if-worse",
          "--profile",
          "--allow-concurrent",
          "--verbose");

  /** The minimum of CPUs that a service is pinned to; see docs/decisions/0006-placement.md. */
  private static final int MIN_PINNED_CPUS = 2;

  /** The folder of the results, once there is a plan. */
  Path path;

  Executors executors = MeasuringCommand::executor;

  @Option(names = "--out", paramLabel = "DIR")
  private Path out;

  @Option(names = "--resume", paramLabel = "DIR")
  private Path resume;

  @Option(names = "--pin", negatable = true)
  private Boolean pin;

  @Option(names = "--allow-concurrent")
  private boolean allowConcurrent;

  @Option(names = "--dry-run")
  boolean isDry;

  /**
   * Returns the plan that --resume continues, or else a new one.
   *
   * @param type that the command measures
   * @throws SettingException if the folder of the results has something else, or --resume is
   *     combined with settings
   */
  <P extends Plan> P plan(Class<P> type, Callable<P> newPlan) throws Exception {
    Path folder =
        resume != null ? resume : out != null ? out : Options.RESULTS.resolve(Options.timestamp());
    path = folder.toAbsolutePath().normalize();
    refuseIf(
        !isWritable(path) || Files.isRegularFile(path),
        "--%s %s: must be a writable folder",
        resume == null ? "out" : "resume",
        path);
    Optional<Plan> found = Plan.read(path);
    if (resume != null) {
      refuseSettings(path.resolve(Plan.FILE));
      refuseIf(found.isEmpty(), "--resume %s: has no %s", path, Plan.FILE);
      String command = found.get().command();
      refuseIf(
          !command.equals(spec.name()),
          "--resume %s: has a plan of %s; continue with ./compare %2$s",
          path,
          command);
      return type.cast(found.get());
    }
    String[] content = path.toFile().list();
    if (content != null && content.length > 0) {
      String why =
          found.isPresent()
              ? "has an experiment; --resume %s continues it".formatted(path)
              : "is not empty and has no " + Plan.FILE;
      throw new SettingException("--out %s: %s".formatted(path, why));
    }
    return newPlan.call();
  }

  private void refuseSettings(Path plan) {
    ParseResult typed = spec.commandLine().getParseResult();
    Stream.concat(
            typed.matchedPositionals().stream().map(ArgSpec::paramLabel),
            typed.matchedOptions().stream().map(OptionSpec::longestName))
        .forEach(
            name ->
                refuseIf(
                    !VALID_WITH_RESUME.contains(name),
                    "%s: not with --resume, which takes all settings from %s",
                    name,
                    plan));
  }

  Progress progress() {
    return new Progress(spec.commandLine().getErr(), isTerminal());
  }

  /** Returns which CPUs a new plan pins processes to. */
  Placement placement() {
    Placement apart = Placement.ofThisHost();
    boolean wanted = pin != null ? pin : apart.service().size() >= MIN_PINNED_CPUS;
    refuseIf(
        wanted && apart.equals(Placement.ANYWHERE), "--pin: requires Linux, taskset and two CPUs");
    return wanted ? apart : Placement.ANYWHERE;
  }

  /**
   * Refuses services that were already running; {@code unseen} is the figure that cannot be
   * observed.
   */
  static void refuseAddresses(UserServices users, String figure) {
    users
        .services()
        .forEach(
            (name, service) ->
                refuseIf(
                    service.from() instanceof Origin.Address,
                    "service %s %s: must be a command or docker:IMAGE, whose %s can be measured",
                    name,
                    service.settings().get("url"),
                    figure));
  }

  /** Returns the defaults of commands that measure many small experiments. */
  static SettingTree defaults(boolean isForeign, String variants, String rounds, String duration) {
    SettingTree defaults =
        new SettingTree()
            .set("", rounds, "design", "rounds")
            .set("", "none", "design", "control")
            .set("", duration, "load", "duration");
    return isForeign ? defaults : defaults.set("", List.of(variants.split(",")), "variants");
  }

  /** Returns the numbers of users in a list, in ascending order. */
  static List<Integer> users(String list) {
    return SettingTree.values("--users " + list, list).stream()
        .map(part -> SettingTree.value(Load.class, "users", "--users " + part, part))
        .map(Integer::valueOf)
        .sorted()
        .toList();
  }

  /**
   * Returns the records of a plan's feeders, read once to be compared with several loads.
   *
   * @throws SettingException if one has too few for any load
   */
  static List<FeederRecords> feeders(ExperimentPlan plan) {
    return plan.users()
        .map(all -> FeederRecords.of(all.workload(), 1, OptionalLong.empty()))
        .orElse(List.of());
  }

  /** Returns why feeders have too few records for a load; empty if they have enough. */
  static Optional<String> recordShortage(
      List<FeederRecords> feeders, ExperimentPlan plan, Load load) {
    return feeders.stream()
        .flatMap(
            each ->
                each
                    .shortage(
                        plan.users().orElseThrow().workload(),
                        load.concurrency(),
                        load.totalRequests())
                    .stream())
        .findFirst();
  }

  /**
   * Prints the plan of experiments, if this host can measure them; nothing is started.
   *
   * @param experiments by name
   * @return the exit code
   * @throws SettingException if this host, or the cluster, cannot measure them
   */
  int dryRun(Map<String, ExperimentPlan> experiments) throws InterruptedException {
    try {
      check(experiments.values());
      print(DryRun.of(experiments, Project.folder()));
      return 0;
    } catch (IOException e) {
      throw new SettingException(e.getMessage());
    }
  }

  /**
   * Checks plans before one of them is measured.
   *
   * @throws SettingException if this host, or the cluster, cannot measure one
   */
  void check(Collection<ExperimentPlan> plans) throws IOException, InterruptedException {
    Path project = Project.folder();
    for (ExperimentPlan plan : plans) {
      HostCheck.check(plan, plan.load().concurrency(), project);
      if (plan.setup().cluster().isPresent()) {
        ClusterRuntime.installed().check(plan);
      }
    }
  }

  /**
   * Locks this host, or opens the cluster, to measure a plan. Ctrl-C then prints how to continue.
   *
   * @param time of the experiment
   * @param users of the largest load
   * @param page is written after each round
   * @throws SettingException if this host, or the cluster, cannot measure the plan
   */
  Context open(ExperimentTime time, ExperimentPlan plan, int users, Experiment.PageWriter page)
      throws IOException, InterruptedException {
    Path project = Project.folder();
    Placement placement = HostCheck.check(plan, users, project);
    HostCheck.lock(plan, allowConcurrent, project);
    Progress progress = progress();
    plan.users()
        .map(
            all ->
                FeederRecords.of(
                    all.workload(), plan.load().concurrency(), plan.load().totalRequests()))
        .ifPresent(feeders -> feeders.forEach(each -> progress.print(each.summary())));
    String resume = "\ncompare: interrupted; continue with " + resumeCommand(path);
    return new Context(
        placement,
        executors.of(plan, project),
        progress,
        time,
        page,
        allowConcurrent,
        new Interruption(() -> System.err.println(resume)));
  }

  /** Returns the command that continues this one, with its options that no plan has. */
  String resumeCommand(Path folder) {
    List<String> words = new ArrayList<>(List.of("./compare", spec.name()));
    words.addAll(List.of("--resume", StartCommand.quoted(folder.toString())));
    ParseResult typed = spec.commandLine().getParseResult();
    // An option that was typed twice is listed twice.
    for (OptionSpec option : new LinkedHashSet<>(typed.matchedOptions())) {
      String name = option.longestName();
      if (VALID_WITH_RESUME.contains(name) && !name.equals("--resume")) {
        words.add(name);
        if (option.arity().max() > 0) {
          words.add(StartCommand.quoted(option.stringValues().getLast()));
        }
      }
    }
    return String.join(" ", words);
  }

  /** Returns what measures the runs of a plan. */
  interface Executors {
    Experiment.Executor of(ExperimentPlan plan, Path project) throws InterruptedException;
  }

  private static Experiment.Executor executor(ExperimentPlan plan, Path project)
      throws InterruptedException {
    if (plan.setup().cluster().isPresent()) {
      return ClusterRuntime.installed().open(plan);
    }
    return Variant.areClients(plan.design().variants())
        ? (request, folder, live) -> {
          new RunFolder(folder).write(new ClientRun(project, request).measure(folder));
          return "";
        }
        : new GatlingJvm(project);
  }

  /** The same for small experiments with a common page. */
  Context openCurves(ExperimentPlan plan, int users) throws IOException, InterruptedException {
    Experiment.PageWriter page =
        () -> {
          Report.writeCurves(path);
          return Optional.empty();
        };
    ExperimentTime time = new ExperimentTime(path, plan.design().time(), System::nanoTime);
    return open(time, plan, users, page);
  }

  /**
   * Returns the plan of the cells of a grid. Users of this project's variants send a number of
   * requests there, which a cell states.
   */
  ExperimentPlan gridPlan(PlanReader reader, List<String> variants) {
    ExperimentPlan plan = reader.plan(variants, placement(), Optional.empty());
    if (reader.isForeign()) {
      return plan;
    }
    if (plan.load() instanceof ClosedLoad closed) {
      return plan.of(variants, closed.withoutDuration());
    }
    throw new SettingException(reader.typed("/load/rate") + ": not supported by a grid of users");
  }

  /**
   * Measures the cells of a grid. All cells are measured once, in a shuffled order, before any is
   * measured again: a slow hour of the machine then affects all alike.
   *
   * @return the exit code
   */
  int measureGrid(SweepPlan plan) throws IOException, InterruptedException {
    if (plan.cells().isEmpty()) {
      throw new SettingException("no cell can be measured: " + plan.skipped().getFirst());
    }
    if (isDry) {
      Map<String, ExperimentPlan> experiments = new LinkedHashMap<>();
      plan.cells().forEach(cell -> experiments.put(cell.name(), plan.experiment(cell)));
      return dryRun(experiments);
    }
    List<GridCell> cells = new ArrayList<>(plan.cells());
    int users = cells.stream().mapToInt(GridCell::users).max().orElseThrow();
    int rounds = plan.runs().design().rounds().max();
    try (Context context = openCurves(plan.runs(), users)) {
      plan.write(path);
      Map<GridCell, Experiment> experiments = new HashMap<>();
      for (GridCell cell : cells) {
        Path own = path.resolve(cell.folder());
        experiments.put(cell, new Experiment(own, plan.experiment(cell), context));
        experiments.get(cell).addEstimates();
      }
      context
          .progress()
          .print(
              "%s in each of %s%s"
                  .formatted(
                      Count.of(cells.size(), "cell"),
                      Count.of(rounds, "round"),
                      plan.skipped().isEmpty()
                          ? ""
                          : "; %d excluded: the page has the reasons"
                              .formatted(plan.skipped().size())));
      boolean goesOn = true;
      for (int round = 1; round <= rounds && goesOn; round++) {
        goesOn = round > 1;
        Collections.shuffle(cells, new Random(plan.runs().design().seed() + round));
        for (GridCell cell : cells) {
          context.progress().print("round %d of %d: %s".formatted(round, rounds, cell.name()));
          goesOn |= experiments.get(cell).measureSmallRound(round);
        }
      }
      if (!goesOn) {
        context.progress().print("ended: " + Experiment.NO_SERVICE);
      }
    }
    return curves(path);
  }
}
