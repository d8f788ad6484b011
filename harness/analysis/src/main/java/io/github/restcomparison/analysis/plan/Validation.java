package io.github.restcomparison.analysis.plan;

import io.github.restcomparison.analysis.plan.Measurements.Figures;
import io.github.restcomparison.analysis.plan.Measurements.MeasuredLoad;
import io.github.restcomparison.analysis.plan.Measurements.RoundStatistic;
import io.github.restcomparison.analysis.plan.PlanAnswer.Spread;
import io.github.restcomparison.analysis.plan.PlanRequest.Load;
import io.github.restcomparison.analysis.plan.ServiceModel.InferredLimits;
import io.github.restcomparison.analysis.plan.ServiceModel.Node;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;
import org.apache.commons.statistics.descriptive.Median;

/**
 * How far predictions are off: each measured load is predicted from all others of its variant, and
 * from nothing of itself; and so is the heap of each look at memory.
 *
 * @param heapErrors of each look, as shares
 */
record Validation(List<Cell> cells, List<Double> heapErrors) {

  /**
   * A measured load and its prediction.
   *
   * @param cpuMicros of its rounds
   */
  record Cell(String variant, String name, Figures measured, Spread cpuMicros, Figures predicted) {
    /** Returns by which share more was predicted than measured. */
    double error(ToDoubleFunction<Figures> figure) {
      return figure.applyAsDouble(predicted) / figure.applyAsDouble(measured) - 1;
    }

    private double farthestRound() {
      double mean = cpuMicros.median();
      return Math.max(1 - cpuMicros.low() / mean, cpuMicros.high() / mean - 1);
    }
  }

  /** Errors of one figure as shares, without their signs, in ascending order. */
  record Errors(double[] sorted) {
    static Errors of(DoubleStream signed) {
      return new Errors(signed.map(Math::abs).sorted().toArray());
    }

    double median() {
      return Median.withDefaults().withCopy(true).evaluate(sorted);
    }

    double worst() {
      return sorted[sorted.length - 1];
    }

    long above(double share) {
      return Arrays.stream(sorted).filter(error -> error > share).count();
    }
  }

  /** Predicts the loads of every variant that has two or more. */
  static Validation of(Measurements measurements) {
    List<Cell> cells = new ArrayList<>();
    for (List<MeasuredLoad> loads : measurements.loads().values()) {
      for (MeasuredLoad load : loads) {
        if (loads.size() > 1) {
          cells.add(cell(load, loads.stream().filter(other -> other != load).toList()));
        }
      }
    }
    List<Double> heaps = new ArrayList<>();
    measurements.looks().values().forEach(looks -> heaps.addAll(Memory.errors(looks)));
    return new Validation(cells, heaps);
  }

  private static Cell cell(MeasuredLoad load, List<MeasuredLoad> others) {
    InferredLimits limits = InferredLimits.of(others);
    double waitMs = limits.waitMs(load);
    Node node = new Node(load.cpus(), load.isShared(), limits.workers(load));
    ServiceModel model = new ServiceModel(others, RoundStatistic.GEOMETRIC_MEAN);
    return new Cell(
        load.variant(),
        load.name(node.workers(), waitMs),
        load.figures(),
        Spread.of(load::cpuMicros),
        model.predict(Load.closed(load.users(), 0, waitMs), node).figures());
  }

  Errors errors(ToDoubleFunction<Figures> figure) {
    return Errors.of(cells.stream().mapToDouble(cell -> cell.error(figure)));
  }

  /** Returns how far the CPU of one round is off the mean of its load, in the median of loads. */
  double roundsOff() {
    return Errors.of(cells.stream().mapToDouble(Cell::farthestRound)).median();
  }
}
