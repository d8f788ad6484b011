package io.github.restcomparison.runner.figures;

import io.github.restcomparison.records.RunRecord.WarmUp;
import io.github.restcomparison.records.RunSamples.OfHost;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A load generator that knows little of its host. */
final class FakeGenerator {
  private FakeGenerator() {}

  /**
   * What it knows of a load.
   *
   * @param pressureBefore the run, 0 to 1; NaN if unknown
   */
  static Figures.Seen seen(
      Usage usage, double responseBytes, boolean isWarm, double pressureBefore) {
    double unknown = Double.NaN;
    return new Figures.Seen(
        Optional.of(usage.generator(List.of(), 2, unknown, unknown, unknown)),
        Optional.of(usage.host(OfHost.of(List.of()), List.of(), pressureBefore)),
        Optional.empty(),
        Optional.empty(),
        Map.of(),
        responseBytes,
        new WarmUp(10, isWarm, Optional.empty()),
        List.of());
  }
}
