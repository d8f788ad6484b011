package io.github.restcomparison.runner.gate;

import io.github.restcomparison.records.RunRecord.Load;
import java.util.List;

/**
 * Whether users kept their connections. A request on a kept-alive connection that the service drops
 * is asked again by Gatling without a word, so that nobody would see it but the kernel, which
 * counts the connections that are opened. A run that it objects to is INVALID.
 */
public record ConnectionGate(Load load) implements Gate {
  private static final long FEW = 5;
  private static final double SHARE = 0.001;

  /** Whether there is anything to judge. */
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
    return opened > Math.max(FEW, SHARE * load.ok())
        ? List.of(
            ("%d connections were opened in the window, in which every user had one: requests were"
                    + " dropped and asked again")
                .formatted(opened))
        : List.of();
  }
}
