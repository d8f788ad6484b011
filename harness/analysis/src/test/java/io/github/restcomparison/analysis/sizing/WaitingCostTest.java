package io.github.restcomparison.analysis.sizing;

import static io.github.restcomparison.analysis.sizing.Looks.MIB;
import static io.github.restcomparison.analysis.sizing.Looks.answered;
import static io.github.restcomparison.analysis.sizing.Looks.held;
import static io.github.restcomparison.analysis.sizing.Looks.recorded;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.restcomparison.analysis.Records;
import io.github.restcomparison.analysis.Records.Service;
import io.github.restcomparison.records.WaitingMemory.Held;
import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ObjectNode;

class WaitingCostTest {
  private static final Percentage CLOSE = Percentage.withPercentage(0.01);
  private static final Node ANY = new Node(8, false, OptionalInt.empty());
  private static final Held IDLE = held(10, 600);

  /**
   * 5,000 that wait hold 50 MiB of heap, 10 of all else and 5 of buffers. 10,000 take twice the
   * heap in use, 2 x 110, the 88 MiB beside the heap, 20 and 10. 502 MiB are free for 50,200.
   */
  @Test
  void oneLookIsComparedWithWhatWasHeldBefore() {
    Held during = new Held(OptionalLong.of(60 * MIB), 610 * MIB, 30, OptionalLong.of(6 * MIB));
    WaitingCost cost =
        WaitingCost.of(List.of(recorded(answered(Service.VERTX_REST, 5_000, IDLE, during))))
            .orElseThrow();
    assertThat(cost.bytes(10_000, ANY)).isCloseTo((220 + 88 + 20 + 10) * MIB, CLOSE);
    assertThat(cost.bytes(0, ANY)).isCloseTo((20 + 88) * MIB, CLOSE);
    assertThat(cost.mostWaiting()).hasValueCloseTo(50_200.0, CLOSE);
  }

  /**
   * A warm pool of 1,000 threads holds 40 MiB, one of 3,000 100 MiB: no part of what is held
   * without any. 60 MiB for each 1,000 that wait, their threads' buffers included, and 10 beside.
   */
  @Test
  void severalLooksShowWhatThreadsKeepToo() {
    WaitingCost cost =
        WaitingCost.of(
                List.of(
                    recorded(answered(Service.JERSEY_SYNC, 1_000, held(40, 600), held(70, 620))),
                    recorded(answered(Service.JERSEY_SYNC, 3_000, held(100, 600), held(190, 660)))))
            .orElseThrow();
    assertThat(cost.mostWaiting()).hasValueCloseTo(502_000 / 60.0, CLOSE);
    // of 5,000 that are there 200 hold a thread: 10 + 12 MiB of heap, and 88 + 4 beside it
    assertThat(cost.bytes(5_000, new Node(8, false, OptionalInt.of(200))))
        .isCloseTo((2 * 22 + 92) * MIB, CLOSE);
  }

  @Test
  void heapThatNobodySeesIsNotCounted() {
    Held during = new Held(OptionalLong.empty(), 610 * MIB, 30, OptionalLong.empty());
    WaitingCost cost =
        WaitingCost.of(List.of(recorded(answered(Service.VERTX_REST, 5_000, IDLE, during))))
            .orElseThrow();
    assertThat(cost.heap()).isEmpty();
    assertThat(cost.bytes(10_000, ANY)).isCloseTo((88 + 20) * MIB, CLOSE);
    assertThat(cost.mostWaiting()).isEmpty();
  }

  /** A heap that grows as it is needed is resident with what is in use: 600 - 10, then 700 - 60. */
  @Test
  void heapOfAServiceOfTheUsersIsNotCountedTwice() {
    WaitingCost cost =
        WaitingCost.of(
                List.of(
                    recorded(
                        Records.edited(
                            answered(Service.VERTX_REST, 5_000, IDLE, held(60, 700)),
                            json -> ((ObjectNode) json.get("environment")).remove("serviceJvm")))))
            .orElseThrow();
    assertThat(cost.bytes(10_000, ANY)).isCloseTo((220 + 690) * MIB, CLOSE);
    assertThat(cost.mostWaiting()).isEmpty();
  }
}
