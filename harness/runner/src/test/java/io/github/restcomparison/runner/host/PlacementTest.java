package io.github.restcomparison.runner.host;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restcomparison.records.Pinning;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import oshi.hardware.CentralProcessor.LogicalProcessor;

/** Which CPUs service and load generator are pinned to. */
class PlacementTest {

  @Test
  void cpusBeyondTheFirst64AreRead() {
    assertThat(Placement.parsed("0,64-66,127")).containsExactly(0, 64, 65, 66, 127);
  }

  @Test
  void anywhereIsNoPinning() {
    assertThat(Placement.ANYWHERE.asPinning()).isEqualTo(Pinning.NONE);
    assertThat(Placement.pinning(Placement.ANYWHERE.service())).isEmpty();
    assertThat(Placement.ANYWHERE.service()).isEmpty();
  }

  @Test
  void serviceAndGeneratorArePinnedToTheirCpus() {
    Placement placement = new Placement(List.of(0, 1), List.of(2, 3));
    assertThat(Placement.pinning(placement.generator())).containsExactly("taskset", "-c", "2,3");
    assertThat(placement.asPinning()).hasToString("service on CPU 0,1, load generator on CPU 2,3");
  }

  @Test
  void twoCoresAreDivided() {
    assertThat(Placement.of(cores(2, 1))).isEqualTo(new Placement(List.of(0), List.of(1)));
  }

  /** Linux numbers the first threads of all cores first: 0 and 4 are one core here. */
  @Test
  void threadsOfOneCoreStayTogether() {
    assertThat(Placement.of(cores(4, 2)))
        .isEqualTo(new Placement(List.of(0, 1, 4, 5), List.of(2, 3, 6, 7)));
    assertThat(Placement.of(cores(3, 2)))
        .isEqualTo(new Placement(List.of(0, 3), List.of(1, 2, 4, 5)));
  }

  @Test
  void threadsOfTheOnlyCoreAreDivided() {
    assertThat(Placement.of(cores(1, 2))).isEqualTo(new Placement(List.of(0), List.of(1)));
  }

  @Test
  void oneCpuCannotBeDivided() {
    assertThat(Placement.of(cores(1, 1))).isEqualTo(Placement.ANYWHERE);
  }

  private static List<LogicalProcessor> cores(int cores, int threads) {
    return IntStream.range(0, cores * threads)
        .mapToObj(cpu -> new LogicalProcessor(cpu, cpu % cores, 0))
        .toList();
  }
}
