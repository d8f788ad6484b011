package io.github.restcomparison.runner.sampling;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

/** As Linux 6.18 writes it, without the lines that do not matter. */
class ResidentMemoryTest {
  private static String rollup(int rss, int sharedClean, int sharedDirty, int own) {
    return """
    55c0d4884000-7ffc888d7000 ---p 00000000 00:00 0                          [rollup]
    Rss:              %6d kB
    Pss:                 231 kB
    Pss_Dirty:           112 kB
    Shared_Clean:     %6d kB
    Shared_Dirty:     %6d kB
    Private_Clean:        40 kB
    Private_Dirty:    %6d kB
    """
        .formatted(rss, sharedClean, sharedDirty, own);
  }

  @Test
  void oneProcessCountsWhole() {
    assertThat(ProcessTree.residentMemory(List.of(rollup(1_772, 1_620, 0, 112))))
        .isEqualTo(1_772 * 1_024);
  }

  /** A process loads 200 MB and forks four workers, which write 10 MB each. */
  @Test
  void sharedMemoryCountsOnce() {
    List<String> all = Collections.nCopies(4, rollup(210_040, 0, 200_000, 10_000));
    assertThat(ProcessTree.residentMemory(all)).isEqualTo(1_024 * (200_000 + 4 * 10_040));
  }
}
