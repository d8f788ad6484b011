package io.github.restcomparison.records.service;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import io.github.restcomparison.records.settings.SettingException;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What is asked of a user's services: each time one of the requests, drawn by their weights; or
 * what a simulation of the user's own does.
 *
 * @param requests one or more, where there is no simulation
 * @param feeders of which all users take their records
 * @param simulation in place of requests
 * @param timeout of a response with its body, 1 ms to 10 min
 * @param insecure whether any certificate of a service is accepted
 * @param keepCookies whether a user sends the cookies that the service has set
 */
@JsonInclude(JsonInclude.Include.NON_ABSENT)
public record Workload(
    @JsonSetter(nulls = Nulls.AS_EMPTY) List<RequestSpec> requests,
    @JsonSetter(nulls = Nulls.AS_EMPTY) List<Feeder> feeders,
    Optional<UserSimulation> simulation,
    Duration timeout,
    boolean insecure,
    boolean keepCookies) {

  /** The longest time-out of a response. */
  public static final Duration LONGEST_TIMEOUT = Duration.ofMinutes(10);

  /** The time-out of a response by default. */
  public static final Duration USUAL_TIMEOUT = Duration.ofSeconds(60);

  /**
   * Checks it.
   *
   * @throws SettingException if nothing could be asked
   */
  public Workload {
    if (requests.isEmpty() == simulation.isEmpty()) {
      throw new SettingException(
          requests.isEmpty()
              ? "requests are missing: what should be asked?"
              : "simulation: not together with requests");
    }
    if (timeout.isZero() || timeout.compareTo(LONGEST_TIMEOUT) > 0) {
      throw SettingException.mustBe("timeout", timeout.toMillis() + "ms", "between 1ms and 10m");
    }
    Set<String> names = new HashSet<>();
    requests.stream()
        .filter(request -> !names.add(request.name()))
        .findFirst()
        .ifPresent(
            twice -> {
              throw new SettingException("two requests are named '%s'".formatted(twice.name()));
            });
  }
}
