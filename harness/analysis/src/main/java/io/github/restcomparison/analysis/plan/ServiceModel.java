package io.github.restcomparison.analysis.plan;

import io.github.restcomparison.analysis.plan.Measurements.Figures;
import io.github.restcomparison.analysis.plan.Measurements.MeasuredLoad;
import io.github.restcomparison.analysis.plan.Measurements.RoundStatistic;
import io.github.restcomparison.analysis.plan.PlanRequest.Load;
import io.github.restcomparison.analysis.plan.Queues.ClosedNetwork;
import io.github.restcomparison.analysis.plan.Queues.Cpus;
import io.github.restcomparison.analysis.plan.Queues.ErlangC;
import io.github.restcomparison.analysis.statistics.Numbers;
import java.util.List;
import java.util.function.DoubleUnaryOperator;
import java.util.function.ToDoubleFunction;
import org.apache.commons.statistics.descriptive.Median;

/** What a request of one variant needs, and what a node therefore does under a load. */
final class ServiceModel {
  /** If more of the CPUs is in use, queueing cannot be told from the base latency. */
  private static final double QUIET = 0.5;

  /** Threads are inferred from loads with latency above so many waits, and idle CPUs. */
  private static final double GROWN = 1.5;

  private static final double IDLE = 0.7;
  private static final int MAX_STEPS = 50;
  private static final double PRECISION = 1e-4;

  /** More users in one node arrive like a stream without end. */
  private static final int MAX_USERS = 20_000;

  /** Waits of a pool's requests are all alike, which halves what they queue for a thread. */
  private static final double FIXED_WAIT = 0.5;

  private final CostPlane service;
  private final CostPlane generator;
  private final double baseMs;
  private final double inferredWaitMs;
  private final double inferredWorkers;

  /**
   * A node.
   *
   * @param isShared whether the load generator runs on the same CPUs
   * @param workers threads that may block at once; infinity if waiting blocks none
   */
  record Node(double cpus, boolean isShared, double workers) {
    private double throughputOfWorkers(double waitMs) {
      return 1e3 * workers / Math.max(1e-3, waitMs);
    }
  }

  /** What limits the throughput of a node. */
  enum Bound {
    USERS("its users"),
    RATE("the arrival rate"),
    WORKERS("its threads"),
    CPU("its CPUs");

    final String text;

    Bound(String text) {
      this.text = text;
    }
  }

  /**
   * What one request needs.
   *
   * @param micros of the service
   * @param cpus of the node, which also serve a load generator that shares them
   */
  record Demand(double micros, Cpus cpus) {}

  /**
   * What a node is expected to do.
   *
   * @param inService requests in the node at once; infinity if its queue grows without end
   * @param latencyMs the latency that a share of all requests does not exceed; an approximation
   */
  record Prediction(
      double throughput,
      Demand demand,
      double inService,
      Bound bound,
      DoubleUnaryOperator latencyMs) {
    double latencyMs(double share) {
      return latencyMs.applyAsDouble(share);
    }

    double utilisation() {
      return throughput / demand.cpus.capacity();
    }

    Figures figures() {
      return new Figures(throughput, demand.micros, utilisation(), latencyMs(0.5), latencyMs(0.99));
    }
  }

  /**
   * The cost of a request as a plane of logarithms, by least squares: ln(µs) over ln(requests per
   * second and CPU) and ln(requests in service per CPU).
   *
   * <p>CPU per request falls as throughput rises, for code that seldom runs is slower; it falls
   * with requests that arrive together, which share a wake-up; and it rises with thousands that
   * wait.
   */
  static final class CostPlane {
    /**
     * Steep slopes cost as much as errors: the variance of a load's cost, 7 %, over that of a
     * slope, 0.3. One load makes a constant, loads on a line need no special case.
     */
    private static final double RIDGE = Math.pow(0.07 / 0.3, 2);

    /** A cost at requests per second and CPU, and requests in service per CPU, all above 0. */
    record Cost(double perSecond, double inService, double micros) {}

    private final Cost mean;
    private final Cost max;
    private final double slopeX;
    private final double slopeN;

    /** Fits the plane to one cost or more. */
    CostPlane(List<Cost> costs) {
      mean = each(costs, RoundStatistic.GEOMETRIC_MEAN);
      max = each(costs, RoundStatistic.MAX);
      double xx = RIDGE;
      double nn = RIDGE;
      double xn = 0;
      double xy = 0;
      double ny = 0;
      for (Cost cost : costs) {
        double x = Math.log(cost.perSecond / mean.perSecond);
        double n = Math.log(cost.inService / mean.inService);
        double y = Math.log(cost.micros / mean.micros);
        xx += x * x;
        nn += n * n;
        xn += x * n;
        xy += x * y;
        ny += n * y;
      }
      double determinant = xx * nn - xn * xn;
      slopeX = (nn * xy - xn * ny) / determinant;
      slopeN = (xx * ny - xn * xy) / determinant;
    }

