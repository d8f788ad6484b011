package io.github.restcomparison.runner.figures;

import io.github.restcomparison.records.RunRecord.WarmUp;
import io.github.restcomparison.records.RunSamples.Window;
import io.github.restcomparison.runner.log.GatlingLog;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A load generator that knows little of its host. */
record FakeGenerator(KeptTime kept, double responseBytes, boolean isWarm)
    implements Figures.Generators {
  @Override
  public KeptTime undisturbed(Window window) {
    return kept;
  }

  @Override
  public Figures.Seen seen(GatlingLog log, Usage usage) {
    return new Figures.Seen(
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Map.of(),
        responseBytes,
        Double.NaN,
        new Figures.SilentLoad(new WarmUp(10, isWarm, Optional.empty()), List.of(), List.of()));
  }
}
