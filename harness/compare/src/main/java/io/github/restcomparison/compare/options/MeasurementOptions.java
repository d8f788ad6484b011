package io.github.restcomparison.compare.options;

import io.github.restcomparison.analysis.Report;
import io.github.restcomparison.analysis.page.Page;
import io.github.restcomparison.compare.experiment.ExperimentFolder;
import io.github.restcomparison.compare.experiment.HostCheck;
import io.github.restcomparison.compare.experiment.MeasurementContext;
import io.github.restcomparison.compare.experiment.UsageException;
import io.github.restcomparison.compare.file.CompareFile;
import io.github.restcomparison.compare.site.HostOptions;
import io.github.restcomparison.compare.site.MeasuringSite;
import io.github.restcomparison.compare.site.RuntimeOptions;
import io.github.restcomparison.compare.terminal.Interruption;
import io.github.restcomparison.compare.terminal.OwnTerminal;
import io.github.restcomparison.compare.terminal.TerminalProgress;
import io.github.restcomparison.records.LoadSpec;
import io.github.restcomparison.records.plan.ExperimentPlan;
import io.github.restcomparison.records.plan.ExperimentPlan.Design;
import io.github.restcomparison.records.service.UserServices;
import io.github.restcomparison.runner.variants.Catalogue;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Function;
import java.util.stream.Stream;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** What the commands have in common that measure many small experiments. */
public final class MeasurementOptions {
  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec;

  @Mixin private ServiceOptions services;
  @Mixin private HostOptions host;
  @Mixin private RuntimeOptions runtime;
  @Mixin private RoundOptions rounds;
  @Mixin private OutputOptions output;
  private MeasuringSite site;

  /** What measures. */
  public interface Measurement {
    /** Measures all that is still to be measured. */
    void run() throws Exception;
  }

  /** Where results go. */
  public Path folder() {
    return output.folder();
  }

  /**
   * What is compared.
   *
   * @param variants the user's first, then ours
   * @param users the user's; absent where there are none
   * @param slo that a file of the user's has
   */
  public record Compared(
      List<String> variants, Optional<UserServices> users, Optional<String> slo) {
    /** Whether some of it is not this project's, so that nobody knows how long it waits. */
    public boolean isForeign() {
      return users.stream().anyMatch(all -> variants.stream().anyMatch(all::isForeign));
    }

    /** Whether the waiting requests of a variant hold workers. */
    public boolean waitsInWorker(String name) {
      boolean theirs = users.filter(all -> all.services().containsKey(name)).isPresent();
      return !theirs && Catalogue.variant(name).waitsInWorker();
    }
  }

  /**
   * What is compared.
   *
   * @param otherwise where nothing is named
   * @param wait who may have said how many workers there are
   * @throws UsageException where the catalogue has no such variant, or a service cannot be measured
   * @throws IOException where a file that was named cannot be read
   */
  public Compared compared(List<String> otherwise, WaitOptions wait) throws IOException {
    Optional<CompareFile> asked = services.asked(rounds.areVariantsGiven(), wait);
    List<String> ours = rounds.variants(asked.isPresent() ? List.of() : otherwise);
    ours.forEach(VariantNames::variant);
    Stream<String> theirs =
        asked.stream().flatMap(each -> each.users().services().keySet().stream());
    return new Compared(
        Stream.concat(theirs, ours.stream()).toList(),
        asked.map(CompareFile::users),
        asked.flatMap(CompareFile::slo));
  }

  /**
   * The plan that all of the experiments begin with; users, and in a sweep the wait, are still to
   * be set.
   *
   * @param named variants, perhaps with other pools than {@code compared} has
   * @param seconds what the load of an experiment over services of the user's takes
   * @throws io.github.restcomparison.servicekit.SettingException where it cannot be one
   */
  public ExperimentPlan plan(
      Compared compared,
      List<String> named,
      int number,
      OptionalInt workers,
      int delayMs,
      Duration seconds) {
    int warmUpMs = rounds.warmUpLimitMs(LoadSpec.USUAL.warmUpLimitMs());
    LoadSpec load =
        compared.isForeign()
            ? LoadSpec.stated(1, 0, OptionalInt.of((int) seconds.toSeconds()), delayMs, warmUpMs)
            : LoadSpec.closed(1, 1, delayMs, "fixed", workers, warmUpMs);
    String session = OutputOptions.session();
    return new ExperimentPlan(
            session,
            new Design(
                named, Optional.empty(), number, ThreadLocalRandom.current().nextLong(1_000_000)),
            load,
            runtime.setup(
                Optional.empty(), compared.users(), host.placement(Optional.empty()), session),
            Optional.empty())
        .over(compared.users());
  }

  /**
   * The plan that is in the folder already, where this goes on with it; else the one asked for.
   *
   * @param settings what makes two plans differ, by name; the seed does not, for it is drawn anew
   * @throws UsageException where the folder holds something else
   */
  public <P> P plan(
      Path path, P asked, Optional<P> before, Function<P, Map<String, Object>> settings)
      throws IOException {
    Optional<Map<String, Object>> there = before.map(settings).map(HashMap::new);
    there.ifPresent(plan -> plan.remove("seed"));
    ExperimentFolder.refuseOthers(path, there, settings.apply(asked), rounds.resume());
    return before.orElse(asked);
  }

  /**
   * Takes this host for the process, or the cluster that the plan names.
   *
   * @param users the most that there are at once
   * @param path the folder whose page is written after each round
   * @throws io.github.restcomparison.servicekit.SettingException where an option cannot be used
   */
  public MeasurementContext take(ExperimentPlan plan, int users, Path path)
      throws IOException, InterruptedException {
    MeasurementContext here =
        new MeasurementContext(
            host.placement(Optional.empty()),
            null,
            new TerminalProgress(spec.commandLine().getErr(), OwnTerminal.isWatched()),
            () -> {
              Report.writeCurves(path);
              return Optional.empty();
            },
            plan.setup().cluster().isPresent() ? null : new HostCheck(),
            host.allowConcurrent());
    if (plan.setup().cluster().isEmpty()) {
      host.take(users, 2);
    }
    site = MeasuringSite.of(plan, Project.folder());
    return here.measuredBy(site.executor());
  }

  /**
   * Measures, tells who presses Ctrl-C how to go on, and prints what was found.
   *
   * @param again the command and what must be said again of it
   * @return the exit code
   */
  public int measure(Path path, String again, Measurement measurement) throws Exception {
    Thread onCtrlC = Interruption.explain(again + " --resume", path);
    try {
      measurement.run();
    } finally {
      site.close();
      Interruption.isOver(onCtrlC);
    }
    return print(spec, path, Report.writeCurves(path).orElseThrow());
  }

  /**
   * Prints what the page of a sweep or a search says first.
   *
   * @return the exit code: 0 where all of it is valid
   */
  public static int print(CommandSpec command, Path path, Page page) {
    PrintWriter terminal = command.commandLine().getOut();
    page.lines().forEach(terminal::println);
    terminal.println(path.resolve("index.html").toUri());
    return page.head().status().equals("VALID") ? 0 : 1;
  }
}
