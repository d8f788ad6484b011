package io.github.restcomparison.analysis.curves;

import io.github.restcomparison.analysis.model.Comparison;
import io.github.restcomparison.analysis.page.Chart;
import io.github.restcomparison.analysis.page.Chart.Axis;
import io.github.restcomparison.analysis.page.Chart.Kind;
import io.github.restcomparison.analysis.page.Chart.Point;
import io.github.restcomparison.analysis.page.Chart.Series;
import io.github.restcomparison.analysis.page.Page;
import io.github.restcomparison.analysis.page.Page.Column;
import io.github.restcomparison.analysis.page.Page.Section;
import io.github.restcomparison.analysis.page.Page.Status;
import io.github.restcomparison.analysis.runs.RecordedRun;
import io.github.restcomparison.analysis.runs.RecordedRuns;
import io.github.restcomparison.analysis.runs.RunMetric;
import io.github.restcomparison.analysis.statistics.Numbers;
import io.github.restcomparison.records.RunRecord;
import io.github.restcomparison.records.WaitingMemory;
import io.github.restcomparison.records.plan.SweepPlan;
import io.github.restcomparison.records.settings.Count;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The page about the memory of waiting requests. A disturbed host changes no memory, so INVALID
 * runs have figures here, too; the page's status follows from the runs.
 */
public final class MemoryPage {
  private static final double KIBI = 1_024;

  private MemoryPage() {}

  /**
   * Returns the page of the runs in a folder.
   *
   * @throws IOException if the folder cannot be read
   */
  public static Page of(SweepPlan plan, Path folder) throws IOException {
    Collection<RecordedRuns> cells = RecordedRuns.readSoFar(plan, folder).values();
    List<RecordedRun> runs = cells.stream().flatMap(each -> each.runs().stream()).toList();
    List<String> unreadable = cells.stream().flatMap(each -> each.unreadable().stream()).toList();
    int missing = plan.runCount() - runs.size() - unreadable.size();
    Page.Head head =
        new Page.Head(
            "Memory of waiting requests",
            status(cells, missing > 0 || !unreadable.isEmpty()),
            statement(runs, missing) + SweepPage.unreadable(unreadable),
            List.of(
                "Each user sends %2$d requests, which wait for %1$s ms; memory is read once, while all wait, after a full garbage collection. Heap of this project's variants: 512 MiB, touched at the start. %3$s"
                    .formatted(
                        Numbers.of(plan.delaysMs().getFirst()),
                        plan.cells().stream()
                            .mapToInt(SweepPlan.GridCell::requestsPerUser)
                            .max()
                            .orElse(0),
                        SweepPage.host(plan.runs()))),
            runs.stream().map(MemoryPage::sentence).toList());
    return Page.of(
        head,
        List.of(
            chart(runs, "heap", "Heap", MemoryPage::heapKibi),
            chart(runs, "rss", "Resident memory", MemoryPage::residentKibi)),
        List.of(table(runs)),
        Stream.concat(unreadable.stream(), plan.skipped().stream()).toList());
  }

  private static Status status(Collection<RecordedRuns> cells, boolean isPart) {
    if (!cells.stream().flatMap(each -> each.runs().stream()).allMatch(MemoryPage::isComplete)) {
      return Status.FAILED;
    }
    boolean areValid =
        cells.stream()
            .filter(each -> !each.runs().isEmpty())
            .allMatch(each -> Comparison.of(each).status() == RunRecord.Status.VALID);
    return isPart || !areValid ? Status.INVALID : Status.VALID;
  }

  private static String statement(List<RecordedRun> runs, int missing) {
    List<String> clauses = new ArrayList<>();
    clauses.add(
        runs.stream().allMatch(MemoryPage::isComplete)
            ? "all requests succeeded"
            : "some requests failed, or not all waited concurrently");
    List<RecordedRun> invalid =
        runs.stream().filter(each -> each.record().status() == RunRecord.Status.INVALID).toList();
    if (!invalid.isEmpty()) {
      clauses.add(
          "%s INVALID (%s)"
              .formatted(
                  Count.of(invalid.size(), "run"),
                  String.join("; ", invalid.getFirst().record().reasons())));
    }
    if (missing > 0) {
      clauses.add(Count.of(missing, "run") + " not measured");
    }
    return String.join("; ", clauses);
  }

