package io.github.restcomparison.runner;

import io.github.restcomparison.records.Behaviour;
import io.github.restcomparison.records.Behaviour.Bodies;
import io.github.restcomparison.records.Latencies;
import io.github.restcomparison.records.OpenModel.Outcome;
import io.github.restcomparison.records.RunFigures.Generator;
import io.github.restcomparison.records.RunFigures.HostState;
import io.github.restcomparison.records.RunFigures.Server;
import io.github.restcomparison.records.RunSamples.WarmUpSecond;
import io.github.restcomparison.records.RunSamples.Window;
import io.github.restcomparison.runner.figures.Evaluation;
import io.github.restcomparison.runner.figures.KeptTime;
import io.github.restcomparison.runner.figures.Usage;
import io.github.restcomparison.runner.load.WarmUp;
import io.github.restcomparison.runner.settings.RunRequest.RunFlags;
import java.util.List;
import java.util.Optional;

/**
 * The load generator of a {@link SyntheticRun}, after the load.
 *
 * @param outcome of an open model; empty in a closed one
 */
record SyntheticGenerator(Run run, SyntheticHost host, RunFlags conduct, Optional<Outcome> outcome)
    implements Evaluation.Generators {

  @Override
  public Optional<Window> allActive() {
    return Optional.empty();
  }

  @Override
  public KeptTime undisturbed(Window window) {
    long limitMs = run.load().limits().maxPauseMs();
    List<Window> tooLong = host.pauses().stream().filter(each -> each.ms() > limitMs).toList();
    return KeptTime.undisturbed(window, host.samples(), List.of(), tooLong);
  }

  @Override
  public Optional<Generator> resources(Usage usage) {
    return Optional.of(
        usage.generator(host.samples().generator(), SyntheticHost.CPUS, host.pauseMs(), 50));
  }

  @Override
  public Optional<HostState> host(Usage usage) {
    return Optional.of(usage.host(host.samples(), List.of(), conduct.pressure()));
  }

  @Override
  public Optional<Server> backEnd(Usage usage) {
    return Optional.empty();
  }

  @Override
  public Optional<Outcome> arrivals(List<Window> excluded, Latencies corrected) {
    return outcome;
  }

  @Override
  public Latencies corrected(List<Window> excluded) {
    return new Latencies();
  }

  @Override
  public double responseBytes() {
    return run.users().exchanges().bytes();
  }

  @Override
  public Behaviour behaviour(Latencies latencies, List<Window> excluded) {
    Optional<List<Bodies>> bodies = Optional.empty();
    return new Behaviour(
        run.users().exchanges().byTrait(),
        Optional.empty(),
        bodies,
        run.users().exchanges().connections().reconnects(),
        Optional.empty());
  }

  @Override
  public WarmUp.Outcome warmUp() {
    return run.users().warmUp().outcome();
  }

  @Override
  public List<WarmUpSecond> warmUpSeconds() {
    return run.users().warmUp().seconds();
  }
}
