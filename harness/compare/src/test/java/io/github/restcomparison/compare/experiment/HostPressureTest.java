package io.github.restcomparison.compare.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Listening to the host before a round. */
class HostPressureTest {
  @TempDir private Path folder;

  @Test
  void nobodyWaitedForACpu() throws Exception {
    assertThat(listen(1_000_000, 1_000_000)).hasValue(0);
  }

  /** 50 ms of 200 ms at least: the look takes a little longer than asked. */
  @Test
  void shareOfTheTimeInWhichSomebodyWaited() throws Exception {
    assertThat(listen(1_000_000, 1_050_000).orElseThrow()).isBetween(0.1, 0.25);
  }

  @Test
  void platformThatDoesNotTellHasNoPressure() throws Exception {
    assertThat(new HostPressure(folder.resolve("missing"), Duration.ofMillis(10)).listen())
        .isEmpty();
    Path other = Files.writeString(folder.resolve("other"), "something else");
    assertThat(new HostPressure(other, Duration.ofMillis(10)).listen()).isEmpty();
  }

  @Test
  void nobodyLooksForNoTime() throws Exception {
    write(folder.resolve("cpu"), 1);
    assertThat(new HostPressure(folder.resolve("cpu"), Duration.ZERO).listen()).isEmpty();
  }

  private OptionalDouble listen(long before, long after) throws Exception {
    Path file = folder.resolve("cpu");
    write(file, before);
    Thread later =
        Thread.ofVirtual()
            .start(
                () -> {
                  try {
                    Thread.sleep(50);
                    write(file, after);
                  } catch (Exception e) {
                    throw new IllegalStateException(e);
                  }
                });
    OptionalDouble pressure = new HostPressure(file, Duration.ofMillis(200)).listen();
    later.join();
    return pressure;
  }

  private static void write(Path file, long total) throws Exception {
    Path whole = file.resolveSibling("whole");
    Files.writeString(
        whole,
        """
        some avg10=0.00 avg60=0.00 avg300=2.94 total=%d
        full avg10=0.00 avg60=0.00 avg300=0.00 total=7
        """
            .formatted(total));
    Files.move(whole, file, java.nio.file.StandardCopyOption.REPLACE_EXISTING);
  }
}
