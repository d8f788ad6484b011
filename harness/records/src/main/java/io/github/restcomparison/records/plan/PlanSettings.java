package io.github.restcomparison.records.plan;

import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import io.github.restcomparison.records.plan.ExperimentPlan.Design;
import io.github.restcomparison.records.service.ServiceSpec;
import io.github.restcomparison.records.service.Workload;
import io.github.restcomparison.records.settings.SettingException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ThreadLocalRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * All settings of an experiment, merged from defaults, study, file and options.
 *
 * @param services of the user's, by name
 * @param workload what they are asked; absent without services
 * @param variants of this project
 * @param runtime what services run in: {@code bare}, {@code docker} or {@code kubernetes}
 * @param cluster absent unless the runtime is {@code kubernetes}
 * @param slo that a search for capacity must keep
 */
public record PlanSettings(
    @JsonSetter(nulls = Nulls.AS_EMPTY) Map<String, ServiceSpec> services,
    Optional<Workload> workload,
    @JsonSetter(nulls = Nulls.AS_EMPTY) List<String> variants,
    LoadSettings load,
    DesignSettings design,
    @Limits(words = {"bare", "docker", "kubernetes"}) String runtime,
    Optional<ClusterSpec> cluster,
    Optional<String> slo) {

  /**
   * How often variants are measured, as a user states it.
   *
   * @param rounds a number, or a range such as {@code 3..10}
   * @param control the variant that is measured twice, or {@code none}
   */
  public record DesignSettings(
      String rounds,
      @Limits(min = "1s", max = "24h", wholeSeconds = true) Optional<Duration> time,
      Optional<String> control,
      Optional<Long> seed) {
    private static final Pattern ROUNDS = Pattern.compile("(?:(\\d{1,4})\\.\\.)?(\\d{1,4})");
    private static final int MOST_ROUNDS = 1_000;

    /**
     * Returns the design.
     *
     * @param usualControl the variant that is measured twice if none is named
     * @throws SettingException if the rounds are invalid
     */
    public Design design(List<String> variants, Optional<String> usualControl) {
      Matcher both = ROUNDS.matcher(rounds);
      int most = both.matches() ? Integer.parseInt(both.group(2)) : 0;
      int least = both.matches() && both.group(1) != null ? Integer.parseInt(both.group(1)) : most;
      if (least < 1 || most < least || most > MOST_ROUNDS) {
        throw SettingException.mustBe(
            "rounds", rounds, "a number between 1 and 1000, or a range such as 3..10");
      }
      return new Design(
          variants,
          control.or(() -> usualControl).filter(name -> !name.equals("none")),
          least,
          most,
          seed.orElseGet(() -> ThreadLocalRandom.current().nextLong(1_000_000)),
          time.map(limit -> OptionalLong.of(limit.toMillis())).orElse(OptionalLong.empty()));
    }
  }
}
