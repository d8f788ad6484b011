package io.github.restcomparison.analysis.plan;

import io.github.restcomparison.analysis.plan.CostPlane.Cost;
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

  private static final int MAX_STEPS = 50;
  private static final double PRECISION = 1e-4;

  /** More users in one node arrive like a stream without end. */
  private static final int MAX_USERS = 20_000;

  /** Waits of a pool's requests are all alike, which halves what they queue for a thread. */
  private static final double FIXED_WAIT = 0.5;

  private final CostPlane service;
  private final CostPlane generator;
  private final double baseMs;

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
   * What a node is expected to do.
   *
   * @param inService requests in the node at once; infinity if its queue grows without end
   * @param latencyMs the latency that a share of all requests does not exceed; an approximation
   */
  record Prediction(
      double throughput,
      double cpuMicros,
      double utilisation,
      double inService,
      Bound bound,
      DoubleUnaryOperator latencyMs) {

    double latencyMs(double share) {
      return latencyMs.applyAsDouble(share);
    }

    Figures figures() {
      return new Figures(throughput, cpuMicros, utilisation, latencyMs(0.5), latencyMs(0.99));
    }
  }

  /**
   * The limits of a service: stated, or of a service of the user's inferred from its loads.
   *
   * @param inferredWaitMs the p50 under the fewest users
   * @param inferredWorkers the most requests that waited at once while latency had grown and CPUs
   *     were idle, by Little's law; infinity if there is no such load
   */
  record InferredLimits(double inferredWaitMs, double inferredWorkers) {
    private static final double GROWN = 1.5;
    private static final double IDLE = 0.7;

    static InferredLimits of(List<MeasuredLoad> loads) {
      double waitMs = loads.stream().mapToDouble(load -> load.figures().p50Ms()).min().orElse(0);
      InferredLimits wait = new InferredLimits(waitMs, Double.POSITIVE_INFINITY);
      double workers =
          loads.stream()
              .filter(MeasuredLoad::isOfUser)
              .filter(load -> load.figures().utilisation() < IDLE)
              .filter(
                  load -> load.meanMs(RoundStatistic.GEOMETRIC_MEAN) > GROWN * wait.waitMs(load))
              .mapToDouble(load -> Math.rint(load.throughput() * wait.waitMs(load) / 1e3))
              .filter(number -> number > 0)
              .max()
              .orElse(Double.POSITIVE_INFINITY);
      return new InferredLimits(waitMs, workers);
    }

    static List<String> notes(String variant, List<MeasuredLoad> loads) {
      if (!loads.getFirst().isOfUser()) {
        return List.of();
      }
      InferredLimits limits = of(loads);
      String wait = Numbers.of(limits.waitMs(loads.getFirst()));
      String note = "%s: inferred that a request waits %s ms".formatted(variant, wait);
      return List.of(
          Double.isInfinite(limits.inferredWorkers)
              ? note
              : "%s and holds one of %s threads: so many waited at once at most, while CPUs were idle"
                  .formatted(note, Numbers.of(limits.inferredWorkers)));
    }

    double waitMs(MeasuredLoad load) {
      return Double.isNaN(load.waitMs()) ? inferredWaitMs : load.waitMs();
    }

    double workers(MeasuredLoad load) {
      return Math.min(load.workers(), inferredWorkers);
    }
  }

  /** Learns from one load or more of one variant. */
  ServiceModel(List<MeasuredLoad> loads, RoundStatistic rounds) {
    service = plane(loads, load -> load.cpuMicros(rounds));
    generator = plane(loads, load -> Math.max(1e-3, load.generatorMicros()));
    InferredLimits limits = InferredLimits.of(loads);
    // What is neither the wait nor a CPU's: the network, timers that are late.
    double[] bases =
        loads.stream()
            .filter(load -> load.figures().utilisation() < QUIET)
            .filter(load -> load.users() <= limits.workers(load))
            .mapToDouble(
                load ->
                    load.meanMs(rounds)
                        - limits.waitMs(load)
                        - (load.cpuMicros(rounds) + load.generatorMicros()) / 1e3)
            .map(ms -> Math.max(0, ms))
            .toArray();
    baseMs = bases.length == 0 ? 0 : Median.withDefaults().withCopy(true).evaluate(bases);
  }

  private static CostPlane plane(List<MeasuredLoad> loads, ToDoubleFunction<MeasuredLoad> micros) {
    return new CostPlane(
        loads.stream()
            .map(
                load ->
                    new Cost(
                        load.throughput() / load.cpus(),
                        load.users() / load.cpus(),
                        micros.applyAsDouble(load)))
            .toList());
  }

  /**
   * Returns what a node does under its share of a load. The cost of a request depends on throughput
   * and throughput on the cost: both are found in turns.
   */
  Prediction predict(Load load, Node node) {
    double assumed = Math.min(load.offered(), node.throughputOfWorkers(load.waitMs()));
    if (load.isOpen() || load.size() > MAX_USERS) {
      return open(load, node);
    }
    Prediction found = closed(load, node, assumed);
    // A cost that falls slower than throughput rises brings each step nearer than the one before.
    for (int i = 0; i < MAX_STEPS && Math.abs(found.throughput() / assumed - 1) > PRECISION; i++) {
      assumed = found.throughput();
      found = closed(load, node, assumed);
    }
    return found;
  }

  /**
   * What one request needs.
   *
   * @param micros of the service
   * @param seconds of all CPUs of the node, those for a load generator included
   */
  private record Demand(double micros, double seconds) {}

  private Demand demand(Node node, double perSecond, double inService) {
    double x = perSecond / node.cpus();
    double n = Math.max(1, inService) / node.cpus();
    double micros = service.micros(x, n);
    return new Demand(micros, (micros + (node.isShared() ? generator.micros(x, n) : 0)) / 1e6);
  }

  private Prediction closed(Load load, Node node, double assumed) {
    int users = (int) load.size();
    Demand demand = demand(node, assumed, inService(load, assumed));
    Cpus cpus = Cpus.of(node.cpus(), demand.seconds());
    double outside = (load.thinkMs() + baseMs) / 1e3;
    int held = (int) Math.min(users, node.workers());
    double wait = load.waitMs() / 1e3;
    double delay = held == users ? outside + wait : wait;
    ClosedNetwork full = new ClosedNetwork(held, delay, cpus::rate);
    double throughput = full.throughput();
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
    return new Prediction(
        throughput,
        demand.micros(),
        throughput / cpus.capacity(),
        inService(load, throughput),
        bound(load, node, cpus),
        share -> fixedMs + 1e3 * cpus.seconds(found, share));
  }

  /** All users who do not think, by Little's law. */
  private static double inService(Load load, double throughput) {
    return Math.max(1, load.size() - throughput * load.thinkMs() / 1e3);
  }

  private static Bound bound(Load load, Node node, Cpus cpus) {
    double workers = node.throughputOfWorkers(load.waitMs());
    if (cpus.capacity() < Math.min(load.offered(), workers)) {
      return Bound.CPU;
    }
    return workers < load.offered() ? Bound.WORKERS : Bound.USERS;
  }

  private Prediction open(Load load, Node node) {
    double rate = load.offered();
    double waitSeconds = load.waitMs() / 1e3;
    Demand demand = demand(node, rate, rate * waitSeconds);
    Cpus cpus = Cpus.of(node.cpus(), demand.seconds());
    if (rate >= cpus.capacity()) {
      return saturated(load, cpus.capacity(), demand, cpus, Bound.CPU);
    }
    ErlangC queue = new ErlangC(cpus.servers(), cpus.serviceSeconds(), rate);
    double heldSeconds = waitSeconds + demand.seconds() + queue.meanQueueSeconds();
    if (rate * heldSeconds >= node.workers()) {
      return saturated(load, node.workers() / heldSeconds, demand, cpus, Bound.WORKERS);
    }
    ErlangC pool =
        Double.isFinite(node.workers())
            ? new ErlangC((int) node.workers(), heldSeconds, rate)
            : new ErlangC(1, 0, rate);
    double fixedMs = load.waitMs() + baseMs + 1e3 * demand.seconds();
    return new Prediction(
        rate,
        demand.micros(),
        rate / cpus.capacity(),
        Math.min(
            load.isOpen() ? Double.POSITIVE_INFINITY : load.size(),
            rate * (heldSeconds + FIXED_WAIT * pool.meanQueueSeconds())),
        load.isOpen() ? Bound.RATE : Bound.USERS,
        // The sum of two queues is no less than both together at the end of the distribution.
        share ->
            fixedMs + 1e3 * (queue.queueSeconds(share) + FIXED_WAIT * pool.queueSeconds(share)));
  }

  /** The queue holds all users, by Little's law; or it grows without end. */
  private static Prediction saturated(
      Load load, double throughput, Demand demand, Cpus cpus, Bound bound) {
    double latencyMs =
        load.isOpen() ? Double.POSITIVE_INFINITY : 1e3 * load.size() / throughput - load.thinkMs();
    return new Prediction(
        throughput,
        demand.micros(),
        throughput / cpus.capacity(),
        latencyMs * throughput / 1e3,
        bound,
        share -> latencyMs);
  }
}
