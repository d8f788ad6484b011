package io.github.restcomparison.runner.outcome;

import io.github.restcomparison.records.RunRecord.HostState;
import io.github.restcomparison.records.RunSamples.HostSample;
import io.github.restcomparison.records.RunSamples.ProcessSample;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.stream.IntStream;

/**
 * What else the host did in the time that is kept of a window, from samples taken once a second.
 */
record WindowHost(KeptTime kept, List<HostSample> host) {

  /**
   * The state that {@code HostGate} judges.
   *
   * @param service samples of the service; empty if it was not started here. The CPU share of other
   *     processes is then unknown
   * @param generator samples of the load generator
   * @param backEnd samples of the back end that the service calls; empty if there is none
   * @param pressureBefore CPU pressure before the run, 0 to 1
   */
  public HostState state(
      List<ProcessSample> service,
      List<ProcessSample> generator,
      List<ProcessSample> backEnd,
      OptionalDouble pressureBefore) {
    CounterDelta delta = new CounterDelta(kept);
    OptionalDouble total = delta.of(host, HostSample::atMs, HostSample::totalMs);
    OptionalDouble busy = delta.of(host, HostSample::atMs, HostSample::busyMs);
    OptionalDouble stolen = delta.ofOptional(host, HostSample::atMs, HostSample::stealMs);
    OptionalDouble ofService = delta.of(service, ProcessSample::atMs, ProcessSample::cpuMs);
    OptionalDouble ofGenerator = delta.of(generator, ProcessSample::atMs, ProcessSample::cpuMs);
    OptionalDouble others =
        busy.isPresent() && ofService.isPresent() && ofGenerator.isPresent()
            ? OptionalDouble.of(
                busy.getAsDouble()
                    - ofService.getAsDouble()
                    - ofGenerator.getAsDouble()
                    - delta.of(backEnd, ProcessSample::atMs, ProcessSample::cpuMs).orElse(0))
            : OptionalDouble.empty();
    return new HostState(share(stolen, total), share(others, total), clockStepMs(), pressureBefore);
  }

  /** The two clocks are not read at the same instant, so a step of 1 ms means nothing. */
  private OptionalLong clockStepMs() {
    return IntStream.range(1, host.size())
        .mapToLong(i -> Math.abs(host.get(i).clockOffsetMs() - host.get(i - 1).clockOffsetMs()))
        .max();
  }

  /**
   * The system's counters and those of the processes are read some ms apart, so a difference of
   * them may be below 0; the share is not.
   */
  private static OptionalDouble share(OptionalDouble part, OptionalDouble whole) {
    return part.isPresent() && whole.isPresent() && whole.getAsDouble() > 0
        ? OptionalDouble.of(
            Math.round(1e4 * Math.max(0, part.getAsDouble() / whole.getAsDouble())) / 1e4)
        : OptionalDouble.empty();
  }
}
