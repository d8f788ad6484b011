package io.github.restcomparison.analysis.sizing;

import static io.github.restcomparison.analysis.sizing.Looks.MIB;
import static io.github.restcomparison.analysis.sizing.Looks.answered;
import static io.github.restcomparison.analysis.sizing.Looks.failed;
import static io.github.restcomparison.analysis.sizing.Looks.held;
import static io.github.restcomparison.analysis.sizing.Looks.recorded;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.github.restcomparison.analysis.Records;
import io.github.restcomparison.analysis.Records.Service;
import io.github.restcomparison.analysis.runs.RecordedRun;
import io.github.restcomparison.records.RunRecord.Status;
import java.util.List;
import org.assertj.core.data.Offset;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;

/** 1,000 and 3,000 requests hold 60 MiB for each 1,000, and 10 beside; 9,000 are too much. */
class MemoryEndTest {
  private static final Offset<Double> OFF = Offset.offset(1e-6);
  private static final RecordedRun FEW =
      recorded(answered(Service.JERSEY_SYNC, 1_000, held(10, 600), held(70, 620)));
  private static final RecordedRun MORE =
      recorded(answered(Service.JERSEY_SYNC, 3_000, held(10, 600), held(190, 660)));
  private static final RecordedRun TOO_MANY = recorded(failed(Service.JERSEY_SYNC, 9_000));

  @Test
  void lineEndsWhereTheHeapIsFull() {
    MemoryEnd end = MemoryEnd.of("jersey-sync", List.of(TOO_MANY, FEW, MORE)).orElseThrow();
    assertThat(end.heapBytes()).isEqualTo(512 * MIB);
    assertThat(end.mostWaiting()).isCloseTo(502_000 / 60.0, Percentage.withPercentage(0.01));
    assertThat(end.answered()).hasValue(3_000);
    assertThat(end.notAnswered()).hasValue(9_000);
  }

  @Test
  void runThatWasInterruptedShowsNothing() {
    RecordedRun interrupted =
        recorded(
            Records.withStatus(
                failed(Service.JERSEY_SYNC, 4_000), Status.ABORTED, "it was interrupted"));
    assertThat(
            MemoryEnd.of("jersey-sync", List.of(FEW, MORE, interrupted))
                .orElseThrow()
                .notAnswered())
        .isEmpty();
  }

  @Test
  void nothingIsSaidOfWhatNeverWaited() {
    assertThat(MemoryEnd.of("jersey-sync", List.of(TOO_MANY))).isEmpty();
    assertThat(MemoryEnd.of("jersey-sync", List.of(FEW)).orElseThrow().notAnswered()).isEmpty();
  }

  /** From 10 and 190 at 3,000 follow 70 MiB at 1,000; from 10 and 70 at 1,000 190 at 3,000. */
  @Test
  void eachLookIsPredictedFromTheOthers() {
    List<HeldHeap> heaps = HeldHeap.of("jersey-sync", List.of(FEW, TOO_MANY, MORE));
    assertThat(heaps)
        .extracting(HeldHeap::waiting, HeldHeap::measuredBytes)
        .containsExactly(tuple(1_000L, 70.0 * MIB), tuple(3_000L, 190.0 * MIB));
    assertThat(heaps).allSatisfy(heap -> assertThat(heap.error()).isCloseTo(0, OFF));
    assertThat(HeldHeap.of("jersey-sync", List.of(FEW))).isEmpty();
  }

  /** 100 MiB at 2,000, where the line through the others has 130. */
  @Test
  void lookThatIsOffTheLineIsOff() {
    RecordedRun off = recorded(answered(Service.JERSEY_SYNC, 2_000, held(10, 600), held(100, 620)));
    assertThat(HeldHeap.of("jersey-sync", List.of(FEW, MORE, off)).getLast().error())
        .isCloseTo(0.3, OFF);
  }
}
