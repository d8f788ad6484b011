package io.github.restcomparison.runner.sampling;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restcomparison.records.RunSamples.HostSample;
import io.github.restcomparison.records.RunSamples.ProcessSample;
import io.github.restcomparison.runner.load.WarmUp;
import io.github.restcomparison.runner.service.RunningService;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** Samples this JVM as both service and load generator, from the counters of the host. */
@EnabledOnOs(OS.LINUX)
class SamplerTest {

  @Test
  @Timeout(60)
  void hostIsBusyAtLeastAsLongAsItsBusyProcess() {
    WarmUp warmUp = new WarmUp(Duration.ofSeconds(40), Duration.ZERO);
    warmUp.join();
    Sampler sampler =
        new Sampler(
            RunningService.ofProcesses(() -> List.of(ProcessHandle.current())),
            RunningService.NONE,
            warmUp);
    sampler.start();
    while (warmUp.seconds().size() < 3 && !Thread.currentThread().isInterrupted()) {
      Thread.onSpinWait();
    }
    sampler.close();

    List<HostSample> host = sampler.samples().host();
    List<ProcessSample> service = sampler.samples().service();
    assertThat(host).as("first, after each second, last").hasSizeGreaterThanOrEqualTo(5);
    assertThat(service).hasSameSizeAs(host);
    // The first sample loads classes between the two counters, and any may wait for a CPU there:
    // the counters are not of one moment.
    long cpuMs = (long) (service.getLast().cpuMs() - service.get(1).cpuMs());
    long busyMs = host.getLast().busyMs() - host.get(1).busyMs();
    long totalMs = host.getLast().totalMs() - host.get(1).totalMs();
    assertThat(cpuMs).isPositive();
    assertThat(busyMs).isBetween(cpuMs / 2, totalMs);
    assertThat(host.getLast().stealMs()).isNotNaN();
    assertThat(service)
        .isSortedAccordingTo((a, b) -> Double.compare(a.runQueueMs(), b.runQueueMs()));
    assertThat(warmUp.outcome().seconds()).isBetween(0.4, 30.0);
  }

  /** Without samples the warm-up would never end. */
  @Test
  void processesThatCannotBeReadEndNoSampling() {
    Supplier<List<ProcessHandle>> unreadable =
        () -> {
          throw new IllegalStateException("ended meanwhile");
        };
    Sampler sampler =
        new Sampler(
            RunningService.ofProcesses(unreadable),
            RunningService.NONE,
            new WarmUp(Duration.ofSeconds(40), Duration.ZERO));
    sampler.start();
    sampler.close();
    assertThat(sampler.samples().host()).hasSizeGreaterThanOrEqualTo(2);
    assertThat(sampler.samples().generator()).hasSameSizeAs(sampler.samples().host());
    assertThat(sampler.samples().service()).isEmpty();
  }
}
