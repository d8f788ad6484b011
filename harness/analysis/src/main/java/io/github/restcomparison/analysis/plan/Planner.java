package io.github.restcomparison.analysis.plan;

import io.github.restcomparison.analysis.plan.Measurements.MeasuredLoad;
import io.github.restcomparison.analysis.plan.Measurements.RoundStatistic;
import io.github.restcomparison.analysis.plan.PlanAnswer.NodePlan;
import io.github.restcomparison.analysis.plan.PlanAnswer.Spread;
import io.github.restcomparison.analysis.plan.PlanRequest.Load;
import io.github.restcomparison.analysis.plan.ServiceModel.Node;
import io.github.restcomparison.analysis.plan.ServiceModel.Prediction;
import io.github.restcomparison.analysis.runs.RunMetric;
import io.github.restcomparison.analysis.statistics.Numbers;
import io.github.restcomparison.records.Slo;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Plans the nodes of one variant by one statistic of the costs of its rounds. */
final class Planner {
  /** The share of the requests that must be answered: queueing takes some of closed loads. */
  private static final double ANSWERED = 0.95;

  private static final double ALL = 1 - 1e-9;

  /** A figure of more than so many times the greatest measured one is said to be far from it. */
  private static final double FAR = 10;

  private final PlanRequest request;
  private final Load load;
  private final List<MeasuredLoad> loads;
  private final Optional<Memory> memory;
  private final ServiceModel model;
  private final Node node;
  private final Map<Integer, Prediction> predictions = new HashMap<>();
  private final double fewest;

  private Planner(
      PlanRequest request, Measurements measured, String variant, RoundStatistic rounds) {
    this.request = request;
    load = request.load();
    loads = measured.loads().get(variant);
    memory = Memory.of(measured.waiting().getOrDefault(variant, List.of()));
    model = new ServiceModel(loads, rounds);
    node =
        new Node(
            request.cpus().orElse(Math.rint(max(loads.stream(), MeasuredLoad::cpus))),
            workers(),
            false);
    fewest = fewest();
  }

  /** Returns the plan of a variant; without enough nodes its figures are those with the most. */
  static NodePlan plan(PlanRequest request, Measurements measured, String variant) {
    Map<RoundStatistic, Planner> planners = new EnumMap<>(RoundStatistic.class);
    for (RoundStatistic rounds : RoundStatistic.values()) {
      planners.put(rounds, new Planner(request, measured, variant, rounds));
    }
    Planner mean = planners.get(RoundStatistic.GEOMETRIC_MEAN);
    int nodes = request.nodes().orElse((int) Math.min(mean.fewest, mean.load.maxNodes()));
    Map<Figure, Spread> figures = new EnumMap<>(Figure.class);
    for (Figure figure : Figure.values()) {
      Spread spread = Spread.of(rounds -> planners.get(rounds).figure(figure, nodes));
      if (!Double.isNaN(spread.median())) {
        figures.put(figure, spread);
      }
    }
    return new NodePlan(
        variant, figures, mean.predict(nodes).bound(), mean.shortfall(nodes), mean.remarks(nodes));
  }

  private static double max(Stream<MeasuredLoad> loads, ToDoubleFunction<MeasuredLoad> figure) {
    return loads.mapToDouble(figure).max().orElse(Double.POSITIVE_INFINITY);
  }

  /** Returns the requested threads, or the most that were measured; infinity if none blocks. */
  private double workers() {
    double measured =
        max(loads.stream().filter(each -> Double.isFinite(each.workers())), MeasuredLoad::workers);
    return Double.isFinite(measured) || loads.getFirst().isOfUser()
        ? request.workers().stream().mapToDouble(all -> all).findFirst().orElse(measured)
        : measured;
  }

  /**
   * Returns the fewest nodes that meet all limits; infinity if none do. A request costs more on a
   * node with few: the search doubles the number of nodes first.
   */
  private double fewest() {
    int enough = 1;
    while (!shortfall(enough).isEmpty()) {
      if (enough == load.maxNodes()) {
        return Double.POSITIVE_INFINITY;
      }
      enough = (int) Math.min(2L * enough, load.maxNodes());
    }
    int tooFew = enough / 2;
    while (enough - tooFew > 1) {
      int middle = tooFew + (enough - tooFew) / 2;
      if (shortfall(middle).isEmpty()) {
        enough = middle;
      } else {
        tooFew = middle;
      }
    }
    return enough;
  }

  /** Returns what one of so many nodes does. */
  private Prediction predict(int nodes) {
    return predictions.computeIfAbsent(nodes, number -> model.predict(load.share(number), node));
  }

  /** Returns the requests per second of so many nodes, if each does what the busiest one does. */
  private double answered(int nodes) {
    return predict(nodes).throughput() * load.size() / load.share(nodes).size();
  }

