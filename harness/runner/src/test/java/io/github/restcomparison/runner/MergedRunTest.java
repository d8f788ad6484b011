package io.github.restcomparison.runner;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restcomparison.records.Gate;
import io.github.restcomparison.records.InjectorShare;
import io.github.restcomparison.records.Load;
import io.github.restcomparison.records.RunFolder;
import io.github.restcomparison.records.RunRecord;
import io.github.restcomparison.records.RunRecord.GateResult;
import io.github.restcomparison.records.RunRecord.Status;
import io.github.restcomparison.records.RunSamples.CgroupSample;
import io.github.restcomparison.runner.figures.Injectors;
import io.github.restcomparison.runner.figures.Injectors.ClockOffset;
import io.github.restcomparison.runner.figures.Injectors.ServiceSide;
import io.github.restcomparison.runner.figures.Injectors.Throttling;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Whole runs of two injectors of 25 users each, whose records, samples and logs are merged. Each is
 * VALID but for one change, to which one gate objects.
 */
class MergedRunTest {
  private static final Gate[] ALL = {
    Gate.ANSWERS,
    Gate.WINDOW,
    Gate.LITTLES_LAW,
    Gate.BOUND,
    Gate.GENERATOR,
    Gate.INJECTORS,
    Gate.WARM_UP,
    Gate.THROTTLING
  };
  private static final Throttling SELDOM = new Throttling(120, 3, 20_000);

  @TempDir private Path folder;

  @Test
  void undisturbedRunIsValidAndEachGateHasJudgedIt() throws IOException {
    RunRecord merged = merged(second -> second, 0, SELDOM);
    assertThat(merged.judgement().gates()).extracting(GateResult::gate).containsExactly(ALL);
    assertThat(merged.judgement().gates()).allMatch(GateResult::passed);
    assertThat(merged.status()).isEqualTo(Status.VALID);
    assertThat(merged.reasons()).isEmpty();
    assertThat(merged.judgement().notes())
        .containsExactly("2 injectors, their logs read as one", "pods: one node");
    assertThat(merged.load().orElseThrow().throughput()).as("50 / 110 ms").isBetween(454.0, 455.0);
    assertThat(merged.server().orElseThrow().cpu().cpuCores()).isEqualTo(0.15);
  }

  @Test
  void throttledServiceIsInvalid() throws IOException {
    assertObjects(
        merged(second -> second, 0, new Throttling(120, 60, 3_000_000)),
        Gate.THROTTLING,
        Status.INVALID,
        "the CPU limit stopped the service in 60 of 120 periods of 100 ms (3.0 s): it needs more"
            + " CPUs or less load");
  }

  @Test
  void injectorsOnDifferentClocksAreInvalid() throws IOException {
    assertObjects(
        merged(second -> second, 60, SELDOM),
        Gate.INJECTORS,
        Status.INVALID,
        "the clocks of the injectors may differ by 62 ms (limit 50 ms)",
        "the clock of the service's node may differ from an injector's by 61 ms (limit 50 ms)");
  }

  @Test
  void injectorOnABusyHostIsInvalid() throws IOException {
    assertObjects(
        merged(second -> second.pressure(0.2), 1, SELDOM),
        Gate.INJECTORS,
        Status.INVALID,
        "injector 2: before the run tasks waited for a CPU 20.0 % of the time (limit 5 %)");
  }

  @Test
  void requestsThatAnInjectorSentAgainAreInvalid() throws IOException {
    RunRecord merged = merged(second -> second.sentAgain(5), 1, SELDOM);
    assertThat(merged.status()).isEqualTo(Status.INVALID);
    assertThat(merged.reasons())
        .singleElement()
        .asString()
        .startsWith("injector 2: 5 of 2500 requests were sent again: ");
  }

  @Test
  void injectorAtTheLimitOfItsCpusIsNoted() throws IOException {
    RunRecord merged =
        merged(second -> second.host(host -> host.generatorCpu(1_800, 10)), 1, SELDOM);
    assertThat(merged.status()).isEqualTo(Status.VALID);
    assertThat(merged.judgement().notes())
        .anyMatch(note -> note.startsWith("GENERATOR-BOUND: the load generator used 90 %"));
  }

  @Test
  void warmUpThatFailedAtOneInjectorIsAFailure() throws IOException {
    RunRecord merged = merged(SyntheticRun::warmUpFails, 1, SELDOM);
    assertThat(merged.status()).isEqualTo(Status.FAILED);
    assertThat(merged.reasons())
        .singleElement()
        .asString()
        .startsWith("injector 2: ")
        .endsWith(" requests of the warm-up failed: status 503");
  }

  private static void assertObjects(RunRecord merged, Gate gate, Status status, String... reasons) {
    assertThat(merged.judgement().gates()).extracting(GateResult::gate).containsExactly(ALL);
    assertThat(merged.judgement().gates())
        .filteredOn(each -> !each.passed())
        .extracting(GateResult::gate)
        .containsExactly(gate);
    assertThat(merged.status()).isEqualTo(status);
    assertThat(merged.reasons()).containsExactly(reasons);
  }

  /**
   * Merges two injectors.
   *
   * @param change to the second
   * @param offsetMs of the clock of the second
   */
  private RunRecord merged(
      UnaryOperator<SyntheticRun> change, double offsetMs, Throttling throttling)
      throws IOException {
    List<Path> comparisons = new ArrayList<>();
    for (int number = 1; number <= 2; number++) {
      InjectorShare share =
          new InjectorShare(number, 2, Instant.EPOCH, number == 2 ? offsetMs : 0, 1);
      SyntheticRun run = new SyntheticRun().users(SyntheticRun.USERS / 2).share(share);
      comparisons.add(folder.resolve(share.name()));
      (number == 2 ? change.apply(run) : run).record(comparisons.getLast());
    }
    Injectors injectors = Injectors.read(comparisons);
    List<CgroupSample> samples =
        LongStream.rangeClosed(0, 18)
            .mapToObj(second -> new CgroupSample(1_000 * second, 150_000 * second, 1e8))
            .toList();
    RunRecord first = injectors.records().getFirst();
    ServiceSide service =
        new ServiceSide(
            samples,
            Optional.of(new ClockOffset(1, 1)),
            Optional.of(throttling),
            first.subject(),
            "pods: one node");
    Load load = new SyntheticRun().load();
    return injectors.join(load, service, new RunFolder(folder.resolve("merged")));
  }
}
