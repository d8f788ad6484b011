package io.github.restcomparison.analysis.sizing;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.github.restcomparison.analysis.sizing.MeasuredLoad.Taken;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;
import org.apache.commons.statistics.descriptive.Median;

/**
 * How well predictions hold: each load that was measured is predicted from all others of its
 * variant, and from nothing of itself; and so is the heap of each look at memory.
 *
 * @param cells one of each load
 * @param heaps one of each look
 */
public record Validation(List<Cell> cells, List<HeldHeap> heaps) {

  /**
   * One load, what was measured of it, and what was expected.
   *
   * @param leastCpuMicros of its rounds
   * @param greatestCpuMicros of its rounds
   */
  @JsonInclude(JsonInclude.Include.NON_ABSENT)
  public record Cell(
      String variant,
      int users,
      double waitMs,
      OptionalInt workers,
      Figures measured,
      double leastCpuMicros,
      double greatestCpuMicros,
      Figures predicted) {

    /** What people call it. */
    public String name() {
      return MeasuredLoad.name(variant, workers, users, waitMs);
    }

    /** By how much more of a figure was predicted than measured, as a share. */
    public double error(ToDoubleFunction<Figures> figure) {
      return figure.applyAsDouble(predicted) / figure.applyAsDouble(measured) - 1;
    }

    /** By how much the round that is farthest from the mean of all is off it, as a share. */
    double farthestRound() {
      double mean = measured.cpuMicros();
      return Math.max(1 - leastCpuMicros / mean, greatestCpuMicros / mean - 1);
    }
  }

  /**
   * What is predicted of a load.
   *
   * @param throughput requests per second
   * @param cpuMicros of the service for one request, µs
   * @param utilisation the share of the CPUs that is in use, 0 to 1
   * @param p50Ms latency
   * @param p99Ms latency
   */
  public record Figures(
      double throughput, double cpuMicros, double utilisation, double p50Ms, double p99Ms) {
    public static Figures of(MeasuredLoad load) {
      return new Figures(
          load.throughput(),
          load.serviceMicros(Taken.MEAN),
          load.utilisation(),
          load.p50Ms(),
          load.p99Ms());
    }

    public static Figures of(Prediction each) {
      return new Figures(
          each.throughput(),
          each.cpuMicros(),
          each.utilisation(),
          each.latencyMs(0.5),
          each.latencyMs(0.99));
    }
  }

  /**
   * How far predictions of one figure are off, as shares, whichever their sign.
   *
   * @param sorted one or more
   */
  public record Errors(double[] sorted) {
    static Errors of(DoubleStream signed) {
      return new Errors(signed.map(Math::abs).sorted().toArray());
    }

    public double median() {
      return Median.withDefaults().withCopy(true).evaluate(sorted);
    }

    public double worst() {
      return sorted[sorted.length - 1];
    }

    /** How many are off by more than a share. */
    public long beyond(double share) {
      return Arrays.stream(sorted).filter(error -> error > share).count();
    }
  }

  /** Of every variant with two loads or more. */
  public static Validation of(Measurements measurements) {
    List<Cell> cells = new ArrayList<>();
    for (List<MeasuredLoad> loads : measurements.loads().values()) {
      for (MeasuredLoad load : loads) {
        List<MeasuredLoad> others = loads.stream().filter(other -> other != load).toList();
        if (!others.isEmpty()) {
          cells.add(cell(load, ServiceModel.of(others, Taken.MEAN)));
        }
      }
    }
    return new Validation(
        cells,
        measurements.looks().entrySet().stream()
            .flatMap(each -> HeldHeap.of(each.getKey(), each.getValue()).stream())
            .toList());
  }

  private static Cell cell(MeasuredLoad load, ServiceModel model) {
    OptionalInt workers = model.unstated().workers(load);
    double waitMs = model.unstated().waitMs(load);
    Node node = new Node(load.cpus(), load.isShared(), workers);
    Prediction expected = new ClosedLoad(load.users(), 0, waitMs).on(node, model).orElseThrow();
    return new Cell(
        load.variant(),
        load.users(),
        waitMs,
        workers,
        Figures.of(load),
        load.serviceMicros(Taken.LEAST),
        load.serviceMicros(Taken.GREATEST),
        Figures.of(expected));
  }

  /** Those of which a figure is off by more than a share. */
  public List<Cell> beyond(double share, ToDoubleFunction<Figures> figure) {
    return cells.stream().filter(cell -> Math.abs(cell.error(figure)) > share).toList();
  }

  /**
   * How far the CPU per request of one round is off the mean of its load at most, as a share; in
   * the median of all loads. No prediction is nearer than what it predicts is to itself.
   */
  public double roundsOff() {
    return Median.withDefaults()
        .withCopy(true)
        .evaluate(cells.stream().mapToDouble(Cell::farthestRound).toArray());
  }

  /** The errors of a figure, of each load. */
  public Errors errors(ToDoubleFunction<Figures> figure) {
    return Errors.of(cells.stream().mapToDouble(cell -> cell.error(figure)));
  }

  /** The errors of the heap in use, of each look. */
  public Errors heapErrors() {
    return Errors.of(heaps.stream().mapToDouble(HeldHeap::error));
  }
}
