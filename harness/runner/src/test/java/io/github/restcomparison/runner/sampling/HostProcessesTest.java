package io.github.restcomparison.runner.sampling;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Reads a {@code /proc} of some processes, whose times are in ticks of 10 ms. */
@EnabledOnOs(OS.LINUX)
class HostProcessesTest {
  @TempDir Path proc;

  @Test
  void growthIsOfAllProcessesAndTheirEndedChildren() throws IOException {
    host();
    process(10, "java", 100, 50, 0, 0);
    process(11, "a) b (c", 7, 0, 3, 0);
    process(12, "ends", 1_000, 0, 0, 0);
    HostProcesses processes = new HostProcesses(proc);

    process(10, "java", 110, 52, 5, 1);
    process(11, "a) b (c", 7, 1, 3, 0);
    process(13, "new", 2, 1, 0, 0);
    Files.delete(proc.resolve("12/stat"));
    assertThat(processes.growthMs()).hasValue(10 * (18 + 1 + 3));
    assertThat(processes.growthMs()).hasValue(0);
  }

  @Test
  void processWithTheIdOfAnEndedOneIsNew() throws IOException {
    host();
    process(10, "ends", 1_000, 0, 0, 0);
    HostProcesses processes = new HostProcesses(proc);
    process(10, "new", 4, 0, 0, 0);
    assertThat(processes.growthMs()).hasValue(40);
  }

  /** Linux cuts a name at 15 bytes, which may be within a character. */
  @Test
  void nameIsOfAnyBytes() throws IOException {
    host();
    HostProcesses processes = new HostProcesses(proc);
    process(10, "\u00ff\u00fe", 4, 0, 0, 0);
    assertThat(processes.growthMs()).hasValue(40);
  }

  @Test
  void containerSeesNotAll() throws IOException {
    process(1, "java", 100, 50, 0, 0);
    assertThat(new HostProcesses(proc).growthMs()).isEmpty();
  }

  @Test
  void thisProcessIsSeen() {
    Path own = Path.of("/proc");
    HostProcesses processes = new HostProcesses(own);
    long end = System.nanoTime() + Duration.ofMillis(200).toNanos();
    while (ownCpu().toMillis() < 100 || System.nanoTime() < end) {
      Thread.onSpinWait();
    }
    processes
        .growthMs()
        .ifPresent(growth -> assertThat(growth).as("ms of CPU time").isGreaterThanOrEqualTo(20));
  }

  private static Duration ownCpu() {
    return ProcessHandle.current().info().totalCpuDuration().orElseThrow();
  }

  private void host() throws IOException {
    process(2, "kthreadd", 0, 0, 0, 0);
    Files.writeString(proc.resolve("2/comm"), "kthreadd\n");
  }

  private void process(int id, String name, long... times) throws IOException {
    Path folder = Files.createDirectories(proc.resolve(Integer.toString(id)));
    Files.writeString(
        folder.resolve("stat"),
        "%d (%s) S 1 1 1 0 -1 4194560 25 26 27 28 %d %d %d %d 20 0 1 0 99 1000 2\n"
            .formatted(id, name, times[0], times[1], times[2], times[3]),
        StandardCharsets.ISO_8859_1);
  }
}
