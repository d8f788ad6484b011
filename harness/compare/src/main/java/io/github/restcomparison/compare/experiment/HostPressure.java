package io.github.restcomparison.compare.experiment;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.function.LongSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Samples the host while nothing of ours runs: the share of time in which some task waited for a
 * CPU (Linux' pressure stall information). Sampled before a round and not before each run, because
 * right after a run the pressure would be our own.
 *
 * @param pressure the kernel's file, normally {@code /proc/pressure/cpu}
 * @param duration of one sample; 0 for none
 */
public record HostPressure(Path pressure, Duration duration) {
  private static final Pattern SOME = Pattern.compile("(?m)^some .*total=(\\d+)$");

  /** Lets time pass. */
  interface Sleeper {
    void sleep(Duration duration) throws InterruptedException;
  }

  /**
   * The host that this process runs on.
   *
   * @param duration of one sample; 0 for none
   */
  public static HostPressure ofThisHost(Duration duration) {
    return new HostPressure(Path.of("/proc/pressure/cpu"), duration);
  }

  /**
   * Takes one sample.
   *
   * @return a share of the time, 0 to 1; absent if the platform does not count, or for a duration
   *     of 0
   */
  OptionalDouble sample() throws InterruptedException {
    return sample(Thread::sleep, System::nanoTime);
  }

  OptionalDouble sample(Sleeper sleeper, LongSupplier nanoTime) throws InterruptedException {
    OptionalLong before = totalMicros();
    if (before.isEmpty() || duration.isZero()) {
      return OptionalDouble.empty();
    }
    long start = nanoTime.getAsLong();
    sleeper.sleep(duration);
    double micros = (nanoTime.getAsLong() - start) / 1e3;
    OptionalLong after = totalMicros();
    return after.isEmpty()
        ? OptionalDouble.empty()
        : OptionalDouble.of(Math.clamp((after.getAsLong() - before.getAsLong()) / micros, 0, 1));
  }

  private OptionalLong totalMicros() {
    try {
      Matcher some = SOME.matcher(Files.readString(pressure));
      return some.find() ? OptionalLong.of(Long.parseLong(some.group(1))) : OptionalLong.empty();
    } catch (IOException e) {
      return OptionalLong.empty(); // no such file outside Linux, or where the kernel does not count
    }
  }
}
