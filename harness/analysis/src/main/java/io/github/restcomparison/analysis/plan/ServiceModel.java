package io.github.restcomparison.analysis.plan;

import io.github.restcomparison.analysis.plan.CostPlane.Cost;
import io.github.restcomparison.analysis.plan.Measurements.MeasuredLoad;
import io.github.restcomparison.analysis.plan.Measurements.RoundStatistic;
import io.github.restcomparison.analysis.plan.PlanRequest.Load;
import java.util.List;
import java.util.function.DoubleUnaryOperator;
import java.util.function.ToDoubleFunction;
import org.apache.commons.statistics.descriptive.Median;

/** Predicts what a node of one variant does under a load. */
final class ServiceModel {
  /** Base latency is read from loads that use less of the CPUs: others may queue for one. */
  private static final double QUIET = 0.5;

  private static final int MAX_STEPS = 50;
  private static final double PRECISION = 1e-4;

  /** Waits of a pool's requests are all alike, which halves the queue of random arrivals. */
  private static final double FIXED_WAIT = 0.5;

  private final CostPlane service;
  private final CostPlane generator;
  private final double baseMs;

  /**
   * A node.
   *
   * @param workers threads that may block at once; infinity if waiting blocks none
   * @param isShared whether the load generator runs on the same CPUs
   */
  record Node(double cpus, double workers, boolean isShared) {}

  /**
   * The expected figures of a node.
   *
   * @param cpuMicros of the service for one request
   * @param utilisation the share of the CPUs that is in use
   * @param inService requests in the node at once; infinity if its queue grows without end
   * @param bound what limits the throughput
   * @param latency the ms that a share of all requests does not exceed; an approximation
   */
  record Prediction(
      double throughput,
      double cpuMicros,
      double utilisation,
      double inService,
      String bound,
      DoubleUnaryOperator latency) {
    double latencyMs(double share) {
      return Double.isInfinite(inService) ? inService : latency.applyAsDouble(share);
    }
  }

  /** Learns from one load or more of one variant. */
  ServiceModel(List<MeasuredLoad> loads, RoundStatistic rounds) {
    service = plane(loads, load -> load.cpuMicros(rounds));
    generator = plane(loads, load -> Math.max(1e-3, load.generatorMicros()));
    // What is neither the wait nor CPU time: the network, and timers that are late.
    double[] bases =
        loads.stream()
            .filter(load -> load.utilisation() < QUIET && load.users() <= load.workers())
            .mapToDouble(
                load ->
                    load.meanMs(rounds)
                        - load.waitMs()
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

  /** Predicts a measured load, on the host where it was measured, from others of its variant. */
  static Prediction predict(MeasuredLoad load, List<MeasuredLoad> others) {
    return new ServiceModel(others, RoundStatistic.GEOMETRIC_MEAN)
        .predict(
            Load.closed(load.users(), 0, load.waitMs()),
            new Node(load.cpus(), load.workers(), load.isShared()));
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
    double seconds = (micros + (node.isShared ? generator.micros(perSecond, atOnce) : 0)) / 1e6;
    double capacity = node.cpus / seconds;
    double onCpu = seconds / Math.min(1, node.cpus);
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
    double offered = load.isOpen() ? load.size() : load.size() / (outside + wait + onCpu);
    double ofWorkers = node.workers / (wait + onCpu);
    double random = 1e3 * (load.isOpen() ? FIXED_WAIT : 1);
    String others =
        ofWorkers < offered ? "its threads" : load.isOpen() ? "the arrival rate" : "its users";
    return new Prediction(
        throughput,
        micros,
        throughput / capacity,
        isEndless ? Double.POSITIVE_INFINITY : Math.max(1, load.users() - served * think),
        capacity < Math.min(offered, ofWorkers) ? "its CPUs" : others,
        share ->
            load.waitMs()
                + baseMs
                + (isPool ? random * pool.queueSeconds(share, held) : 0)
                + 1e3 * cpus.queueSeconds(share, Math.max(1, node.cpus))
                - 1e3 * onCpu * Math.log(1 - share));
  }
}
