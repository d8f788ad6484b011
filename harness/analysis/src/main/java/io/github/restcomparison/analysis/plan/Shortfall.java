package io.github.restcomparison.analysis.plan;

import io.github.restcomparison.analysis.sizing.Node;
import io.github.restcomparison.analysis.sizing.Prediction;
import io.github.restcomparison.analysis.sizing.ServiceModel;
import io.github.restcomparison.analysis.sizing.WaitingCost;
import io.github.restcomparison.analysis.statistics.Numbers;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What some number of nodes does not meet of what is asked. */
final class Shortfall {
  /**
   * What is asked for must be answered but for this share, which queueing takes of closed loads.
   */
  private static final double ANSWERED = 0.95;

  private final PlanRequest request;
  private final Node node;
  private final ServiceModel model;
  private final Optional<WaitingCost> memory;

  /** Requests per second if none ever queued: those of users who are alone on their nodes. */
  private final double unqueued;

  /**
   * @param memory of the variant; absent where nobody looked at it
   */
  Shortfall(PlanRequest request, Node node, ServiceModel model, Optional<WaitingCost> memory) {
    this.request = request;
    this.node = node;
    this.model = model;
    this.memory = memory;
    int most = request.load().mostNodes();
    unqueued =
        most * request.load().of(most).on(node, model).map(Prediction::throughput).orElse(0.0);
  }

  /** A clause each; none where all is met. */
  List<String> of(int nodes) {
    Optional<Prediction> found = request.load().of(nodes).on(node, model);
    if (found.isEmpty()) {
      return List.of("more come than %s can answer".formatted(Numbers.count(nodes, "node")));
    }
    Prediction each = found.get();
    List<String> clauses = new ArrayList<>();
    double answered = nodes * each.throughput();
    if (answered < ANSWERED * unqueued) {
      clauses.add(
          "%s of %s requests/s are answered"
              .formatted(Numbers.of(Math.rint(answered)), Numbers.of(Math.rint(unqueued))));
    }
    double most = request.limits().mostUtilisation();
    if (each.utilisation() > most) {
      clauses.add(
          "%s %% of the CPUs are in use, of %s %%"
              .formatted(Numbers.of(100 * each.utilisation()), Numbers.of(100 * most)));
    }
    request
        .limits()
        .slo()
        .ifPresent(
            slo ->
                slo.percentileLimits()
                    .forEach(
                        (share, limitMs) -> {
                          double ms = each.latencyMs(share);
                          if (ms >= limitMs) {
                            clauses.add(
                                "p%s is %s ms, not below %s"
                                    .formatted(
                                        Numbers.of(100 * share),
                                        Numbers.of(ms),
                                        Numbers.of(limitMs)));
                          }
                        }));
    ofMemory(each).ifPresent(clauses::add);
    return clauses;
  }

  private Optional<String> ofMemory(Prediction each) {
    double most = request.instance().memoryBytes().orElse(Long.MAX_VALUE);
    return memory
        .map(cost -> cost.bytes(each.inService(), node))
        .filter(bytes -> bytes > most)
        .map(
            bytes ->
                "%s MiB of memory are needed, of %s"
                    .formatted(Numbers.mebibytes(bytes), Numbers.mebibytes(most)));
  }
}
