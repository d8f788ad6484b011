package io.github.restcomparison.analysis.plan;

import io.github.restcomparison.analysis.plan.Measurements.MeasuredLoad;
import io.github.restcomparison.analysis.plan.Measurements.RoundStatistic;
import io.github.restcomparison.analysis.plan.PlanAnswer.NodePlan;
import io.github.restcomparison.analysis.plan.PlanAnswer.Spread;
import io.github.restcomparison.analysis.plan.PlanRequest.Load;
import io.github.restcomparison.analysis.plan.ServiceModel.Node;
import io.github.restcomparison.analysis.plan.ServiceModel.Prediction;
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
    double cpus = request.cpus().orElse(Math.rint(max(MeasuredLoad::cpus)));
    node = new Node(cpus, false, workers());
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

  private double max(ToDoubleFunction<MeasuredLoad> figure) {
    return loads.stream().mapToDouble(figure).max().orElseThrow();
  }

  /** Returns the requested threads, or the most that were measured; infinity if none blocks. */
  private double workers() {
    double measured =
        loads.stream()
            .mapToDouble(model::workers)
            .filter(Double::isFinite)
            .max()
            .orElse(Double.POSITIVE_INFINITY);
    boolean blocks = Double.isFinite(measured) || loads.getFirst().isOfUser();
    return blocks && request.workers().isPresent() ? request.workers().getAsInt() : measured;
  }

  /** Returns the fewest nodes that meet all limits, by bisection; infinity if none do. */
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

  /** Returns a figure of so many nodes; NaN if it is unknown. */
  private double figure(Figure figure, int nodes) {
    Prediction each = predict(nodes);
    return switch (figure) {
      case NODES -> request.nodes().isPresent() ? nodes : fewest;
      case LOSS_OF_ONE -> fewest + 1;
      // Of nine nodes and a tenth, one may fail.
      case LOSS_OF_TENTH -> fewest + Math.ceil(fewest / 9);
      case THROUGHPUT -> nodes * each.throughput();
      case THREADS -> threads(each);
      case MEMORY -> memory.map(it -> it.bytes(each.inService(), node)).orElse(Double.NaN);
      case HEAP_FULL -> memory.map(Memory::maxWaiting).orElse(Double.NaN);
      case PRICE ->
          1e6
              * request.pricePerCpuHour().orElse(Double.NaN)
              * node.cpus()
              / 3_600
              / each.throughput();
      default -> each.figure(figure);
    };
  }

  private double threads(Prediction each) {
    MeasuredLoad most =
        loads.stream().max(Comparator.comparingInt(MeasuredLoad::users)).orElseThrow();
    double pool = model.workers(most);
    double others = most.threads() - (Double.isFinite(pool) ? Math.min(most.users(), pool) : 0);
    double held = Double.isFinite(node.workers()) ? Math.ceil(each.inService()) : 0;
    return Math.max(0, others) + Math.min(held, node.workers());
  }

  /** Returns the limits that so many nodes do not meet, a clause each. */
  private List<String> shortfall(int nodes) {
    Prediction each = predict(nodes);
    int most = load.maxNodes();
    double answered = nodes * each.throughput();
    double answerable = load.isOpen() ? load.size() : most * predict(most).throughput();
    List<String> clauses = new ArrayList<>();
    if (answered < (load.isOpen() ? ALL : ANSWERED) * answerable) {
      clauses.add(
          "%s of %s requests/s are answered"
              .formatted(Figure.whole(answered), Figure.whole(answerable)));
    }
    if (each.utilisation() > request.maxUtilisation()) {
      clauses.add(
          "%s of the CPUs are in use (limit %s)"
              .formatted(
                  Figure.percent(each.utilisation()), Figure.percent(request.maxUtilisation())));
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
              double ms = each.latencyMs().applyAsDouble(share);
              if (ms >= limit) {
                clauses.add(
                    "p%s is %s ms, not below %s"
                        .formatted(Numbers.of(100 * share), Numbers.of(ms), Numbers.of(limit)));
              }
            });
    double bytes = memory.map(it -> it.bytes(each.inService(), node)).orElse(0.0);
    if (bytes > request.memoryBytes().orElse(Long.MAX_VALUE)) {
      clauses.add(
          "%s MiB of memory are needed (limit %s)"
              .formatted(
                  Numbers.mebibytes(bytes), Numbers.mebibytes(request.memoryBytes().getAsLong())));
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
                far("requests at once in a node", each.inService(), max(MeasuredLoad::users)),
                far("CPUs in a node", node.cpus(), max(one -> Math.rint(one.cpus()))),
                far("ms of waiting", load.waitMs(), max(model::waitMs)),
                far("requests/s and CPU", perCpu, max(one -> one.throughput() / one.cpus())))
            .flatMap(Optional::stream)
            .collect(Collectors.joining("; "));
    if (!far.isEmpty()) {
      remarks.add("far from what was measured: " + far);
    }
    return remarks;
  }

  private static Optional<String> far(String what, double planned, double measured) {
    return planned > FAR * measured && Double.isFinite(planned)
        ? Optional.of(
            "%s %s (at most %s were measured)"
                .formatted(Figure.whole(planned), what, Figure.whole(measured)))
        : Optional.empty();
  }
}
