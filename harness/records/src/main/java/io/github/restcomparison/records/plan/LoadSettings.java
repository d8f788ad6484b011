package io.github.restcomparison.records.plan;

import com.fasterxml.jackson.annotation.JsonAutoDetect;
import io.github.restcomparison.records.LoadProtocol;
import io.github.restcomparison.records.LoadSpec;
import io.github.restcomparison.records.OpenModel;
import io.github.restcomparison.records.settings.Delay;
import io.github.restcomparison.records.settings.Limits;
import io.github.restcomparison.records.settings.SettingException;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The load as a user states it, in options, in {@code compare.yaml} and in {@code -D} properties;
 * null if not given. Their limits are here and nowhere else.
 */
@JsonAutoDetect(fieldVisibility = JsonAutoDetect.Visibility.ANY)
public final class LoadSettings {
  private static final String NEW = "new";
  private static final String VIRTUAL = "virtual";

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

  @Limits(min = "1", max = "20000", words = VIRTUAL)
  private String workers;

  @Limits(min = "0s", max = "60m", wholeSeconds = true)
  private Duration warmUp;

  @Limits(words = {"http1-tls", "http2", "http2-shared"})
  private LoadProtocol protocol;

  /** The load among other settings. */
  record Only(LoadSettings load) {}

  /** Returns the defaults for variants of this project. */
  public static SettingTree ours() {
    return SettingTree.of(
        """
        {"load": {"users": "1000", "requests": "100", "delay": "100ms", "wait": "fixed",
                  "workers": "200", "warmUp": "40s"}}""");
  }

  /** Returns the defaults for services of the user's, whose speed is unknown. */
  public static SettingTree ofUser() {
    return SettingTree.of(
        """
        {"load": {"users": "100", "duration": "15s", "delay": "0ms", "warmUp": "40s"}}""");
  }

  /**
   * Returns settings with a single value.
   *
   * @param said what the user typed
   * @throws SettingException if the value is invalid; the message begins with what was typed
   */
  public static LoadSettings one(String said, String value, String setting) {
    return new SettingTree().set(said, value, "load", setting).bind(Only.class).load();
  }

  /**
   * Returns the load of variants of this project.
   *
   * @throws SettingException if a setting is invalid; the message begins with what was typed
   */
  public static LoadSpec ofOurs(SettingTree given) {
    SettingTree all = given.over(ours());
    LoadSettings settings = all.bind(Only.class).load();
    return all.explain("/load", () -> settings.load(false));
  }

  /**
   * Returns the load of settings that are merged with the defaults.
   *
   * @param isOfUser whether services of the user's are compared
   * @throws SettingException if the rate is invalid
   */
  public LoadSpec load(boolean isOfUser) {
    boolean isNew = newConnections || NEW.equals(connections);
    if (isNew && rate != null && protocol != null && protocol.isHttp2()) {
      throw SettingException.mustBe(
          "connections", NEW, "a number: HTTP/2 has no Connection: close");
    }
    int seconds = duration == null ? 30 : (int) duration.toSeconds();
    boolean isCounted = requests != null || !isOfUser;
    LoadSpec closed =
        new LoadSpec(
            users == null ? 1 : users,
            requests == null ? (isCounted ? 1 : 0) : requests,
            isCounted ? OptionalInt.empty() : OptionalInt.of(seconds),
            Optional.empty(),
            new Delay(isOfUser ? Delay.STATED : wait, (int) delay.toMillis()),
            new LoadSpec.Bounds(isOfUser ? OptionalInt.empty() : workers(), OptionalInt.empty()),
            (int) warmUp.toMillis(),
            Optional.ofNullable(protocol));
    return rate == null
        ? closed
        : closed.with(OpenModel.of(rate, seconds, pool(), isNew, closed.expectedDelayMs()));
  }

  /** Returns the connections of an open model; empty if they follow from the rate. */
  public OptionalInt pool() {
    return number(connections, NEW);
  }

  /** Returns how many threads may block at once; empty if nothing bounds them. */
  public OptionalInt workers() {
    return number(workers, VIRTUAL);
  }

  private static OptionalInt number(String text, String word) {
    return text == null || text.equals(word)
        ? OptionalInt.empty()
        : OptionalInt.of(Integer.parseInt(text));
  }

  /** Returns how many users start at once; null if that is not stated. */
  public Integer users() {
    return users;
  }

  /** Returns how long a request waits; null if that is not stated. */
  public Duration delay() {
    return delay;
  }

  /** Returns how long the load lasts; null if that is not stated. */
  public Duration duration() {
    return duration;
  }
}
