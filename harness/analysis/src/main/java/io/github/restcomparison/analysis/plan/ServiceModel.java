package io.github.restcomparison.analysis.plan;

import io.github.restcomparison.analysis.plan.CostPlane.Cost;
import io.github.restcomparison.analysis.plan.Measurements.MeasuredLoad;
import io.github.restcomparison.analysis.plan.Measurements.RoundStatistic;
import io.github.restcomparison.analysis.plan.PlanRequest.Load;
import io.github.restcomparison.analysis.statistics.Numbers;
import java.util.List;
import java.util.function.DoubleUnaryOperator;
import java.util.function.ToDoubleFunction;
import org.apache.commons.statistics.descriptive.Median;

/** Predicts what a node of one variant does under a load. */
final class ServiceModel {
  /** Base latency is read from loads that use less of the CPUs: others may queue for one. */
  private static final double QUIET = 0.5;

  /** Threads are inferred from loads with latency above so many waits, and idle CPUs. */
  private static final double GROWN = 1.5;

  private static final double IDLE = 0.7;
  private static final int MAX_STEPS = 50;
  private static final double PRECISION = 1e-4;

  /** Waits of a pool's requests are all alike, which halves the queue of random arrivals. */
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
  record Node(double cpus, boolean isShared, double workers) {}

  /**
   * The expected figures of a node.
   *
   * @param cpuMicros of the service for one request
   * @param utilisation the share of the CPUs that is in use
   * @param inService requests in the node at once; infinity if its queue grows without end
   * @param bound what limits the throughput
   * @param latencyMs the ms that a share of all requests does not exceed; an approximation
   */
  record Prediction(
      double throughput,
      double cpuMicros,
      double utilisation,
      double inService,
      String bound,
      DoubleUnaryOperator latencyMs) {
    double figure(Figure figure) {
      return switch (figure) {
        case THROUGHPUT -> throughput;
        case CPU -> cpuMicros;
        case UTILISATION -> utilisation;
        case P50 -> latencyMs.applyAsDouble(0.5);
        case P99 -> latencyMs.applyAsDouble(0.99);
        default -> Double.NaN;
      };
    }
  }

  /** Learns from one load or more of one variant. */
  ServiceModel(List<MeasuredLoad> loads, RoundStatistic rounds) {
    service = plane(loads, load -> load.cpuMicros(rounds));
    generator = plane(loads, load -> Math.max(1e-3, load.generatorMicros()));
    inferredWaitMs =
        loads.stream().mapToDouble(load -> load.figure(Figure.P50)).min().orElseThrow();
    inferredWorkers =
        loads.stream()
            .filter(load -> load.isOfUser() && load.utilisation() < IDLE)
            .filter(load -> load.meanMs(RoundStatistic.GEOMETRIC_MEAN) > GROWN * waitMs(load))
            .mapToDouble(load -> Math.rint(load.throughput() * waitMs(load) / 1e3))
            .filter(number -> number > 0)
            .max()
            .orElse(Double.POSITIVE_INFINITY);
    // What is neither the wait nor CPU time: the network, and timers that are late.
    double[] bases =
        loads.stream()
            .filter(load -> load.utilisation() < QUIET && load.users() <= workers(load))
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
                    new Cost(
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
   * infinity without such a load.
   */
  double workers(MeasuredLoad load) {
    return Math.min(load.workers(), inferredWorkers);
  }

  /** Returns a name such as {@code jersey-sync, 500 users, 100 ms}. */
  String name(MeasuredLoad load) {
    return "%s, %s, %s ms"
        .formatted(load.variant(), Numbers.count(load.users(), "user"), Numbers.of(waitMs(load)));
  }

  /** Returns a sentence about the inferred wait and threads of a service of the user's. */
  String inferred(MeasuredLoad load) {
    return "%s: inferred that a request waits %s ms"
            .formatted(load.variant(), Numbers.of(waitMs(load)))
        + (Double.isFinite(inferredWorkers)
            ? " and holds one of %s threads: at most so many waited at once with idle CPUs"
                .formatted(Numbers.of(inferredWorkers))
            : "");
  }

  /**
   * Returns what a node does under its share of a load. The cost of a request depends on throughput
   * and throughput on the cost: both are found in turns.
   */
  Prediction predict(Load load, Node node) {
    double ofWorkers = 1e3 * node.workers / Math.max(1e-3, load.waitMs());
    double assumed = Math.min(load.offered(), ofWorkers);
    Prediction found = predict(load, node, assumed);
    // A cost that falls slower than throughput rises brings each step nearer than the one before.
    for (int i = 0; i < MAX_STEPS && Math.abs(found.throughput / assumed - 1) > PRECISION; i++) {
      assumed = found.throughput;
      found = predict(load, node, assumed);
    }
    return found;
  }

  /** Users, threads and CPUs bound one chain: a pool is a station of fewer servers than users. */
  private Prediction predict(Load load, Node node, double assumed) {
    double wait = load.waitMs() / 1e3;
    double think = load.thinkSeconds();
    double inService = load.isOpen() ? assumed * wait : load.size() - assumed * think;
    double perSecond = assumed / node.cpus;
    double atOnce = Math.max(1, inService) / node.cpus;
    double micros = service.micros(perSecond, atOnce);
    double all = (micros + (node.isShared ? generator.micros(perSecond, atOnce) : 0)) / 1e6;
    double capacity = node.cpus / all;
    double onCpu = all / Math.min(1, node.cpus);
    double outside = think + baseMs / 1e3;
    double held = Math.min(load.users(), node.workers);
    boolean isPool = held < load.users();
    Queue cpus = new Queue(held, isPool ? wait : outside + wait, node.cpus, capacity);
    double busiest = cpus.throughput();
    // A pool's rate depends on how many hold a thread (Chandy, Herzog and Woo, IBM J. Res. Dev.
    // 19:36, 1975): its asymptotes, to the scale of a full pool.
    double servers = Math.min(held, capacity * (wait + onCpu));
    Queue pool = isPool ? new Queue(load.users(), outside, servers, busiest) : cpus;
    double served = pool.throughput();
    boolean isEndless = load.isOpen() && load.size() >= (isPool ? busiest : capacity);
    double throughput = load.isOpen() && !isEndless ? load.size() : served;
    double ofWorkers = node.workers / (wait + onCpu);
    double random = 1e3 * (load.isOpen() ? FIXED_WAIT : 1);
    String others =
        ofWorkers < load.offered()
            ? "its threads"
            : load.isOpen() ? "the arrival rate" : "its users";
    return new Prediction(
        throughput,
        micros,
        throughput / capacity,
        isEndless ? Double.POSITIVE_INFINITY : Math.max(1, load.users() - served * think),
        capacity < Math.min(load.offered(), ofWorkers) ? "its CPUs" : others,
        share ->
            isEndless
                ? Double.POSITIVE_INFINITY
                : load.waitMs()
                    + baseMs
                    + (isPool ? random * pool.queueSeconds(share, held) : 0)
                    + 1e3 * cpus.queueSeconds(share, Math.max(1, node.cpus))
                    - 1e3 * onCpu * Math.log(1 - share));
  }
}
