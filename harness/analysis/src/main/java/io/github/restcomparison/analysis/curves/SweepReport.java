package io.github.restcomparison.analysis.curves;

import io.github.restcomparison.analysis.model.Summary;
import io.github.restcomparison.analysis.model.VariantSummary;
import io.github.restcomparison.analysis.runs.RecordedRun;
import io.github.restcomparison.analysis.runs.RecordedRuns;
import io.github.restcomparison.analysis.runs.RunMetric;
import io.github.restcomparison.analysis.runs.RunMetrics;
import io.github.restcomparison.records.RunRecord.Status;
import io.github.restcomparison.records.ThroughputLimits;
import io.github.restcomparison.records.plan.SweepPlan;
import io.github.restcomparison.records.plan.SweepPlan.Cell;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What the records of a sweep say, cell by cell.
 *
 * @param points of variants that have figures in a cell
 * @param lost those that have none, with the reason, a sentence each
 */
public record SweepReport(SweepPlan plan, List<Point> points, List<String> lost) {

  /** The order of tables: by the wait, then by the number of users. */
  static final Comparator<Point> BY_CELL =
      Comparator.comparingInt((Point point) -> point.cell().delayMs())
          .thenComparingInt(point -> point.cell().users());

  /** One variant in one cell: its valid runs. */
  record Point(Cell cell, String variant, List<RecordedRun> runs) {
    /** Whether all of its services were warm. */
    boolean isWarm() {
      return runs.stream().allMatch(run -> run.record().wasWarm());
    }

    double median(RunMetric metric) {
      return metric.median(runs);
    }

    /** Threads that may block at once; absent where waiting blocks none. */
    OptionalInt workers() {
      return runs.getFirst().record().settings().workers();
    }

    ThroughputLimits limits() {
      return runs.getFirst().limits();
    }

    /** The variant without the size of its pool. */
    String family() {
      return variant.replaceFirst("@WORKERS=.*", "");
    }
  }

  /** The points of services that were not warm, in some round. */
  List<Point> cold() {
    return points.stream().filter(point -> !point.isWarm()).toList();
  }

  /** The throughput of a variant at one wait, by the number of users in ascending order. */
  SortedMap<Integer, Double> throughput(String variant, int delayMs) {
    SortedMap<Integer, Double> byUsers = new TreeMap<>();
    points.stream()
        .filter(each -> each.variant().equals(variant) && each.cell().delayMs() == delayMs)
        .forEach(each -> byUsers.put(each.cell().users(), each.median(RunMetrics.THROUGHPUT)));
    return byUsers;
  }

  /** A variant at one wait and load, where it has figures there. */
  Optional<Point> point(String variant, int delayMs, int users) {
    return points.stream()
        .filter(each -> each.variant().equals(variant))
        .filter(each -> each.cell().delayMs() == delayMs && each.cell().users() == users)
        .findFirst();
  }

  public static SweepReport read(SweepPlan plan, Path folder) throws IOException {
    SweepReport report = new SweepReport(plan, new ArrayList<>(), new ArrayList<>());
    for (Cell cell : plan.cells()) {
      Path experiment = folder.resolve(cell.folder());
      if (Files.isDirectory(experiment.resolve("runs"))) {
        report.add(cell, RecordedRuns.soFar(experiment));
      }
    }
    return report;
  }

  private void add(Cell cell, RecordedRuns runs) {
    for (VariantSummary summary : Summary.variants(runs)) {
      List<RecordedRun> valid = summary.runs().stream().filter(RecordedRun::isValid).toList();
      boolean hasFigures = RunMetrics.THROUGHPUT.median(valid) >= 0;
      if (hasFigures && summary.status() != Status.FAILED) {
        points.add(new Point(cell, summary.name(), valid));
      } else {
        lost.add(
            "%d users, %d ms, %s: %s"
                .formatted(cell.users(), cell.delayMs(), summary.name(), summary.reason()));
      }
    }
    lost.addAll(runs.unreadable());
  }
}
