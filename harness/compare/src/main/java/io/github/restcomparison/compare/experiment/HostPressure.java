package io.github.restcomparison.compare.experiment;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Listens to the host while nothing of ours runs: the share of time in which some task waited for a
 * CPU (Linux' pressure stall information). Looked at before a round and not before each run, for
 * right after a run the pressure would be our own.
 *
 * @param pressure the kernel's file, normally {@code /proc/pressure/cpu}
 * @param listening how long one look takes
 */
public record HostPressure(Path pressure, Duration listening) {
  private static final Pattern SOME = Pattern.compile("(?m)^some .*total=(\\d+)$");

  /**
   * The host that this process runs on.
   *
   * @param listening how long one look takes; 0 for none
   */
  public static HostPressure ofThisHost(Duration listening) {
    return new HostPressure(Path.of("/proc/pressure/cpu"), listening);
  }

  /**
   * Listens once.
   *
   * @return a share of the time; absent where the platform does not tell, or nobody is to look
   */
  OptionalDouble listen() throws InterruptedException {
    Optional<Long> before = totalMicros();
    if (before.isEmpty() || listening.isZero()) {
      return OptionalDouble.empty();
    }
    long start = System.nanoTime();
    Thread.sleep(listening);
    double micros = (System.nanoTime() - start) / 1e3;
    return totalMicros()
        .map(after -> OptionalDouble.of(Math.clamp((after - before.get()) / micros, 0, 1)))
        .orElse(OptionalDouble.empty());
  }

  private Optional<Long> totalMicros() {
    try {
      Matcher some = SOME.matcher(Files.readString(pressure));
      return some.find() ? Optional.of(Long.parseLong(some.group(1))) : Optional.empty();
    } catch (IOException e) {
      return Optional.empty(); // no such file outside Linux, or where the kernel does not count
    }
  }
}
