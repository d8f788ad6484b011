package io.github.restcomparison.compare.cli;

import io.github.restcomparison.analysis.Report;
import io.github.restcomparison.analysis.page.Page;
import io.github.restcomparison.analysis.page.TerminalStyle;
import io.github.restcomparison.compare.experiment.Experiment;
import io.github.restcomparison.compare.experiment.Experiment.Context;
import io.github.restcomparison.compare.experiment.ExperimentFolder;
import io.github.restcomparison.compare.experiment.ExperimentTime;
import io.github.restcomparison.compare.experiment.GatlingJvm;
import io.github.restcomparison.compare.experiment.HostCheck;
import io.github.restcomparison.compare.experiment.Interruption;
import io.github.restcomparison.compare.experiment.Progress;
import io.github.restcomparison.compare.experiment.RunExecutor;
import io.github.restcomparison.compare.experiment.UsageException;
import io.github.restcomparison.compare.kubernetes.ClusterNamespace;
import io.github.restcomparison.compare.kubernetes.ClusterRun;
import io.github.restcomparison.compare.options.Options;
import io.github.restcomparison.compare.options.Project;
import io.github.restcomparison.records.RunFolder;
import io.github.restcomparison.records.plan.ExperimentPlan;
import io.github.restcomparison.records.plan.SweepPlan;
import io.github.restcomparison.records.plan.SweepPlan.Cell;
import io.github.restcomparison.runner.ClientRun;
import io.github.restcomparison.runner.host.Host;
import io.github.restcomparison.runner.host.Placement;
import io.github.restcomparison.runner.variants.Catalogue;
import io.github.restcomparison.runner.variants.HttpClientVariant;
import java.io.Console;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.Set;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.Spec;

/** Measures a plan on this host or in a cluster: what all commands that measure have in common. */
final class Measuring {
  /** These change how a plan is measured or shown, not the plan. */
  private static final Set<String> VALID_WITH_RESUME =
      Set.of("--resume", "--json", "--junit", "--allow-concurrent", "--verbose", "--calibrate");

  /** With fewer CPUs nobody runs a service; see docs/decisions/0006-placement.md. */
  private static final int LEAST_PINNED_CPUS = 2;

  @Spec(Spec.Target.MIXEE)
  private CommandSpec command;

  @Mixin private Options.Runtime runtime;
  @Mixin private Options.Output output;

  @Option(
      names = "--pin",
      negatable = true,
      description =
          "Hold services to one half of the CPUs and the load generator to the other; --no-pin lets"
              + " both run on all (default: pin on Linux with four or more CPUs; a JVM on one CPU"
              + " is not what anybody runs).")
  private Boolean pin;

  @Option(
      names = "--allow-concurrent",
      description =
          "Measure although another measurement runs on this host, without waiting for a quiet"
              + " host or repeating disturbed rounds.")
  private boolean allowConcurrent;

  /** Measures with what it is given. */
  interface Measurement {
    void run(Context context) throws IOException, InterruptedException;
  }

  /** Tells whether a folder has a plan. */
  interface Planned {
    boolean in(Path folder) throws IOException;
  }

  boolean isResumed() {
    return output.isResumed();
  }

  /**
   * Returns the folder of the results, which is new or has what is resumed.
   *
   * @param plan the file that has the plan
   * @throws UsageException if the folder has something else, or --resume is combined with settings
   */
  Path folder(String plan) throws IOException {
    return folder(plan, folder -> Files.exists(folder.resolve(plan)));
  }

  /** The same for another kind of plan than a file. */
  Path folder(String plan, Planned planned) throws IOException {
    Path folder = output.folder();
    if (isResumed()) {
      ParseResult typed = command.commandLine().getParseResult();
      List<String> refused = new ArrayList<>();
      typed.matchedPositionals().forEach(each -> refused.add(each.paramLabel()));
      typed.matchedOptions().stream()
          .filter(option -> !VALID_WITH_RESUME.contains(option.longestName()))
          .forEach(option -> refused.add(option.names()[0]));
      if (!refused.isEmpty()) {
        throw new UsageException(
            "%s: not with --resume, which takes all settings from %s"
                .formatted(refused.getFirst(), folder.resolve(plan)));
      }
    }
    ExperimentFolder.requireFree(folder, plan, planned.in(folder), isResumed());
    return folder;
  }

