package io.github.restcomparison.runner.figures;

import io.github.restcomparison.records.RunRecord.WarmUp;
import io.github.restcomparison.records.RunSamples.OfHost;
import io.github.restcomparison.records.RunSamples.Window;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * A load generator that knows little of its host.
 *
 * @param kept of a window
 * @param pressureBefore the run, 0 to 1; NaN if unknown
 */
record FakeGenerator(
    Function<Window, KeptTime> kept, double responseBytes, boolean isWarm, double pressureBefore)
    implements Figures.Generators {

  /** One that nothing disturbed. */
  static FakeGenerator of(double responseBytes, boolean isWarm, double pressureBefore) {
    return new FakeGenerator(KeptTime::all, responseBytes, isWarm, pressureBefore);
  }

  @Override
  public KeptTime undisturbed(Window window) {
    return kept.apply(window);
  }

  @Override
  public Figures.Seen seen(Usage usage, long loadStartMs) {
    double unknown = Double.NaN;
    return new Figures.Seen(
        Optional.of(usage.generator(List.of(), 2, unknown, unknown, 1_000)),
        Optional.of(usage.host(OfHost.of(List.of()), List.of(), pressureBefore)),
        Optional.empty(),
        Optional.empty(),
        Map.of(),
        responseBytes,
        Optional.empty(),
        new WarmUp(10, isWarm, Optional.empty()),
        List.of());
  }
}
