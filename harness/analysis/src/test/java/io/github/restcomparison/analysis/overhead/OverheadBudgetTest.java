package io.github.restcomparison.analysis.overhead;

import static io.github.restcomparison.analysis.overhead.OverheadBudget.Cause.BACK_END;
import static io.github.restcomparison.analysis.overhead.OverheadBudget.Cause.CPU;
import static io.github.restcomparison.analysis.overhead.OverheadBudget.Cause.GC;
import static io.github.restcomparison.analysis.overhead.OverheadBudget.Cause.GENERATOR;
import static io.github.restcomparison.analysis.overhead.OverheadBudget.Cause.NOT_MEASURED;
import static io.github.restcomparison.analysis.overhead.OverheadBudget.Cause.RUN_QUEUE;
import static io.github.restcomparison.analysis.overhead.OverheadBudget.Cause.UNSENT;
import static io.github.restcomparison.analysis.overhead.OverheadBudget.Cause.WOKEN_LATE;
import static io.github.restcomparison.analysis.overhead.OverheadBudget.Cause.WORKER;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.restcomparison.analysis.Records;
import io.github.restcomparison.analysis.Records.Service;
import io.github.restcomparison.analysis.overhead.OverheadBudget.Cause;
import io.github.restcomparison.analysis.runs.RecordedRun;
import io.github.restcomparison.records.RunRecord;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ObjectNode;

/** Budgets that were worked out by hand. */
class OverheadBudgetTest {
  private static final Offset<Double> EXACT = within(1e-9);

  /**
   * 110 ms at 1000/s. Woken 6 ms late, of which collections (1 / 2) are 0.5: 5.5. Of 1000 × 0.2 ms
   * = 0.2 threads that wait for a CPU and 0.1 that work, at most one: 0.2 of 5.5 = 1.1, more than
   * half of the run queue. So the run queue is 0.1 + 1.1.
   */
  @Test
  void piecesDoNotOverlapAndAddUp() {
    OverheadBudget budget =
        budget(110, 1_000, server -> server(server, 100, 200, 106_000, 1_000), 300);
    assertThat(budget.delayMs()).isEqualTo(100);
    assertThat(budget.overheadMs()).isCloseTo(10, EXACT);
    assertPieces(
        budget, Map.of(RUN_QUEUE, 1.2, CPU, 0.1, GC, 1.0, WOKEN_LATE, 4.4, GENERATOR, 0.3), 3.0);
    assertThat(budget.largest()).isEqualTo(WOKEN_LATE);
    assertThat(budget.addsUp()).isTrue();
    assertThat(budget.sentence())
        .isEqualTo(
            "10 ms over the delay of 100 ms: 4.4 wake-up delay, 1.2 waiting for a CPU,"
                + " 1 garbage collection, 3 unexplained");
  }

  /** 1000 × 2 ms = 2 threads that wait, 0.5 that work: 2 / 2.5 of 40 ms are the CPU's. */
  @Test
  void threadThatManyRequestsShareWaitsForAllOfThem() {
    OverheadBudget budget = budget(150, 1_000, server -> server(server, 500, 2_000, 140_000, 0), 0);
    assertPieces(budget, Map.of(RUN_QUEUE, 33.0, CPU, 0.5, WOKEN_LATE, 8.0), 8.5);
    assertThat(budget.largest()).isEqualTo(RUN_QUEUE);
  }

  /** 3 ms of run queue in 2.5 ms: no piece exceeds the whole, and the excess is reported. */
  @Test
  void timeOfThreadsWithoutARequestIsCutOff() {
    OverheadBudget budget =
        budget(102.5, 10, server -> server(server, 1_000, 3_000, 100_000, 0), 0);
    assertThat(budget.excessMs()).isCloseTo(1.5, EXACT);
    assertPieces(budget, Map.of(RUN_QUEUE, 1.875, CPU, 0.625), 0);
    assertThat(budget.addsUp()).isFalse();
    assertThat(budget.sentence())
        .isEqualTo(
            "2.5 ms over the delay of 100 ms: 1.9 waiting for a CPU, 0.6 on a CPU; 1.5 ms more than"
                + " that were measured, in part of threads that no request waits for");
  }

  /**
   * 1000 users, 200 workers that are busy: (999 - 200) / 1970 = 405.58 ms, less the generator's.
   */
  @Test
  void queueForAWorkerIsASeparatePiece() {
    OverheadBudget budget =
        of(
            Records.edited(
                Records.record(Service.JERSEY_SYNC, 1, 1, 1),
                json -> {
                  server(json, 165, 40, 100_200, 0);
                  ((ObjectNode) json.get("load")).put("meanLatencyInWindow", 999 / 1.97);
                }),
            0.2);
    assertThat(budget.ms(WORKER)).isCloseTo(799 / 1.97 - 0.2, within(1e-3));
    assertThat(budget.largest()).isEqualTo(WORKER);
    assertThat(budget.sentence()).contains("waiting for a worker");
  }

  /** Waits from 0 to 100 ms are 50 ms on average, of a mean latency of 60. */
  @Test
  void uniformWaitCountsWithItsMean() {
    OverheadBudget budget =
        budget(
            60,
            10,
            json -> {
              server(json, 0, 0, 51_000, 0);
              ((ObjectNode) json.get("settings")).put("wait", "uniform");
            },
            0);
    assertThat(budget.delayMs()).isEqualTo(50);
    assertPieces(budget, Map.of(WOKEN_LATE, 1.0), 9);
  }