  Progress progress() {
    return new Progress(command.commandLine().getErr(), isWatched());
  }

  /** Returns which CPUs a new plan pins processes to. */
  Placement placement() {
    Placement apart = Placement.ofThisHost();
    boolean wanted = pin != null ? pin : apart.service().size() >= LEAST_PINNED_CPUS;
    if (wanted && apart.equals(Placement.ANYWHERE)) {
      throw new UsageException("--pin: requires Linux, taskset and two CPUs");
    }
    return wanted ? apart : Placement.ANYWHERE;
  }

  private static Placement placement(ExperimentPlan plan) {
    boolean isPinned = !plan.setup().pinning().equals(Placement.ANYWHERE.toString());
    Placement there = isPinned ? Placement.ofThisHost() : Placement.ANYWHERE;
    if (!there.toString().equals(plan.setup().pinning())
        || !plan.setup().host().equals(Host.name())) {
      throw new UsageException(
          "the plan is of another host: %s, pinning %s"
              .formatted(plan.setup().host(), plan.setup().pinning()));
    }
    return there;
  }

  /**
   * Measures a plan where it is to be measured. Ctrl-C prints how to continue.
   *
   * @param users of the largest load
   * @param page is written after each round
   * @param path the folder to resume
   * @throws UsageException if this host, or the cluster, cannot measure the plan
   */
  void measure(
      ExperimentPlan plan, int users, Experiment.Page page, Path path, Measurement measurement)
      throws IOException, InterruptedException {
    Path project = Project.folder();
    boolean isHere = plan.setup().cluster().isEmpty();
    Placement placement = isHere ? placement(plan) : Placement.ANYWHERE;
    if (isHere) {
      HostRequirements.check(plan, project);
      // Connections of the warm-up may still be closing when those of the load open.
      Optional<String> refusal = Host.tooFewFiles(users, plan.memory() || areClients(plan) ? 1 : 2);
      if (refusal.isEmpty() && !allowConcurrent) {
        refusal = Host.take("--allow-concurrent");
      }
      refuse(refusal);
      HostRequirements.prepare(plan, project);
    } else {
      refuse(ClusterRun.refusal(plan));
    }
    String resume =
        "\ncompare: interrupted; continue with ./compare %s --resume %s"
            .formatted(command.commandLine().getCommandName(), quoted(path));
    Interruption interruption = new Interruption(() -> System.err.println(resume));
    try (ClusterNamespace namespace = isHere ? null : namespace(plan)) {
      RunExecutor executor =
          namespace != null
              ? new ClusterRun(namespace)
              : areClients(plan) ? clients(project) : new GatlingJvm(project);
      // Nobody waits for a quiet host if it is shared knowingly.
      HostCheck check = isHere && !allowConcurrent ? new HostCheck() : null;
      measurement.run(new Context(placement, executor, progress(), page, check, allowConcurrent));
    } finally {
      interruption.close();
    }
  }

  /** Returns a path as a shell takes it. */
  static String quoted(Path path) {
    String text = path.toString();
    return text.matches("[\\w./~+:@%-]+") ? text : "'" + text.replace("'", "'\\''") + "'";
  }

  private static ClusterNamespace namespace(ExperimentPlan plan) throws InterruptedException {
    try {
      return ClusterNamespace.open(plan.setup().cluster().orElseThrow(), plan.session());
    } catch (IOException e) {
      throw new UsageException("--runtime kubernetes: " + e.getMessage());
    }
  }

  private static void refuse(Optional<String> reason) {
    if (reason.isPresent()) {
      throw new UsageException(reason.get());
    }
  }

  /** Returns whether HTTP clients are compared, not services. */
  static boolean areClients(ExperimentPlan plan) {
    return HttpClientVariant.of(plan.design().variants().getFirst()).isPresent();
  }

