package io.github.restcomparison.analysis.plan;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.github.restcomparison.analysis.plan.Measurements.Figures;
import io.github.restcomparison.analysis.plan.Measurements.MeasuredLoad;
import io.github.restcomparison.analysis.plan.Measurements.RoundStatistic;
import io.github.restcomparison.analysis.plan.PlanAnswer.Absent;
import io.github.restcomparison.analysis.plan.PlanAnswer.Spread;
import io.github.restcomparison.analysis.plan.PlanRequest.Load;
import io.github.restcomparison.analysis.plan.ServiceModel.Bound;
import io.github.restcomparison.analysis.plan.ServiceModel.Node;
import io.github.restcomparison.analysis.plan.ServiceModel.Prediction;
import io.github.restcomparison.analysis.statistics.Numbers;
import io.github.restcomparison.records.Slo;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Map.Entry;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.DoubleFunction;
import java.util.function.ToDoubleFunction;

/** Plans the nodes of one variant. */
final class Planner {
  /** The share of the requests that must be answered: queueing takes some of closed loads. */
  private static final double ANSWERED = 0.95;

  private static final double ALL = 1 - 1e-9;

  /** A figure beyond so many times what was measured is said to be far from it. */
  private static final double FAR = 10;

  private final PlanRequest request;
  private final Load load;
  private final List<MeasuredLoad> loads;
  private final Memory memory;
  private final Map<RoundStatistic, ServiceModel> models = new EnumMap<>(RoundStatistic.class);
  private final ServiceModel model;
  private final Node node;
  private final SortedMap<Double, Integer> percentileLimits;

  /**
   * The nodes of one variant. Without enough nodes the figures are those with the most.
   *
   * @param figures of each node, but with the throughput of all, by statistic of the rounds' costs
   * @param missing limits that so many nodes do not meet, a clause each
   * @param remarks what else a reader should know, a clause each
   */
  record NodePlan(
      String variant,
      Nodes nodes,
      Map<RoundStatistic, Figures> figures,
      Bound bound,
      Needs needs,
      List<String> missing,
      List<String> remarks) {
    boolean isEnough() {
      return Double.isFinite(nodes.count.median());
    }

    Spread spread(ToDoubleFunction<Figures> figure) {
      return Spread.of(rounds -> figure.applyAsDouble(figures.get(rounds)));
    }
  }

  /**
   * Numbers of nodes.
   *
   * @param count that is enough, or that was given; infinity if none is enough
   * @param lossOfOne nodes of which the rest is enough after one has failed
   * @param lossOfTenth nodes of which the rest is enough after a tenth, rounded up, has failed
   */
  @JsonInclude(value = JsonInclude.Include.CUSTOM, valueFilter = Absent.class)
  record Nodes(Spread count, double lossOfOne, double lossOfTenth) {}

  /**
   * What a node needs.
   *
   * @param memoryBytes NaN if nobody looked at its memory
   * @param heapFull requests at once that fill the heap that was measured; NaN if unknown
   * @param perMillion the price of a million requests, all CPUs of all nodes paid; NaN without one
   */
  @JsonInclude(value = JsonInclude.Include.CUSTOM, valueFilter = Absent.class)
  record Needs(double threads, double memoryBytes, double heapFull, double perMillion) {}

