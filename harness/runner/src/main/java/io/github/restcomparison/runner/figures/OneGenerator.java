package io.github.restcomparison.runner.figures;

import io.github.restcomparison.records.RunRecord;
import io.github.restcomparison.records.RunRecord.Generator;
import io.github.restcomparison.records.RunRecord.Server;
import io.github.restcomparison.records.RunSamples.Window;
import io.github.restcomparison.runner.host.Host;
import io.github.restcomparison.runner.load.Arrivals;
import io.github.restcomparison.runner.load.Exchanges;
import io.github.restcomparison.runner.load.WarmUp;
import io.github.restcomparison.runner.log.GatlingLog;
import io.github.restcomparison.runner.sampling.PauseWatch;
import io.github.restcomparison.runner.sampling.Sampler;
import io.github.restcomparison.runner.settings.RunRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What this JVM knows of the load that it made.
 *
 * @param arrivals the requests of an open model; empty in a closed one
 * @param seenByBackEnd how many requests the back end counted; NaN if there is none
 */
public record OneGenerator(
    RunRequest request,
    Sampler sampler,
    PauseWatch pauses,
    Optional<Arrivals> arrivals,
    Exchanges exchanges,
    WarmUp silentLoad,
    double seenByBackEnd)
    implements Figures.Generators {

  @Override
  public KeptTime undisturbed(Window window) {
    long pauseMs = KeptTime.pauseMs(request.boundLoad().limits().requestTime());
    return KeptTime.undisturbed(
        window, sampler.samples(), sampler.backEnd(), pauses.longerThan(pauseMs, window));
  }

  @Override
  public Figures.Seen seen(GatlingLog log, Usage usage) {
    List<Window> parts = usage.kept().parts();
    Generator used =
        usage.generator(
            sampler.samples().generator(),
            Host.CPUS,
            pauses.longestMs(parts),
            pauses.meanLatenessMicros(parts),
            request.conduct().generatorCapacity().orElse(Double.NaN));
    Optional<Server> backEnd =
        sampler.backEnd().isEmpty()
            ? Optional.empty()
            : Optional.of(
                usage.server(sampler.backEnd(), List.of(), sampler.backEndJvm(), seenByBackEnd));
    // The schedule begins with its first request, which is due at once.
    List<Window> leftOut = usage.kept().leftOutAfter(log.firstStartMs());
    return new Figures.Seen(
        Optional.of(used),
        Optional.of(
            usage.host(
                sampler.samples(),
                sampler.backEnd(),
                request.conduct().pressure().orElse(Double.NaN))),
        backEnd,
        arrivals.map(all -> all.outcome(leftOut)),
        arrivals.<Map<Integer, Long>>map(all -> all.corrected(leftOut).counts()).orElse(Map.of()),
        exchanges.bytes(),
        exchanges.repeated(log.ok() + log.failed()),
        warmUp());
  }

  private Figures.SilentLoad warmUp() {
    List<String> notes = new ArrayList<>();
    if (!silentLoad.steady()) {
      notes.add("steady state not shown: the warm-up ended at its limit");
    }
    silentLoad.failures().ifPresent(notes::add);
    return new Figures.SilentLoad(
        new RunRecord.WarmUp(silentLoad.tookSeconds(), silentLoad.steady(), silentLoad.outcome()),
        silentLoad.seconds(),
        notes);
  }
}
