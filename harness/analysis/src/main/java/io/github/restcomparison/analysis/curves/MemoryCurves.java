package io.github.restcomparison.analysis.curves;

import io.github.restcomparison.analysis.page.Page;
import io.github.restcomparison.analysis.page.Page.Axis;
import io.github.restcomparison.analysis.page.Page.Column;
import io.github.restcomparison.analysis.page.Page.Curves;
import io.github.restcomparison.analysis.page.Page.Point;
import io.github.restcomparison.analysis.page.Page.Section;
import io.github.restcomparison.analysis.page.Page.Series;
import io.github.restcomparison.analysis.runs.RecordedRun;
import io.github.restcomparison.analysis.runs.RecordedRuns;
import io.github.restcomparison.analysis.statistics.Numbers;
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
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.function.Function;

/**
 * The page of thousands that wait. A disturbed host changes no memory, so that runs count here
 * whatever became of their clock; what failed is shown as failed.
 */
public final class MemoryCurves {
  private static final double KIBI = 1_024;

  private MemoryCurves() {}

  /** One run. */
  private record Seen(int users, String family, RecordedRun run) {
    Optional<WaitingMemory> memory() {
      return run.record().figures().waiting();
    }

    Optional<Load> load() {
      return run.record().load();
    }
  }

  public static Page of(SweepPlan plan, Path folder) throws IOException {
    List<Seen> runs = new ArrayList<>();
    for (SweepPlan.Cell cell : plan.cells()) {
      Path experiment = folder.resolve(cell.folder());
      if (Files.isDirectory(experiment.resolve("runs"))) {
        for (RecordedRun run : RecordedRuns.soFar(experiment).runs()) {
          runs.add(new Seen(cell.users(), run.variant().replaceFirst("@WORKERS=.*", ""), run));
        }
      }
    }
    boolean all =
        !runs.isEmpty() && runs.stream().allMatch(seen -> seen.run().allWaitedAndWereAnswered());
    return Page.of(
        new Page.Head(
            "Many waiting",
            (all ? Status.VALID : Status.FAILED).name(),
            all
                ? "all requests were answered"
                : "not all requests were answered, or not all waited at once",
            List.of(
                "Every user waits for %s ms, %d times; looked at once, when all of them wait, after a full garbage collection. Heap of this project's variants: 512 MiB, touched at the start. %s, pinning: %s."
                    .formatted(
                        Numbers.of(plan.delaysMs().getFirst()),
                        plan.cells().stream()
                            .mapToInt(SweepPlan.Cell::requestsPerUser)
                            .max()
                            .orElse(0),
                        plan.runs().setup().host(),
                        plan.runs().setup().pinning())),
            runs.stream().map(MemoryCurves::sentence).toList()),
        List.of(
            chart(runs, "heap", "Heap", WaitingMemory::heapPerRequest),
            chart(
                runs,
                "rss",
                "Resident memory",
                memory -> OptionalDouble.of(memory.rssPerRequest()))),
        List.of(table(runs)),
        plan.skipped());
  }

  private static String sentence(Seen seen) {
    String name = "%s, %s waiting: ".formatted(seen.family(), Numbers.of(seen.users()));
    if (!seen.run().allWaitedAndWereAnswered()) {
      return name + String.join("; ", reasons(seen));
    }
    WaitingMemory memory = seen.memory().orElseThrow();
    return name
        + "all answered; %s%s KiB of resident memory each, %s"
            .formatted(
                memory.heapPerRequest().isPresent()
                    ? Numbers.kibibytes(memory.heapPerRequest().getAsDouble()) + " KiB of heap and "
                    : "",
                Numbers.kibibytes(memory.rssPerRequest()),
                Numbers.count(memory.during().threads(), "thread"));
  }

  private static List<String> reasons(Seen seen) {
    List<String> reasons = seen.run().record().reasons();
    return reasons.isEmpty() ? List.of("never did all of them wait at once") : reasons;
  }

  private static Curves chart(
      List<Seen> runs, String id, String title, Function<WaitingMemory, OptionalDouble> bytes) {
    Map<String, List<Point>> points = new LinkedHashMap<>();
    for (Seen seen : runs) {
      seen.memory()
          .map(bytes)
          .filter(OptionalDouble::isPresent)
          .ifPresent(
              each ->
                  points
                      .computeIfAbsent(seen.family(), name -> new ArrayList<>())
                      .add(Point.of(seen.users(), each.getAsDouble() / KIBI)));
    }
    List<Series> series =
        points.entrySet().stream()
            .map(each -> Series.line(each.getKey(), each.getValue()))
            .toList();
    return Curves.of(
        id,
        title + " (KiB) of each request that waits",
        "What is held while all wait, less what was held before, for each of them.",
        new Axis("requests that wait", "waiting", true),
        new Axis(title, "KiB", false),
        series);
  }

  private static Section table(List<Seen> runs) {
    return Section.table(
        "waiting",
        "Every run",
        "Socket buffers are those of all TCP sockets of the host, at both ends.",
        runs,
        List.of(
            new Column<>(
                "variant, waiting",
                seen -> "%s, %s".formatted(seen.family(), Numbers.of(seen.users()))),
            new Column<>(
                "answered",
                seen -> Numbers.of(seen.load().map(each -> each.counts().ok()).orElse(0L))),
            new Column<>(
                "failed",
                seen ->
                    Numbers.of(
                        seen.load().map(each -> each.counts().ko()).orElse((long) seen.users()))),
            column("heap before, MiB", each -> mebibytes(each.before().heapAfterGc())),
            column("heap while all wait, MiB", each -> mebibytes(each.during().heapAfterGc())),
            column(
                "heap each, KiB",
                each ->
                    each.heapPerRequest().stream()
                        .mapToObj(Numbers::kibibytes)
                        .findFirst()
                        .orElse(Numbers.ABSENT)),
            column("resident each, KiB", each -> Numbers.kibibytes(each.rssPerRequest())),
            column("threads", each -> Numbers.of(each.during().threads())),
            column("socket buffers, MiB", each -> mebibytes(each.during().socketBuffers()))));
  }

  private static Column<Seen> column(String head, Function<WaitingMemory, String> cell) {
    return new Column<>(head, seen -> seen.memory().map(cell).orElse(Numbers.ABSENT));
  }

  private static String mebibytes(OptionalLong bytes) {
    return bytes.stream().mapToObj(Numbers::mebibytes).findFirst().orElse(Numbers.ABSENT);
  }
}
