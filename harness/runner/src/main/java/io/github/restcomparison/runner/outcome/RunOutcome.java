package io.github.restcomparison.runner.outcome;

import io.github.restcomparison.records.RunRecord.Generator;
import io.github.restcomparison.records.RunRecord.HostState;
import io.github.restcomparison.records.RunRecord.Load;
import io.github.restcomparison.records.RunRecord.Server;
import io.github.restcomparison.records.RunSamples;
import io.github.restcomparison.records.RunSamples.ConnectionSample;
import io.github.restcomparison.records.RunSamples.Window;
import io.github.restcomparison.records.ThroughputLimits;
import io.github.restcomparison.runner.backend.BackEndProcess;
import io.github.restcomparison.runner.gatlinglog.MeasuredLoad;
import io.github.restcomparison.runner.host.Host;
import io.github.restcomparison.runner.load.Arrivals;
import io.github.restcomparison.runner.load.WarmUp;
import io.github.restcomparison.runner.sampling.PauseWatch;
import io.github.restcomparison.runner.sampling.Sampler;
import io.github.restcomparison.runner.settings.RunSettings;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/** What a load showed: figures from Gatling's log and from the samples, before any gate. */
public record RunOutcome(
    RunSettings settings,
    ThroughputLimits limits,
    MeasuredLoad load,
    Optional<Arrivals> arrivals,
    WarmUp warmUp,
    Sampler sampler,
    PauseWatch pauses,
    OptionalLong requestsSeen,
    long answerBytes,
    Optional<BackEndProcess> askedBackEnd,
    OptionalLong seenByBackEnd) {

  /** What Gatling saw, in figures. */
  public Load figures() {
    return new LoadFigures(
            load,
            steadiness(),
            load.window()
                .map(within -> opened(within, sampler.connections()))
                .orElse(OptionalLong.empty()),
            OptionalDouble.of(answerBytes),
            arrivals.map(Arrivals::outcome),
            warmUp.tookSeconds(),
            warmUp.steady())
        .figures();
  }

  /**
   * How many connections were opened between the first and the last sample of a window. Nothing is
   * interpolated: right before it every user opens one.
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

  /** What a reader should know of it. */
  public List<String> notes() {
    List<String> notes = new ArrayList<>();
    if (warmUp.users() > settings.users()) {
      notes.add("warmed up by %,d users, so that it compiled in time".formatted(warmUp.users()));
    }
    if (!warmUp.steady()) {
      notes.add("steady state not shown: the warm-up ended at its limit");
    }
    steadiness().map(Steadiness::notes).ifPresent(notes::addAll);
    return notes;
  }

  private Optional<Steadiness> steadiness() {
    return load.window().map(window -> new Steadiness(load, window, limits));
  }

  /**
   * What the requests cost the service; absent where it was not started here, or without a window.
   */
  public Optional<Server> server() {
    return sampler.service().isEmpty()
        ? Optional.empty()
        : cost()
            .map(
                cost ->
                    cost.server(
                        sampler.service(),
                        sampler.serviceCgroup(),
                        sampler.serviceJvm(),
                        requestsSeen));
  }

  /** What answering the service cost the back end, where it asked one. */
  public Optional<Server> backEnd() {
    return askedBackEnd.flatMap(
        asked ->
            cost()
                .map(
                    cost ->
                        cost.server(
                            asked.samples(), List.of(), asked.jvmSamples(), seenByBackEnd)));
  }

  /** What generating the load cost; absent without a window. */
  public Optional<Generator> generator() {
    return cost()
        .map(
            cost ->
                cost.generator(
                    sampler.generator(),
                    Host.CPUS,
                    longestPauseMs(),
                    settings.generatorCapacity()));
  }

  /** The longest pause of the generator in the window, ms; absent without a window. */
  public OptionalLong longestPauseMs() {
    return load.window().map(pauses::longestMs).orElse(OptionalLong.empty());
  }

  /** What else went on on the host; absent where there was no window. */
  public Optional<HostState> host() {
    return load.window()
        .map(
            window ->
                new WindowHost(window, sampler.host())
                    .state(
                        sampler.service(),
                        sampler.generator(),
                        askedBackEnd.map(BackEndProcess::samples).orElse(List.of()),
                        settings.pressureBefore()));
  }

  private Optional<ResourceUsage> cost() {
    return load.window()
        .map(window -> new ResourceUsage(window, load.in(window).total()))
        .filter(cost -> cost.requests() > 0);
  }

  /** Everything that was sampled, for the charts. */
  public RunSamples samples() {
    return new RunSamples(
        load.firstStartMs(),
        load.lastEndMs(),
        load.window(),
        load.latencies().counts(),
        arrivals.map(all -> all.corrected().counts()).orElse(Collections.emptySortedMap()),
        load.seconds(),
        warmUp.seconds(),
        sampler.service(),
        sampler.serviceJvm(),
        sampler.generator(),
        sampler.host(),
        sampler.connections(),
        sampler.serviceCgroup());
  }
}
