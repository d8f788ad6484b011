package io.github.restcomparison.compare.options;

import io.github.restcomparison.analysis.plan.PlanRequest.Load;
import io.github.restcomparison.compare.experiment.UsageException;
import io.github.restcomparison.records.DurationText;
import java.time.Duration;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** The load that is planned for. */
public final class PlannedLoadOptions {
  private static final Pattern RATE = Pattern.compile("(\\d{1,9}(?:\\.\\d{1,3})?)/s");
  private static final int MOST_USERS = 100_000_000;

  @Option(
      names = "--users",
      paramLabel = "N",
      description = "Users who wait for each answer, 1 to 100000000, of all nodes.")
  private Integer users;

  @Option(
      names = "--rate",
      paramLabel = "N/s",
      description = "Requests that come whatever the service does, in place of users.")
  private String rate;

  @Option(
      names = "--delay",
      paramLabel = "TIME",
      required = true,
      converter = Time.class,
      description = "What a request waits for its back end, 0ms to 10m.")
  private Duration delay;

  @Option(
      names = "--think",
      paramLabel = "TIME",
      defaultValue = "0ms",
      converter = Time.class,
      description = "Between an answer and a user's next request (default: ${DEFAULT-VALUE}).")
  private Duration think;

  /**
   * The load of all nodes.
   *
   * @throws UsageException where it is said twice or not at all, or is not what it may be
   */
  public Load load() {
    if ((users == null) == (rate == null)) {
      throw new UsageException("missing load: one of --users and --rate");
    }
    if (delay.compareTo(Duration.ofMinutes(10)) > 0) {
      throw new UsageException(
          "--delay %s: must be between 0ms and 10m".formatted(DurationText.of(delay)));
    }
    double waitMs = delay.toMillis();
    if (rate != null) {
      if (!think.isZero()) {
        throw new UsageException("--think: requires --users");
      }
      return Load.open(NodeOptions.above0("--rate", rate, RATE, "such as 20000/s"), waitMs);
    }
    if (users < 1 || users > MOST_USERS) {
      throw new UsageException("--users %d: must be between 1 and %d".formatted(users, MOST_USERS));
    }
    return Load.closed(users, think.toMillis(), waitMs);
  }

  /** Reads a duration. */
  static final class Time implements ITypeConverter<Duration> {
    @Override
    public Duration convert(String text) {
      return DurationText.parse(text)
          .orElseThrow(
              () ->
                  new TypeConversionException(
                      "'%s' is not a duration (examples: 100ms, 3s, 2m, 1h)".formatted(text)));
    }
  }
}
