package io.github.restcomparison.runner.merge;

import io.github.restcomparison.runner.gate.Gate;
import io.github.restcomparison.runner.gate.Severity;
import io.github.restcomparison.runner.merge.ServiceSide.Throttling;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Checks that the kernel seldom stopped the service for its CPU limit. A stop lasts for up to 100
 * ms, which no request has asked for: latencies are then those of the limit, not of the model.
 *
 * @param throttling absent where it is not known, to which nothing is objected
 */
record ThrottlingGate(Optional<Throttling> throttling) implements Gate {
  /** The share of the periods in which it may be stopped. */
  private static final double LIMIT = 0.05;

  @Override
  public String name() {
    return "throttling";
  }

  @Override
  public Severity severity() {
    return Severity.INVALID;
  }

  @Override
  public List<String> objections() {
    return throttling
        .filter(each -> each.throttled() > LIMIT * each.periods())
        .map(
            each ->
                String.format(
                    Locale.ROOT,
                    "the service was stopped for its CPU limit in %,d of %,d periods of 100 ms"
                        + " (%.1f s): more CPUs or less load",
                    each.throttled(),
                    each.periods(),
                    each.micros() / 1e6))
        .stream()
        .toList();
  }
}
