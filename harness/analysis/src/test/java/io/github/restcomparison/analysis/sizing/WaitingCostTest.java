package io.github.restcomparison.analysis.sizing;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restcomparison.analysis.Records;
import io.github.restcomparison.analysis.Records.Service;
import io.github.restcomparison.analysis.runs.RecordedRun;
import io.github.restcomparison.records.WaitingMemory;
import io.github.restcomparison.records.WaitingMemory.Held;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

/** A heap of 512 MiB that was touched at the start, of which 10 MiB are in use. */
class WaitingCostTest {
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final long MIB = 1 << 20;
  private static final Percentage CLOSE = Percentage.withPercentage(0.01);

  private static RecordedRun run(long waiting, Held during) {
    Held before = new Held(OptionalLong.of(10 * MIB), 600 * MIB, 30, OptionalLong.of(MIB));
    return new RecordedRun(
        "runs/01",
        Records.edited(
            Records.record(Service.VERTX_REST, 1, 1, 1),
            json ->
                json.set("waiting", JSON.valueToTree(new WaitingMemory(waiting, before, during)))),
        Optional.empty());
  }

  /**
   * 5,000 that wait hold 50 MiB of heap, 10 of all else and 5 of buffers. 10,000 take twice the
   * heap in use, 2 x 110, the 88 MiB beside the heap, 20 and 10.
   */
  @Test
  void nodeNeedsTwiceTheHeapAndAllElse() {
    WaitingCost cost =
        WaitingCost.of(
            List.of(
                run(100, new Held(OptionalLong.of(90 * MIB), 700 * MIB, 30, OptionalLong.empty())),
                run(
                    5_000,
                    new Held(OptionalLong.of(60 * MIB), 610 * MIB, 30, OptionalLong.of(6 * MIB)))));
    assertThat(cost.mostWaiting()).isEqualTo(5_000);
    assertThat(cost.bytes(10_000)).isCloseTo((220 + 88 + 20 + 10) * MIB, CLOSE);
    assertThat(cost.bytes(0)).isCloseTo((20 + 88) * MIB, CLOSE);
  }

  @Test
  void heapThatNobodySeesIsNotCounted() {
    WaitingCost cost =
        WaitingCost.of(
            List.of(
                run(5_000, new Held(OptionalLong.empty(), 610 * MIB, 30, OptionalLong.empty()))));
    assertThat(cost.heapPerRequest()).isEmpty();
    assertThat(cost.bytes(10_000)).isCloseTo((20 + 88 + 20) * MIB, CLOSE);
  }
}
