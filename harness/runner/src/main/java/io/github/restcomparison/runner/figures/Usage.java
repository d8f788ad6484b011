package io.github.restcomparison.runner.figures;

import io.github.restcomparison.records.RunFigures.Cpu;
import io.github.restcomparison.records.RunFigures.Generator;
import io.github.restcomparison.records.RunFigures.HostState;
import io.github.restcomparison.records.RunFigures.JvmPauses;
import io.github.restcomparison.records.RunFigures.Memory;
import io.github.restcomparison.records.RunFigures.Server;
import io.github.restcomparison.records.RunSamples.CgroupSample;
import io.github.restcomparison.records.RunSamples.HostSample;
import io.github.restcomparison.records.RunSamples.JvmSample;
import io.github.restcomparison.records.RunSamples.ProcessSample;
import io.github.restcomparison.records.RunSamples.ResourceSamples;
import io.github.restcomparison.records.RunSamples.Sample;
import io.github.restcomparison.records.RunSamples.Window;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/**
 * The resources used in the kept time of a window, from samples taken once a second. Counters are
 * interpolated linearly at the ends of its parts; of levels, such as memory, the highest sample
 * inside it is taken. Figures that are not known are NaN.
 *
 * @param requests that ended in it
 */
public record Usage(KeptTime kept, long requests) {
  /** The squares of all pauses of a JVM until a time, in ms². */
  private record Squares(long atMs, double sum) implements Sample {}

  /**
   * Returns the resources that a server used: the service, or the back end that it calls. Empty if
   * it was not sampled, or if no request ended.
   *
   * @param cgroup of its container, whose CPU and memory then replace the figures of the process;
   *     empty if it runs in none
   * @param requestsSeen the number of measured requests by the server's own counter
   */
  public Optional<Server> server(
      List<ProcessSample> process,
      List<CgroupSample> cgroup,
      List<JvmSample> jvm,
      double requestsSeen) {
    if (requests == 0 || process.isEmpty() && cgroup.isEmpty()) {
      return Optional.empty();
    }
    boolean contained = !cgroup.isEmpty();
    double used =
        contained
            ? growth(cgroup, CgroupSample::cpuMicros)
            : 1e3 * growth(process, ProcessSample::cpuMs);
    // Requests got responses: no CPU time at all means that another process sent them.
    double cpuMicros = used > 0 ? used : Double.NaN;
    return Optional.of(
        new Server(
            new Cpu(
                rounded(cpuMicros / requests),
                rounded(cpuMicros / 1e6 / kept.seconds()),
                rounded(1e3 * growth(process, ProcessSample::runQueueMs) / requests),
                rounded(growth(process, ProcessSample::jitAndSamplingMicros) / requests)),
            new Memory(
                contained ? peak(cgroup, CgroupSample::memory) : peak(process, ProcessSample::rss),
                peak(jvm, each -> each.heap().heapAfterGc()),
                peak(process, ProcessSample::threads),
                Math.rint(growth(jvm, each -> each.heap().allocated()) / requests)),
            new JvmPauses(
                Math.rint(growth(jvm, each -> each.heap().gcMs())),
                rounded(gcDelayMicros(jvm)),
                Math.rint(growth(jvm, JvmSample::compilingMs))),
            requestsSeen,
            peak(jvm, each -> each.requests().inFlight()),
            rounded(waitMicros(jvm))));
  }

  /**
   * Returns the time in the resource per request that ended there, not per request in Gatling's
   * log.
   */
  private double waitMicros(List<JvmSample> jvm) {
    double ended = growth(jvm, each -> each.requests().timed());
    double micros = growth(jvm, each -> each.requests().timedMicros());
    return ended > 0 ? micros / ended : Double.NaN;
  }

