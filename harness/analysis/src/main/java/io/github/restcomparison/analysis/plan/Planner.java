package io.github.restcomparison.analysis.plan;

import io.github.restcomparison.analysis.plan.Measurements.MeasuredLoad;
import io.github.restcomparison.analysis.plan.Measurements.RoundStatistic;
import io.github.restcomparison.analysis.plan.PlanAnswer.Spread;
import io.github.restcomparison.analysis.plan.PlanRequest.Load;
import io.github.restcomparison.analysis.plan.ServiceModel.Node;
import io.github.restcomparison.analysis.plan.ServiceModel.Prediction;
import io.github.restcomparison.analysis.statistics.Numbers;
import io.github.restcomparison.records.Slo;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.DoubleFunction;
import java.util.function.ToDoubleFunction;

/** Plans the nodes of one variant. */
final class Planner {
  /** The share of the requests that must be answered: queueing takes some of closed loads. */
  private static final double ANSWERED = 0.95;

  private static final double ALL = 1 - 1e-9;

  /** A figure of more than so many times the greatest measured one is said to be far from it. */
  private static final double FAR = 10;

  private final PlanRequest request;
  private final Load load;
  private final List<MeasuredLoad> loads;
  private final Memory memory;
  private final Map<RoundStatistic, ServiceModel> models = new EnumMap<>(RoundStatistic.class);
  private final ServiceModel model;
  private final Node node;

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
  }

  Planner(PlanRequest request, String variant, Measurements measurements) {
    this.request = request;
    load = request.load();
    loads = measurements.loads().get(variant);
    memory = Memory.of(measurements.waiting().getOrDefault(variant, List.of()));
    for (RoundStatistic rounds : RoundStatistic.values()) {
      models.put(rounds, new ServiceModel(loads, rounds));
    }
    model = models.get(RoundStatistic.GEOMETRIC_MEAN);
    double cpus = request.cpus().orElse(Math.rint(max(MeasuredLoad::cpus)));
    node = new Node(cpus, false, workers());
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

  NodePlan plan() {
    Map<RoundStatistic, Double> fewest = new EnumMap<>(RoundStatistic.class);
    models.forEach((rounds, each) -> fewest.put(rounds, fewest(each)));
    double enough = fewest.get(RoundStatistic.GEOMETRIC_MEAN);
    int nodes = request.nodes().orElse((int) Math.min(enough, load.maxNodes()));
    Map<RoundStatistic, Prediction> predictions = new EnumMap<>(RoundStatistic.class);
    models.forEach(
        (rounds, each) -> predictions.put(rounds, each.predict(load.share(nodes), node)));
    Map<Figure, Spread> figures = new EnumMap<>(Figure.class);
    for (Figure figure : Figure.values()) {
      Spread spread =
          Spread.of(rounds -> value(figure, nodes, fewest.get(rounds), predictions.get(rounds)));
      if (!Double.isNaN(spread.median())) {
        figures.put(figure, spread);
      }
    }
    List<String> missing = shortfall(model, nodes);
    List<String> remarks = new ArrayList<>();
    if (!missing.isEmpty()) {
      remarks.add("not enough: " + String.join("; ", missing));
    }
    if (nodes == enough && nodes > 1) {
      remarks.add("with one fewer " + String.join("; ", shortfall(model, nodes - 1)));
    }
    if (Double.isFinite(enough)) {
      remarks.add(
          "%s survive the loss of one, %s that of a tenth"
              .formatted(Numbers.of(lossOfOne(enough)), Numbers.of(lossOfTenth(enough))));
    }
    Prediction each = predictions.get(RoundStatistic.GEOMETRIC_MEAN);
    remarks.addAll(far(each));
    return new NodePlan(loads.getFirst().variant(), figures, each.bound(), missing, remarks);
  }

  /** Returns a figure of so many nodes; NaN if it is unknown. */
  private double value(Figure figure, int nodes, double fewest, Prediction each) {
    return switch (figure) {
      case NODES -> request.nodes().isPresent() ? nodes : fewest;
      case LOSS_OF_ONE -> lossOfOne(fewest);
      case LOSS_OF_TENTH -> lossOfTenth(fewest);
      case THROUGHPUT -> nodes * each.throughput();
      case THREADS -> threads(each);
      case MEMORY -> memory == null ? Double.NaN : memory.bytes(each.inService(), node);
      case HEAP_FULL -> memory == null ? Double.NaN : memory.maxWaiting();
      case PRICE ->
          request.pricePerCpuHour().orElse(Double.NaN)
              * node.cpus()
              * 1e6
              / 3_600
              / each.throughput();
      default -> each.figure(figure);
    };
  }

  private static double lossOfOne(double enough) {
    return enough + 1;
  }

  /** Of nine nodes and a tenth, one may fail. */
  private static double lossOfTenth(double enough) {
    return enough + Math.ceil(enough / 9);
  }

  private double threads(Prediction each) {
    MeasuredLoad most =
        loads.stream().max(Comparator.comparingInt(MeasuredLoad::users)).orElseThrow();
    double pool = model.workers(most);
    double others = most.threads() - (Double.isFinite(pool) ? Math.min(most.users(), pool) : 0);
    double held = Double.isFinite(node.workers()) ? Math.ceil(each.inService()) : 0;
    return Math.max(0, others) + Math.min(held, node.workers());
  }

  /** Returns the fewest nodes that meet all limits, by bisection; infinity if none do. */
  private double fewest(ServiceModel costs) {
    int enough = 1;
    while (!shortfall(costs, enough).isEmpty()) {
      if (enough == load.maxNodes()) {
        return Double.POSITIVE_INFINITY;
      }
      enough = (int) Math.min(2L * enough, load.maxNodes());
    }
    int tooFew = enough / 2;
    while (enough - tooFew > 1) {
      int middle = tooFew + (enough - tooFew) / 2;
      if (shortfall(costs, middle).isEmpty()) {
        enough = middle;
      } else {
        tooFew = middle;
      }
    }
    return enough;
  }

  /** Returns the limits that so many nodes do not meet, a clause each. */
  private List<String> shortfall(ServiceModel costs, int nodes) {
    Prediction each = costs.predict(load.share(nodes), node);
    int most = load.maxNodes();
    double answered = nodes * each.throughput();
    double answerable =
        load.isOpen() ? load.size() : most * costs.predict(load.share(most), node).throughput();
    double used = each.utilisation();
    double maxUsed = request.maxUtilisation();
    double bytes = memory == null ? 0 : memory.bytes(each.inService(), node);
    double maxBytes = request.memoryBytes().orElse(Long.MAX_VALUE);
    boolean isTooFew = answered < (load.isOpen() ? ALL : ANSWERED) * answerable;
    String tooBusy = "%s of the CPUs are in use (limit %s)";
    String tooLarge = "%s MiB of memory are needed (limit %s)";
    List<String> clauses = new ArrayList<>();
    addIf(
        clauses, isTooFew, "%s of %s requests/s are answered", Figure::whole, answered, answerable);
    addIf(clauses, used > maxUsed, tooBusy, Figure::percent, used, maxUsed);
    request
        .slo()
        .map(Slo::percentileLimits)
        .orElseGet(TreeMap::new)
        .forEach(
            (share, limit) -> {
              double ms = each.latencyMs(share);
              String tooSlow = "p" + Numbers.of(100 * share) + " is %s ms, not below %s";
              addIf(clauses, ms >= limit, tooSlow, Numbers::of, ms, limit);
            });
    addIf(clauses, bytes > maxBytes, tooLarge, Numbers::mebibytes, bytes, maxBytes);
    return clauses;
  }

  /** Adds a clause with two figures, unless the first one is infinite. */
  private static void addIf(
      List<String> clauses,
      boolean isSo,
      String clause,
      DoubleFunction<String> format,
      double figure,
      double other) {
    if (isSo && Double.isFinite(figure)) {
      clauses.add(clause.formatted(format.apply(figure), format.apply(other)));
    }
  }

  /** Returns what lies far beyond the measurements, in one clause or none. */
  private List<String> far(Prediction each) {
    List<String> far = new ArrayList<>();
    addIfFar(far, "requests at once in a node", each.inService(), MeasuredLoad::users);
    addIfFar(far, "CPUs in a node", node.cpus(), one -> Math.rint(one.cpus()));
    addIfFar(far, "ms of waiting", load.waitMs(), model::waitMs);
    double perCpu = each.throughput() / node.cpus();
    addIfFar(far, "requests/s and CPU", perCpu, one -> one.throughput() / one.cpus());
    return far.isEmpty()
        ? List.of()
        : List.of("far from what was measured: " + String.join("; ", far));
  }

  private void addIfFar(
      List<String> far, String what, double planned, ToDoubleFunction<MeasuredLoad> figure) {
    double measured = max(figure);
    String clause = "%s " + what + " (at most %s were measured)";
    addIf(far, planned > FAR * measured, clause, Figure::whole, planned, measured);
  }
}
