package io.github.restcomparison.records;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restcomparison.records.WaitingMemory.Held;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class WaitingMemoryTest {

  /** 10,000,000 bytes of heap more, for 1000 that wait; resident memory is less than before. */
  @Test
  void eachIsChargedWithWhatCameOnTop() {
    Held before = new Held(OptionalLong.of(8_000_000), 640_000_000, 30, OptionalLong.of(0));
    Held during = new Held(OptionalLong.of(18_000_000), 639_000_000, 30, OptionalLong.of(4_096));
    WaitingMemory memory = new WaitingMemory(1_000, before, during);
    assertThat(memory.heapPerRequest()).hasValue(10_000);
    assertThat(memory.rssPerRequest()).isEqualTo(-1_000);
  }

  @Test
  void whatIsNoJvmHasNoHeap() {
    Held held = new Held(OptionalLong.empty(), 1_000, 1, OptionalLong.empty());
    assertThat(new WaitingMemory(1, held, held).heapPerRequest()).isEmpty();
  }
}
