package io.github.restcomparison.runner.figures;

import io.github.restcomparison.records.RunSamples.Window;
import io.github.restcomparison.runner.host.Host;
import io.github.restcomparison.runner.load.Arrivals;
import io.github.restcomparison.runner.load.Exchanges;
import io.github.restcomparison.runner.load.WarmUp;
import io.github.restcomparison.runner.sampling.PauseWatch;
import io.github.restcomparison.runner.sampling.Sampler;
import io.github.restcomparison.runner.settings.RunRequest;
import io.github.restcomparison.runner.variants.Contract;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The load generator in this JVM, after the load.
 *
 * @param arrivals of an open model; empty in a closed one
 * @param backEndRequests how many measured requests the back end counted; NaN if unknown
 */
public record LocalGenerator(
    RunRequest request,
    Sampler sampler,
    PauseWatch pauses,
    WarmUp warmUp,
    Optional<Arrivals> arrivals,
    Exchanges exchanges,
    double backEndRequests)
    implements Figures.Generators {

  @Override
  public KeptTime undisturbed(Window window) {
    long pauseMs = KeptTime.pauseMs(Contract.load(request).limits().requestTime());
    return KeptTime.undisturbed(
        window, sampler.samples(), sampler.backEnd(), pauses.longerThan(pauseMs, window));
  }

  /** The schedule begins with its first request, which is due at once. */
  @Override
  public Figures.Seen seen(Usage usage, long loadStartMs) {
    List<Window> parts = usage.kept().parts();
    List<Window> leftOut = usage.kept().leftOutAfter(loadStartMs);
    return new Figures.Seen(
        Optional.of(
            usage.generator(
                sampler.samples().generator(),
                Host.CPUS,
                pauses.longestMs(parts),
                pauses.meanLatenessMicros(parts),
                request.conduct().generatorCapacity())),
        Optional.of(usage.host(sampler.samples(), sampler.backEnd(), request.conduct().pressure())),
        usage.server(sampler.backEnd(), List.of(), sampler.backEndJvm(), backEndRequests),
        arrivals.map(all -> all.outcome(leftOut)),
        arrivals.<Map<Integer, Long>>map(all -> all.corrected(leftOut).counts()).orElse(Map.of()),
        exchanges.bytes(),
        exchanges.byTrait(),
        warmUp.outcome(),
        warmUp.seconds());
  }
}