  /** In each run a client sends the same burst to a fresh service. */
  private static RunExecutor clients(Path project) {
    return (request, folder, live) -> {
      HttpClientVariant client = HttpClientVariant.of(request.target().entry()).orElseThrow();
      ClientRun run = new ClientRun(project, client, Catalogue.variant("spring-boot"), request);
      new RunFolder(folder).write(run.measure(folder));
      return "";
    };
  }

  /**
   * Measures small experiments and prints the start of their page.
   *
   * @param plan of each of them
   * @param users of the largest load
   * @return the exit code
   */
  int measureCurves(ExperimentPlan plan, int users, Path path, Measurement measurement)
      throws IOException, InterruptedException {
    Experiment.Page page =
        () -> {
          Report.writeCurves(path);
          return Optional.empty();
        };
    measure(plan, users, page, path, measurement);
    return print(command, path, Report.writeCurves(path).orElseThrow());
  }

  /**
   * Measures the cells of a grid. All cells are measured once, in a shuffled order, before any is
   * measured again: a slow hour of the machine then affects all alike.
   *
   * @return the exit code
   */
  int measureGrid(SweepPlan plan, Path path) throws IOException, InterruptedException {
    if (plan.cells().isEmpty()) {
      throw new UsageException(
          plan.skipped().stream().findFirst().orElse("nothing can be measured"));
    }
    int users = plan.cells().stream().mapToInt(Cell::users).max().orElseThrow();
    return measureCurves(
        plan.runs(),
        users,
        path,
        context -> {
          plan.write(path);
          ExperimentTime time = new ExperimentTime(path);
          Duration all = Duration.ZERO;
          int runs = 0;
          for (Cell cell : plan.cells()) {
            all = all.plus(ExperimentTime.expected(plan.experiment(cell)));
            runs += cell.variants().size();
          }
          time.expect(all, OptionalLong.empty());
          int rounds = plan.runs().design().rounds();
          context
              .progress()
              .said(
                  "%d cells with %d runs in each of %d rounds; %d left out: the page has the reasons"
                      .formatted(plan.cells().size(), runs, rounds, plan.skipped().size()));
          for (int round = 1; round <= rounds; round++) {
            List<Cell> cells = new ArrayList<>(plan.cells());
            Collections.shuffle(cells, new Random(plan.runs().design().seed() + round));
            for (Cell cell : cells) {
              String name =
                  "round %d of %d, cell %d of %d: %d users, %d ms"
                      .formatted(
                          round,
                          rounds,
                          cells.indexOf(cell) + 1,
                          cells.size(),
                          cell.users(),
                          cell.delayMs());
              context.progress().said(name);
              Path own = path.resolve(cell.folder());
              new Experiment(own, context, time).measureSmallRound(plan.experiment(cell), round);
            }
          }
        });
  }

  /**
   * Prints the start of a page.
   *
   * @return the exit code: 0 if all of it is valid
   */
  static int print(CommandSpec command, Path path, Page page) {
    PrintWriter terminal = command.commandLine().getOut();
    page.lines().forEach(terminal::println);
    terminal.println(path.resolve("index.html").toUri());
    return page.head().status().equals("VALID") ? 0 : 1;
  }

  /** Writes a report to a file that the user named, and creates its folders. */
  static void write(Path file, String text) throws IOException {
    Files.createDirectories(file.toAbsolutePath().getParent());
    Files.writeString(file, text);
  }

  /**
   * Checks that a path which the user named is a folder.
   *
   * @param label its name in the help
   * @throws UsageException if it is none
   */
  static void requireFolder(String label, Path path) {
    if (!Files.isDirectory(path)) {
      throw new UsageException("%s %s: must be the folder of an experiment".formatted(label, path));
    }
  }

  private static boolean isWatched() {
    Console console = System.console();
    return console != null && console.isTerminal();
  }

  /** Returns what the terminal shows: no colours in a pipe or with NO_COLOR (no-color.org). */
  static TerminalStyle style(CommandSpec command) {
    String none = System.getenv("NO_COLOR");
    boolean isDumb = "dumb".equals(System.getenv("TERM"));
    return isWatched()
        ? new TerminalStyle(
            command.usageMessage().width(), !isDumb && (none == null || none.isEmpty()))
        : TerminalStyle.PLAIN;
  }
}
