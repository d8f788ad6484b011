package io.github.restcomparison.analysis.runs;

import io.github.restcomparison.records.LoadSpec;
import io.github.restcomparison.records.RunFolder;
import io.github.restcomparison.records.plan.ExperimentPlan;
import io.github.restcomparison.records.settings.Delay;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The runs in the folder of a comparison.
 *
 * @param runs that can be compared, whatever they are worth: one for each variant and round
 * @param leftOut those that cannot, with the reason, a sentence each
 * @param unreadable what is wrong with the records that cannot be read, a sentence each
 * @param plan of the experiment; absent where there was none, as after {@code mvn gatling:test}
 */
public record RecordedRuns(
    List<RecordedRun> runs,
    List<String> leftOut,
    List<String> unreadable,
    Optional<ExperimentPlan> plan) {

  /**
   * Reads all of them.
   *
   * @throws IOException where the folder cannot be read, or holds no record that can
   */
  public static RecordedRuns read(Path comparison) throws IOException {
    RecordedRuns all = soFar(comparison);
    if (all.runs.isEmpty()) {
      throw new IOException(
          "no run to report in %s%s"
              .formatted(comparison.resolve("runs"), String.join("", prefixed(all.unreadable))));
    }
    return all;
  }

  /**
   * The same where there may be none yet: the first may have been broken off.
   *
   * @throws IOException where the folder cannot be read
   */
  public static RecordedRuns soFar(Path comparison) throws IOException {
    List<RecordedRun> read = new ArrayList<>();
    List<String> unreadable = new ArrayList<>();
    for (Path folder : folders(comparison)) {
      try {
        read.add(RecordedRun.read(comparison, folder));
      } catch (IOException e) {
        unreadable.add(unreadable(comparison, folder, e));
      }
    }
    return of(read, unreadable, ExperimentPlan.in(comparison));
  }

  private static List<Path> folders(Path comparison) throws IOException {
    Path runs = comparison.resolve("runs");
    if (!Files.isDirectory(runs)) {
      throw new IOException(runs + " is missing: there is no run to report");
    }
    try (Stream<Path> folders = Files.list(runs)) {
      return folders.filter(Files::isDirectory).sorted().toList();
    }
  }

  private static String unreadable(Path comparison, Path folder, IOException e) {
    String run = comparison.relativize(folder).toString().replace('\\', '/');
    if (!Files.exists(folder.resolve("run.json"))) {
      return run + "/run.json is missing: the run did not end";
    }
    boolean ofSamples = e.getMessage().startsWith(new RunFolder(folder).samplesFile().toString());
    String name = run + (ofSamples ? "/samples.json" : "/run.json");
    String why = line(e.getMessage());
    return name + " cannot be read: " + why.replaceFirst("^.*? is not a record: ", "");
  }

  /** Parsers like to quote what they stumbled over, line ends and all. */
  private static String line(String message) {
    return message.lines().findFirst().orElse("");
  }

  private static List<String> prefixed(List<String> unreadable) {
    return unreadable.stream().map(each -> "; " + each).toList();
  }

  private static RecordedRuns of(
      List<RecordedRun> read, List<String> unreadable, Optional<ExperimentPlan> plan) {
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
      RecordedRun first = firstOfVariant.getOrDefault(run.variant(), run);
      if (!comparable(run, inOrder.getFirst(), first)) {
        leftOut.add(run.folder() + ": other settings, " + settings(run));
        continue;
      }
      firstOfVariant.put(run.variant(), first);
      // Whatever it shows: the later run is the one that was meant to stand.
      RecordedRun before = kept.put(List.of(run.variant(), run.record().round()), run);
      if (before != null) {
        leftOut.add(before.folder() + ": the round was repeated by " + run.folder());
      }
    }
    return new RecordedRuns(List.copyOf(kept.values()), leftOut, unreadable, plan);
  }

  private static boolean comparable(RecordedRun run, RecordedRun first, RecordedRun ofVariant) {
    LoadSpec settings = run.record().settings();
    LoadSpec common = first.record().settings();
    return settings.users() == common.users()
        && settings.requestsPerUser() == common.requestsPerUser()
        && settings.seconds().equals(common.seconds())
        && settings.open().equals(common.open())
        && settings.protocol().equals(common.protocol())
        && settings.delayMs() == common.delayMs()
        && clock(settings).equals(clock(common))
        && run.mayRunWhere(first)
        && settings.workers().equals(ofVariant.record().settings().workers());
  }

  /** A stated wait is that of the services of this project beside it. */
  private static String clock(LoadSpec load) {
    return load.waits().equals(Delay.STATED) ? Delay.CLOCKS.getFirst() : load.waits();
  }

  private static String settings(RecordedRun run) {
    LoadSpec settings = run.record().settings();
    String workers =
        settings.workers().isPresent() ? ", workers " + settings.workers().getAsInt() : "";
    String open = settings.open().map(each -> ", at " + each.rate()).orElse("");
    String protocol = settings.protocol().map(each -> ", over " + each).orElse("");
    String requests =
        settings.seconds().isPresent()
            ? "for %d s".formatted(settings.seconds().getAsInt())
            : "requests per user " + settings.requestsPerUser();
    return "users %d, %s, %s delay %d ms%s%s%s%s"
        .formatted(
            settings.users(),
            requests,
            settings.waits(),
            settings.delayMs(),
            workers,
            open,
            protocol,
            run.isContained() ? ", in a container" : "");
  }

  /** The rounds that were planned, or where there was no plan those that were begun; 1 or more. */
  public int rounds() {
    return plan.map(each -> each.design().rounds()).orElseGet(this::begun);
  }

  /**
   * The rounds that there should be by now: all that were planned, or where the experiment may end
   * early those that are complete; 1 or more.
   */
  public int due() {
    return mayEndEarly() ? Math.max(1, complete()) : rounds();
  }

  /** All that were begun but the last, where a variant has no run in it yet. */
  private int complete() {
    Collection<List<RecordedRun>> variants = byVariant();
    return variants.stream().allMatch(some -> some.getLast().record().round() == begun())
        ? begun()
        : begun() - 1;
  }

  /** Whether it may end before all rounds are measured: when all is decided, or time is up. */
  public boolean mayEndEarly() {
    return plan.map(ExperimentPlan::design)
        .filter(design -> design.earlyStop() || design.timeLimitMs().isPresent())
        .isPresent();
  }

  /** The rounds that were begun, 1 or more. */
  public int begun() {
    return runs.stream().mapToInt(run -> run.record().round()).max().orElseThrow();
  }

  /** The rounds that were repeated because the host was disturbed. */
  public int repeated() {
    return (int)
        runs.stream()
            .filter(run -> run.record().identity().attempt() > 1)
            .mapToInt(run -> run.record().round())
            .distinct()
            .count();
  }

  /** The runs of each variant, in the order of the rounds. */
  public Collection<List<RecordedRun>> byVariant() {
    Map<String, List<RecordedRun>> variants = new LinkedHashMap<>();
    runs.stream()
        .sorted(Comparator.comparingInt(run -> run.record().round()))
        .forEach(run -> variants.computeIfAbsent(run.variant(), n -> new ArrayList<>()).add(run));
    return variants.values();
  }
}
