package io.github.restcomparison.compare.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Sampling the pressure on the host before a round. */
class HostPressureTest {
  @TempDir private Path folder;

  @Test
  void nobodyWaitedForACpu() throws Exception {
    assertThat(sample(1_000_000, 1_000_000)).hasValue(0);
  }

  @Test
  void shareOfTheTimeInWhichSomebodyWaited() throws Exception {
    assertThat(sample(1_000_000, 1_050_000)).hasValue(0.25);
  }

  @Test
  void platformThatDoesNotTellHasNoPressure() throws Exception {
    assertThat(new HostPressure(folder.resolve("missing"), Duration.ofMillis(10)).sample())
        .isEmpty();
    Path other = Files.writeString(folder.resolve("other"), "something else");
    assertThat(new HostPressure(other, Duration.ofMillis(10)).sample()).isEmpty();
  }

  @Test
  void nobodyLooksForNoTime() throws Exception {
    write(folder.resolve("cpu"), 1);
    assertThat(new HostPressure(folder.resolve("cpu"), Duration.ZERO).sample()).isEmpty();
  }

  /** A sample that takes 200 ms, in which the kernel counts on. */
  private OptionalDouble sample(long before, long after) throws Exception {
    Path file = folder.resolve("cpu");
    write(file, before);
    Iterator<Long> nanos = List.of(0L, 200_000_000L).iterator();
    return new HostPressure(file, Duration.ofMillis(200))
        .sample(duration -> write(file, after), nanos::next);
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