  /** Returns a figure of so many nodes; NaN if it is unknown. */
  private double figure(Figure figure, int nodes) {
    Prediction each = predict(nodes);
    return switch (figure) {
      case NODES -> request.nodes().isPresent() ? nodes : fewest;
      case LOSS_OF_ONE -> fewest + 1;
      // Of nine nodes and a tenth, one may fail.
      case LOSS_OF_TENTH -> fewest + Math.ceil(fewest / 9);
      case THROUGHPUT -> answered(nodes);
      case CPU -> each.cpuMicros();
      case UTILISATION -> each.utilisation();
      case P50 -> each.latencyMs(0.5);
      case P99 -> each.latencyMs(0.99);
      case THREADS -> threads(each);
      case MEMORY -> bytes(each);
      case HEAP_FULL -> memory.map(Memory::maxWaiting).orElse(Double.NaN);
      case PRICE -> {
        double perHour = request.pricePerCpuHour().orElse(Double.NaN) * nodes * node.cpus();
        yield 1e6 * perHour / 3_600 / answered(nodes);
      }
    };
  }

  private double threads(Prediction each) {
    MeasuredLoad most =
        loads.stream().max(Comparator.comparingInt(MeasuredLoad::users)).orElseThrow();
    double pool = Double.isFinite(most.workers()) ? Math.min(most.users(), most.workers()) : 0;
    double held = Double.isFinite(node.workers()) ? Math.ceil(each.inService()) : 0;
    return Math.max(0, most.median(RunMetric.THREADS) - pool) + Math.min(held, node.workers());
  }

  private double bytes(Prediction each) {
    return memory.map(it -> it.bytes(each.inService(), node.workers())).orElse(Double.NaN);
  }

  /** Returns the limits that so many nodes do not meet, a clause each. */
  private List<String> shortfall(int nodes) {
    Prediction each = predict(nodes);
    List<String> clauses = new ArrayList<>();
    double answerable = load.isOpen() ? load.size() : answered(load.maxNodes());
    double answered = answered(nodes);
    if (answered < (load.isOpen() ? ALL : ANSWERED) * answerable) {
      clauses.add(
          "%s of %s requests/s are answered"
              .formatted(Figure.whole(answered), Figure.whole(answerable)));
    }
    double used = each.utilisation();
    if (used > request.maxUtilisation()) {
      clauses.add(
          "%s of the CPUs are in use (limit %s)"
              .formatted(Figure.percent(used), Figure.percent(request.maxUtilisation())));
    }
    if (Double.isInfinite(each.inService())) {
      return clauses;
    }
    request
        .slo()
        .map(Slo::percentileLimits)
        .orElseGet(TreeMap::new)
        .forEach(
            (share, limit) -> {
              double ms = each.latencyMs(share);
              if (ms >= limit) {
                clauses.add(
                    "p%s is %s ms, not below %s"
                        .formatted(Numbers.of(100 * share), Numbers.of(ms), Numbers.of(limit)));
              }
            });
    double limit = request.memoryBytes().orElse(Long.MAX_VALUE);
    if (bytes(each) > limit) {
      clauses.add(
          "%s MiB of memory are needed (limit %s)"
              .formatted(Numbers.mebibytes(bytes(each)), Numbers.mebibytes(limit)));
    }
    return clauses;
  }

  /** Returns why one node fewer is not enough, and what lies far beyond the measurements. */
  private List<String> remarks(int nodes) {
    List<String> remarks = new ArrayList<>();
    if (nodes == fewest && nodes > 1) {
      remarks.add("with one fewer " + String.join("; ", shortfall(nodes - 1)));
    }
    Prediction each = predict(nodes);
    double perCpu = each.throughput() / node.cpus();
    String far =
        Stream.of(
                far("requests at once in a node", each.inService(), MeasuredLoad::users),
                far("CPUs in a node", node.cpus(), one -> Math.rint(one.cpus())),
                far("ms of waiting", load.waitMs(), MeasuredLoad::waitMs),
                far("requests/s and CPU", perCpu, one -> one.throughput() / one.cpus()))
            .filter(clause -> !clause.isEmpty())
            .collect(Collectors.joining("; "));
    if (!far.isEmpty()) {
      remarks.add("far from what was measured: " + far);
    }
    return remarks;
  }

  private String far(String what, double planned, ToDoubleFunction<MeasuredLoad> figure) {
    double measured = max(loads.stream(), figure);
    return planned > FAR * measured && Double.isFinite(planned)
        ? "%s %s (at most %s were measured)"
            .formatted(Figure.whole(planned), what, Figure.whole(measured))
        : "";
  }
}
