package io.github.restcomparison.compare.experiment;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.OptionalDouble;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Checks before a round whether the host is quiet: samples the share of time in which a task waited
 * for a CPU (Linux' pressure stall information). Not before each run: right after a run the
 * pressure would be that of the run.
 *
 * @param pressure the kernel's file
 */
record HostCheck(Path pressure, Sleeper sleeper) {
  /** One sample takes this share of the round, and all samples four times that. */
  private static final int SHARE = 20;

  private static final int MAX_SAMPLES = 4;
  private static final Duration LONGEST_SAMPLE = Duration.ofSeconds(5);
  private static final double QUIET = 0.05;
  private static final Pattern SOME = Pattern.compile("(?m)^some .*total=(\\d+)$");

  /** Lets time pass. */
  interface Sleeper {
    void sleep(Duration duration) throws InterruptedException;
  }

  /** The host that this process runs on. */
  HostCheck() {
    this(Path.of("/proc/pressure/cpu"), Thread::sleep);
  }

  /**
   * Samples the host, again for some time while it is busy.
   *
   * @param round how long the round should take; a sample takes a twentieth of it, 5 s at most
   * @param said receives a line for each time that the host is busy
   * @return the share of time of the last sample, 0 to 1; absent if the platform does not count it
   */
  OptionalDouble untilQuiet(Duration round, Consumer<String> said) throws InterruptedException {
    Duration part = round.dividedBy(SHARE);
    Duration sample = part.compareTo(LONGEST_SAMPLE) < 0 ? part : LONGEST_SAMPLE;
    double share = sample(sample);
    for (int taken = 1; taken < MAX_SAMPLES && share > QUIET; taken++) {
      said.accept(
          "the host is busy: tasks waited for a CPU in %.0f %% of the time; waiting"
              .formatted(100 * share));
      share = sample(sample);
    }
    return Double.isNaN(share) ? OptionalDouble.empty() : OptionalDouble.of(share);
  }

  private double sample(Duration duration) throws InterruptedException {
    double before = totalMicros();
    if (Double.isNaN(before) || duration.isZero()) {
      return Double.NaN;
    }
    sleeper.sleep(duration);
    return Math.clamp((totalMicros() - before) / (duration.toNanos() / 1e3), 0.0, 1.0);
  }

  /** NaN if this is not Linux, or the kernel does not count. */
  private double totalMicros() {
    try {
      Matcher some = SOME.matcher(Files.readString(pressure));
      return some.find() ? Double.parseDouble(some.group(1)) : Double.NaN;
    } catch (IOException e) {
      return Double.NaN;
    }
  }
}
