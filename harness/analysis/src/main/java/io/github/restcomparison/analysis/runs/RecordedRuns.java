package io.github.restcomparison.analysis.runs;

import io.github.restcomparison.records.ClosedLoad;
import io.github.restcomparison.records.DurationText;
import io.github.restcomparison.records.Environment;
import io.github.restcomparison.records.Environment.Container;
import io.github.restcomparison.records.Load;
import io.github.restcomparison.records.Load.Bounds;
import io.github.restcomparison.records.Load.Protocol;
import io.github.restcomparison.records.OpenLoad;
import io.github.restcomparison.records.RunRecord;
import io.github.restcomparison.records.Wait;
import io.github.restcomparison.records.plan.ExperimentPlan;
import io.github.restcomparison.records.plan.ExperimentPlan.Subject;
import io.github.restcomparison.records.plan.SweepPlan;
import io.github.restcomparison.records.service.Workload.UserSimulation;
import io.github.restcomparison.records.settings.Count;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The runs in the folder of a comparison, and what they have in common: the load and the host.
 *
 * @param runs that can be compared, whatever their status: one for each variant and round
 * @param excluded the excluded runs with the reason, a sentence each
 * @param unreadable the faults of records that cannot be read, a sentence each
 * @param damagedSamples the faults of samples that cannot be read, a sentence each; their runs
 *     count
 * @param plan of the experiment; empty if there was none, as after {@code mvn gatling:test}
 */
