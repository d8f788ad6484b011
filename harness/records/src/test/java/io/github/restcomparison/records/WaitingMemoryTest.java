package io.github.restcomparison.records;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restcomparison.records.WaitingMemory.Snapshot;
import org.junit.jupiter.api.Test;

class WaitingMemoryTest {

  /** 10,000,000 bytes of heap more, for 1000 that wait; resident memory is less than before. */
  @Test
  void differenceIsDividedByTheWaitingRequests() {
    Snapshot before = new Snapshot(8_000_000, 640_000_000, 30, 0);
    Snapshot during = new Snapshot(18_000_000, 639_000_000, 30, 4_096);
    WaitingMemory memory = new WaitingMemory(1_000, before, during);
    assertThat(memory.heapPerRequest()).isEqualTo(10_000);
    assertThat(memory.rssPerRequest()).isEqualTo(-1_000);
  }

  @Test
  void heapIsUnknownWithoutAJvm() {
    Snapshot held = new Snapshot(Double.NaN, 1_000, 1, Double.NaN);
    assertThat(new WaitingMemory(1, held, held).heapPerRequest()).isNaN();
  }
}
