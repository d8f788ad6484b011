package io.github.restcomparison.runner.sampling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.restcomparison.runner.service.RunningService;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

@EnabledOnOs(OS.LINUX)
@Timeout(60)
class MemoryWatchTest {
  private static final RunningService SELF =
      RunningService.ofProcesses(() -> List.of(ProcessHandle.current()));

  /** A gate reports that the service has ended; the users continue until then. */
  @Test
  void serviceThatHasEndedHasNoMemory() {
    RunningService ended = RunningService.ofProcesses(List::of);
    try (MemoryWatch watch = new MemoryWatch(ended, () -> 5, 5)) {
      watch.begin();
      watch.begin();
      assertThat(watch.result()).isEmpty();
    }
  }

  @Test
  void memoryIsReadOnceAllRequestsWait() {
    try (MemoryWatch watch = new MemoryWatch(SELF, () -> 5, 5)) {
      watch.begin();
      await().atMost(Duration.ofMinutes(1)).until(() -> watch.result().isPresent());
      assertThat(watch.result().orElseThrow().waiting()).isEqualTo(5);
      assertThat(watch.result().orElseThrow().before().rss()).isPositive();
      assertThat(watch.result().orElseThrow().during().threads()).isPositive();
    }
  }
}
