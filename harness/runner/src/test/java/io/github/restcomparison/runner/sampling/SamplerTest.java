package io.github.restcomparison.runner.sampling;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restcomparison.records.RunSamples.HostSample;
import io.github.restcomparison.records.RunSamples.ProcessSample;
import io.github.restcomparison.runner.load.WarmUp;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** This JVM as service and generator in one: real counters of a real system. */
@EnabledOnOs(OS.LINUX)
class SamplerTest {

  @Test
  void hostIsBusyAtLeastAsLongAsItsBusyProcess() throws InterruptedException {
    WarmUp warmUp = new WarmUp(Duration.ofSeconds(40), Duration.ZERO);
    Sampler sampler =
        new Sampler(
            new Clock(),
            Optional.of(ProcessHandle.current().pid()),
            Optional.empty(),
            Optional.empty(),
            warmUp);
    sampler.start();
    long end = System.nanoTime() + 2_300_000_000L;
    while (System.nanoTime() < end) {
      Thread.onSpinWait();
    }
    sampler.close();

    List<HostSample> host = sampler.host();
    List<ProcessSample> service = sampler.service();
    assertThat(host).hasSizeBetween(3, 5);
    assertThat(service).hasSameSizeAs(host);
    long cpuMs = service.getLast().cpuMs() - service.getFirst().cpuMs();
    long busyMs = host.getLast().busyMs() - host.getFirst().busyMs();
    long totalMs = host.getLast().totalMs() - host.getFirst().totalMs();
    assertThat(cpuMs).isPositive();
    // A tick of 10 ms for each counter and CPU may be missing at either end.
    assertThat(busyMs).isBetween(cpuMs - 100, totalMs + 100);
    assertThat(host.getLast().stealMs()).isPresent();
    assertThat(Math.abs(host.getLast().clockOffsetMs())).isLessThan(50);
    assertThat(service)
        .isSortedAccordingTo(
            (a, b) -> Long.compare(a.runQueueMs().getAsLong(), b.runQueueMs().getAsLong()));
    assertThat(warmUp.seconds()).hasSizeBetween(1, 3);
  }
}
