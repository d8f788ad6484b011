package io.github.restcomparison.analysis.sizing;

import io.github.restcomparison.analysis.queueing.ClosedNetwork;
import io.github.restcomparison.analysis.queueing.CpuStation;
import io.github.restcomparison.analysis.queueing.PooledNetwork;
import io.github.restcomparison.analysis.queueing.ResponseTime;
import io.github.restcomparison.analysis.sizing.ServiceModel.Request;
import io.github.restcomparison.analysis.statistics.Numbers;
import java.util.Optional;

/**
 * Users who wait for each answer.
 *
 * @param users 1 or more
 * @param thinkMs between an answer and the next request, 0 or more
 * @param waitMs that a request waits, 0 or more
 */
public record ClosedLoad(int users, double thinkMs, double waitMs) implements Load {
  private static final int MOST_STEPS = 50;
  private static final double PRECISION = 1e-4;
  private static final double LEAST_MS = 1e-3;

  /**
   * A network whose requests take what they would at some throughput.
   *
   * @param network of all that hold a thread
   * @param held how many these are at most
   * @param queuedSeconds that a request waits for a thread
   */
  private record Solved(
      Request request,
      CpuStation cpus,
      ClosedNetwork network,
      int held,
      double throughput,
      double queuedSeconds) {
    boolean isOff(double assumed) {
      return Math.abs(throughput / assumed - 1) > PRECISION;
    }
  }

  /**
   * What a request costs depends on how many there are, and how many there are on what one costs:
   * both are found in turns, from the most that users and threads allow.
   */
  @Override
  public Optional<Prediction> on(Node node, ServiceModel model) {
    double throughput = Math.min(asked(), threadsAllow(node));
    Solved solved = solve(node, model, throughput);
    // A cost that falls slower than throughput rises brings each step nearer than the one before.
    for (int i = 0; i < MOST_STEPS && solved.isOff(throughput); i++) {
      throughput = solved.throughput;
      solved = solve(node, model, throughput);
    }
    return Optional.of(prediction(node, solved));
  }

  private Solved solve(Node node, ServiceModel model, double assumed) {
    Request request = model.on(node, assumed, inService(assumed));
    CpuStation cpus = CpuStation.of(node.cpus(), request.demandSeconds());
    double outside = (thinkMs + request.baseMs()) / 1e3;
    int held = Math.min(users, node.workers().orElse(users));
    if (held == users) {
      ClosedNetwork network = new ClosedNetwork(outside + waitMs / 1e3, cpus, users);
      return new Solved(request, cpus, network, users, network.throughput(users), 0);
    }
    ClosedNetwork network = new ClosedNetwork(waitMs / 1e3, cpus, held);
    PooledNetwork pooled = new PooledNetwork(users, outside, held, network);
    double queued = users - pooled.inPool() - pooled.throughput() * outside;
    return new Solved(
        request,
        cpus,
        network,
        held,
        pooled.throughput(),
        Math.max(0, queued / pooled.throughput()));
  }

  private Prediction prediction(Node node, Solved solved) {
    ResponseTime atCpus = new ResponseTime(solved.cpus, solved.network.atCpus(solved.held - 1));
    double fixedMs = waitMs + solved.request.baseMs() + 1e3 * solved.queuedSeconds;
    return new Prediction(
        solved.throughput,
        solved.request.cpuMicros(),
        solved.throughput / solved.cpus.capacity(),
        inService(solved.throughput),
        bound(node, solved.cpus),
        share -> fixedMs + 1e3 * atCpus.quantileSeconds(share));
  }

  /** By Little's law: all users who do not think. */
  private double inService(double throughput) {
    return Math.max(1, users - throughput * thinkMs / 1e3);
  }

  /** The least of the three asymptotes. */
  private Bound bound(Node node, CpuStation cpus) {
    if (cpus.capacity() < Math.min(asked(), threadsAllow(node))) {
      return Bound.CPU;
    }
    return threadsAllow(node) < asked() ? Bound.WORKERS : Bound.USERS;
  }

  private double threadsAllow(Node node) {
    return node.workers().isPresent()
        ? 1e3 * node.workers().getAsInt() / Math.max(LEAST_MS, waitMs)
        : Double.POSITIVE_INFINITY;
  }

  @Override
  public Load of(int nodes) {
    return new ClosedLoad(Math.ceilDiv(users, nodes), thinkMs, waitMs);
  }

  @Override
  public double asked() {
    return 1e3 * users / Math.max(LEAST_MS, thinkMs + waitMs);
  }

  @Override
  public int mostNodes() {
    return users;
  }

  @Override
  public String text() {
    return "%s who wait %s ms%s"
        .formatted(
            Numbers.count(users, "user"),
            Numbers.of(waitMs),
            thinkMs > 0 ? " and think for %s ms".formatted(Numbers.of(thinkMs)) : "");
  }

  @Override
  public Load times(double factor) {
    return new ClosedLoad((int) Math.max(1, Math.rint(users * factor)), thinkMs, waitMs);
  }

  @Override
  public double size() {
    return users;
  }

  @Override
  public String unit() {
    return "users";
  }
}
