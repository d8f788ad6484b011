package io.github.restcomparison.runner.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import oshi.hardware.CentralProcessor.LogicalProcessor;

/** Which CPUs service and load generator are pinned to. */
class PlacementTest {

  @Test
  void readsListsInTheNotationOfLinux() {
    assertThat(CpuList.parse("3,0-1").cpus()).containsExactly(0, 1, 3);
    assertThat(CpuList.parse("3,0-1")).hasToString("0,1,3");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "a", "0,", "1-", "-1", "0;1", "2-1"})
  void otherTextsAreRejected(String text) {
    assertThatIllegalArgumentException().isThrownBy(() -> CpuList.parse(text));
  }

  @Test
  void anywhereIsNoPinning() {
    Placement placement = new Placement.Anywhere();
    assertThat(placement).hasToString("none");
    assertThat(placement.serviceCommand()).isEmpty();
    assertThat(placement.generatorCommand()).isEmpty();
    assertThat(placement.serviceCpus()).isEmpty();
  }

  @Test
  void serviceAndGeneratorArePinnedToTheirCpus() {
    Placement placement = new Placement.Apart(CpuList.parse("0-1"), CpuList.parse("2-3"));
    assertThat(placement.serviceCommand()).containsExactly("taskset", "-c", "0,1");
    assertThat(placement.generatorCommand()).containsExactly("taskset", "-c", "2,3");
    assertThat(placement.serviceCpus()).hasValue(2);
    assertThat(placement).hasToString("service on CPU 0,1, load generator on CPU 2,3");
  }

  @Test
  void twoCoresAreDivided() {
    assertThat(CpuPartition.of(cores(2, 1)))
        .hasValue(new Placement.Apart(CpuList.parse("0"), CpuList.parse("1")));
  }

  /** Linux numbers the first threads of all cores first: 0 and 4 are one core here. */
  @Test
  void threadsOfOneCoreStayTogether() {
    assertThat(CpuPartition.of(cores(4, 2)))
        .hasValue(new Placement.Apart(CpuList.parse("0-1,4-5"), CpuList.parse("2-3,6-7")));
    assertThat(CpuPartition.of(cores(3, 2)))
        .hasValue(new Placement.Apart(CpuList.parse("0,3"), CpuList.parse("1-2,4-5")));
  }

  @Test
  void threadsOfTheOnlyCoreAreDivided() {
    assertThat(CpuPartition.of(cores(1, 2)))
        .hasValue(new Placement.Apart(CpuList.parse("0"), CpuList.parse("1")));
  }

  @Test
  void oneCpuCannotBeDivided() {
    assertThat(CpuPartition.of(cores(1, 1))).isEmpty();
  }

  private static List<LogicalProcessor> cores(int cores, int threads) {
    return IntStream.range(0, cores * threads)
        .mapToObj(cpu -> new LogicalProcessor(cpu, cpu % cores, 0))
        .toList();
  }
}
