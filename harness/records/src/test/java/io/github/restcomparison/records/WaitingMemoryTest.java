package io.github.restcomparison.records;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restcomparison.records.WaitingMemory.Held;
import org.junit.jupiter.api.Test;

class WaitingMemoryTest {

  /** 10,000,000 bytes of heap more, for 1000 that wait; resident memory is less than before. */
  @Test
  void eachIsChargedWithWhatCameOnTop() {
    Held before = new Held(8_000_000, 640_000_000, 30, 0);
    Held during = new Held(18_000_000, 639_000_000, 30, 4_096);
    WaitingMemory memory = new WaitingMemory(1_000, before, during);
    assertThat(memory.heapPerRequest()).isEqualTo(10_000);
    assertThat(memory.rssPerRequest()).isEqualTo(-1_000);
  }

  @Test
  void whatIsNoJvmHasNoHeap() {
    Held held = new Held(Double.NaN, 1_000, 1, Double.NaN);
    assertThat(new WaitingMemory(1, held, held).heapPerRequest()).isNaN();
  }
}
