package io.github.restcomparison.records.plan;

import com.fasterxml.jackson.annotation.JsonAutoDetect;
import io.github.restcomparison.records.LoadProtocol;
import io.github.restcomparison.records.LoadSpec;
import io.github.restcomparison.records.OpenModel;
import io.github.restcomparison.records.settings.SettingException;
import java.time.Duration;
import java.util.OptionalInt;

/**
 * The load as a user states it, in options, in {@code compare.yaml} and in {@code -D} properties;
 * null if not given. Their limits are here and nowhere else.
 */
@JsonAutoDetect(fieldVisibility = JsonAutoDetect.Visibility.ANY)
public final class LoadSettings {
  private static final String NEW = "new";

  @Limits(min = "1", max = "20000")
  private Integer users;

  @Limits(min = "1", max = "1000000")
  private Integer requests;

  @Limits(min = "1s", max = "60m", wholeSeconds = true)
  private Duration duration;

  private String rate;

  @Limits(min = "1", max = "20000", words = NEW)
  private String connections;

  /** As {@code connections: new}, with a bound of how many are open at once. */
  private boolean newConnections;

  @Limits(min = "0ms", max = "10m")
  private Duration delay;

  @Limits(words = {"fixed", "uniform", "shared-tick", "http", "sql"})
  private String wait;

  @Limits(min = "1", max = "20000", words = "virtual")
  private String workers;

  @Limits(min = "0s", max = "60m", wholeSeconds = true)
  private Duration warmUp;

  private LoadProtocol protocol;

  /** The defaults for variants of this project. */
  public static SettingTree ours() {
    return new SettingTree()
        .set("", "1000", "load", "users")
        .set("", "100", "load", "requests")
        .set("", "100ms", "load", "delay")
        .set("", "fixed", "load", "wait")
        .set("", "200", "load", "workers")
        .set("", "40s", "load", "warmUp");
  }

  /** The defaults for services of the user's, whose speed is unknown. */
  public static SettingTree ofUser() {
    return new SettingTree()
        .set("", "100", "load", "users")
        .set("", "15s", "load", "duration")
        .set("", "0ms", "load", "delay")
        .set("", "40s", "load", "warmUp");
  }

  /**
   * Returns the load.
   *
   * @param isOfUser whether services of the user's are compared
   * @throws SettingException if the rate is invalid
   */
  public LoadSpec load(boolean isOfUser) {
    int delayMs = (int) delay.toMillis();
    int warmUpMs = (int) warmUp.toMillis();
    int closedUsers = users == null ? 1 : users;
    LoadSpec load =
        isOfUser
            ? LoadSpec.stated(
                closedUsers, requests == null ? 0 : requests, seconds(), delayMs, warmUpMs)
            : LoadSpec.closed(
                closedUsers,
                requests == null ? 1 : requests,
                delayMs,
                wait,
                LoadSpec.workers(workers),
                warmUpMs);
    LoadSpec whole = rate == null ? load : load.by(schedule(load.expectedDelayMs()));
    return protocol == null ? whole : whole.over(protocol);
  }

  private OptionalInt seconds() {
    if (requests != null) {
      return OptionalInt.empty();
    }
    return OptionalInt.of(duration == null ? 30 : (int) duration.toSeconds());
  }

  private OpenModel schedule(int delayMs) {
    return OpenModel.of(
        rate, duration == null ? 30 : (int) duration.toSeconds(), pool(), isNew(), delayMs);
  }

  /** The connections of an open model; empty if they follow from the rate. */
  public OptionalInt pool() {
    return connections == null || NEW.equals(connections)
        ? OptionalInt.empty()
        : OptionalInt.of(Integer.parseInt(connections));
  }

  /** How long the load lasts; null if that is not stated. */
  public Duration duration() {
    return duration;
  }

  private boolean isNew() {
    return newConnections || NEW.equals(connections);
  }
}
