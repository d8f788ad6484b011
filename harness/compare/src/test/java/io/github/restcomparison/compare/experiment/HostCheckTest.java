package io.github.restcomparison.compare.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checking whether the host is quiet before a round. */
class HostCheckTest {
  @TempDir private Path folder;

  @Test
  void quietHostHasNoPressure() throws Exception {
    assertThat(sample(1_000_000, 1_000_000)).isZero();
  }

  @Test
  void busyHostHasPressure() throws Exception {
    assertThat(sample(1_000_000, 1_008_000)).isEqualTo(0.04);
  }

  @Test
  void pressureIsUnknownWithoutTheKernelsFile() throws Exception {
    assertThat(untilQuiet(folder.resolve("missing"))).isNaN();
    Path other = Files.writeString(folder.resolve("other"), "something else");
    assertThat(untilQuiet(other)).isNaN();
  }

  /** A round of 2 s is worth a sample of 0.1 s, and three more while the host is busy. */
  @Test
  void checkIsAShareOfTheRoundAndEndsOnABusyHost() throws Exception {
    Path file = folder.resolve("cpu");
    write(file, 0);
    List<Duration> slept = new ArrayList<>();
    List<String> said = new ArrayList<>();
    HostCheck.Sleeper busy =
        duration -> {
          slept.add(duration);
          write(file, 1_000_000L * slept.size());
        };
    assertThat(new HostCheck(file, busy).awaitQuiet(Duration.ofSeconds(2), said::add)).isEqualTo(1);
    assertThat(slept).hasSize(4).containsOnly(Duration.ofMillis(100));
    assertThat(said).hasSize(3).allMatch(line -> line.contains("busy"));
    slept.clear();
    new HostCheck(file, busy).awaitQuiet(Duration.ofHours(2), said::add);
    assertThat(slept).containsOnly(Duration.ofSeconds(5));
  }

  private static double untilQuiet(Path file) throws InterruptedException {
    return new HostCheck(file, Thread::sleep).awaitQuiet(Duration.ofMillis(200), said -> {});
  }

  /** A sample that takes 200 ms, in which the kernel counts on. */
  private double sample(long before, long after) throws Exception {
    Path file = folder.resolve("cpu");
    write(file, before);
    return new HostCheck(file, duration -> write(file, after))
        .awaitQuiet(Duration.ofSeconds(4), said -> {});
  }

  private static void write(Path file, long total) {
    try {
      Path whole = file.resolveSibling("whole");
      Files.writeString(
          whole,
          """
        some avg10=0.00 avg60=0.00 avg300=2.94 total=%d
        full avg10=0.00 avg60=0.00 avg300=0.00 total=7
        """
              .formatted(total));
      Files.move(whole, file, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
