package io.github.restcomparison.comparison.command;

import java.time.Duration;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** What a load is made of; what is not given is null, for a resumed experiment knows it. */
final class LoadOptions {
  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec;

  @Option(
      names = "--users",
      paramLabel = "N",
      description = "Users who all start at once, 1 to 20000 (default: 1000).")
  private Integer users;

  @Option(
      names = "--requests",
      paramLabel = "N",
      description = "Requests of each user, one after the other, 1 to 1000000 (default: 100).")
  private Integer requests;

  @Option(
      names = "--warm-up",
      paramLabel = "TIME",
      converter = DurationConverter.class,
      description =
          "What the silent load before each measured one may take at most, while the service is not"
              + " seen to be steady, 0s to 60m (default: 40s).")
  private Duration warmUp;

  @Option(
      names = "--pin",
      negatable = true,
      description =
          "Hold services to one half of the CPUs and the load generator to the other; --no-pin lets"
              + " both run on all (default: pin on Linux with four or more CPUs; a JVM on one CPU is"
              + " not what anybody runs).")
  private Boolean pin;

  @Option(
      names = "--allow-concurrent",
      description = "Measure although another measurement runs on this host.")
  private boolean allowConcurrent;

  int users(int otherwise) {
    return within("--users", users == null ? otherwise : users, 1, 20_000);
  }

  int requests(int otherwise) {
    return within("--requests", requests == null ? otherwise : requests, 1, 1_000_000);
  }

  /** In whole seconds. */
  int warmUpSeconds(int otherwise) {
    Duration limit = warmUp == null ? Duration.ofSeconds(otherwise) : warmUp;
    if (limit.toMillis() % 1_000 != 0) {
      throw new ParameterException(
          spec.commandLine(), "--warm-up takes whole seconds, such as 40s");
    }
    return within("--warm-up in seconds", (int) limit.toSeconds(), 0, 3_600);
  }

  /** Whether to pin, where that was said. */
  Boolean pin() {
    return pin;
  }

  boolean allowConcurrent() {
    return allowConcurrent;
  }

  int within(String option, int value, int min, int max) {
    if (value < min || value > max) {
      throw new ParameterException(
          spec.commandLine(),
          "%s is %d: it may be a whole number from %d to %d".formatted(option, value, min, max));
    }
    return value;
  }
}
