package io.github.restcomparison.analysis.plan;

import io.github.restcomparison.analysis.plan.NodePlan.Expected;
import io.github.restcomparison.analysis.plan.NodePlan.Size;
import io.github.restcomparison.analysis.plan.NodePlan.Spread;
import io.github.restcomparison.analysis.plan.NodePlan.Wider;
import io.github.restcomparison.analysis.runs.RunMetrics;
import io.github.restcomparison.analysis.sizing.Bound;
import io.github.restcomparison.analysis.sizing.Load;
import io.github.restcomparison.analysis.sizing.MeasuredLoad;
import io.github.restcomparison.analysis.sizing.MeasuredLoad.Taken;
import io.github.restcomparison.analysis.sizing.Measurements;
import io.github.restcomparison.analysis.sizing.Node;
import io.github.restcomparison.analysis.sizing.Prediction;
import io.github.restcomparison.analysis.sizing.ServiceModel;
import io.github.restcomparison.analysis.sizing.Unstated;
import io.github.restcomparison.analysis.sizing.WaitingCost;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/** From what was measured of one variant to the nodes that a load takes. */
final class Planner {
  private final PlanRequest request;
  private final String variant;
  private final List<MeasuredLoad> loads;
  private final Optional<WaitingCost> memory;
  private final Node node;
  private final Map<Taken, ServiceModel> models = new ConcurrentHashMap<>();

  Planner(PlanRequest request, String variant, Measurements measurements) {
    this(
        request,
        variant,
        measurements.loads().get(variant),
        measurements.memory(variant),
        node(request, measurements.loads().get(variant)));
  }

  private Planner(
      PlanRequest request,
      String variant,
      List<MeasuredLoad> loads,
      Optional<WaitingCost> memory,
      Node node) {
    this.request = request;
    this.variant = variant;
    this.loads = loads;
    this.memory = memory;
    this.node = node;
  }

  private static Node node(PlanRequest request, List<MeasuredLoad> loads) {
    Unstated unstated = Unstated.of(loads);
    OptionalInt measured =
        loads.stream().flatMapToInt(load -> unstated.workers(load).stream()).max();
    OptionalInt asked = request.instance().workers();
    boolean blocks = measured.isPresent() || loads.getFirst().isOfUser();
    double cpus = loads.stream().mapToDouble(MeasuredLoad::cpus).max().orElseThrow();
    return new Node(
        request.instance().cpus().orElse(Math.rint(cpus)),
        false,
        blocks && asked.isPresent() ? asked : measured);
  }

  NodePlan plan() {
    ServiceModel model = model(Taken.MEAN);
    Shortfall shortfall = shortfall(model);
    OptionalInt given = request.limits().nodes();
    OptionalInt nodes = given.isPresent() ? given : fewest(model);
    if (nodes.isEmpty()) {
      return new NodePlan(
          variant,
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          shortfall.of(request.load().mostNodes()),
          List.of(),
          List.of());
    }
    int number = nodes.getAsInt();
    Load share = request.load().of(number);
    Optional<Prediction> found = share.on(node, model);
    Spread counted =
        given.isPresent()
            ? new Spread(number, number, number)
            : Spread.of(
                fewest(model(Taken.LEAST)).orElse(number),
                number,
                fewest(model(Taken.GREATEST)).orElse(number));
    return new NodePlan(
        variant,
        found.map(each -> size(counted, each)),
        found.map(each -> expected(share, number, each)),
        found.flatMap(this::wider),
        shortfall.of(number),
        given.isPresent() || number == 1 ? List.of() : shortfall.of(number - 1),
        found
            .map(each -> new Reach(loads, node).exceeded(request.load().waitMs(), each))
            .orElse(List.of()));
  }