public record RecordedRuns(
    List<RecordedRun> runs,
    List<String> excluded,
    List<String> unreadable,
    List<String> damagedSamples,
    Optional<ExperimentPlan> plan) {

  /** The model of a load. */
  public enum Model {
    /** A user waits for a response before the next request. */
    CLOSED,
    /** Requests arrive by a schedule. */
    OPEN,
    /** One client sends all requests concurrently. */
    BURST;

    /** Returns its name in {@code comparison.json}, which Jackson uses too. */
    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * Reads all runs.
   *
   * @throws IOException if the folder cannot be read, or has no valid record
   */
  public static RecordedRuns read(Path comparison) throws IOException {
    RecordedRuns all = readSoFar(comparison);
    if (all.runs.isEmpty()) {
      throw new IOException(
          Stream.concat(
                  Stream.of("no run to report in " + comparison.resolve("runs")),
                  all.unreadable.stream())
              .collect(Collectors.joining("; ")));
    }
    return all;
  }

  /**
   * Reads the runs so far: none if the first was interrupted.
   *
   * @throws IOException if the folder cannot be read
   */
  public static RecordedRuns readSoFar(Path comparison) throws IOException {
    return readSoFar(comparison, comparison);
  }

  /** Reads the runs so far. Messages name a file by its path in a folder. */
  private static RecordedRuns readSoFar(Path within, Path comparison) throws IOException {
    Path runs = comparison.resolve("runs");
    if (!Files.isDirectory(runs)) {
      throw new IOException(runs + " is missing: there is no run to report");
    }
    List<RecordedRun> read = new ArrayList<>();
    List<String> unreadable = new ArrayList<>();
    List<String> damagedSamples = new ArrayList<>();
    try (Stream<Path> folders = Files.list(runs)) {
      for (Path folder : folders.filter(Files::isDirectory).sorted().toList()) {
        try {
          read.add(RecordedRun.read(within, folder, damagedSamples));
        } catch (IOException e) {
          unreadable.add(unreadable(within, folder, e));
        }
      }
    }
    return of(read, unreadable, damagedSamples, ExperimentPlan.read(comparison));
  }

  /**
   * Returns the runs of each cell of a sweep that was begun.
   *
   * @throws IOException if a folder cannot be read
   */
  public static Map<SweepPlan.GridCell, RecordedRuns> readSoFar(SweepPlan sweep, Path folder)
      throws IOException {
    Map<SweepPlan.GridCell, RecordedRuns> runs = new LinkedHashMap<>();
    for (SweepPlan.GridCell cell : sweep.cells()) {
      Path experiment = folder.resolve(cell.folder());
      if (Files.isDirectory(experiment.resolve("runs"))) {
        runs.put(cell, readSoFar(folder, experiment));
      }
    }
    return runs;
  }

  private static String unreadable(Path within, Path folder, IOException e) {
    String run = within.relativize(folder).toString().replace('\\', '/');
    if (!Files.exists(folder.resolve("run.json"))) {
      return run + "/run.json is missing: the run did not end";
    }
    return "%s/run.json cannot be read: %s".formatted(run, RecordedRun.reason(e));
  }

  private static RecordedRuns of(
      List<RecordedRun> read,
      List<String> unreadable,
      List<String> damagedSamples,
      Optional<ExperimentPlan> plan) {
    List<RecordedRun> inOrder =
        read.stream()
            .sorted(
                Comparator.comparing((RecordedRun run) -> run.record().identity().startedAt())
                    .thenComparing(RecordedRun::folder))
            .toList();
    List<String> leftOut = new ArrayList<>();
    Map<List<Object>, RecordedRun> kept = new LinkedHashMap<>();
    Map<String, RecordedRun> firstOfVariant = new LinkedHashMap<>();
    for (RecordedRun run : inOrder) {
      RecordedRun first = inOrder.getFirst();
      RecordedRun ofVariant = firstOfVariant.getOrDefault(run.variant(), run);
      if (!load(run).equals(load(first))
          || !workers(run).equals(workers(ofVariant))
          || !run.mayShareEnvironment(first)) {
        leftOut.add(
            "%s: other settings, %s%s%s"
                .formatted(
                    run.folder(),
                    load(run),
                    workers(run),
                    run.isInContainer() ? ", in a container" : ""));
        continue;
      }
      firstOfVariant.put(run.variant(), ofVariant);
      // Of two runs of a round the later one counts, whatever its result.
      Optional.ofNullable(kept.put(List.of(run.variant(), run.record().round()), run))
          .map(before -> before.folder() + ": the round was repeated by " + run.folder())
          .ifPresent(leftOut::add);
    }
    return new RecordedRuns(List.copyOf(kept.values()), leftOut, unreadable, damagedSamples, plan);
  }

  /** Returns the load, which all runs have in common. A stated wait equals one for a clock. */
  private static String load(RecordedRun run) {
    Load load = run.record().settings();
    String wait =
        "%s delay %d ms"
            .formatted(
                load.waitKind() == Wait.STATED ? Wait.FIXED : load.waitKind(), load.delayMs());
    String sent =
        switch (load) {
          case ClosedLoad closed ->
              "users %d, %s, %s%s".formatted(closed.users(), sent(closed), wait, pace(closed));
          case OpenLoad open ->
              "%s for %d s over %d %sconnections, %s"
                  .formatted(
                      open.rate(),
                      open.duration().toSeconds(),
                      open.concurrency(),
                      open.newConnections() ? "new " : "",
                      wait);
        };
    return sent + load.protocol().map(Protocol::toString).map(over -> ", over " + over).orElse("");
  }

  private static String pace(ClosedLoad load) {
    return load.think().map(each -> ", think " + each).orElse("")
        + load.rampUp().map(each -> ", ramp-up " + DurationText.of(each)).orElse("");
  }

  private static String sent(ClosedLoad load) {
    return load.seconds().isPresent()
        ? "for %d s".formatted(load.seconds().getAsInt())
        : "requests per user " + load.requests().getAsInt();
  }

  /** Returns the size of the pool, which all runs of a variant have in common. */
  private static String workers(RecordedRun run) {
    Load load = run.record().settings();
    return load.workers().isPresent() ? ", workers " + load.workers().getAsInt() : "";
  }

  /**
   * Returns the requests per second that the load generator reached against a service that responds
   * immediately; NaN if it was not calibrated.
   */
  public double generatorCapacity() {
    return plan.map(each -> each.setup().generatorCapacity()).orElse(Double.NaN);
  }

  /** Returns whether only start-ups were measured. */
  public boolean isStartUp() {
    return plan.filter(each -> each.subject() == Subject.START_UP).isPresent();
  }

  /** Returns the tested metrics: throughput, p99 and CPU, or the start-up. */
  public List<TestedMetric> tested() {
    if (isStartUp()) {
      return List.of(TestedMetric.START_UP, TestedMetric.START_UP_CPU);
    }
    TestedMetric speed = model() == Model.OPEN ? TestedMetric.TIME : TestedMetric.THROUGHPUT;
    return List.of(speed, TestedMetric.P99, TestedMetric.CPU_PER_REQUEST);
  }

  /** Returns the number of planned rounds; without a plan of started ones; 1 or more. */
  public int plannedRounds() {
    return plan.map(each -> each.design().rounds().max()).orElseGet(this::startedRounds);
  }

  /**
   * Returns the number of rounds that should be complete by now: all that were planned, or those
   * that are complete if the experiment may end early; 1 or more.
   */
  public int expectedRounds() {
    if (!mayEndEarly()) {
      return plannedRounds();
    }
    boolean isComplete =
        byVariant().stream().allMatch(some -> some.getLast().record().round() == startedRounds());
    return Math.max(1, isComplete ? startedRounds() : startedRounds() - 1);
  }

  /**
   * Returns whether it may end before all rounds are measured: when all is decided, or time is up.
   */
  public boolean mayEndEarly() {
    return plan.map(ExperimentPlan::design)
        .filter(design -> design.rounds().mayEndEarly() || design.time().isPresent())
        .isPresent();
  }

  /** Returns the number of rounds that were started, 1 or more. */
  public int startedRounds() {
    return runs.stream().mapToInt(run -> run.record().round()).max().orElseThrow();
  }

  /** Returns the number of rounds that were repeated because the host was disturbed. */
  public int repeatedRounds() {
    return (int)
        runs.stream()
            .filter(run -> run.record().identity().attempt() > 1)
            .mapToInt(run -> run.record().round())
            .distinct()
            .count();
  }

  /** Returns the data that is in no figure and why, a sentence each. */
  public List<String> notices() {
    return Stream.concat(unreadable.stream(), excluded.stream().map(each -> "excluded: " + each))
        .toList();
  }

  /** Returns the runs of each variant, in the order of the rounds. */
  public Collection<List<RecordedRun>> byVariant() {
    Map<String, List<RecordedRun>> variants = new LinkedHashMap<>();
    runs.stream()
        .sorted(Comparator.comparingInt(run -> run.record().round()))
        .forEach(run -> variants.computeIfAbsent(run.variant(), n -> new ArrayList<>()).add(run));
    return variants.values();
  }

  private RecordedRun first() {
    return runs.getFirst();
  }

  /** Returns a value that all runs have in common; empty if they differ in it. */
  public <T> Optional<T> shared(Function<RunRecord, T> what) {
    T value = what.apply(first().record());
    return Optional.of(value)
        .filter(_ -> runs.stream().allMatch(run -> value.equals(what.apply(run.record()))));
  }

  /**
   * Returns a value that the environments of all runs have in common; empty if they differ in it.
   */
  public <T> Optional<T> environment(Function<Environment, T> what) {
    return shared(run -> what.apply(run.subject().environment()));
  }

  /**
   * Returns the engine of the containers that the services ran in; empty for processes of the host.
   */
  public Optional<String> container() {
    return environment(each -> each.container().map(Container::engine))
        .flatMap(Function.identity());
  }

  /** Returns the host, {@code AMD EPYC, 2 CPUs}; empty if the runs are of several. */
  public Optional<String> machine() {
    Optional<Integer> cpus = environment(each -> each.host().cpus());
    return environment(each -> each.host().cpu())
        .map(name -> name + cpus.map(all -> ", " + Count.of(all, "CPU")).orElse(""));
  }

  /** Returns the load of every run, without the bounds of a service. */
  public Load load() {
    Bounds none = new Bounds(OptionalInt.empty(), OptionalInt.empty());
    return first().record().settings().with(none, false);
  }

  /** Returns the mean wait of a request in ms: half of the longest if waits are uniform. */
  public double meanWaitMs() {
    return load().delay().mean().toNanos() / 1e6;
  }

  /** Returns the model of the load. */
  public Model model() {
    return first().isClientRun()
        ? Model.BURST
        : first().open().isPresent() ? Model.OPEN : Model.CLOSED;
  }

  /**
   * Returns the name of the user's simulation that was the load; empty for a load of this project.
   */
  public Optional<String> simulation() {
    return runs.stream()
        .flatMap(run -> run.record().subject().workload().stream())
        .flatMap(workload -> workload.simulation().stream())
        .map(UserSimulation::className)
        .findFirst();
  }

  /** Returns the load in a few words: {@code 1,000 users, 100 ms wait}. */
  public String title() {
    return LoadSentence.title(this);
  }

  /** Returns the load in one sentence, and the definition of its latencies. */
  public String sentence() {
    return LoadSentence.of(this);
  }
}
