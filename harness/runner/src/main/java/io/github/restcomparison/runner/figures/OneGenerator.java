package io.github.restcomparison.runner.figures;

import io.github.restcomparison.records.RunRecord;
import io.github.restcomparison.records.RunRecord.Generator;
import io.github.restcomparison.records.RunRecord.HostState;
import io.github.restcomparison.records.RunRecord.Server;
import io.github.restcomparison.records.RunSamples.Window;
import io.github.restcomparison.runner.host.Host;
import io.github.restcomparison.runner.load.Arrivals;
import io.github.restcomparison.runner.load.Exchanges;
import io.github.restcomparison.runner.load.WarmUp;
import io.github.restcomparison.runner.sampling.PauseWatch;
import io.github.restcomparison.runner.sampling.Sampler;
import io.github.restcomparison.runner.settings.RunRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * What this JVM knows of the load that it made.
 *
 * @param arrivals the requests of an open model; empty in a closed one
 * @param seenByBackEnd how many requests the back end counted; empty if there is none
 */
public record OneGenerator(
    RunRequest request,
    Sampler sampler,
    PauseWatch pauses,
    Optional<Arrivals> arrivals,
    Exchanges exchanges,
    WarmUp silentLoad,
    OptionalLong seenByBackEnd)
    implements Figures.Generators {

  @Override
  public KeptTime undisturbed(Window window) {
    long pauseMs = DisturbedSeconds.pauseMs(request.boundLoad().limits().requestTime());
    return new DisturbedSeconds(
            window, sampler.samples(), sampler.backEnd(), pauses.longerThan(pauseMs, window))
        .undisturbed();
  }

  @Override
  public Optional<Generator> used(Usage usage) {
    List<Window> parts = usage.kept().parts();
    List<OptionalLong> longest = parts.stream().map(pauses::longestMs).toList();
    return Optional.of(
        usage.generator(
            sampler.samples().generator(),
            Host.CPUS,
            longest.stream().allMatch(OptionalLong::isPresent)
                ? longest.stream().mapToLong(OptionalLong::getAsLong).max()
                : OptionalLong.empty(),
            pauses.meanLatenessMicros(parts),
            request.beforehand().generatorCapacity()));
  }

  @Override
  public Optional<HostState> host(Usage usage) {
    return Optional.of(
        usage.host(sampler.samples(), sampler.backEnd(), request.beforehand().pressure()));
  }

  @Override
  public Optional<Server> backEnd(Usage usage) {
    return sampler.backEnd().isEmpty()
        ? Optional.empty()
        : Optional.of(
            usage.server(sampler.backEnd(), List.of(), sampler.backEndJvm(), seenByBackEnd));
  }

  /** The schedule begins with its first request, which is due at once. */
  @Override
  public Optional<Figures.Scheduled> scheduled(KeptTime kept, long startMs) {
    List<Window> leftOut = kept.leftOutAfter(startMs);
    return arrivals.map(all -> new Figures.Scheduled(all.outcome(leftOut), all.corrected(leftOut)));
  }

  @Override
  public OptionalDouble responseBytes() {
    return exchanges.bytes();
  }

  @Override
  public OptionalLong repeated(long requests) {
    return OptionalLong.of(exchanges.repeated(requests));
  }

  @Override
  public Figures.WarmUpFigures warmUp() {
    List<String> notes = new ArrayList<>();
    if (!silentLoad.steady()) {
      notes.add("steady state not shown: the warm-up ended at its limit");
    }
    silentLoad.failures().ifPresent(notes::add);
    return new Figures.WarmUpFigures(
        new RunRecord.WarmUp(silentLoad.tookSeconds(), silentLoad.steady(), silentLoad.outcome()),
        silentLoad.seconds(),
        notes);
  }
}