    private static Cost each(List<Cost> costs, RoundStatistic statistic) {
      return new Cost(
          statistic.of(costs.stream().mapToDouble(Cost::perSecond)),
          statistic.of(costs.stream().mapToDouble(Cost::inService)),
          statistic.of(costs.stream().mapToDouble(Cost::micros)));
    }

    /** Returns the cost in µs. Beyond the most requests measured it may rise, and does not fall. */
    double micros(double perSecond, double inService) {
      double x = Math.min(perSecond, max.perSecond);
      double n = slopeN > 0 ? inService : Math.min(inService, max.inService);
      return mean.micros
          * Math.pow(x / mean.perSecond, slopeX)
          * Math.pow(n / mean.inService, slopeN);
    }
  }

  /** Learns from one load or more of one variant. */
  ServiceModel(List<MeasuredLoad> loads, RoundStatistic rounds) {
    service = plane(loads, load -> load.cpuMicros(rounds));
    generator = plane(loads, load -> Math.max(1e-3, load.generatorMicros()));
    inferredWaitMs = loads.stream().mapToDouble(load -> load.figures().p50Ms()).min().orElseThrow();
    inferredWorkers =
        loads.stream()
            .filter(load -> load.isOfUser() && load.figures().utilisation() < IDLE)
            .filter(load -> load.meanMs(RoundStatistic.GEOMETRIC_MEAN) > GROWN * waitMs(load))
            .mapToDouble(load -> Math.rint(load.throughput() * waitMs(load) / 1e3))
            .filter(number -> number > 0)
            .max()
            .orElse(Double.POSITIVE_INFINITY);
    // What is neither the wait nor a CPU's: the network, timers that are late.
    double[] bases =
        loads.stream()
            .filter(load -> load.figures().utilisation() < QUIET)
            .filter(load -> load.users() <= workers(load))
            .mapToDouble(
                load ->
                    load.meanMs(rounds)
                        - waitMs(load)
                        - (load.cpuMicros(rounds) + load.generatorMicros()) / 1e3)
            .map(ms -> Math.max(0, ms))
            .toArray();
    baseMs = bases.length == 0 ? 0 : Median.withDefaults().evaluate(bases);
  }

  private static CostPlane plane(List<MeasuredLoad> loads, ToDoubleFunction<MeasuredLoad> micros) {
    return new CostPlane(
        loads.stream()
            .map(
                load ->
                    new CostPlane.Cost(
                        load.throughput() / load.cpus(),
                        load.users() / load.cpus(),
                        micros.applyAsDouble(load)))
            .toList());
  }

  /** Returns the wait of a request: as stated, or else the p50 under the fewest users. */
  double waitMs(MeasuredLoad load) {
    return Double.isNaN(load.waitMs()) ? inferredWaitMs : load.waitMs();
  }

  /**
   * Returns the threads that may block at once: as stated, or of a service of the user's the most
   * requests that waited at once while latency had grown and CPUs were idle, by Little's law;
   * infinity if there is no such load.
   */
  double workers(MeasuredLoad load) {
    return Math.min(load.workers(), inferredWorkers);
  }

  /** Returns a name such as {@code jersey-sync with 200 threads, 500 users, 100 ms}. */
  String name(MeasuredLoad load) {
    double pool = workers(load);
    return "%s%s, %s, %s ms"
        .formatted(
            load.variant(),
            Double.isFinite(pool) ? " with " + Numbers.count((long) pool, "thread") : "",
            Numbers.count(load.users(), "user"),
            Numbers.of(waitMs(load)));
  }

  /** Returns a sentence about the wait and threads of a service of the user's. */
  String inferred(MeasuredLoad load) {
    String wait = "inferred that a request waits %s ms".formatted(Numbers.of(waitMs(load)));
    String pool =
        " and holds one of %s threads: so many waited at once at most, while CPUs were idle";
    boolean hasPool = Double.isFinite(inferredWorkers);
    return "%s: %s%s"
        .formatted(
            load.variant(), wait, hasPool ? pool.formatted(Numbers.of(inferredWorkers)) : "");
  }

  /**
   * Returns what a node does under its share of a load. The cost of a request depends on throughput
   * and throughput on the cost: both are found in turns.
   */
  Prediction predict(Load load, Node node) {
    if (load.isOpen() || load.size() > MAX_USERS) {
      return open(load, node);
    }
    double assumed = Math.min(load.offered(), node.throughputOfWorkers(load.waitMs()));
    Prediction found = closed(load, node, assumed);
    // A cost that falls slower than throughput rises brings each step nearer than the one before.
    for (int i = 0; i < MAX_STEPS && Math.abs(found.throughput / assumed - 1) > PRECISION; i++) {
      assumed = found.throughput;
      found = closed(load, node, assumed);
    }
    return found;
  }

