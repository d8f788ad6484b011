package io.github.restcomparison.compare.options;

import static io.github.restcomparison.records.settings.SettingException.refuseIf;

import io.github.restcomparison.analysis.plan.PlanRequest;
import io.github.restcomparison.analysis.plan.PlanRequest.Load;
import io.github.restcomparison.records.Slo;
import io.github.restcomparison.records.plan.SettingTree;
import io.github.restcomparison.records.settings.Limits;
import io.github.restcomparison.records.settings.SettingException;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;
import picocli.CommandLine.Model.CommandSpec;

/** The load that is planned for, and the nodes that are to serve it. */
public record PlanOptions(
    @Limits(min = "1", max = "100000000") OptionalInt users,
    @Limits(pattern = NUMBER + "/s", valid = "above 0, such as 20000/s") Optional<String> rate,
    @Limits(min = "0ms", max = "10m") Optional<Duration> delay,
    @Limits(min = "0ms", max = "10m") Optional<Duration> think,
    @Limits(pattern = NUMBER, valid = "a number above 0, such as 8 or 0.5") Optional<String> cpus,
    @Limits(min = "1", max = "20000") OptionalInt workers,
    @Limits(pattern = "\\d{1,7}[mg]", valid = "such as 512m or 2g") Optional<String> memory,
    Optional<Slo> slo,
    @Limits(min = "1", max = "1000000", words = "auto") Optional<String> nodes,
    @Limits(pattern = NUMBER + "/cpu-hour", valid = "above 0, such as 0.04/cpu-hour")
        Optional<String> price) {
  /** Above 0. */
  private static final String NUMBER = "(?=.*[1-9])\\d{1,9}(\\.\\d{1,6})?";

  /** The share of a node's CPUs that may be in use: what is left is for bursts. */
  private static final double MOST_CPU = 0.7;

  /**
   * Returns what is asked.
   *
   * @param command that was typed
   * @throws SettingException if an option is invalid, or the load is missing or stated twice
   */
  public static PlanRequest request(CommandSpec command) {
    return new OptionTree(command, new SettingTree()).tree().bind(PlanOptions.class).request();
  }

  private PlanRequest request() {
    if (slo.isPresent() && !slo.get().isOfPercentiles()) {
      throw new SettingException(
          "--slo %s: must be percentiles; failures and max cannot be predicted"
              .formatted(slo.get().text()));
    }
    return new PlanRequest(
        load(),
        cpus.stream().mapToDouble(PlanOptions::number).findFirst(),
        workers,
        memory.stream().mapToLong(PlanOptions::bytes).findFirst(),
        price.stream().mapToDouble(PlanOptions::number).findFirst(),
        slo,
        nodes.filter(it -> !it.equals("auto")).stream().mapToInt(Integer::parseInt).findFirst(),
        MOST_CPU);
  }

  private Load load() {
    refuseIf(users.isPresent() == rate.isPresent(), "missing load: one of --users and --rate");
    refuseIf(delay.isEmpty(), "--delay is missing: how long does a request wait?");
    if (users.isPresent()) {
      long thinkMs = think.orElse(Duration.ZERO).toMillis();
      return Load.closed(users.getAsInt(), thinkMs, delay.get().toMillis());
    }
    refuseIf(think.isPresent(), "--think: requires --users");
    return Load.open(number(rate.get()), delay.get().toMillis());
  }

  /** A number without its unit. */
  private static double number(String text) {
    return Double.parseDouble(text.replaceFirst("/.*", ""));
  }

  private static long bytes(String memory) {
    return Long.parseLong(memory.replaceAll("\\D", "")) << (memory.endsWith("g") ? 30 : 20);
  }
}
