package io.github.restcomparison.compare.options;

import io.github.restcomparison.records.OpenModel;
import io.github.restcomparison.records.plan.ExperimentPlan;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The open model: requests that come by a schedule; what is not given is null. */
final class OpenOptions {
  private static final int MOST_SECONDS = 3_600;

  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec;

  @Option(
      names = "--rate",
      paramLabel = "RATE",
      description =
          "Open model instead of users who wait: requests per second, come what may, "
              + OpenModel.RATES
              + ". Latencies then count from when each request was due.")
  private String rate;

  @Option(
      names = "--duration",
      paramLabel = "TIME",
      converter = DurationConverter.class,
      description = "How long requests come at the rate, 1s to 60m (default: 30s).")
  private Duration duration;

  @Option(
      names = "--connections",
      paramLabel = "N",
      description =
          "Connections that the callers share, 1 to 20000 (default: twice as many as are busy while"
              + " every answer takes the delay, and ten).")
  private Integer connections;

  @Option(
      names = "--new-connections",
      description = "Each request opens a connection of its own and closes it.")
  private boolean newConnections;

  /**
   * What is asked for, or else what the plan before has; empty for a closed model.
   *
   * @param delay the longest wait of a request
   */
  Optional<OpenModel> open(Optional<ExperimentPlan> before, Duration delay) {
    if (rate == null) {
      if (duration != null || connections != null || newConnections) {
        throw refusal("--duration, --connections and --new-connections may be given with --rate");
      }
      return before.flatMap(ExperimentPlan::open);
    }
    long seconds = duration == null ? 30 : duration.toSeconds();
    if (seconds < 1
        || seconds > MOST_SECONDS
        || duration != null && duration.toMillis() % 1_000 > 0) {
      throw refusal("--duration takes whole seconds from 1s to 60m, such as 30s");
    }
    if (connections != null && (connections < 1 || connections > OpenModel.MOST_CONNECTIONS)) {
      throw refusal(
          "--connections is %d: it may be a whole number from 1 to %d"
              .formatted(connections, OpenModel.MOST_CONNECTIONS));
    }
    OptionalInt pool = connections == null ? OptionalInt.empty() : OptionalInt.of(connections);
    try {
      return Optional.of(OpenModel.of(rate, (int) seconds, pool, newConnections, delay));
    } catch (IllegalArgumentException e) {
      throw refusal("--rate is '%s': it may be %s".formatted(rate, OpenModel.RATES));
    }
  }

  private ParameterException refusal(String why) {
    return new ParameterException(spec.commandLine(), why);
  }
}
