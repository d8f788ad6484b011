package io.github.restcomparison.records.plan;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.github.restcomparison.records.OpenModel;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * What an experiment was asked to do before anything was measured, as {@code plan.json} holds it:
 * nothing in it depends on an outcome.
 *
 * @param schema the version of this format
 * @param session names the experiment in every record of it
 * @param variants that are compared, as they were asked for
 * @param control the variant that is entered once more as A/A control, where there is one
 * @param rounds how often each is measured, 1 or more
 * @param seed of the order within the rounds
 * @param users who all start at once, or the connections of an open model
 * @param requestsPerUser one after the other; 0 in an open model
 * @param delayMs the wait of one request: itself, the longest, or the period
 * @param waits which of the three: {@code fixed}, {@code uniform} or {@code shared-tick}
 * @param open the schedule by which requests come; absent in a closed model
 * @param workers a number of threads, or {@code virtual}
 * @param warmUpLimitMs what the warm-up of a run may take at most
 * @param pinning which CPUs each process is held to, or {@code none}
 * @param host the machine by name: processor, logical CPUs, memory
 * @param waiting whether each run looks at what the service holds while all users wait; absent is
 *     no
 * @param launcher {@code docker} where each service runs in a container; absent where in none
 * @param study the published comparison that it is a part of, where it is one
 * @param generatorCapacity requests per second that the load generator reached against a service
 *     that answers at once, in this placement; absent where it was not calibrated
 */
@JsonInclude(JsonInclude.Include.NON_ABSENT)
public record ExperimentPlan(
    int schema,
    String session,
    List<String> variants,
    Optional<String> control,
    int rounds,
    long seed,
    int users,
    int requestsPerUser,
    int delayMs,
    Optional<String> waits,
    Optional<OpenModel> open,
    String workers,
    int warmUpLimitMs,
    String pinning,
    String host,
    Optional<Boolean> waiting,
    Optional<String> launcher,
    Optional<OfStudy> study,
    OptionalDouble generatorCapacity) {

  /** The version that this code writes. */
  public static final int SCHEMA = 1;

  /**
   * Where it belongs in a study.
   *
   * @param name of the study
   * @param load of the study, by name
   * @param quick whether the load is scaled down
   */
  public record OfStudy(String name, String load, boolean quick) {}

  /** How many runs a round has. */
  public int runsPerRound() {
    return variants.size() + (control.isPresent() ? 1 : 0);
  }

  /** The same plan, now that the load generator has been calibrated. */
  public ExperimentPlan calibrated(double capacity) {
    return copy(
        variants, control, users, requestsPerUser, delayMs, open, OptionalDouble.of(capacity));
  }

  /** The same for other variants, without an A/A control. */
  public ExperimentPlan ofVariants(List<String> others) {
    return copy(others, Optional.empty(), users, requestsPerUser, delayMs, open, generatorCapacity);
  }

  /** The same, each run of which looks at what the service holds while all users wait. */
  public ExperimentPlan lookingAtWaiting() {
    return new ExperimentPlan(
        schema,
        session,
        variants,
        control,
        rounds,
        seed,
        users,
        requestsPerUser,
        delayMs,
        waits,
        open,
        workers,
        warmUpLimitMs,
        pinning,
        host,
        Optional.of(true),
        launcher,
        study,
        generatorCapacity);
  }

  /** The same at another rate. */
  public ExperimentPlan at(OpenModel rate) {
    return copy(
        variants, control, rate.connections(), 0, delayMs, Optional.of(rate), generatorCapacity);
  }

  /** The same with other users, who ask for something that takes another time. */
  public ExperimentPlan with(int otherUsers, int requestsOfEach, int otherDelayMs) {
    return copy(
        variants,
        control,
        otherUsers,
        requestsOfEach,
        otherDelayMs,
        Optional.empty(),
        generatorCapacity);
  }

  private ExperimentPlan copy(
      List<String> newVariants,
      Optional<String> newControl,
      int newUsers,
      int newRequestsPerUser,
      int newDelayMs,
      Optional<OpenModel> newOpen,
      OptionalDouble newCapacity) {
    return new ExperimentPlan(
        schema,
        session,
        newVariants,
        newControl,
        rounds,
        seed,
        newUsers,
        newRequestsPerUser,
        newDelayMs,
        waits,
        newOpen,
        workers,
        warmUpLimitMs,
        pinning,
        host,
        waiting,
        launcher,
        study,
        newCapacity);
  }

  /**
   * What makes another plan's runs belong to another experiment, by name; all of it but the session
   * and what was measured.
   */
  public Map<String, Object> settings() {
    return Map.ofEntries(
        Map.entry("variants", variants),
        Map.entry("control", control.orElse("none")),
        Map.entry("rounds", rounds),
        Map.entry("seed", seed),
        Map.entry("users", users),
        Map.entry("requests", requestsPerUser),
        Map.entry("delay", delayMs + " ms"),
        Map.entry("wait", waits.orElse("fixed")),
        Map.entry("open model", open.map(OpenModel::toString).orElse("none")),
        Map.entry("workers", workers),
        Map.entry("warm-up", warmUpLimitMs + " ms"),
        Map.entry("pinning", pinning),
        Map.entry("host", host),
        Map.entry("look at waiting", waiting.orElse(false)),
        Map.entry("in", launcher.orElse("bare")),
        Map.entry("study", study.map(OfStudy::toString).orElse("none")));
  }
}
