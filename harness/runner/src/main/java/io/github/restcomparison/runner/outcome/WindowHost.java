package io.github.restcomparison.runner.outcome;

import io.github.restcomparison.records.RunRecord.HostState;
import io.github.restcomparison.records.RunSamples.HostSample;
import io.github.restcomparison.records.RunSamples.ProcessSample;
import io.github.restcomparison.records.RunSamples.Window;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.stream.IntStream;

/** What else went on on the host in a window, from samples that were taken once a second. */
public record WindowHost(Window window, List<HostSample> host) {

  /**
   * The state to be judged.
   *
   * @param service its samples; none where it runs elsewhere, or nobody knows where: then nobody
   *     knows either what is foreign
   * @param backEnd that the service asks; none where it asks nobody
   * @param pressureBefore what the one who started the run saw before, 0 to 1
   */
  public HostState state(
      List<ProcessSample> service,
      List<ProcessSample> generator,
      List<ProcessSample> backEnd,
      OptionalDouble pressureBefore) {
    CounterDelta delta = new CounterDelta(window);
    OptionalDouble total = delta.of(host, HostSample::atMs, HostSample::totalMs);
    OptionalDouble busy = delta.of(host, HostSample::atMs, HostSample::busyMs);
    OptionalDouble stolen =
        delta.of(
            host.stream().filter(sample -> sample.stealMs().isPresent()).toList(),
            HostSample::atMs,
            sample -> sample.stealMs().getAsLong());
    OptionalDouble ofService = delta.of(service, ProcessSample::atMs, ProcessSample::cpuMs);
    OptionalDouble ofGenerator = delta.of(generator, ProcessSample::atMs, ProcessSample::cpuMs);
    boolean known = busy.isPresent() && ofService.isPresent() && ofGenerator.isPresent();
    OptionalDouble others =
        known
            ? OptionalDouble.of(
                busy.getAsDouble()
                    - ofService.getAsDouble()
                    - ofGenerator.getAsDouble()
                    - delta.of(backEnd, ProcessSample::atMs, ProcessSample::cpuMs).orElse(0))
            : OptionalDouble.empty();
    return new HostState(share(stolen, total), share(others, total), clockStepMs(), pressureBefore);
  }

  /** Two clocks that are read one after the other are never read at once: a ms is no step. */
  private OptionalLong clockStepMs() {
    return host.size() < 2
        ? OptionalLong.empty()
        : IntStream.range(1, host.size())
            .mapToLong(i -> host.get(i).clockOffsetMs() - host.get(i - 1).clockOffsetMs())
            .map(Math::abs)
            .max();
  }

  /** The counters of the system and those of processes are read some ms apart: never below 0. */
  private static OptionalDouble share(OptionalDouble part, OptionalDouble whole) {
    return part.isPresent() && whole.isPresent() && whole.getAsDouble() > 0
        ? OptionalDouble.of(
            Math.round(1e4 * Math.max(0, part.getAsDouble() / whole.getAsDouble())) / 1e4)
        : OptionalDouble.empty();
  }
}
