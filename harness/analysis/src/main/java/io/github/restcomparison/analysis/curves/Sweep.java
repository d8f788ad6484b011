package io.github.restcomparison.analysis.curves;

import io.github.restcomparison.analysis.model.Comparison;
import io.github.restcomparison.analysis.model.Variant;
import io.github.restcomparison.analysis.runs.RecordedRun;
import io.github.restcomparison.analysis.runs.RecordedRuns;
import io.github.restcomparison.analysis.runs.RunMetric;
import io.github.restcomparison.analysis.runs.RunMetrics;
import io.github.restcomparison.analysis.statistics.Numbers;
import io.github.restcomparison.records.RunRecord.Status;
import io.github.restcomparison.records.ThroughputLimits;
import io.github.restcomparison.records.plan.SweepPlan;
import io.github.restcomparison.records.plan.SweepPlan.Cell;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/**
 * What was measured in a sweep.
 *
 * @param points of the variants that have figures in a cell; by the wait, then by the users
 * @param lost why others have none, a sentence each
 */
record Sweep(SweepPlan plan, List<Point> points, List<String> lost) {

  /** One variant in one cell, with its valid runs. */
  record Point(Cell cell, String variant, List<RecordedRun> runs) {
    /** {@code 100 users, 10 ms, jersey-sync}. */
    String name() {
      return "%s users, %s ms, %s"
          .formatted(Numbers.of(cell.users()), Numbers.of(cell.delayMs()), variant);
    }

    /** Whether its service was warm in each of the runs. */
    boolean isWarm() {
      return runs.stream().allMatch(run -> run.record().wasWarm());
    }

    double median(RunMetric metric) {
      return metric.median(runs);
    }

    double throughput() {
      return median(RunMetrics.THROUGHPUT);
    }

    ThroughputLimits limits() {
      return runs.getFirst().limits();
    }
  }

  /**
   * Reads the runs of all cells that there are.
   *
   * @throws IOException if a folder cannot be read
   */
  static Sweep read(SweepPlan plan, Path folder) throws IOException {
    List<Point> points = new ArrayList<>();
    List<String> lost = new ArrayList<>();
    for (Map.Entry<Cell, RecordedRuns> each : RecordedRuns.soFar(plan, folder).entrySet()) {
      Cell cell = each.getKey();
      for (Variant variant : Comparison.variants(each.getValue())) {
        List<RecordedRun> valid = variant.valid();
        if (RunMetrics.THROUGHPUT.median(valid) >= 0 && variant.status() != Status.FAILED) {
          points.add(new Point(cell, variant.name(), valid));
        } else {
          lost.add(
              "%d users, %d ms, %s: %s"
                  .formatted(cell.users(), cell.delayMs(), variant.name(), variant.reason()));
        }
      }
      lost.addAll(each.getValue().unreadable());
    }
    points.sort(
        Comparator.comparingInt((Point point) -> point.cell().delayMs())
            .thenComparingInt(point -> point.cell().users()));
    return new Sweep(plan, points, lost);
  }

  /** Returns a variant without the size of its pool. */
  static String family(String variant) {
    return variant.replaceFirst("@WORKERS=.*", "");
  }

  /** The points whose service was not warm in some round. */
  List<Point> cold() {
    return points.stream().filter(point -> !point.isWarm()).toList();
  }
}
