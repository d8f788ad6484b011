package io.github.restcomparison.analysis.plan;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import io.github.restcomparison.analysis.Report;
import io.github.restcomparison.analysis.page.Page;
import io.github.restcomparison.analysis.plan.Measurements.Figures;
import io.github.restcomparison.analysis.plan.Measurements.MeasuredLoad;
import io.github.restcomparison.analysis.plan.Measurements.RoundStatistic;
import io.github.restcomparison.analysis.plan.PlanRequest.Load;
import io.github.restcomparison.analysis.plan.Planner.NodePlan;
import io.github.restcomparison.analysis.plan.ServiceModel.Node;
import io.github.restcomparison.analysis.statistics.Numbers;
import io.github.restcomparison.records.JsonFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleFunction;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;
import org.apache.commons.statistics.descriptive.Median;

/**
 * The nodes that a load takes of every measured variant, as {@code plan.json} holds them.
 *
 * @param schema the version of this format
 * @param results the folders of the measurements
 * @param plans the fewest nodes first; of as many those that are used least
 * @param validation each measured load, predicted from all others of its variant
 * @param errors of these predictions, by figure
 */
public record PlanAnswer(
    int schema,
    List<String> results,
    PlanRequest request,
    List<NodePlan> plans,
    List<Cell> validation,
    Map<String, Errors> errors,
    @JsonIgnore Measurements measurements) {
  static final String THROUGHPUT = "requests/s";
  static final String CPU = "CPU per request";
  static final String ROUND = "CPU of one round, from the mean of its rounds";

  private static final int SCHEMA = 3;
  private static final double FAR_OFF = 0.2;

  /** Leaves figures that are absent or without end out of {@code plan.json}. */
  static final class Absent {
    @Override
    public boolean equals(Object value) {
      return value == null || value instanceof Double number && !Double.isFinite(number);
    }

    @Override
    public int hashCode() {
      return 0;
    }
  }

  /**
   * A figure by the geometric mean of the rounds' costs, and by the least and the greatest cost.
   *
   * @param high infinity if the figure grows without end, or no number is enough
   */
  @JsonInclude(value = JsonInclude.Include.CUSTOM, valueFilter = Absent.class)
  record Spread(double low, double median, double high) {
    static Spread of(ToDoubleFunction<RoundStatistic> figure) {
      double[] all = Arrays.stream(RoundStatistic.values()).mapToDouble(figure).toArray();
      return new Spread(
          Arrays.stream(all).min().orElseThrow(),
          all[RoundStatistic.GEOMETRIC_MEAN.ordinal()],
          Arrays.stream(all).max().orElseThrow());
    }

    /** Returns {@code 4 (3 to 6)}, {@code 4 (at least 3)} without an upper end, or {@code 4}. */
    String text(DoubleFunction<String> format) {
      if (Double.isFinite(median)) {
        return format.apply(median) + ends(format);
      }
      return Double.isFinite(low) ? "at least " + format.apply(low) : Numbers.ABSENT;
    }

    String ends(DoubleFunction<String> format) {
      String least = format.apply(low);
      if (!Double.isFinite(high)) {
        return " (at least %s)".formatted(least);
      }
      String most = format.apply(high);
      return least.equals(most) ? "" : " (%s to %s)".formatted(least, most);
    }
  }

  /**
   * A measured load, and its prediction from nothing of itself.
   *
   * @param cpuMicros of its rounds
   */
  record Cell(String variant, String name, Figures measured, Spread cpuMicros, Figures predicted) {
    private static Cell of(MeasuredLoad load, List<MeasuredLoad> all) {
      List<MeasuredLoad> others = all.stream().filter(other -> other != load).toList();
      ServiceModel model = new ServiceModel(others, RoundStatistic.GEOMETRIC_MEAN);
      Node node = new Node(load.cpus(), load.isShared(), model.workers(load));
      Load closed = Load.closed(load.users(), 0, model.waitMs(load));
      return new Cell(
          load.variant(),
          model.name(load),
          load.figures(),
          Spread.of(load::cpuMicros),
          model.predict(closed, node).figures());
    }

    /** Returns by which share more was predicted than measured. */
    double error(ToDoubleFunction<Figures> figure) {
      return figure.applyAsDouble(predicted) / figure.applyAsDouble(measured) - 1;
    }

    /** Returns how far the CPU of one round is off the mean of the rounds at most, as a share. */
    private double farthestRound() {
      return Math.max(cpuMicros.high - cpuMicros.median, cpuMicros.median - cpuMicros.low)
          / cpuMicros.median;
    }
  }

  /**
   * Errors of one figure as shares, without their signs.
   *
   * @param farOff how many are above 20 %
   */
  record Errors(double median, double worst, long farOff, int number) {
    private static Errors of(DoubleStream signed) {
      double[] errors = signed.map(Math::abs).sorted().toArray();
      return new Errors(
          Median.withDefaults().withCopy(true).evaluate(errors),
          errors[errors.length - 1],
          Arrays.stream(errors).filter(error -> error > FAR_OFF).count(),
          errors.length);
    }

    /** Returns the errors of all figures that have some. */
    static Map<String, Errors> of(List<Cell> cells, List<Double> heaps) {
      Map<String, Errors> errors = new LinkedHashMap<>();
      if (!cells.isEmpty()) {
        errors.put(
            THROUGHPUT, of(cells.stream().mapToDouble(cell -> cell.error(Figures::throughput))));
        errors.put(CPU, of(cells.stream().mapToDouble(cell -> cell.error(Figures::cpuMicros))));
        errors.put(ROUND, of(cells.stream().mapToDouble(Cell::farthestRound)));
        errors.put("p50", of(cells.stream().mapToDouble(cell -> cell.error(Figures::p50Ms))));
        errors.put("p99", of(cells.stream().mapToDouble(cell -> cell.error(Figures::p99Ms))));
      }
      if (!heaps.isEmpty()) {
        errors.put("heap in use while requests wait", of(heaps.stream().mapToDouble(each -> each)));
      }
      return errors;
    }
  }

  /**
   * Plans a load.
   *
   * @param folders of experiments, of sweeps, and of looks at memory
   * @throws IOException if they have no run to plan with
   */
  public static PlanAnswer of(PlanRequest request, List<Path> folders) throws IOException {
    Measurements measurements = Measurements.read(folders);
    List<Cell> cells =
        measurements.loads().values().stream()
            .filter(loads -> loads.size() > 1)
            .flatMap(loads -> loads.stream().map(load -> Cell.of(load, loads)))
            .toList();
    List<Double> heaps =
        measurements.looks().values().stream().map(Memory::errors).flatMap(List::stream).toList();
    return new PlanAnswer(
        SCHEMA,
        folders.stream().map(Path::toString).toList(),
        request,
        measurements.loads().keySet().stream()
            .map(variant -> new Planner(request, variant, measurements).plan())
            .sorted(
                Comparator.comparingDouble((NodePlan plan) -> plan.nodes().count().median())
                    .thenComparing(plan -> !plan.missing().isEmpty())
                    .thenComparingDouble(
                        plan ->
                            plan.missing().isEmpty()
                                ? plan.spread(Figures::utilisation).median()
                                : -plan.spread(Figures::throughput).median()))
            .toList(),
        cells,
        Errors.of(cells, heaps),
        measurements);
  }

  /**
   * Writes {@code plan.json}, {@code plan.md} and {@code index.html}.
   *
   * @param folder that is made if it is missing
   * @return what the page says
   */
  public Page write(Path folder) throws IOException {
    Files.createDirectories(folder);
    JsonFiles.write(folder.resolve("plan.json"), this);
    return Report.write(folder, "plan.md", new PlanPage(this).page());
  }
}