  @Test
  void poolThatIsNotFullHasNoQueue() {
    RunRecord record = Records.record(Service.JERSEY_SYNC, 1, 0.8, 1);
    assertThat(of(Records.edited(record, json -> server(json, 165, 40, 100_200, 0)), 0).ms(WORKER))
        .isZero();
  }

  @Test
  void recordWithFewerFiguresHasFewerPieces() {
    OverheadBudget budget =
        budget(
            110,
            1_000,
            json ->
                ((ObjectNode) json.get("server"))
                    .put("cpuMicrosPerRequest", 100)
                    .put("runQueueMicrosPerRequest", 200)
                    .remove(List.of("waitMicrosPerRequest", "gcDelayMicrosPerRequest")),
            0);
    assertPieces(budget, Map.of(RUN_QUEUE, 0.2, CPU, 0.1), 9.7);
    assertThat(budget.sentence()).isEqualTo("10 ms over the delay of 100 ms: 9.7 unexplained");
  }

  @Test
  void timeOfTheBackEndBeyondItsDelayIsAPiece() {
    OverheadBudget budget =
        budget(
            110,
            10,
            json -> {
              server(json, 0, 0, 106_000, 0);
              ((ObjectNode) json.get("settings")).put("wait", "http");
            },
            0);
    assertPieces(budget, Map.of(BACK_END, 6.0), 4);
  }

  /** It took 130 ms on average from the scheduled time, 105 from when it was sent. */
  @Test
  void requestOfAScheduleThatWasNotSentWaitedForThat() {
    OverheadBudget budget =
        budget(
            999,
            10,
            json -> {
              server(json, 0, 0, 101_000, 0);
              ObjectNode load = (ObjectNode) json.get("load");
              ((ObjectNode) load.get("latency")).put("mean", 105);
              ObjectNode open = load.putObject("open");
              open.put("intended", 100).put("dropped", 0).put("waitedForConnection", 10);
              open.set("corrected", load.get("latency").deepCopy());
              ((ObjectNode) open.get("corrected")).put("mean", 130);
            },
            0);
    assertThat(budget.overheadMs()).isCloseTo(30, EXACT);
    assertPieces(budget, Map.of(UNSENT, 25.0, WOKEN_LATE, 1.0), 4);
  }

  /** Of 110, 104, 120 and 106 ms the two in the middle: 8 ms over the delay. */
  @Test
  void ofAnEvenNumberOfRunsTheTwoInTheMiddle() {
    OverheadBudget budget =
        OverheadBudget.of(
                Stream.of(110, 104, 120, 106)
                    .map(ms -> run(ms, 10, json -> server(json, 0, 0, 1_000 * ms, 0), 0))
                    .map(OverheadBudgetTest::recorded)
                    .toList())
            .orElseThrow();
    assertThat(budget.overheadMs()).isCloseTo(8, EXACT);
    assertPieces(budget, Map.of(WOKEN_LATE, 8.0), 0);
  }

  private static void assertPieces(
      OverheadBudget budget, Map<Cause, Double> measured, double notMeasured) {
    for (Cause cause : Cause.values()) {
      double ms = cause == NOT_MEASURED ? notMeasured : measured.getOrDefault(cause, 0.0);
      assertThat(budget.ms(cause)).as(cause.label()).isCloseTo(ms, EXACT);
    }
    assertThat(budget.pieces().values().stream().mapToDouble(ms -> ms).sum())
        .isCloseTo(budget.overheadMs(), EXACT);
  }

  private static void server(
      ObjectNode run, double cpu, double runQueue, double wait, double gcDelay) {
    ((ObjectNode) run.get("server"))
        .put("cpuMicrosPerRequest", cpu)
        .put("runQueueMicrosPerRequest", runQueue)
        .put("waitMicrosPerRequest", wait)
        .put("gcDelayMicrosPerRequest", gcDelay);
  }

  private static OverheadBudget budget(
      double latencyMs, double throughput, Consumer<ObjectNode> edit, double generatorMicros) {
    return of(run(latencyMs, throughput, edit, generatorMicros), generatorMicros / 1e3);
  }

  private static RunRecord run(
      double latencyMs, double throughput, Consumer<ObjectNode> edit, double generatorMicros) {
    return Records.edited(
        Records.record(Service.VERTX_REST, 1, 1, 1),
        json -> {
          ((ObjectNode) json.get("load"))
              .put("meanLatencyInWindow", latencyMs)
              .put("throughput", throughput);
          ((ObjectNode) json.get("generator")).put("meanLatenessMicros", generatorMicros);
          edit.accept(json);
        });
  }

  private static OverheadBudget of(RunRecord record, double generatorMs) {
    RunRecord edited =
        Records.edited(
            record,
            json ->
                ((ObjectNode) json.get("generator")).put("meanLatenessMicros", 1e3 * generatorMs));
    return OverheadBudget.of(List.of(recorded(edited))).orElseThrow();
  }

  private static RecordedRun recorded(RunRecord record) {
    return new RecordedRun("runs/01", record, Optional.empty());
  }
}
