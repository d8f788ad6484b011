package io.github.restcomparison.runner.outcome;

import io.github.restcomparison.records.RunRecord.Generator;
import io.github.restcomparison.records.RunRecord.HostState;
import io.github.restcomparison.records.RunRecord.Load;
import io.github.restcomparison.records.RunRecord.Server;
import io.github.restcomparison.records.RunSamples;
import io.github.restcomparison.records.RunSamples.ConnectionSample;
import io.github.restcomparison.records.RunSamples.ProcessSample;
import io.github.restcomparison.records.RunSamples.Window;
import io.github.restcomparison.records.ThroughputLimits;
import io.github.restcomparison.runner.backend.BackEndProcess;
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
 * @param askedBackEnd the back end that the service calls; absent if there is none
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
    Optional<BackEndProcess> askedBackEnd,
    OptionalLong seenByBackEnd) {

  /** Right answers, ten of which lie beyond their p99. */
  private static final int ENOUGH_FOR_P99 = 1_000;

  /** The figures of the load. */
  public Load figures() {
    return new LoadFigures(
            load,
            kept(),
            steadiness(),
            load.window()
                .map(window -> opened(window, sampler.connections()))
                .orElse(OptionalLong.empty()),
            exchanges.bytes(),
            arrivals.map(all -> all.outcome(leftOutOfSchedule())),
            warmUp.tookSeconds(),
            warmUp.steady(),
            warmUp.outcome())
        .figures();
  }

  /**
   * How many connections were opened between the first and the last sample inside a window. The
   * count is not interpolated at the window's ends, because every user opens its connection right
   * before the window.
   */
  static OptionalLong opened(Window window, List<ConnectionSample> samples) {
    List<ConnectionSample> inside =
        samples.stream()
            .filter(sample -> sample.atMs() >= window.startMs() && sample.atMs() <= window.endMs())
            .toList();
    return inside.size() < 2
        ? OptionalLong.empty()
        : OptionalLong.of(inside.getLast().opened() - inside.getFirst().opened());
  }

  /** The notes for the record, one sentence each. */
  public List<String> notes() {
    List<String> notes = new ArrayList<>();
    if (!warmUp.steady()) {
      notes.add("steady state not shown: the warm-up ended at its limit");
    }
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
        .filter(usage -> !sampler.service().isEmpty() || !sampler.serviceCgroup().isEmpty())
        .map(
            usage ->
                usage.server(
                    sampler.service(),
                    sampler.serviceCgroup(),
                    sampler.serviceJvm(),
                    requestsSeen));
  }

  /** Resources used by the back end; absent if there is none or there is no window. */
  public Optional<Server> backEnd() {
    return usage()
        .flatMap(
            usage ->
                askedBackEnd.map(
                    asked ->
                        usage.server(
                            asked.samples(), List.of(), asked.jvmSamples(), seenByBackEnd)));
  }

  /** Resources used by the load generator; absent if there is no window. */
  public Optional<Generator> generator() {
    return usage()
        .map(
            usage ->
                usage.generator(
                    sampler.generator(),
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
                new WindowHost(kept, sampler.host())
                    .state(
                        sampler.service(),
                        sampler.generator(),
                        backEndSamples(),
                        request.beforehand().pressure()));
  }

  private List<ProcessSample> backEndSamples() {
    return askedBackEnd.map(BackEndProcess::samples).orElse(List.of());
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
                    sampler.host(),
                    sampler.service(),
                    sampler.generator(),
                    backEndSamples(),
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
        new RunSamples.OfHost(
            sampler.service(),
            sampler.serviceJvm(),
            sampler.generator(),
            sampler.host(),
            sampler.connections(),
            sampler.serviceCgroup()));
  }
}