  private Demand demand(Node node, double perSecond, double inService) {
    double x = perSecond / node.cpus;
    double n = Math.max(1, inService) / node.cpus;
    double micros = service.micros(x, n);
    double all = micros + (node.isShared ? generator.micros(x, n) : 0);
    return new Demand(micros, Cpus.of(node.cpus, all / 1e6));
  }

  private Prediction closed(Load load, Node node, double assumed) {
    Demand demand = demand(node, assumed, inService(load, assumed));
    Cpus cpus = demand.cpus;
    int users = (int) load.size();
    int held = (int) Math.min(users, node.workers);
    double outside = (load.thinkMs() + baseMs) / 1e3;
    double wait = load.waitMs() / 1e3;
    double delay = held == users ? outside + wait : wait;
    double throughput = new ClosedNetwork(held, delay, cpus::rate).throughput();
    double queuedSeconds = 0;
    if (held < users) {
      // A pool is a station whose rate depends on how many hold a thread (Chandy, Herzog and Woo,
      // IBM J. Res. Dev. 19:36, 1975): its asymptotes, to the scale of the network of a full pool.
      double alone = wait + cpus.serviceSeconds();
      double scale = throughput / Math.min(held / alone, cpus.capacity());
      ClosedNetwork pool =
          new ClosedNetwork(
              users, outside, k -> scale * Math.min(Math.min(k, held) / alone, cpus.capacity()));
      throughput = pool.throughput();
      queuedSeconds = pool.mean(k -> Math.max(0, k - held)) / throughput;
    }
    ClosedNetwork found = new ClosedNetwork(held - 1, delay, cpus::rate);
    double fixedMs = load.waitMs() + baseMs + 1e3 * queuedSeconds;
    double ofWorkers = node.throughputOfWorkers(load.waitMs());
    Bound other = ofWorkers < load.offered() ? Bound.WORKERS : Bound.USERS;
    return new Prediction(
        throughput,
        demand,
        inService(load, throughput),
        cpus.capacity() < Math.min(load.offered(), ofWorkers) ? Bound.CPU : other,
        share -> fixedMs + 1e3 * cpus.seconds(found, share));
  }

  /** All users who do not think, by Little's law. */
  private static double inService(Load load, double throughput) {
    return Math.max(1, load.size() - throughput * load.thinkMs() / 1e3);
  }

  private Prediction open(Load load, Node node) {
    double rate = load.offered();
    double waitSeconds = load.waitMs() / 1e3;
    // Whatever arrives, no more requests reach the CPUs than the threads let through.
    double reached = Math.min(rate, node.throughputOfWorkers(load.waitMs()));
    Demand demand = demand(node, reached, reached * waitSeconds);
    Cpus cpus = demand.cpus;
    if (reached >= cpus.capacity()) {
      return saturated(load, cpus.capacity(), demand, Bound.CPU);
    }
    ErlangC queue = new ErlangC(cpus.servers(), cpus.serviceSeconds(), reached);
    double heldSeconds = waitSeconds + cpus.serviceSeconds() + queue.meanQueueSeconds();
    if (rate * heldSeconds >= node.workers) {
      return saturated(load, node.workers / heldSeconds, demand, Bound.WORKERS);
    }
    ErlangC pool =
        Double.isFinite(node.workers)
            ? new ErlangC((int) node.workers, heldSeconds, rate)
            : new ErlangC(1, 0, rate);
    double inService = rate * (heldSeconds + FIXED_WAIT * pool.meanQueueSeconds());
    double fixedMs = load.waitMs() + baseMs + 1e3 * cpus.serviceSeconds();
    return new Prediction(
        rate,
        demand,
        load.isOpen() ? inService : Math.min(load.size(), inService),
        load.isOpen() ? Bound.RATE : Bound.USERS,
        // The sum of two queues is no less than both together at the end of the distribution.
        share ->
            fixedMs + 1e3 * (queue.queueSeconds(share) + FIXED_WAIT * pool.queueSeconds(share)));
  }

  /** The queue holds all users, by Little's law; or it grows without end. */
  private static Prediction saturated(Load load, double throughput, Demand demand, Bound bound) {
    double latencyMs =
        load.isOpen() ? Double.POSITIVE_INFINITY : 1e3 * load.size() / throughput - load.thinkMs();
    return new Prediction(
        throughput, demand, latencyMs * throughput / 1e3, bound, share -> latencyMs);
  }
}
