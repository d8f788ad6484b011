package io.github.restcomparison.analysis.curves;

import io.github.restcomparison.analysis.model.Comparison;
import io.github.restcomparison.analysis.model.PairVerdict;
import io.github.restcomparison.analysis.model.Variant;
import io.github.restcomparison.analysis.runs.RecordedRun;
import io.github.restcomparison.analysis.runs.RecordedRuns;
import io.github.restcomparison.analysis.runs.RunMetric;
import io.github.restcomparison.analysis.runs.RunMetrics;
import io.github.restcomparison.analysis.statistics.Numbers;
import io.github.restcomparison.analysis.statistics.TestedMetric;
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
 * The measurements of a sweep.
 *
 * @param points of the variants that have figures in a cell; by the wait, then by the users
 * @param lost why others have none, a sentence each
 */
record Sweep(SweepPlan plan, List<Point> points, List<String> lost) {

  /**
   * One variant in one cell.
   *
   * @param comparison of the cell, which is an experiment of its own
   */
  record Point(Cell cell, Variant variant, Comparison comparison) {
    /** Returns {@code 100 users, 10 ms, jersey-sync}. */
    String name() {
      return "%s users, %s ms, %s"
          .formatted(Numbers.of(cell.users()), Numbers.of(cell.delayMs()), variant.name());
    }

    List<RecordedRun> runs() {
      return variant.valid();
    }

    /** Returns whether its service was warm in each of the runs. */
    boolean isWarm() {
      return runs().stream().allMatch(run -> run.record().wasWarm());
    }

    double median(RunMetric metric) {
      return metric.median(runs());
    }

    ThroughputLimits limits() {
      return runs().getFirst().limits();
    }

    /** Returns the verdict of the cell on the throughput of this variant and another one. */
    String verdict(Point other) {
      return comparison
          .pair(TestedMetric.THROUGHPUT, variant.name(), other.variant.name())
          .map(PairVerdict::verdict)
          .orElse(Numbers.ABSENT);
    }
  }

  /**
   * Reads the runs of all cells that were begun.
   *
   * @throws IOException if a folder cannot be read
   */
  static Sweep read(SweepPlan plan, Path folder) throws IOException {
    List<Point> points = new ArrayList<>();
    List<String> lost = new ArrayList<>();
    for (Map.Entry<Cell, RecordedRuns> each : RecordedRuns.soFar(plan, folder).entrySet()) {
      lost.addAll(each.getValue().unreadable());
      if (each.getValue().runs().isEmpty()) {
        continue;
      }
      Comparison comparison = Comparison.of(each.getValue(), RunMetrics.ALL);
      for (Variant variant : comparison.variants()) {
        Point point = new Point(each.getKey(), variant, comparison);
        if (point.median(RunMetrics.THROUGHPUT) >= 0 && variant.status() != Status.FAILED) {
          points.add(point);
        } else {
          lost.add(point.name() + ": " + variant.reason());
        }
      }
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

  /** Returns the points whose service was not warm in some round. */
  List<Point> cold() {
    return points.stream().filter(point -> !point.isWarm()).toList();
  }
}
