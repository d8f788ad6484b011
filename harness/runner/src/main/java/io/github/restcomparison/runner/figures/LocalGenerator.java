package io.github.restcomparison.runner.figures;

import io.github.restcomparison.records.Behaviour;
import io.github.restcomparison.records.Latencies;
import io.github.restcomparison.records.OpenModel;
import io.github.restcomparison.records.RunFigures.Generator;
import io.github.restcomparison.records.RunFigures.HostState;
import io.github.restcomparison.records.RunFigures.Latency;
import io.github.restcomparison.records.RunFigures.Server;
import io.github.restcomparison.records.RunSamples.WarmUpSecond;
import io.github.restcomparison.records.RunSamples.Window;
import io.github.restcomparison.runner.host.Host;
import io.github.restcomparison.runner.load.Exchanges;
import io.github.restcomparison.runner.load.Users;
import io.github.restcomparison.runner.load.WarmUp;
import io.github.restcomparison.runner.sampling.PauseWatch;
import io.github.restcomparison.runner.sampling.Sampler;
import io.github.restcomparison.runner.variants.Contract;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The load generator in this JVM, after the load.
 *
 * @param backEndRequests how many measured requests the back end counted; NaN if unknown
 */
public record LocalGenerator(
    Contract contract, Sampler sampler, PauseWatch pauses, Users users, double backEndRequests)
    implements Evaluation.Generators {

  @Override
  public Optional<Window> allActive() {
    return users.allActive();
  }

  @Override
  public KeptTime undisturbed(Window window) {
    long pauseMs = contract.load().limits().maxPauseMs();
    return KeptTime.undisturbed(
        window, sampler.samples(), sampler.backEnd(), pauses.longerThan(pauseMs, window));
  }

  @Override
  public Optional<Generator> resources(Usage usage) {
    List<Window> parts = usage.kept().parts();
    return Optional.of(
        usage.generator(
            sampler.samples().generator(),
            Host.CPUS,
            pauses.longestMs(parts),
            pauses.meanLatenessMicros(parts)));
  }

  @Override
  public Optional<HostState> host(Usage usage) {
    return Optional.of(
        usage.host(sampler.samples(), sampler.backEnd(), contract.request().flags().pressure()));
  }

  @Override
  public Optional<Server> backEnd(Usage usage) {
    return usage.server(sampler.backEnd(), List.of(), sampler.backEndJvm(), backEndRequests);
  }

  @Override
  public Optional<OpenModel.Outcome> arrivals(List<Window> excluded, Latencies corrected) {
    return users.arrivals().map(all -> all.outcome(excluded, corrected));
  }

  @Override
  public Latencies corrected(List<Window> excluded) {
    return users.arrivals().map(all -> all.corrected(excluded)).orElseGet(Latencies::new);
  }

  @Override
  public double responseBytes() {
    return users.exchanges().bytes();
  }

  @Override
  public Behaviour behaviour(Latencies latencies, List<Window> excluded) {
    Exchanges exchanges = users.exchanges();
    return new Behaviour(
        exchanges.byTrait(),
        exchanges.byStatus().latencies(latencies, excluded).map(LocalGenerator::summaries),
        exchanges.byStatus().bodies(),
        contract.request().simulation().isPresent()
            ? Optional.empty()
            : exchanges.connections().reconnects(),
        Optional.empty());
  }

  private static Map<String, Latency> summaries(Map<String, Latencies> byStatus) {
    Map<String, Latency> summaries = new TreeMap<>();
    byStatus.forEach((status, each) -> summaries.put(status, each.summary().orElseThrow()));
    return summaries;
  }

  @Override
  public WarmUp.Outcome warmUp() {
    return users.warmUp().outcome();
  }

  @Override
  public List<WarmUpSecond> warmUpSeconds() {
    return users.warmUp().seconds();
  }
}
