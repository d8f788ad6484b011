package io.github.restcomparison.analysis.sizing;

import io.github.restcomparison.analysis.runs.RecordedRun;
import io.github.restcomparison.analysis.runs.RecordedRuns;
import io.github.restcomparison.analysis.runs.RunMetrics;
import io.github.restcomparison.analysis.statistics.Numbers;
import io.github.restcomparison.records.plan.SweepPlan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Collectors;

/**
 * What folders of results have of closed loads, and of memory. Runs of warm services count alone,
 * where a load has any and it is not known what compilers took.
 *
 * @param loads by variant, in the order of the folders
 * @param looks by variant: runs in which many requests were to wait at once, whether they did or
 *     not
 * @param notWarm loads of services that were not warm, in no round, a sentence each
 */
public record Measurements(
    Map<String, List<MeasuredLoad>> loads,
    Map<String, List<RecordedRun>> looks,
    List<String> notWarm) {

  /** What is one load. */
  private record Key(String variant, int users, int delayMs, OptionalInt workers) {
    public static Key of(RecordedRun run) {
      return new Key(
          family(run),
          run.record().settings().users(),
          run.record().settings().delayMs(),
          run.record().settings().workers());
    }
  }

  /**
   * Reads them.
   *
   * @param folders of experiments, sweeps, and looks at memory
   * @throws IOException where one is none of these
   */
  public static Measurements read(List<Path> folders) throws IOException {
    List<RecordedRun> timed = new ArrayList<>();
    List<RecordedRun> looked = new ArrayList<>();
    for (Path folder : folders) {
      Optional<SweepPlan> sweep = SweepPlan.in(folder);
      if (sweep.isEmpty()) {
        timed.addAll(RecordedRuns.read(folder).runs());
        continue;
      }
      for (SweepPlan.Cell cell : sweep.get().cells()) {
        Path experiment = folder.resolve(cell.folder());
        if (Files.isDirectory(experiment.resolve("runs"))) {
          (sweep.get().runs().memory() ? looked : timed)
              .addAll(RecordedRuns.soFar(experiment).runs());
        }
      }
    }
    return of(timed, looked);
  }

  private static Measurements of(List<RecordedRun> timed, List<RecordedRun> looked) {
    Map<String, List<MeasuredLoad>> loads = new LinkedHashMap<>();
    List<String> notWarm = new ArrayList<>();
    timed.stream()
        .filter(RecordedRun::isValid)
        .filter(run -> RunMetrics.CPU.of(run.record()).isPresent())
        .filter(run -> run.open().isEmpty())
        .collect(Collectors.groupingBy(Key::of, LinkedHashMap::new, Collectors.toList()))
        .forEach(
            (key, runs) -> {
              List<RecordedRun> warm = runs.stream().filter(run -> run.record().wasWarm()).toList();
              // What compilers took is no part of a request's cost, where it is known.
              List<RecordedRun> taken =
                  runs.stream().allMatch(Measurements::knowsCompilers) || warm.isEmpty()
                      ? runs
                      : warm;
              if (warm.isEmpty()) {
                notWarm.add(
                    MeasuredLoad.name(key.variant(), key.workers(), key.users(), key.delayMs())
                        + ": its JIT compilers were still busy");
              }
              loads
                  .computeIfAbsent(key.variant(), name -> new ArrayList<>())
                  .add(new MeasuredLoad(key.variant(), taken));
            });
    Map<String, List<RecordedRun>> looks =
        looked.stream()
            .collect(
                Collectors.groupingBy(
                    Measurements::family, LinkedHashMap::new, Collectors.toList()));
    return new Measurements(loads, looks, notWarm);
  }

  /** What a variant holds; empty where requests never waited in it at once. */
  public Optional<WaitingCost> memory(String variant) {
    return WaitingCost.of(looks.getOrDefault(variant, List.of()));
  }

  /** When the heap of each variant that was looked at is full. */
  public List<MemoryEnd> memoryEnds() {
    return looks.entrySet().stream()
        .flatMap(each -> MemoryEnd.of(each.getKey(), each.getValue()).stream())
        .toList();
  }

  private static boolean knowsCompilers(RecordedRun run) {
    return RunMetrics.JIT_AND_SAMPLING.of(run.record()).isPresent();
  }

  /** The variant without the size of its pool, if it has one, and without what tells a control. */
  private static String family(RecordedRun run) {
    return run.record().controlOf().orElse(run.variant()).replaceFirst("@WORKERS=\\d+", "");
  }

  /** What was taken for the waits and threads of services of the user's, a sentence each. */
  public List<String> unstated() {
    List<String> sentences = new ArrayList<>();
    loads.forEach(
        (variant, measured) -> {
          if (measured.getFirst().isOfUser()) {
            Unstated seen = Unstated.of(measured);
            sentences.add(
                "%s: a request was taken to wait %s ms%s"
                    .formatted(
                        variant,
                        Numbers.of(seen.waitMs(measured.getFirst())),
                        seen.workers().isPresent()
                            ? ", for which it holds one of %s threads: so many waited at once, at most, while CPUs were idle"
                                .formatted(Numbers.of(seen.workers().getAsInt()))
                            : ""));
          }
        });
    return sentences;
  }
}
