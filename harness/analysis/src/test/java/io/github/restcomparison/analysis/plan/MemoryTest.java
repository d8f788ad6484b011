package io.github.restcomparison.analysis.plan;

import static io.github.restcomparison.analysis.plan.Looks.MIB;
import static io.github.restcomparison.analysis.plan.Looks.answered;
import static io.github.restcomparison.analysis.plan.Looks.failed;
import static io.github.restcomparison.analysis.plan.Looks.held;
import static io.github.restcomparison.analysis.plan.Looks.recorded;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.restcomparison.analysis.Records;
import io.github.restcomparison.analysis.Records.Service;
import io.github.restcomparison.analysis.plan.Memory.Line;
import io.github.restcomparison.analysis.runs.RecordedRun;
import io.github.restcomparison.records.RunRecord;
import io.github.restcomparison.records.WaitingMemory.Held;
import java.util.List;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ObjectNode;

class MemoryTest {
  private static final Percentage CLOSE = Percentage.withPercentage(0.01);
  private static final double ANY = Double.POSITIVE_INFINITY;
  private static final Held IDLE = held(10, 600);

  private static Memory memory(List<RecordedRun> runs) {
    return Memory.of(runs).orElseThrow();
  }

  /**
   * 5,000 that wait hold 50 MiB of heap, 10 of all else and 5 of buffers. 10,000 take twice the
   * heap in use, 2 x 110, the 88 MiB beside the heap, 20 and 10. 502 MiB are free for 50,200.
   */
  @Test
  void oneLookIsComparedWithWhatWasHeldBefore() {
    Held during = new Held(60 * MIB, 610 * MIB, 30, 6 * MIB);
    Memory memory = memory(List.of(recorded(answered(Service.VERTX_REST, 5_000, IDLE, during))));
    assertThat(memory.bytes(10_000, ANY)).isCloseTo((220 + 88 + 20 + 10) * MIB, CLOSE);
    assertThat(memory.bytes(0, ANY)).isCloseTo((20 + 88) * MIB, CLOSE);
    assertThat(memory.maxWaiting()).isCloseTo(50_200.0, CLOSE);
  }

  /**
   * A warm pool of 1,000 threads holds 40 MiB, one of 3,000 100 MiB: no part of what is held
   * without any. 60 MiB for each 1,000 that wait, their threads' buffers included, and 10 beside.
   */
  @Test
  void severalLooksShowWhatThreadsKeepToo() {
    Memory memory =
        memory(
            List.of(
                recorded(answered(Service.JERSEY_SYNC, 1_000, held(40, 600), held(70, 620))),
                recorded(answered(Service.JERSEY_SYNC, 3_000, held(100, 600), held(190, 660)))));
    assertThat(memory.maxWaiting()).isCloseTo(502_000 / 60.0, CLOSE);
    // of 5,000 that are there 200 hold a thread: 10 + 12 MiB of heap, and 88 + 4 beside it
    assertThat(memory.bytes(5_000, 200)).isCloseTo((2 * 22 + 92) * MIB, CLOSE);
  }

  @Test
  void heapThatNobodySeesIsNotCounted() {
    Held during = new Held(Double.NaN, 610 * MIB, 30, Double.NaN);
    Memory memory = memory(List.of(recorded(answered(Service.VERTX_REST, 5_000, IDLE, during))));
    assertThat(memory.bytes(10_000, ANY)).isCloseTo((88 + 20) * MIB, CLOSE);
    assertThat(memory.maxWaiting()).isNaN();
  }

  /** A heap that grows as it is needed is resident with what is in use: 600 - 10, then 700 - 60. */
  @Test
  void heapOfAServiceOfTheUsersIsNotCountedTwice() {
    Memory memory =
        memory(
            List.of(
                recorded(
                    Records.edited(
                        answered(Service.VERTX_REST, 5_000, IDLE, held(60, 700)),
                        json -> ((ObjectNode) json.get("environment")).remove("serviceJvm")))));
    assertThat(memory.bytes(10_000, ANY)).isCloseTo((220 + 690) * MIB, CLOSE);
    assertThat(memory.maxWaiting()).isNaN();
  }

  private static final RecordedRun FEW =
      recorded(answered(Service.JERSEY_SYNC, 1_000, held(10, 600), held(70, 620)));
  private static final RecordedRun MORE =
      recorded(answered(Service.JERSEY_SYNC, 3_000, held(10, 600), held(190, 660)));
  private static final RecordedRun TOO_MANY = recorded(failed(Service.JERSEY_SYNC, 9_000));

  /** 60 MiB for each 1,000 that wait, and 10 beside, in a heap of 512. */
  @Test
  void lineEndsWhereTheHeapIsFull() {
    Memory memory = memory(List.of(TOO_MANY, FEW, MORE));
    assertThat(memory.maxHeap()).isEqualTo(512 * MIB);
    assertThat(memory.maxWaiting()).isCloseTo(502_000 / 60.0, CLOSE);
    assertThat(Memory.of(List.of(TOO_MANY))).isEmpty();
  }

  /** It was unknown, and the heap's 2 GiB were counted beside it. */
  @Test
  void heapMayBeStatedInGibibytes() {
    RunRecord record =
        Records.edited(
            answered(Service.VERTX_REST, 5_000, held(10, 2_136), held(60, 2_146)),
            json ->
                ((ObjectNode) json.get("environment"))
                    .putArray("serviceJvm")
                    .add("-Xms2g")
                    .add("-Xmx2G"));
    Memory memory = memory(List.of(recorded(record)));
    assertThat(memory.maxHeap()).isEqualTo(2_048 * MIB);
    assertThat(memory.bytes(0, ANY)).isCloseTo((20 + 88) * MIB, CLOSE);
  }

  /** By hand: means 2 and 4, covariance (2 + 0 + 4) / 3, variance 2 / 3. */
  @Test
  void lineIsOfLeastSquaresAndDoesNotFall() {
    Line line = Line.through(List.of(point(1, 2), point(2, 2), point(3, 8)));
    assertThat(line.slope()).isCloseTo(3, CLOSE);
    assertThat(line.at(0)).isCloseTo(-2, CLOSE);
    assertThat(Line.through(List.of(point(1, 8), point(3, 2))).at(100)).isCloseTo(5, CLOSE);
    assertThat(Line.through(List.of(point(1, 8), point(1, 2))).at(7)).isCloseTo(5, CLOSE);
  }

  private static double[] point(double x, double y) {
    return new double[] {x, y};
  }
}
