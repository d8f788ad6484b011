package io.github.restcomparison.compare.options;

import com.fasterxml.jackson.annotation.JsonAutoDetect;
import io.github.restcomparison.analysis.plan.PlanRequest;
import io.github.restcomparison.analysis.plan.PlanRequest.Load;
import io.github.restcomparison.records.Slo;
import io.github.restcomparison.records.plan.SettingTree;
import io.github.restcomparison.records.settings.Limits;
import io.github.restcomparison.records.settings.SettingException;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import picocli.CommandLine.Model.CommandSpec;

/** The load that is planned for, and the nodes that are to serve it; null if not given. */
@JsonAutoDetect(fieldVisibility = JsonAutoDetect.Visibility.ANY)
public final class PlanOptions {
  /** Above 0. */
  private static final String NUMBER = "(?=.*[1-9])\\d{1,9}(\\.\\d{1,6})?";

  /** The share of a node's CPUs that may be in use: what is left is for bursts. */
  private static final double MOST_CPU = 0.7;

  @Limits(min = "1", max = "100000000")
  private Integer users;

  @Limits(pattern = NUMBER + "/s", valid = "above 0, such as 20000/s")
  private String rate;

  @Limits(min = "0ms", max = "10m")
  private Duration delay;

  @Limits(min = "0ms", max = "10m")
  private Duration think;

  @Limits(pattern = NUMBER, valid = "a number above 0, such as 8 or 0.5")
  private String cpus;

  @Limits(min = "1", max = "20000")
  private Integer workers;

  @Limits(pattern = "\\d{1,7}[mg]", valid = "such as 512m or 2g")
  private String memory;

  private Slo slo;

  @Limits(min = "1", max = "1000000", words = "auto")
  private String nodes;

  @Limits(pattern = NUMBER + "/cpu-hour", valid = "above 0, such as 0.04/cpu-hour")
  private String price;

  /**
   * Returns what is asked.
   *
   * @param command that was typed
   * @throws io.github.restcomparison.records.settings.SettingException if an option is invalid
   * @throws SettingException if the load is missing or stated twice
   */
  public static PlanRequest request(CommandSpec command) {
    return new OptionTree(command, new SettingTree()).tree().bind(PlanOptions.class).request();
  }

  private PlanRequest request() {
    if (slo != null && !slo.isOfPercentiles()) {
      throw new SettingException(
          "--slo %s: must be percentiles; failures and max cannot be predicted"
              .formatted(slo.text()));
    }
    boolean isAuto = nodes == null || nodes.equals("auto");
    return new PlanRequest(
        load(),
        number(cpus),
        workers == null ? OptionalInt.empty() : OptionalInt.of(workers),
        memory == null ? OptionalLong.empty() : OptionalLong.of(bytes()),
        number(price),
        Optional.ofNullable(slo),
        isAuto ? OptionalInt.empty() : OptionalInt.of(Integer.parseInt(nodes)),
        MOST_CPU);
  }

  private Load load() {
    if ((users == null) == (rate == null)) {
      throw new SettingException("missing load: one of --users and --rate");
    }
    if (delay == null) {
      throw new SettingException("--delay is missing: how long does a request wait?");
    }
    if (users != null) {
      return Load.closed(users, think == null ? 0 : think.toMillis(), delay.toMillis());
    }
    if (think != null) {
      throw new SettingException("--think: requires --users");
    }
    return Load.open(number(rate).getAsDouble(), delay.toMillis());
  }

  /** A number without its unit. */
  private static OptionalDouble number(String text) {
    return text == null
        ? OptionalDouble.empty()
        : OptionalDouble.of(Double.parseDouble(text.replaceFirst("/.*", "")));
  }

  private long bytes() {
    return Long.parseLong(memory.replaceAll("\\D", "")) << (memory.endsWith("g") ? 30 : 20);
  }
}
