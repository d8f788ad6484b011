package io.github.restcomparison.analysis.plan;

import io.github.restcomparison.analysis.Report;
import io.github.restcomparison.analysis.page.Page;
import io.github.restcomparison.analysis.plan.Measurements.MeasuredLoad;
import io.github.restcomparison.analysis.plan.Measurements.RoundStatistic;
import io.github.restcomparison.analysis.plan.ServiceModel.Prediction;
import io.github.restcomparison.analysis.runs.RunMetric;
import io.github.restcomparison.analysis.statistics.Numbers;
import io.github.restcomparison.records.JsonFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleFunction;
import java.util.function.ToDoubleFunction;
import org.apache.commons.statistics.descriptive.Median;

/**
 * The nodes that a load takes of every measured variant, as {@code plan.json} holds them.
 *
 * @param schema the version of this format
 * @param results the folders of the measurements
 * @param plans the fewest nodes first; of as many those that are used least
 * @param errors of measured loads, each predicted from all others of its variant, by figure
 * @param notes what was inferred, and which loads had no steady run, a sentence each
 */
public record PlanAnswer(
    int schema,
    List<String> results,
    PlanRequest request,
    List<NodePlan> plans,
    Map<String, Errors> errors,
    List<String> notes) {
  private static final int SCHEMA = 4;
  private static final double FAR_OFF = 0.2;

  /**
   * The nodes of one variant. Without enough nodes the figures are those with the most.
   *
   * @param figures that are known, each by statistic of the rounds' costs
   * @param missing limits that so many nodes do not meet, a clause each
   * @param remarks what else a reader should know, a clause each
   */
  record NodePlan(
      String variant,
      Map<Figure, Spread> figures,
      String bound,
      List<String> missing,
      List<String> remarks) {
    boolean isEnough() {
      return Double.isFinite(median(Figure.NODES));
    }

    double median(Figure figure) {
      return figures.getOrDefault(figure, Spread.ABSENT).median();
    }

    /** Returns a figure as people read it. */
    String text(Figure figure) {
      return figures.getOrDefault(figure, Spread.ABSENT).text(figure.format);
    }
  }

  /**
   * A figure by the geometric mean of the rounds' costs, and by the least and the greatest cost.
   *
   * @param high infinity, and absent in {@code plan.json}, if the figure grows without end, or no
   *     number is enough
   */
  record Spread(double low, double median, double high) {
    private static final Spread ABSENT = new Spread(Double.NaN, Double.NaN, Double.NaN);

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
   * Errors of one figure as shares, without their signs.
   *
   * @param farOff how many are above 20 %
   */
  record Errors(double median, double worst, long farOff, int number) {
    static Errors of(double... signed) {
      double[] errors = Arrays.stream(signed).map(Math::abs).sorted().toArray();
      return new Errors(
          Median.withDefaults().withCopy(true).evaluate(errors),
          errors[errors.length - 1],
          Arrays.stream(errors).filter(error -> error > FAR_OFF).count(),
          errors.length);
    }
  }

  /** Returns the errors of each figure, by its label; empty if no variant has two loads. */
  private static Map<String, Errors> errors(Measurements measurements) {
    Map<String, List<Double>> signed = new LinkedHashMap<>();
    for (List<MeasuredLoad> all : measurements.loads().values()) {
      for (MeasuredLoad load : all.size() > 1 ? all : List.<MeasuredLoad>of()) {
        List<MeasuredLoad> others = all.stream().filter(other -> other != load).toList();
        Prediction found = ServiceModel.predict(load, others);
        double micros = load.cpuMicros(RoundStatistic.GEOMETRIC_MEAN);
        Map<Figure, Double> ratios = new EnumMap<>(Figure.class);
        ratios.put(Figure.THROUGHPUT, found.throughput() / load.throughput());
        ratios.put(Figure.CPU, found.cpuMicros() / micros);
        ratios.put(Figure.P50, found.latencyMs(0.5) / load.median(RunMetric.P50));
        ratios.put(Figure.P99, found.latencyMs(0.99) / load.median(RunMetric.P99));
        ratios.forEach(
            (figure, ratio) ->
                signed.computeIfAbsent(figure.label, none -> new ArrayList<>()).add(ratio - 1));
      }
    }
    Map<String, Errors> errors = new LinkedHashMap<>();
    signed.forEach(
        (figure, all) ->
            errors.put(figure, Errors.of(all.stream().mapToDouble(each -> each).toArray())));
    return errors;
  }

  /**
   * Plans a load.
   *
   * @param folders of experiments, of sweeps, and of measurements of memory
   * @throws IOException if they have no run to plan with
   */
  public static PlanAnswer of(PlanRequest request, List<Path> folders) throws IOException {
    Measurements measurements = Measurements.read(folders);
    return new PlanAnswer(
        SCHEMA,
        folders.stream().map(Path::toString).toList(),
        request,
        measurements.loads().keySet().stream()
            .map(variant -> Planner.plan(request, measurements, variant))
            .sorted(
                Comparator.comparingDouble((NodePlan plan) -> plan.median(Figure.NODES))
                    .thenComparing(plan -> !plan.missing().isEmpty())
                    .thenComparingDouble(
                        plan ->
                            plan.missing().isEmpty()
                                ? plan.median(Figure.UTILISATION)
                                : -plan.median(Figure.THROUGHPUT)))
            .toList(),
        errors(measurements),
        measurements.notes());
  }

  /**
   * Writes {@code plan.json}, {@code plan.md} and {@code index.html}.
   *
   * @param folder that is made if it is missing
   * @return the page
   */
  public Page write(Path folder) throws IOException {
    Files.createDirectories(folder);
    JsonFiles.write(folder.resolve("plan.json"), this);
    return Report.write(folder, "plan", PlanPage.of(this));
  }
}
