package io.github.restcomparison.runner.figures;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restcomparison.records.ClosedLoad;
import io.github.restcomparison.records.Gate;
import io.github.restcomparison.records.RunFigures;
import io.github.restcomparison.records.RunFigures.Generator;
import io.github.restcomparison.records.RunFigures.InWindow;
import io.github.restcomparison.records.RunFigures.LoadResult;
import io.github.restcomparison.records.RunFolder;
import io.github.restcomparison.records.RunRecord;
import io.github.restcomparison.records.RunRecord.Extras;
import io.github.restcomparison.records.RunRecord.GateResult;
import io.github.restcomparison.records.RunRecord.Judgement;
import io.github.restcomparison.records.RunRecord.Status;
import io.github.restcomparison.records.Wait;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** 1000 users, 100 ms: a ceiling of 10,000 requests/s. */
class GeneratorGateTest {
  private static final double UNKNOWN = Double.NaN;
  private static final Path RECORD = Path.of("../records/src/test/resources/run-folder/recorded");
  private static final Gate[] GATES = {Gate.BOUND, Gate.GENERATOR};

  @Test
  void busyGeneratorMakesALowerBound() {
    assertThat(gate(100, 8_600, 0.14, UNKNOWN))
        .containsExactly(
            "the load generator used 86 % of its CPUs, so that 8,600 requests/s is"
                + " a lower bound only");
    assertThat(gate(100, 8_600, 0.15, UNKNOWN)).isEmpty();
  }

  @Test
  void generatorNearItsCapacityMakesALowerBound() {
    assertThat(gate(100, 7_001, UNKNOWN, 10_000))
        .containsExactly(
            "the load generator can send at most 10,000 requests/s, so that"
                + " 7,001 requests/s is a lower bound only");
    assertThat(gate(100, 7_000, UNKNOWN, 10_000)).isEmpty();
  }

  @Test
  void throughputAtTheCeilingPasses() {
    assertThat(gate(100, 9_700, 0, 9_700)).isEmpty();
    assertThat(gate(100, 9_699, 0, 9_700)).hasSize(1);
  }

  @Test
  void withoutADelayThereIsNoCeiling() {
    assertThat(gate(0, 50_000, 0.1, UNKNOWN)).hasSize(1);
    assertThat(gate(0, 50_000, 0.3, 60_000)).hasSize(1);
  }

  @Test
  void unknownValuesAreNotJudged() {
    assertThat(run(100, 5_000, UNKNOWN, UNKNOWN).gate(Gate.GENERATOR)).isEmpty();
  }

  /** Its users and its wait are unknown, and so is the ceiling that would explain a throughput. */
  @Test
  void simulationOfTheUsersIsALowerBoundOnABusyGenerator() {
    assertThat(run(100, 9_999, 0.14, UNKNOWN).ofUserSimulation().objections(Gate.GENERATOR))
        .containsExactly(
            "the load generator used 86 % of its CPUs, so that 9,999 requests/s is"
                + " a lower bound only");
    assertThat(run(100, 9_999, 0.15, UNKNOWN).ofUserSimulation().objections(Gate.GENERATOR))
        .isEmpty();
  }

  /** 70 % of 11,400/s are less than 8,000/s, of 11,500/s more. */
  @ParameterizedTest
  @CsvSource({
    "0.5, 11400, the load generator can send at most 11",
    "0.5, 11500,",
    "0.1, 11500, the load generator used 90 % of its CPUs"
  })
  void capacityThatIsMeasuredAfterTheRunIsJudged(double headroom, double capacity, String bound)
      throws IOException {
    RunRecord record = GeneratorGate.withCapacity(before(headroom), capacity);
    assertThat(record.figures().generator().orElseThrow())
        .returns(headroom, Generator::headroom)
        .returns(capacity, Generator::capacity);
    assertThat(record.judgement().gates()).extracting(GateResult::gate).containsExactly(GATES);
    assertThat(record.failsGate(Gate.GENERATOR)).isEqualTo(bound != null);
    assertThat(record.judgement().notes())
        .hasSize(bound == null ? 1 : 2)
        .first()
        .isEqualTo("a note");
    if (bound != null) {
      assertThat(record.judgement().notes().getLast()).startsWith("GENERATOR-BOUND: " + bound);
    }
    assertThat(record.load()).isEqualTo(before(headroom).load());
  }

  @Test
  void gateThatDidNotJudgeDoesNotJudgeLater() throws IOException {
    RunRecord recorded = new RunFolder(RECORD).readRecord();
    RunRecord record = GeneratorGate.withCapacity(recorded, 100);
    assertThat(record.judgement()).isEqualTo(recorded.judgement());
    assertThat(record.figures().generator().orElseThrow().capacity()).isEqualTo(100);
  }

  /** A record of 8,000/s without a capacity. */
  private static RunRecord before(double headroom) throws IOException {
    RunRecord recorded = new RunFolder(RECORD).readRecord();
    Generator generator =
        new Generator(UNKNOWN, UNKNOWN, headroom, UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN);
    GeneratorGate gate = new GeneratorGate(generator, 8_000, 10_000);
    List<GateResult> gates =
        List.of(
            new GateResult(GATES[0], true, List.of()),
            new GateResult(GATES[1], gate.objections().isEmpty(), gate.objections()));
    List<String> notes = new ArrayList<>(List.of("a note"));
    gate.objections().forEach(each -> notes.add(GateResult.GENERATOR_BOUND + each));
    LoadResult load = recorded.load().orElseThrow();
    InWindow window = new InWindow(10, 10, List.of(), 8_000, 100, 800, UNKNOWN);
    LoadResult fast =
        new LoadResult(
            load.counts(),
            window,
            load.latency(),
            load.longestStallMs(),
            load.open(),
            load.warmUpSeconds(),
            load.steady());
    return new RunRecord(
        recorded.identity(),
        new Judgement(Status.VALID, List.of(), notes, gates),
        ClosedLoad.of(1_000, 1, 100, Wait.FIXED, OptionalInt.empty(), 0),
        recorded.subject(),
        RunFigures.of(Optional.of(fast)).with(generator),
        Extras.NONE);
  }

  private static List<String> gate(
      int delayMs, double throughput, double headroom, double capacity) {
    return run(delayMs, throughput, headroom, capacity).objections(Gate.GENERATOR);
  }

  private static Judged run(int delayMs, double throughput, double headroom, double capacity) {
    return new Judged(ClosedLoad.of(1_000, 1, delayMs, Wait.FIXED, OptionalInt.empty(), 0))
        .throughput(throughput)
        .generator(headroom, capacity, Double.NaN);
  }
}
