package io.github.restcomparison.compare.options;

import io.github.restcomparison.records.LoadSpec;
import java.time.Duration;
import java.util.OptionalInt;
import picocli.CommandLine.Option;

/** What a request waits for, and who may wait; what is not given is null. */
public final class WaitOptions {
  @Option(
      names = "--delay",
      paramLabel = "TIME",
      converter = DurationConverter.class,
      description = "The wait of one request, 0ms to 10m (default: 100ms).")
  private Duration delay;

  @Option(
      names = "--workers",
      paramLabel = "N",
      description =
          "Threads that may block at once, 1 to 20000, or virtual (default: 200); for variants whose"
              + " waiting blocks a thread.")
  private String workers;

  /**
   * The wait in ms.
   *
   * @throws io.github.restcomparison.servicekit.SettingException where it is too long
   */
  public int delayMs(int otherwise) {
    return delay == null ? otherwise : LoadSpec.DELAY_MS.check(delay.toMillis());
  }

  /**
   * The workers; empty for virtual threads.
   *
   * @throws io.github.restcomparison.servicekit.SettingException where they are neither a number
   *     nor virtual
   */
  public OptionalInt workers(OptionalInt otherwise) {
    return workers == null ? otherwise : LoadSpec.workers(workers);
  }
}
