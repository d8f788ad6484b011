package io.github.restcomparison.analysis.plan;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import io.github.restcomparison.analysis.Report;
import io.github.restcomparison.analysis.page.Page;
import io.github.restcomparison.analysis.plan.Measurements.RoundStatistic;
import io.github.restcomparison.analysis.plan.ServiceModel.Bound;
import io.github.restcomparison.analysis.statistics.Numbers;
import io.github.restcomparison.records.JsonFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.function.DoubleFunction;
import java.util.function.ToDoubleFunction;

/**
 * The nodes that a load takes of every measured variant, as {@code plan.json} holds them.
 *
 * @param schema the version of this format
 * @param results the folders of the measurements
 * @param plans the fewest nodes first; of as many those that are used least
 * @param memoryEnds when the heap of each variant is full
 */
public record PlanAnswer(
    int schema,
    List<String> results,
    PlanRequest request,
    List<NodePlan> plans,
    Validation validation,
    List<Memory.End> memoryEnds,
    @JsonIgnore Measurements measurements) {
  private static final int SCHEMA = 2;

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
   * The nodes of one variant, and what each of them does. Without enough nodes the figures are
   * those with the most.
   *
   * @param missing limits that so many nodes do not meet, a clause each
   * @param oneFewer limits that one node fewer would not meet, a clause each
   * @param extrapolated figures that lie far beyond what was measured, a clause each
   */
  record NodePlan(
      String variant,
      Nodes nodes,
      Expected expected,
      Resources resources,
      List<String> missing,
      List<String> oneFewer,
      List<String> extrapolated) {
    boolean isEnough() {
      return Double.isFinite(nodes.count.median);
    }
  }

  /**
   * Numbers of nodes.
   *
   * @param count that is enough, or that was given; infinity if none is enough
   * @param lossOfOne nodes of which the rest is enough after one has failed
   * @param lossOfTenth nodes of which the rest is enough after a tenth, rounded up, has failed
   * @param withThreads that would be enough with as many threads as requests; NaN if threads are no
   *     limit
   * @param threads of a node that this takes
   */
  @JsonInclude(value = JsonInclude.Include.CUSTOM, valueFilter = Absent.class)
  record Nodes(
      Spread count, double lossOfOne, double lossOfTenth, double withThreads, double threads) {}

  /**
   * What the nodes do.
   *
   * @param throughput of all nodes
   * @param utilisation of a node's CPUs, as a share
   */
  record Expected(
      Spread throughput,
      Spread cpuMicros,
      Spread utilisation,
      Spread p50Ms,
      Spread p99Ms,
      Bound bound) {}

  /**
   * What a node needs.
   *
   * @param memoryBytes NaN if nobody looked at its memory
   * @param perMillion the price of a million requests, all CPUs of all nodes paid; NaN without
   *     price
   */
  @JsonInclude(value = JsonInclude.Include.CUSTOM, valueFilter = Absent.class)
  record Resources(double threads, double memoryBytes, double perMillion) {}

  /**
   * A figure by the geometric mean of the rounds' costs, and by the least and the greatest cost.
   *
   * @param high infinity if the figure grows without end, or no number is enough
   */
  @JsonInclude(value = JsonInclude.Include.CUSTOM, valueFilter = Absent.class)
  record Spread(double low, double median, double high) {
    static Spread of(ToDoubleFunction<RoundStatistic> figure) {
      double one = figure.applyAsDouble(RoundStatistic.MIN);
      double median = figure.applyAsDouble(RoundStatistic.GEOMETRIC_MEAN);
      double other = figure.applyAsDouble(RoundStatistic.MAX);
      return new Spread(
          Math.min(median, Math.min(one, other)), median, Math.max(median, Math.max(one, other)));
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
   * Plans a load.
   *
   * @param folders of experiments, of sweeps, and of looks at memory
   * @throws IOException if they have no run to plan with
   */
  public static PlanAnswer of(PlanRequest request, List<Path> folders) throws IOException {
    Measurements measurements = Measurements.read(folders);
    return new PlanAnswer(
        SCHEMA,
        folders.stream().map(Path::toString).toList(),
        request,
        measurements.loads().keySet().stream()
            .map(variant -> new Planner(request, variant, measurements).plan())
            .sorted(
                Comparator.comparingDouble((NodePlan plan) -> plan.nodes().count().median())
                    .thenComparingDouble(plan -> plan.expected().utilisation().median()))
            .toList(),
        Validation.of(measurements),
        Memory.ends(measurements.looks()),
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
