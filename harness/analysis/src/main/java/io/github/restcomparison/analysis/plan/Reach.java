package io.github.restcomparison.analysis.plan;

import io.github.restcomparison.analysis.sizing.MeasuredLoad;
import io.github.restcomparison.analysis.sizing.Node;
import io.github.restcomparison.analysis.sizing.Prediction;
import io.github.restcomparison.analysis.sizing.Unstated;
import io.github.restcomparison.analysis.statistics.Numbers;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * How far a prediction is from what was measured.
 *
 * @param loads of one variant
 */
record Reach(List<MeasuredLoad> loads, Node node) {
  /** Beyond so many times what was measured, an answer says that it is far from it. */
  private static final double FAR = 10;

  /** In what it is too far, a clause each. */
  List<String> exceeded(double waitMs, Prediction each) {
    List<String> far = new ArrayList<>();
    add(far, "requests at once in a node", each.inService(), MeasuredLoad::users);
    add(far, "CPUs in a node", node.cpus(), load -> Math.rint(load.cpus()));
    add(far, "ms of waiting", waitMs, Unstated.of(loads)::waitMs);
    add(
        far,
        "requests/s and CPU",
        each.throughput() / node.cpus(),
        load -> load.throughput() / load.cpus());
    return far;
  }

  private void add(
      List<String> far, String what, double asked, ToDoubleFunction<MeasuredLoad> figure) {
    double most = loads.stream().mapToDouble(figure).max().orElseThrow();
    if (asked > FAR * most) {
      far.add(
          "%s %s, where %s at most were measured"
              .formatted(Numbers.of(Math.rint(asked)), what, Numbers.of(Math.rint(most))));
    }
  }
}
