package io.github.restcomparison.runner.outcome;

import io.github.restcomparison.records.RunRecord.Cpu;
import io.github.restcomparison.records.RunRecord.Generator;
import io.github.restcomparison.records.RunRecord.JvmPauses;
import io.github.restcomparison.records.RunRecord.Memory;
import io.github.restcomparison.records.RunRecord.Server;
import io.github.restcomparison.records.RunSamples.CgroupSample;
import io.github.restcomparison.records.RunSamples.JvmSample;
import io.github.restcomparison.records.RunSamples.ProcessSample;
import io.github.restcomparison.records.RunSamples.Window;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.function.ToLongFunction;

/**
 * The resources used in the time that is kept of a window, from samples taken once a second.
 * Counters are interpolated at the ends of its parts; of levels, such as memory, the highest sample
 * inside it is taken.
 *
 * @param requests that ended in it, 1 or more
 */
public record ResourceUsage(KeptTime kept, long requests) {

  /**
   * What a server used: the service, or the back end that it calls.
   *
   * @param cgroup of its container, whose CPU and memory then replace those of the process; empty
   *     if it runs in none
   * @param requestsSeen how many measured requests the server itself counted
   */
  public Server server(
      List<ProcessSample> process,
      List<CgroupSample> cgroup,
      List<JvmSample> jvm,
      OptionalLong requestsSeen) {
    CounterDelta delta = new CounterDelta(kept);
    boolean contained = !cgroup.isEmpty();
    OptionalDouble processMicros =
        delta.of(process, ProcessSample::atMs, sample -> 1_000 * sample.cpuMs());
    OptionalDouble used =
        contained ? delta.of(cgroup, CgroupSample::atMs, CgroupSample::cpuMicros) : processMicros;
    // Requests were answered: no CPU time at all means that another process answered them.
    OptionalDouble cpuMicros = used.orElse(0) > 0 ? used : OptionalDouble.empty();
    if (cpuMicros.orElse(1) <= 0) {
      cpuMicros = OptionalDouble.empty(); // whatever answered was not seen
    }
    return new Server(
        new Cpu(
            ratio(cpuMicros, requests),
            contained ? ratio(processMicros, requests) : OptionalDouble.empty(),
            ratio(cpuMicros, 1e6 * kept.seconds()),
            ratio(
                delta.ofOptional(process, ProcessSample::atMs, ProcessSample::runQueueMs),
                requests / 1e3),
            ratio(
                delta.ofOptional(process, ProcessSample::atMs, ProcessSample::jitAndSamplingMicros),
                requests)),
        new Memory(
            contained
                ? peak(cgroup, CgroupSample::atMs, CgroupSample::memory)
                : peak(process, ProcessSample::atMs, sample -> OptionalLong.of(sample.rss())),
            peak(jvm, JvmSample::atMs, each -> each.heap().heapAfterGc()),
            peak(process, ProcessSample::atMs, sample -> OptionalLong.of(sample.threads())).stream()
                .mapToInt(Math::toIntExact)
                .findFirst(),
            delta.ofOptional(jvm, JvmSample::atMs, each -> each.heap().allocated()).stream()
                .mapToLong(bytes -> Math.round(bytes / requests))
                .findFirst()),
        new JvmPauses(
            delta.of(jvm, JvmSample::atMs, each -> each.heap().gcMs()).stream()
                .mapToLong(Math::round)
                .findFirst(),
            new GcDelay(kept).microsPerRequest(jvm),
            delta.ofOptional(jvm, JvmSample::atMs, JvmSample::compilingMs).stream()
                .mapToLong(Math::round)
                .findFirst()),
        requestsSeen,
        peak(jvm, JvmSample::atMs, each -> each.requests().inFlight()),
        waitMicros(jvm));
  }

  /** Time in the resource per request that ended there, not per request that Gatling saw end. */
  private OptionalDouble waitMicros(List<JvmSample> jvm) {
    CounterDelta delta = new CounterDelta(kept);
    OptionalDouble ended = delta.ofOptional(jvm, JvmSample::atMs, each -> each.requests().timed());
    OptionalDouble micros =
        delta.ofOptional(jvm, JvmSample::atMs, each -> each.requests().timedMicros());
    return ended.orElse(0) > 0 ? ratio(micros, ended.getAsDouble()) : OptionalDouble.empty();
  }

  /**
   * What the load generator used.
   *
   * @param cpus logical processors that it may use
   * @param longestPauseMs in that time
   * @param meanLatenessMicros of a thread that sleeps, in that time
   * @param capacity requests per second that it can generate; absent if that was not measured
   */
  public Generator generator(
      List<ProcessSample> process,
      int cpus,
      OptionalLong longestPauseMs,
      OptionalDouble meanLatenessMicros,
      OptionalDouble capacity) {
    CounterDelta delta = new CounterDelta(kept);
    OptionalDouble cpuMs = delta.of(process, ProcessSample::atMs, ProcessSample::cpuMs);
    double keptMs = kept.ms();
    return new Generator(
        ratio(cpuMs, keptMs),
        ratio(cpuMs, 1e3),
        cpuMs.stream().map(ms -> rounded(Math.max(0, 1 - ms / keptMs / cpus))).findFirst(),
        longestPauseMs,
        capacity,
        ratio(
            delta.ofOptional(process, ProcessSample::atMs, ProcessSample::runQueueMs),
            requests / 1e3),
        ratio(meanLatenessMicros, 1));
  }

  private <T> OptionalLong peak(
      List<T> samples, ToLongFunction<T> time, Function<T, OptionalLong> level) {
    List<Window> parts = kept.parts();
    return samples.stream()
        .filter(sample -> parts.stream().anyMatch(part -> part.has(time.applyAsLong(sample))))
        .flatMapToLong(sample -> level.apply(sample).stream())
        .max();
  }

  private static OptionalDouble ratio(OptionalDouble amount, double by) {
    return amount.stream().map(value -> rounded(value / by)).findFirst();
  }

  /** To three decimals, as records have it. */
  static double rounded(double value) {
    return Math.round(value * 1e3) / 1e3;
  }
}