  Planner(PlanRequest request, String variant, Measurements measurements) {
    this.request = request;
    load = request.load();
    percentileLimits = request.slo().map(Slo::percentileLimits).orElseGet(TreeMap::new);
    loads = measurements.loads().get(variant);
    memory = Memory.of(measurements.looks().getOrDefault(variant, List.of()));
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

  /** As many as were asked for, or the most that were measured; infinity if none blocks. */
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

  String variant() {
    return loads.getFirst().variant();
  }

  /** Predicts what a node does under its share of the load. */
  Prediction predict(Load share) {
    return model.predict(share, node);
  }

  NodePlan plan() {
    boolean isGiven = request.nodes().isPresent();
    Spread fewest = Spread.of(rounds -> fewest(models.get(rounds), node));
    double enough = fewest.median();
    boolean isEnough = Double.isFinite(enough);
    double lossOfTenth = enough;
    while (isEnough && lossOfTenth - Math.ceil(lossOfTenth / 10) < enough) {
      lossOfTenth++;
    }
    int nodes = request.nodes().orElse((int) Math.min(enough, load.maxNodes()));
    Map<RoundStatistic, Figures> figures = new EnumMap<>(RoundStatistic.class);
    models.forEach(
        (rounds, each) ->
            figures.put(rounds, each.predict(load.share(nodes), node).figures().times(nodes)));
    Prediction each = predict(load.share(nodes));
    List<String> missing = shortfall(model, nodes, node);
    List<String> remarks = new ArrayList<>();
    if (!missing.isEmpty()) {
      remarks.add("not enough: " + String.join("; ", missing));
    }
    if (!isGiven && isEnough && nodes > 1) {
      remarks.add("with one fewer " + String.join("; ", shortfall(model, nodes - 1, node)));
    }
    String loss = "%s survive the loss of one, %s that of a tenth";
    addIf(remarks, isEnough, loss, Numbers::of, enough + 1, lossOfTenth);
    if (!isGiven && each.bound() == Bound.WORKERS) {
      addWider(remarks);
    }
    addFar(remarks, each);
    return new NodePlan(
        variant(),
        new Nodes(isGiven ? new Spread(nodes, nodes, nodes) : fewest, enough + 1, lossOfTenth),
        figures,
        each.bound(),
        needs(each),
        missing,
        remarks);
  }

  /** Adds a clause about two figures, unless the first grows without end. */
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

  /** Adds how many nodes would be enough with as many threads as requests. */
  private void addWider(List<String> remarks) {
    Node wider = new Node(node.cpus(), false, Double.POSITIVE_INFINITY);
    double nodes = fewest(model, wider);
    if (Double.isFinite(nodes)) {
      double threads = Math.ceil(model.predict(load.share(nodes), wider).inService());
      remarks.add(
          "with %s each %s are enough"
              .formatted(
                  Numbers.count((long) threads, "thread"), Numbers.count((long) nodes, "node")));
    }
  }

  private Needs needs(Prediction each) {
    MeasuredLoad most =
        loads.stream().max(Comparator.comparingInt(MeasuredLoad::users)).orElseThrow();
    double pool = model.workers(most);
    double others = most.threads() - (Double.isFinite(pool) ? Math.min(most.users(), pool) : 0);
    double held = Double.isFinite(node.workers()) ? Math.ceil(each.inService()) : 0;
    double cpuHours = node.cpus() / 3_600 / each.throughput();
    return new Needs(
        Math.max(0, others) + Math.min(held, node.workers()),
        memory == null ? Double.NaN : memory.bytes(each.inService(), node),
        memory == null ? Double.NaN : memory.maxWaiting(),
        request.pricePerCpuHour().orElse(Double.NaN) * cpuHours * 1e6);
  }

  /** Returns the fewest such nodes that meet all limits, by bisection; infinity if none do. */
  private double fewest(ServiceModel costs, Node such) {
    int enough = 1;
    while (!shortfall(costs, enough, such).isEmpty()) {
      if (enough == load.maxNodes()) {
        return Double.POSITIVE_INFINITY;
      }
      enough = (int) Math.min(2L * enough, load.maxNodes());
    }
    int tooFew = enough / 2;
    while (enough - tooFew > 1) {
      int middle = tooFew + (enough - tooFew) / 2;
      if (shortfall(costs, middle, such).isEmpty()) {
        enough = middle;
      } else {
        tooFew = middle;
      }
    }
    return enough;
  }

  /** Returns the limits that so many nodes do not meet, a clause each. */
  private List<String> shortfall(ServiceModel costs, int nodes, Node such) {
    Prediction each = costs.predict(load.share(nodes), such);
    int most = load.maxNodes();
    double answered = nodes * each.throughput();
    double answerable =
        load.isOpen() ? load.size() : most * costs.predict(load.share(most), such).throughput();
    boolean isTooFew = answered < (load.isOpen() ? ALL : ANSWERED) * answerable;
    double used = each.utilisation();
    double maxUsed = request.maxUtilisation();
    double bytes = memory == null ? 0 : memory.bytes(each.inService(), such);
    double maxBytes = request.memoryBytes().orElse(Long.MAX_VALUE);
    String tooFew = "%s of %s requests/s are answered";
    String tooBusy = "%s of the CPUs are in use (limit %s)";
    String tooLarge = "%s MiB of memory are needed (limit %s)";
    List<String> clauses = new ArrayList<>();
    addIf(clauses, isTooFew, tooFew, PlanPage::whole, answered, answerable);
    addIf(clauses, used > maxUsed, tooBusy, PlanPage::percent, used, maxUsed);
    for (Entry<Double, Integer> limit : percentileLimits.entrySet()) {
      double ms = each.latencyMs(limit.getKey());
      String tooSlow = "p" + Numbers.of(100 * limit.getKey()) + " is %s ms, not below %s";
      addIf(clauses, ms >= limit.getValue(), tooSlow, Numbers::of, ms, limit.getValue());
    }
    addIf(clauses, bytes > maxBytes, tooLarge, Numbers::mebibytes, bytes, maxBytes);
    return clauses;
  }

  /** Adds the figures that lie far beyond what was measured. */
  private void addFar(List<String> remarks, Prediction each) {
    List<String> far = new ArrayList<>();
    addIfFar(far, "requests at once in a node", each.inService(), MeasuredLoad::users);
    addIfFar(far, "CPUs in a node", node.cpus(), one -> Math.rint(one.cpus()));
    addIfFar(far, "ms of waiting", load.waitMs(), model::waitMs);
    double perCpu = each.throughput() / node.cpus();
    addIfFar(far, "requests/s and CPU", perCpu, one -> one.throughput() / one.cpus());
    if (!far.isEmpty()) {
      remarks.add("far from what was measured: " + String.join("; ", far));
    }
  }

  private void addIfFar(
      List<String> far, String what, double planned, ToDoubleFunction<MeasuredLoad> figure) {
    double measured = max(figure);
    String clause = "%s " + what + " (at most %s were measured)";
    addIf(far, planned > FAR * measured, clause, PlanPage::whole, planned, measured);
  }
}
