package io.github.restcomparison.analysis.sizing;

import io.github.restcomparison.analysis.queueing.CpuStation;
import io.github.restcomparison.analysis.queueing.ErlangC;
import io.github.restcomparison.analysis.sizing.ServiceModel.Request;
import io.github.restcomparison.analysis.statistics.Numbers;
import java.util.Optional;

/**
 * Requests that come whatever the service does.
 *
 * @param perSecond above 0
 * @param waitMs that a request waits, 0 or more
 */
public record OpenLoad(double perSecond, double waitMs) implements Load {
  /** The waits of a pool's requests are all alike: so is half of what an exponential one queues. */
  private static final double FIXED = 0.5;

  private static final int MOST_NODES = 1_000_000;

  @Override
  public Optional<Prediction> on(Node node, ServiceModel model) {
    Request request = model.on(node, perSecond, perSecond * waitMs / 1e3);
    CpuStation station = CpuStation.of(node.cpus(), request.demandSeconds());
    if (perSecond >= station.capacity()) {
      return Optional.empty();
    }
    ErlangC cpus = new ErlangC(station.servers(), station.serviceSeconds(), perSecond);
    double heldSeconds = waitMs / 1e3 + request.demandSeconds() + cpus.meanWaitSeconds();
    if (perSecond * heldSeconds >= node.workers().orElse(Integer.MAX_VALUE)) {
      return Optional.empty();
    }
    Optional<ErlangC> pool =
        node.workers().stream()
            .mapToObj(workers -> new ErlangC(workers, heldSeconds, perSecond))
            .findFirst();
    double queuedSeconds = FIXED * pool.map(ErlangC::meanWaitSeconds).orElse(0.0);
    double fixedMs = waitMs + request.baseMs() + 1e3 * request.demandSeconds();
    return Optional.of(
        new Prediction(
            perSecond,
            request.cpuMicros(),
            perSecond / station.capacity(),
            perSecond * (heldSeconds + queuedSeconds),
            Bound.RATE,
            share -> fixedMs + queueMs(cpus, pool, share)));
  }

  /** Of two queues one after the other the sum: no less than that of both together, at the end. */
  private static double queueMs(ErlangC cpus, Optional<ErlangC> pool, double share) {
    return 1e3
        * (cpus.quantileSeconds(share)
            + FIXED * pool.map(each -> each.quantileSeconds(share)).orElse(0.0));
  }

  @Override
  public Load of(int nodes) {
    return new OpenLoad(perSecond / nodes, waitMs);
  }

  @Override
  public double asked() {
    return perSecond;
  }

  @Override
  public int mostNodes() {
    return MOST_NODES;
  }

  @Override
  public String text() {
    return "%s requests/s that wait %s ms".formatted(Numbers.of(perSecond), Numbers.of(waitMs));
  }

  @Override
  public Load times(double factor) {
    return new OpenLoad(perSecond * factor, waitMs);
  }

  @Override
  public double size() {
    return perSecond;
  }

  @Override
  public String unit() {
    return "requests/s";
  }
}