  /**
   * Returns by how many µs garbage collections delay a request, in expectation; NaN without samples
   * around the window. Pauses of p₁, p₂, … in the time T: an instant that is independent of them
   * lies in pause i with probability pᵢ/T, and is then pᵢ/2 before its end, on average. It waits
   * for Σpᵢ²/2T (the mean residual time of renewal theory). A request has two such instants, its
   * arrival and the end of its wait: Σpᵢ²/T.
   *
   * <p>Samples have the number n and the sum s of the pauses of a second. All are taken to be s/n,
   * so that Σp² is s²/n, or more if they differ.
   */
  double gcDelayMicros(List<JvmSample> samples) {
    List<Squares> sums = new ArrayList<>();
    double sum = 0;
    for (int i = 0; i < samples.size(); i++) {
      JvmSample after = samples.get(i);
      JvmSample before = samples.get(Math.max(0, i - 1));
      double ms = after.heap().gcMs() - before.heap().gcMs();
      sum += ms * ms / Math.max(1, after.heap().gcs() - before.heap().gcs());
      sums.add(new Squares(after.atMs(), sum));
    }
    return 1e3 * growth(sums, Squares::sum) / kept.ms();
  }

  /**
   * Returns the resources that the load generator used.
   *
   * @param cpus logical processors that it may use
   * @param longestPauseMs in that time
   * @param meanLatenessMicros of a thread that sleeps, in that time
   */
  public Generator generator(
      List<ProcessSample> process, int cpus, double longestPauseMs, double meanLatenessMicros) {
    double cpuMs = growth(process, ProcessSample::cpuMs);
    double cores = cpuMs / kept.ms();
    return new Generator(
        rounded(cores),
        rounded(cpuMs / 1e3),
        rounded(Math.max(0, 1 - cores / cpus)),
        longestPauseMs,
        Double.NaN,
        rounded(1e3 * growth(process, ProcessSample::runQueueMs) / requests),
        rounded(meanLatenessMicros));
  }

  /**
   * Returns the state of the host, with the compilers of the generator.
   *
   * @param if the samples lack the service, the CPU share of other processes is unknown
   * @param backEnd samples of the back end that the service calls; empty if there is none
   * @param pressureBefore CPU pressure before the run, 0 to 1; NaN if unknown
   */
  public HostState host(
      ResourceSamples samples, List<ProcessSample> backEnd, double pressureBefore) {
    List<HostSample> host = samples.host();
    double total = growth(host, HostSample::totalMs);
    double others =
        growth(host, HostSample::busyMs)
            - growth(samples.service(), ProcessSample::cpuMs)
            - growth(samples.generator(), ProcessSample::cpuMs)
            - (backEnd.isEmpty() ? 0 : growth(backEnd, ProcessSample::cpuMs));
    double jit = growth(samples.generator(), ProcessSample::jitAndSamplingMicros) / 1e3;
    return new HostState(
        share(growth(host, HostSample::stealMs), total),
        share(others, total),
        share(jit, total),
        pressureBefore);
  }

  /** Counters are read some ms apart, so a difference of them may be below 0; a share is not. */
  private static double share(double part, double whole) {
    return whole > 0 ? Math.rint(1e4 * Math.max(0, part / whole)) / 1e4 : Double.NaN;
  }

  /** Returns the growth of a counter; NaN if the samples that have it do not enclose all parts. */
  private <T extends Sample> double growth(List<T> samples, ToDoubleFunction<T> counter) {
    List<T> counted =
        samples.stream().filter(each -> !Double.isNaN(counter.applyAsDouble(each))).toList();
    double sum = 0;
    for (Window part : kept.parts()) {
      sum +=
          interpolate(part.endMs(), counted, counter)
              - interpolate(part.startMs(), counted, counter);
    }
    return sum;
  }

  private static <T extends Sample> double interpolate(
      long ms, List<T> samples, ToDoubleFunction<T> counter) {
    for (int i = 1; i < samples.size(); i++) {
      long before = samples.get(i - 1).atMs();
      long after = samples.get(i).atMs();
      if (before <= ms && ms <= after && before < after) {
        double low = counter.applyAsDouble(samples.get(i - 1));
        double high = counter.applyAsDouble(samples.get(i));
        return low + (double) (ms - before) / (after - before) * (high - low);
      }
    }
    return Double.NaN;
  }

  private <T extends Sample> double peak(List<T> samples, ToDoubleFunction<T> level) {
    List<Window> parts = kept.parts();
    return samples.stream()
        .filter(sample -> parts.stream().anyMatch(part -> part.contains(sample.atMs())))
        .mapToDouble(level)
        .filter(Double::isFinite)
        .max()
        .orElse(Double.NaN);
  }

  /** Rounds a figure to three decimals, as records have it. */
  static double rounded(double figure) {
    return Math.rint(figure * 1e3) / 1e3;
  }
}
