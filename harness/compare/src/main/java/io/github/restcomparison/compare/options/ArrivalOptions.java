package io.github.restcomparison.compare.options;

import io.github.restcomparison.records.OpenModel;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;
import picocli.CommandLine.Option;

/** How requests come in an open model, whatever their rate. */
public final class ArrivalOptions {
  @Option(
      names = "--duration",
      paramLabel = "TIME",
      converter = DurationConverter.class,
      description =
          "How long requests come at a rate, 1s to 60m (default: 30s, in a search 10s); for services"
              + " of yours also how long users ask (default: 15s).")
  private Duration duration;

  @Option(
      names = "--connections",
      paramLabel = "N",
      description =
          "Open model: connections that the callers share, 1 to 20000 (default: at each rate twice as"
              + " many as are busy while every answer takes the delay, and ten).")
  private Integer connections;

  @Option(
      names = "--new-connections",
      description = "Open model: each request opens a connection of its own and closes it.")
  private boolean newConnections;

  /** Whether anything is said of them. */
  boolean areGiven() {
    return duration != null || connections != null || newConnections;
  }

  /** How long requests come, where that is asked for. */
  Optional<Duration> duration() {
    return Optional.ofNullable(duration);
  }

  /** The connections of the pool; empty where they go with the rate. */
  public OptionalInt connections() {
    return connections == null ? OptionalInt.empty() : OptionalInt.of(connections);
  }

  /**
   * The schedule.
   *
   * @param usual how long requests come where nobody says
   * @param delayMs what an answer takes at least
   * @throws io.github.restcomparison.servicekit.SettingException where it cannot be one
   */
  public OpenModel schedule(String rate, Duration usual, int delayMs) {
    int seconds =
        DurationConverter.wholeSeconds(duration == null ? usual : duration, OpenModel.SECONDS);
    return OpenModel.of(rate, seconds, connections(), newConnections, delayMs);
  }
}
