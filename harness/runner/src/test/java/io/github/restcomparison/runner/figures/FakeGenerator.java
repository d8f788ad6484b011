package io.github.restcomparison.runner.figures;

import io.github.restcomparison.records.RunRecord.Generator;
import io.github.restcomparison.records.RunRecord.WarmUp;
import io.github.restcomparison.records.RunSamples.Window;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/** A load generator that knows little of its host. */
record FakeGenerator(KeptTime kept, OptionalDouble responseBytes, boolean isWarm)
    implements Figures.Generators {
  @Override
  public KeptTime undisturbed(Window window) {
    return kept;
  }

  @Override
  public Optional<Generator> used(Usage usage) {
    return Optional.empty();
  }

  @Override
  public Optional<Figures.Scheduled> scheduled(KeptTime leftOut, long startMs) {
    return Optional.empty();
  }

  @Override
  public Figures.WarmUpFigures warmUp() {
    return new Figures.WarmUpFigures(
        new WarmUp(10, isWarm, Optional.empty()), List.of(), List.of());
  }
}
