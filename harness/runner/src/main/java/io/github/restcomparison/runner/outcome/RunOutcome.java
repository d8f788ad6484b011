package io.github.restcomparison.runner.outcome;

import io.github.restcomparison.records.RunRecord.Generator;
import io.github.restcomparison.records.RunRecord.HostState;
import io.github.restcomparison.records.RunRecord.Load;
import io.github.restcomparison.records.RunRecord.Server;
import io.github.restcomparison.records.RunSamples;
import io.github.restcomparison.records.RunSamples.Window;
import io.github.restcomparison.records.ThroughputLimits;
import io.github.restcomparison.runner.host.Host;
import io.github.restcomparison.runner.load.Arrivals;
import io.github.restcomparison.runner.load.Exchanges;
import io.github.restcomparison.runner.load.WarmUp;
import io.github.restcomparison.runner.log.GatlingLog;
import io.github.restcomparison.runner.sampling.PauseWatch;
import io.github.restcomparison.runner.sampling.Sampler;
import io.github.restcomparison.runner.settings.RunRequest;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * The result of a measured load, from Gatling's log and the samples, before the gates judge it.
 *
 * @param arrivals the requests of an open model; absent in a closed one
 * @param requestsSeen how many measured requests the service counted; absent if it cannot be asked
 * @param exchanges what the load sent and received
 * @param seenByBackEnd how many requests the back end counted
 */
public record RunOutcome(
    RunRequest request,
    ThroughputLimits limits,
    GatlingLog load,
    Optional<Arrivals> arrivals,
    WarmUp warmUp,
    Sampler sampler,
    PauseWatch pauses,
    OptionalLong requestsSeen,
    Exchanges exchanges,
    OptionalLong seenByBackEnd) {

  /** Right answers, ten of which lie beyond their p99. */
  private static final int ENOUGH_FOR_P99 = 1_000;

  /** The figures of the load. */
  public Load figures() {
    return new LoadFigures(
            load,
            kept(),
            steadiness(),
            exchanges.bytes(),
            arrivals.map(all -> all.outcome(leftOutOfSchedule())),
            warmUp.tookSeconds(),
            warmUp.steady(),
            warmUp.outcome())
        .figures();
  }

  /** The notes for the record, one sentence each. */
  public List<String> notes() {
    List<String> notes = new ArrayList<>();
    if (!warmUp.steady()) {
      notes.add("steady state not shown: the warm-up ended at its limit");
    }
    warmUp.failures().ifPresent(notes::add);
    kept().flatMap(KeptTime::note).ifPresent(notes::add);
    steadiness().map(Steadiness::notes).ifPresent(notes::addAll);
    server()
        .flatMap(server -> server.compiledTooMuch(figures().window().windowSeconds()))
        .ifPresent(notes::add);
    if (load.latencies().total() < ENOUGH_FOR_P99) {
      notes.add(
          "p99 rests on %,d requests, fewer than %,d"
              .formatted(load.latencies().total(), ENOUGH_FOR_P99));
    }
    return notes;
  }

  private Optional<Steadiness> steadiness() {
    return kept().map(kept -> new Steadiness(load, kept, limits));
  }

  /** Resources used by the service; absent if it was not started here or there is no window. */
  public Optional<Server> server() {
    return usage()
        .filter(
            usage ->
                !sampler.samples().service().isEmpty()
                    || !sampler.samples().serviceCgroup().isEmpty())
        .map(
            usage ->
                usage.server(
                    sampler.samples().service(),
                    sampler.samples().serviceCgroup(),
                    sampler.samples().serviceJvm(),
                    requestsSeen));
  }

  /** Resources used by the back end; absent if there is none or there is no window. */
  public Optional<Server> backEnd() {
    return usage()
        .filter(usage -> !sampler.backEnd().isEmpty())
        .map(
            usage ->
                usage.server(sampler.backEnd(), List.of(), sampler.backEndJvm(), seenByBackEnd));
  }

  /** Resources used by the load generator; absent if there is no window. */
  public Optional<Generator> generator() {
    return usage()
        .map(
            usage ->
                usage.generator(
                    sampler.samples().generator(),
                    Host.CPUS,
                    longestPauseMs(),
                    kept()
                        .map(kept -> pauses.meanLatenessMicros(kept.parts()))
                        .orElse(OptionalDouble.empty()),
                    request.beforehand().generatorCapacity()));
  }

  /** The longest pause of the load generator in the kept time, in ms; absent if not measured. */
  public OptionalLong longestPauseMs() {
    List<OptionalLong> each =
        kept().map(KeptTime::parts).orElse(List.of()).stream().map(pauses::longestMs).toList();
    return each.stream().allMatch(OptionalLong::isPresent)
        ? each.stream().mapToLong(OptionalLong::getAsLong).max()
        : OptionalLong.empty();
  }

  /** What else the host did in the kept time; absent if there is no window. */
  public Optional<HostState> host() {
    return kept()
        .map(
            kept ->
                new WindowHost(kept, sampler.samples().host())
                    .state(
                        sampler.samples().service(),
                        sampler.samples().generator(),
                        sampler.backEnd(),
                        request.beforehand().pressure()));
  }

  /** What throughput and cost are of; absent if there is no window. */
  public Optional<KeptTime> kept() {
    return disturbedSeconds().map(DisturbedSeconds::kept);
  }

  /** The window without its disturbed seconds, however little that is. */
  public Optional<KeptTime> undisturbed() {
    return disturbedSeconds().map(DisturbedSeconds::undisturbed);
  }

  private Optional<DisturbedSeconds> disturbedSeconds() {
    return load.window()
        .map(
            window ->
                new DisturbedSeconds(
                    window,
                    sampler.samples().host(),
                    sampler.samples().service(),
                    sampler.samples().generator(),
                    sampler.backEnd(),
                    pauses.longerThan(HostLimits.pauseMs(limits.requestTime()), window),
                    request.load().wave()));
  }

  /** The times whose requests do not count. */
  public List<Window> leftOutTimes() {
    return kept().map(kept -> kept.left(0)).orElse(List.of());
  }

  /** An open model's schedule begins with its first request, which is due at once. */
  private List<Window> leftOutOfSchedule() {
    return kept().map(kept -> kept.left(load.firstStartMs())).orElse(List.of());
  }

  private Optional<ResourceUsage> usage() {
    return kept()
        .map(kept -> new ResourceUsage(kept, kept.answers(load).total()))
        .filter(usage -> usage.requests() > 0);
  }

  /** All samples, for the charts. */
  public RunSamples samples() {
    return new RunSamples(
        new RunSamples.OfLoad(
            load.firstStartMs(),
            load.lastEndMs(),
            load.window(),
            kept().map(kept -> kept.latencies(load)).orElse(load.latencies()).counts(),
            arrivals
                .map(all -> all.corrected(leftOutOfSchedule()).counts())
                .orElse(Collections.emptySortedMap()),
            load.seconds(),
            warmUp.seconds()),
        sampler.samples());
  }
}
