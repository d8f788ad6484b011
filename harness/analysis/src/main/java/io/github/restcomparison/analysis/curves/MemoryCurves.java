package io.github.restcomparison.analysis.curves;

import io.github.restcomparison.analysis.curves.Curves.Axis;
import io.github.restcomparison.analysis.curves.Curves.Chart;
import io.github.restcomparison.analysis.curves.Curves.Point;
import io.github.restcomparison.analysis.curves.Curves.Row;
import io.github.restcomparison.analysis.curves.Curves.Series;
import io.github.restcomparison.analysis.curves.Curves.Table;
import io.github.restcomparison.analysis.curves.Curves.View;
import io.github.restcomparison.analysis.model.RecordedRun;
import io.github.restcomparison.analysis.model.RecordedRuns;
import io.github.restcomparison.analysis.statistics.Numbers;
import io.github.restcomparison.records.RunRecord;
import io.github.restcomparison.records.RunRecord.Load;
import io.github.restcomparison.records.RunRecord.Status;
import io.github.restcomparison.records.WaitingMemory;
import io.github.restcomparison.records.plan.SweepPlan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/**
 * The page of thousands that wait. A disturbed host changes no memory, so that runs count here
 * whatever became of their clock; what failed is shown as failed.
 */
public final class MemoryCurves {
  private static final double KIBI = 1_024;

  private MemoryCurves() {}

  /** One run. */
  private record Seen(int users, String family, RunRecord run) {
    Optional<WaitingMemory> memory() {
      return run.waiting();
    }

    long failed() {
      return run.load().map(Load::ko).orElse((long) users);
    }

    boolean allAnswered() {
      return run.status() != Status.FAILED && failed() == 0 && memory().isPresent();
    }
  }

  public static Curves of(SweepPlan plan, Path folder) throws IOException {
    List<Seen> runs = new ArrayList<>();
    for (SweepPlan.Cell cell : plan.cells()) {
      Path experiment = folder.resolve(cell.folder());
      if (Files.isDirectory(experiment.resolve("runs"))) {
        for (RecordedRun run : RecordedRuns.soFar(experiment).runs()) {
          runs.add(
              new Seen(cell.users(), run.variant().replaceFirst("@WORKERS=.*", ""), run.record()));
        }
      }
    }
    boolean all = !runs.isEmpty() && runs.stream().allMatch(Seen::allAnswered);
    return new Curves(
        "Many waiting",
        all ? Status.VALID : Status.FAILED,
        all
            ? "all requests were answered"
            : "not all requests were answered, or not all waited at once",
        "Every user waits for %s ms, %d times; looked at once, when all of them wait, after a full garbage collection. Heap: 512 MiB, touched at the start. %s, pinning: %s."
            .formatted(
                Numbers.of(plan.delaysMs().getFirst()),
                plan.cells().stream().mapToInt(SweepPlan.Cell::requestsPerUser).max().orElse(0),
                plan.runs().setup().host(),
                plan.runs().setup().pinning()),
        runs.stream().map(MemoryCurves::sentence).toList(),
        List.of(
            chart(runs, "heap", "Heap", WaitingMemory::heapPerRequest),
            chart(runs, "rss", "Resident memory", WaitingMemory::rssPerRequest)),
        List.of(table(runs)),
        plan.skipped());
  }

  private static String sentence(Seen seen) {
    String name = "%s, %s waiting: ".formatted(seen.family(), Numbers.of(seen.users()));
    if (!seen.allAnswered()) {
      return name + String.join("; ", reasons(seen));
    }
    WaitingMemory memory = seen.memory().orElseThrow();
    return name
        + "all answered; %s KiB of heap and %s KiB of resident memory each, %s"
            .formatted(
                Numbers.of(memory.heapPerRequest() / KIBI),
                Numbers.of(memory.rssPerRequest() / KIBI),
                Numbers.count(memory.during().threads(), "thread"));
  }

  private static List<String> reasons(Seen seen) {
    return seen.run().reasons().isEmpty()
        ? List.of("never did all of them wait at once")
        : seen.run().reasons();
  }

  private static Chart chart(
      List<Seen> runs, String id, String title, ToDoubleFunction<WaitingMemory> bytes) {
    Map<String, List<Point>> points = new LinkedHashMap<>();
    for (Seen seen : runs) {
      seen.memory()
          .ifPresent(
              memory ->
                  points
                      .computeIfAbsent(seen.family(), name -> new ArrayList<>())
                      .add(Point.of(seen.users(), bytes.applyAsDouble(memory) / KIBI)));
    }
    List<Series> series =
        points.entrySet().stream()
            .map(each -> new Series(each.getKey(), false, true, each.getValue()))
            .toList();
    return new Chart(
        id,
        title + " (KiB) of each request that waits",
        "What is held while all wait, less what was held before, for each of them.",
        new Axis("requests that wait", "waiting", true),
        new Axis(title, "KiB", false),
        List.of(new View("all", series)));
  }

  private static Table table(List<Seen> runs) {
    return new Table(
        "waiting",
        "Every run",
        "Socket buffers are those of all TCP sockets of the host, at both ends.",
        List.of(
            "variant, waiting",
            "answered",
            "failed",
            "heap before, MiB",
            "heap while all wait, MiB",
            "heap each, KiB",
            "resident each, KiB",
            "threads",
            "socket buffers, MiB"),
        runs.stream().map(MemoryCurves::row).toList());
  }

  private static Row row(Seen seen) {
    Optional<WaitingMemory> memory = seen.memory();
    return new Row(
        "%s, %s".formatted(seen.family(), Numbers.of(seen.users())),
        List.of(
            Numbers.of(seen.run().load().map(Load::ok).orElse(0L)),
            Numbers.of(seen.failed()),
            cell(memory, each -> Numbers.mebibytes(each.before().heapAfterGc())),
            cell(memory, each -> Numbers.mebibytes(each.during().heapAfterGc())),
            cell(memory, each -> Numbers.of(each.heapPerRequest() / KIBI)),
            cell(memory, each -> Numbers.of(each.rssPerRequest() / KIBI)),
            cell(memory, each -> Numbers.of(each.during().threads())),
            cell(
                memory,
                each ->
                    each.during().socketBuffers().isPresent()
                        ? Numbers.mebibytes(each.during().socketBuffers().getAsLong())
                        : Numbers.ABSENT)));
  }

  private static String cell(Optional<WaitingMemory> memory, Function<WaitingMemory, String> text) {
    return memory.map(text).orElse(Numbers.ABSENT);
  }
}