  /** What as many threads as requests would do, where the pool is what bounds a node. */
  private Optional<Wider> wider(Prediction each) {
    if (each.bound() != Bound.WORKERS || request.limits().nodes().isPresent()) {
      return Optional.empty();
    }
    Planner free =
        new Planner(
            request,
            variant,
            loads,
            memory,
            new Node(node.cpus(), node.isShared(), OptionalInt.empty()));
    OptionalInt nodes = free.fewest(model(Taken.MEAN));
    return nodes.isEmpty()
        ? Optional.empty()
        : free.expected(request.load().of(nodes.getAsInt()))
            .map(found -> new Wider((int) Math.ceil(found.inService()), nodes.getAsInt()));
  }

  /** What one node makes of a load; empty where it cannot answer as many as come. */
  Optional<Prediction> expected(Load load) {
    return load.on(node, model(Taken.MEAN));
  }

  /** Bytes that a node needs while so many requests are in it; empty where nobody looked. */
  OptionalDouble bytes(double inService) {
    return memory.stream().mapToDouble(cost -> cost.bytes(inService, node)).findFirst();
  }

  private Size size(Spread nodes, Prediction each) {
    return new Size(
        nodes,
        threads(each),
        bytes(each.inService()),
        request.instance().pricePerCpuHour().stream()
            .map(price -> price * node.cpus() / 3_600 / each.throughput() * 1e6)
            .findFirst());
  }

  private Expected expected(Load share, int nodes, Prediction median) {
    List<Prediction> ends =
        Stream.of(Taken.LEAST, Taken.GREATEST)
            .map(taken -> share.on(node, model(taken)).orElse(median))
            .toList();
    return new Expected(
        spread(ends, median, each -> nodes * each.throughput()),
        spread(ends, median, Prediction::cpuMicros),
        spread(ends, median, Prediction::utilisation),
        spread(ends, median, each -> each.latencyMs(0.5)),
        spread(ends, median, each -> each.latencyMs(0.99)),
        median.bound());
  }

  private static Spread spread(
      List<Prediction> ends, Prediction median, ToDoubleFunction<Prediction> figure) {
    return Spread.of(
        figure.applyAsDouble(ends.getFirst()),
        figure.applyAsDouble(median),
        figure.applyAsDouble(ends.getLast()));
  }

  /** The fewest nodes that meet all; empty where no number does. */
  private OptionalInt fewest(ServiceModel model) {
    Shortfall shortfall = shortfall(model);
    int most = request.load().mostNodes();
    if (!shortfall.of(most).isEmpty()) {
      return OptionalInt.empty();
    }
    int tooFew = (int) Math.min(most - 1.0, leastOfCpu(model));
    int enough = tooFew + 1;
    for (int step = 1; !shortfall.of(enough).isEmpty(); step *= 2) {
      tooFew = enough;
      enough = (int) Math.min(most, (long) enough + step);
    }
    while (enough - tooFew > 1) {
      int middle = tooFew + (enough - tooFew) / 2;
      if (shortfall.of(middle).isEmpty()) {
        enough = middle;
      } else {
        tooFew = middle;
      }
    }
    return OptionalInt.of(enough);
  }

  /** So few cannot do by the utilisation law, whatever a request waits for; rounded down. */
  private double leastOfCpu(ServiceModel model) {
    double asked = request.load().asked();
    double cheapest = model.cheapestSeconds();
    return Math.floor(asked * cheapest / node.cpus() / 2);
  }

  /** Those that it had beside its workers where it was measured, and one for each that is held. */
  private int threads(Prediction each) {
    MeasuredLoad most =
        loads.stream().max(Comparator.comparingInt(MeasuredLoad::users)).orElseThrow();
    int seen = (int) RunMetrics.THREADS.median(most.runs()).orElse(0);
    int itsWorkers = Math.min(most.users(), Unstated.of(loads).workers(most).orElse(0));
    int held = (int) Math.min(Math.ceil(each.inService()), node.workers().orElse(0));
    return Math.max(0, seen - itsWorkers) + held;
  }

  private Shortfall shortfall(ServiceModel model) {
    return new Shortfall(request, node, model, memory);
  }

  private ServiceModel model(Taken taken) {
    return models.computeIfAbsent(taken, each -> ServiceModel.of(loads, each));
  }
}
