package io.github.restcomparison.runner.figures;

import io.github.restcomparison.records.Behaviour;
import io.github.restcomparison.records.Latencies;
import io.github.restcomparison.records.OpenModel;
import io.github.restcomparison.records.RunFigures.Generator;
import io.github.restcomparison.records.RunFigures.HostState;
import io.github.restcomparison.records.RunFigures.Server;
import io.github.restcomparison.records.RunSamples.ResourceSamples;
import io.github.restcomparison.records.RunSamples.WarmUpSecond;
import io.github.restcomparison.records.RunSamples.Window;
import io.github.restcomparison.runner.load.WarmUp;
import java.util.List;
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
    implements Evaluation.Generators {

  /** One that nothing disturbed. */
  static FakeGenerator of(double responseBytes, boolean isWarm, double pressureBefore) {
    return new FakeGenerator(KeptTime::whole, responseBytes, isWarm, pressureBefore);
  }

  @Override
  public KeptTime undisturbed(Window window) {
    return kept.apply(window);
  }

  @Override
  public Optional<Window> allActive() {
    return Optional.empty();
  }

  @Override
  public Optional<Generator> resources(Usage usage) {
    return Optional.of(usage.generator(List.of(), 2, Double.NaN, Double.NaN).withCapacity(1_000));
  }

  @Override
  public Optional<HostState> host(Usage usage) {
    return Optional.of(usage.host(ResourceSamples.of(List.of()), List.of(), pressureBefore));
  }

  @Override
  public Optional<Server> backEnd(Usage usage) {
    return Optional.empty();
  }

  @Override
  public Optional<OpenModel.Outcome> arrivals(List<Window> excluded, Latencies corrected) {
    return Optional.empty();
  }

  @Override
  public Latencies corrected(List<Window> excluded) {
    return new Latencies();
  }

  @Override
  public Behaviour behaviour(Latencies latencies, List<Window> excluded) {
    return Behaviour.UNKNOWN;
  }

  @Override
  public WarmUp.Outcome warmUp() {
    return new WarmUp.Outcome(
        10, isWarm, isWarm ? List.of() : List.of("the warm-up ended at its limit"));
  }

  @Override
  public List<WarmUpSecond> warmUpSeconds() {
    return List.of();
  }
}