  private static boolean isComplete(RecordedRun run) {
    return run.waitedAndSucceeded();
  }

  private static String family(RecordedRun run) {
    return SweepPage.family(run.variant());
  }

  private static String name(RecordedRun run) {
    return "%s, %s".formatted(family(run), Numbers.of(users(run)));
  }

  private static int users(RecordedRun run) {
    return run.record().settings().concurrency();
  }

  /** Returns a figure; NaN if it is unknown. */
  private static double figure(RecordedRun run, ToDoubleFunction<WaitingMemory> figure) {
    return run.record().extras().waiting().map(figure::applyAsDouble).orElse(Double.NaN);
  }

  private static double heapKibi(WaitingMemory memory) {
    return memory.heapPerRequest() / KIBI;
  }

  private static double residentKibi(WaitingMemory memory) {
    return memory.rssPerRequest() / KIBI;
  }

  private static String sentence(RecordedRun run) {
    String name = name(run) + " waiting: ";
    if (!run.waitedAndSucceeded()) {
      List<String> reasons = run.record().reasons();
      return name
          + (reasons.isEmpty()
              ? "the requests never all waited concurrently"
              : String.join("; ", reasons));
    }
    double heap = figure(run, MemoryPage::heapKibi);
    return name
        + "all succeeded; %s%s KiB of resident memory each, %s%s"
            .formatted(
                Double.isNaN(heap) ? "" : Numbers.of(heap) + " KiB of heap and ",
                Numbers.of(figure(run, MemoryPage::residentKibi)),
                Count.of((long) figure(run, each -> each.during().threads()), "thread"),
                run.isValid() ? "" : " (%s)".formatted(run.record().status()));
  }

  private static Chart chart(
      List<RecordedRun> runs, String id, String title, ToDoubleFunction<WaitingMemory> kibi) {
    Map<String, List<Point>> lines =
        runs.stream()
            .filter(run -> !Double.isNaN(figure(run, kibi)))
            .collect(
                Collectors.groupingBy(
                    MemoryPage::family,
                    LinkedHashMap::new,
                    Collectors.mapping(
                        run -> Point.of(users(run), figure(run, kibi)), Collectors.toList())));
    return Chart.of(
        id,
        title + " (KiB) of each request that waits",
        "The memory while all wait minus the memory before, divided by the waiting requests.",
        new Axis("requests that wait", "waiting", true),
        new Axis(title, "KiB", false),
        lines.entrySet().stream()
            .map(line -> new Series(line.getKey(), Kind.LINE, line.getValue()))
            .toList());
  }

  private static Section table(List<RecordedRun> runs) {
    return Section.table(
        "waiting",
        "Every run",
        "Socket buffers: all TCP sockets of the host, at both ends.",
        runs,
        List.of(
            new Column<>("variant, waiting", MemoryPage::name),
            new Column<>("succeeded", run -> Numbers.of(RunMetric.OK.valueIn(run.record()))),
            new Column<>("failed", run -> Numbers.of(RunMetric.KO.valueIn(run.record()))),
            column("heap before, MiB", each -> each.before().heapAfterGc() / KIBI / KIBI),
            column("heap while all wait, MiB", each -> each.during().heapAfterGc() / KIBI / KIBI),
            column("heap each, KiB", MemoryPage::heapKibi),
            column("resident each, KiB", MemoryPage::residentKibi),
            column("threads", each -> each.during().threads()),
            column("socket buffers, MiB", each -> each.during().socketBuffers() / KIBI / KIBI)));
  }

  private static Column<RecordedRun> column(String head, ToDoubleFunction<WaitingMemory> figure) {
    return new Column<>(head, run -> Numbers.of(figure(run, figure)));
  }
}
