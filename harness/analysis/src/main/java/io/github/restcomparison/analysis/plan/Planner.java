package io.github.restcomparison.analysis.plan;

import io.github.restcomparison.analysis.plan.Measurements.Figures;
import io.github.restcomparison.analysis.plan.Measurements.MeasuredLoad;
import io.github.restcomparison.analysis.plan.Measurements.RoundStatistic;
import io.github.restcomparison.analysis.plan.PlanAnswer.Expected;
import io.github.restcomparison.analysis.plan.PlanAnswer.NodePlan;
import io.github.restcomparison.analysis.plan.PlanAnswer.Nodes;
import io.github.restcomparison.analysis.plan.PlanAnswer.Resources;
import io.github.restcomparison.analysis.plan.PlanAnswer.Spread;
import io.github.restcomparison.analysis.plan.PlanRequest.Load;
import io.github.restcomparison.analysis.plan.ServiceModel.Bound;
import io.github.restcomparison.analysis.plan.ServiceModel.InferredLimits;
import io.github.restcomparison.analysis.plan.ServiceModel.Node;
import io.github.restcomparison.analysis.plan.ServiceModel.Prediction;
import io.github.restcomparison.analysis.statistics.Numbers;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Map.Entry;
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
  private final String variant;
  private final Measurements measurements;
  private final List<MeasuredLoad> loads;
  private final InferredLimits limits;
  private final Memory memory;
  private final Node node;
  private final Map<RoundStatistic, ServiceModel> models = new EnumMap<>(RoundStatistic.class);

  Planner(PlanRequest request, String variant, Measurements measurements) {
    this(request, variant, measurements, true);
  }

  private Planner(
      PlanRequest request, String variant, Measurements measurements, boolean isPoolBounded) {
    this.request = request;
    this.load = request.load();
    this.variant = variant;
    this.measurements = measurements;
    loads = measurements.loads().get(variant);
    limits = InferredLimits.of(loads);
    memory = Memory.of(measurements.looks().getOrDefault(variant, List.of()));
    for (RoundStatistic rounds : RoundStatistic.values()) {
      models.put(rounds, new ServiceModel(loads, rounds));
    }
    double cpus = request.instance().cpus().orElse(Math.rint(max(MeasuredLoad::cpus)));
    node = new Node(cpus, false, isPoolBounded ? workers() : Double.POSITIVE_INFINITY);
  }

  /** As many as were asked for, or the most that were measured; infinity if none blocks. */
  private double workers() {
    double measured =
        loads.stream()
            .mapToDouble(limits::workers)
            .filter(Double::isFinite)
            .max()
            .orElse(Double.POSITIVE_INFINITY);
    boolean blocks = Double.isFinite(measured) || loads.getFirst().isOfUser();
    int asked = request.instance().workers().orElse(0);
    return blocks && asked > 0 ? asked : measured;
  }

  private double max(ToDoubleFunction<MeasuredLoad> figure) {
    return loads.stream().mapToDouble(figure).max().orElseThrow();
  }

  /** Predicts what a node does under its share of the load. */
  Prediction predict(RoundStatistic rounds, Load share) {
    return models.get(rounds).predict(share, node);
  }

  NodePlan plan() {
    boolean isGiven = request.limits().nodes().isPresent();
    double fewest = fewest(RoundStatistic.GEOMETRIC_MEAN);
    int nodes = request.limits().nodes().orElse((int) Math.min(fewest, load.maxNodes()));
    Prediction each = predict(RoundStatistic.GEOMETRIC_MEAN, load.share(nodes));
    Spread count = Spread.of(rounds -> isGiven ? nodes : fewest(rounds));
    double widerNodes = Double.NaN;
    double threads = Double.NaN;
    if (each.bound() == Bound.WORKERS && !isGiven) {
      Planner wider = new Planner(request, variant, measurements, false);
      widerNodes = wider.fewest(RoundStatistic.GEOMETRIC_MEAN);
      int share = (int) Math.min(widerNodes, load.maxNodes());
      threads =
          Math.ceil(wider.predict(RoundStatistic.GEOMETRIC_MEAN, load.share(share)).inService());
    }
    boolean isFewest = !isGiven && nodes > 1 && Double.isFinite(fewest);
    return new NodePlan(
        variant,
        new Nodes(count, fewest + 1, beforeLossOfTenth(fewest), widerNodes, threads),
        expected(nodes, each.bound()),
        resources(each),
        shortfall(RoundStatistic.GEOMETRIC_MEAN, nodes),
        isFewest ? shortfall(RoundStatistic.GEOMETRIC_MEAN, nodes - 1) : List.of(),
        extrapolated(each));
  }

  private static double beforeLossOfTenth(double enough) {
    double nodes = enough;
    while (Double.isFinite(nodes) && nodes - Math.ceil(nodes / 10) < enough) {
      nodes++;
    }
    return nodes;
  }

  private Expected expected(int nodes, Bound bound) {
    Map<RoundStatistic, Figures> figures = new EnumMap<>(RoundStatistic.class);
    for (RoundStatistic rounds : RoundStatistic.values()) {
      figures.put(rounds, predict(rounds, load.share(nodes)).figures());
    }
    return new Expected(
        Spread.of(rounds -> nodes * figures.get(rounds).throughput()),
        Spread.of(rounds -> figures.get(rounds).cpuMicros()),
        Spread.of(rounds -> figures.get(rounds).utilisation()),
        Spread.of(rounds -> figures.get(rounds).p50Ms()),
        Spread.of(rounds -> figures.get(rounds).p99Ms()),
        bound);
  }

  private Resources resources(Prediction each) {
    MeasuredLoad most =
        loads.stream().max(Comparator.comparingInt(MeasuredLoad::users)).orElseThrow();
    double workers = Double.isFinite(limits.workers(most)) ? limits.workers(most) : 0;
    double others = Math.max(0, most.threads() - Math.min(most.users(), workers));
    double held = Double.isFinite(node.workers()) ? Math.ceil(each.inService()) : 0;
    return new Resources(
        others + Math.min(held, node.workers()),
        memory == null ? Double.NaN : memory.bytes(each.inService(), node),
        request.instance().pricePerCpuHour().orElse(Double.NaN)
            * node.cpus()
            / 3_600
            / each.throughput()
            * 1e6);
  }

  /** Returns the fewest nodes that meet all limits, by bisection; infinity if none do. */
  private double fewest(RoundStatistic rounds) {
    int enough = load.maxNodes();
    if (!shortfall(rounds, enough).isEmpty()) {
      return Double.POSITIVE_INFINITY;
    }
    int tooFew = 0;
    for (int step = 1; (long) tooFew + step < enough; step *= 2) {
      if (shortfall(rounds, tooFew + step).isEmpty()) {
        enough = tooFew + step;
      } else {
        tooFew += step;
      }
    }
    while (enough - tooFew > 1) {
      int middle = tooFew + (enough - tooFew) / 2;
      if (shortfall(rounds, middle).isEmpty()) {
        enough = middle;
      } else {
        tooFew = middle;
      }
    }
    return enough;
  }

  /** Returns the limits that so many nodes do not meet, a clause each. */
  private List<String> shortfall(RoundStatistic rounds, int nodes) {
    Prediction each = predict(rounds, load.share(nodes));
    double answered = nodes * each.throughput();
    int most = load.maxNodes();
    double answerable =
        load.isOpen() ? load.size() : most * predict(rounds, load.share(most)).throughput();
    List<String> clauses = new ArrayList<>();
    if (answered < (load.isOpen() ? ALL : ANSWERED) * answerable) {
      clauses.add(
          "%s of %s requests/s are answered"
              .formatted(Numbers.of(Math.rint(answered)), Numbers.of(Math.rint(answerable))));
    }
    if (each.utilisation() > request.limits().maxUtilisation()) {
      clauses.add(
          "%s of the CPUs are in use (limit %s)"
              .formatted(
                  PlanPage.percent(each.utilisation()),
                  PlanPage.percent(request.limits().maxUtilisation())));
    }
    if (request.limits().slo().isPresent()) {
      for (Entry<Double, Integer> limit :
          request.limits().slo().get().percentileLimits().entrySet()) {
        double ms = each.latencyMs(limit.getKey());
        if (ms >= limit.getValue() && Double.isFinite(ms)) {
          clauses.add(
              "p%s is %s ms, not below %s"
                  .formatted(
                      Numbers.of(100 * limit.getKey()),
                      Numbers.of(ms),
                      Numbers.of(limit.getValue())));
        }
      }
    }
    double available = request.instance().memoryBytes().orElse(Long.MAX_VALUE);
    double bytes = memory == null ? 0 : memory.bytes(each.inService(), node);
    if (bytes > available && Double.isFinite(bytes)) {
      clauses.add(
          "%s MiB of memory are needed (limit %s)"
              .formatted(Numbers.mebibytes(bytes), Numbers.mebibytes(available)));
    }
    return clauses;
  }

  /** Returns the figures that lie far beyond what was measured, a clause each. */
  private List<String> extrapolated(Prediction each) {
    List<String> clauses = new ArrayList<>();
    addIfFar(clauses, "requests at once in a node", each.inService(), MeasuredLoad::users);
    addIfFar(clauses, "CPUs in a node", node.cpus(), one -> Math.rint(one.cpus()));
    addIfFar(clauses, "ms of waiting", load.waitMs(), limits::waitMs);
    addIfFar(
        clauses,
        "requests/s and CPU",
        each.throughput() / node.cpus(),
        one -> one.throughput() / one.cpus());
    return clauses;
  }

  private void addIfFar(
      List<String> clauses, String what, double planned, ToDoubleFunction<MeasuredLoad> figure) {
    if (planned > FAR * max(figure) && Double.isFinite(planned)) {
      clauses.add(
          "%s %s (at most %s were measured)"
              .formatted(Numbers.of(Math.rint(planned)), what, Numbers.of(Math.rint(max(figure)))));
    }
  }
}
