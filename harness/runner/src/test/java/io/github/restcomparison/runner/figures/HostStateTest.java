package io.github.restcomparison.runner.figures;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restcomparison.records.RunFigures.HostState;
import io.github.restcomparison.records.RunSamples.HostSample;
import io.github.restcomparison.records.RunSamples.ProcessSample;
import io.github.restcomparison.records.RunSamples.ResourceSamples;
import io.github.restcomparison.records.RunSamples.Window;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Two CPUs, a window from 1 s to 3 s: 4000 ms of CPU time. */
class HostStateTest {
  private static final Usage USAGE = new Usage(KeptTime.whole(new Window(1_000, 3_000)), 1);

  private static final List<ProcessSample> SERVICE =
      List.of(process(0, 100), process(4_000, 1_700));
  private static final List<ProcessSample> GENERATOR =
      List.of(process(0, 500), process(4_000, 2_500));

  private static final List<HostSample> BUSY =
      List.of(host(0, 0, 0), host(2_000, 2_120, 100), host(4_000, 4_240, 200));

  /** Busy 2120 ms, of which the service 800 and the generator 1000: 320 of 4000; stolen 100. */
  @Test
  void sharesAreOfAllCpuTimeInTheWindow() {
    HostState state = state(SERVICE, BUSY, List.of(), 0.02);
    assertThat(state.othersShare()).isEqualTo(0.08);
    assertThat(state.stealShare()).isEqualTo(0.025);
    assertThat(state.pressureBefore()).isEqualTo(0.02);
  }

  /** The same, except that the back end used 200 of the 320 ms. */
  @Test
  void backEndIsNotAmongTheOthers() {
    HostState state = state(SERVICE, BUSY, List.of(process(0, 0), process(4_000, 400)), Double.NaN);
    assertThat(state.othersShare()).isEqualTo(0.03);
  }

  @Test
  void shareIsNotNegative() {
    assertThat(state(List.of(host(0, 0, 0), host(4_000, 3_590, 0))).othersShare()).isEqualTo(0);
  }

  /** A service that was not started here cannot be distinguished from other processes. */
  @Test
  void shareOfOthersIsUnknownWithoutSamplesOfTheService() {
    HostState state =
        state(List.of(), List.of(host(0, 0, 0), host(4_000, 8_000, 0)), List.of(), Double.NaN);
    assertThat(state.othersShare()).isNaN();
    assertThat(state.stealShare()).isEqualTo(0);
    assertThat(state.pressureBefore()).isNaN();
  }

  @Test
  void stealIsUnknownIfNotCounted() {
    HostState state =
        state(
            List.of(
                new HostSample(0, 0, Double.NaN, 0),
                new HostSample(4_000, 3_600, Double.NaN, 8_000)));
    assertThat(state.stealShare()).isNaN();
    assertThat(state.othersShare()).isNotNaN();
  }

  @Test
  void everythingIsUnknownWithoutSamples() {
    assertThat(state(List.of())).isEqualTo(HostState.UNKNOWN);
  }

  private static HostState state(List<HostSample> host) {
    return state(SERVICE, host, List.of(), Double.NaN);
  }

  private static HostState state(
      List<ProcessSample> service,
      List<HostSample> host,
      List<ProcessSample> backEnd,
      double pressureBefore) {
    ResourceSamples samples = new ResourceSamples(service, List.of(), GENERATOR, host, List.of());
    return USAGE.host(samples, backEnd, pressureBefore);
  }

  private static HostSample host(long atMs, long busyMs, long stealMs) {
    return new HostSample(atMs, busyMs, stealMs, 2 * atMs);
  }

  private static ProcessSample process(long atMs, long cpuMs) {
    return new ProcessSample(atMs, cpuMs, 0, 1, Double.NaN, Double.NaN);
  }
}
