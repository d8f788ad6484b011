package io.github.restcomparison.comparison.run;

import io.github.restcomparison.comparison.record.RunRecord.Load;
import io.github.restcomparison.comparison.record.RunSamples.ConnectionSample;
import io.github.restcomparison.comparison.record.RunSamples.Window;
import java.util.List;
import java.util.OptionalLong;

/**
 * Whether users kept their connections. A request on a kept-alive connection that the service drops
 * is asked again by Gatling without a word, so that nobody would see it but the kernel, which
 * counts the connections that are opened. A run that it objects to is INVALID.
 */
record ConnectionGate(Load load) {
  private static final long FEW = 5;
  private static final double SHARE = 0.001;

  /** Whether there is anything to judge. */
  boolean canJudge() {
    return load.connectionsOpened().isPresent();
  }

  List<String> objections() {
    long opened = load.connectionsOpened().orElse(0);
    return opened > Math.max(FEW, SHARE * load.ok())
        ? List.of(
            ("%d connections were opened in the window, in which every user had one: requests were"
                    + " dropped and asked again")
                .formatted(opened))
        : List.of();
  }

  /**
   * How many connections were opened between the first and the last sample of a window. Nothing is
   * interpolated: right before it every user opens one.
   */
  static OptionalLong opened(Window window, List<ConnectionSample> samples) {
    List<ConnectionSample> inside =
        samples.stream()
            .filter(sample -> sample.atMs() >= window.startMs() && sample.atMs() <= window.endMs())
            .toList();
    return inside.size() < 2
        ? OptionalLong.empty()
        : OptionalLong.of(inside.getLast().opened() - inside.getFirst().opened());
  }
}
