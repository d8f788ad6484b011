package io.github.restcomparison.runner.gate;

import io.github.restcomparison.records.RunRecord.Load;
import java.util.List;

/**
 * Checks that users kept their connections. If the service drops a kept-alive connection, Gatling
 * silently repeats the request on a new one. Only the kernel shows this, which counts the opened
 * connections. A run that it objects to is INVALID.
 */
record ConnectionGate(Load load) implements Gate {
  private static final long FEW = 5;
  private static final double SHARE = 0.001;

  /** Whether the opened connections were counted. */
  boolean canJudge() {
    return load.connectionsOpened().isPresent();
  }

  @Override
  public String name() {
    return "connections";
  }

  @Override
  public Severity severity() {
    return Severity.INVALID;
  }

  @Override
  public List<String> objections() {
    long opened = load.connectionsOpened().orElse(0);
    return opened > Math.max(FEW, SHARE * load.counts().ok())
        ? List.of(
            ("%d connections were opened in the window, in which every user had one: requests were"
                    + " dropped and asked again")
                .formatted(opened))
        : List.of();
  }
}
