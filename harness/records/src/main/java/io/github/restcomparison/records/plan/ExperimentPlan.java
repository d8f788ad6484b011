package io.github.restcomparison.records.plan;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.github.restcomparison.records.LoadSpec;
import io.github.restcomparison.records.service.UserServices;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * What an experiment was asked to do before anything was measured, as {@code plan.json} holds it:
 * nothing in it depends on an outcome.
 *
 * @param session names the experiment in every record of it
 * @param design what is compared, and how often
 * @param load of every run; each variant has its own bounds of it
 * @param setup where it is measured
 * @param memory whether each run looks at what the service holds while all users wait
 * @param study the published comparison that it is a part of, where it is one
 * @param generatorCapacity requests per second that the load generator reached against a service
 *     that answers at once, in this placement; absent where it was not calibrated
 * @param users those of the variants that are the user's; absent where there are none
 */
@JsonInclude(JsonInclude.Include.NON_ABSENT)
public record ExperimentPlan(
    String session,
    Design design,
    LoadSpec load,
    Setup setup,
    boolean memory,
    Optional<OfStudy> study,
    OptionalDouble generatorCapacity,
    Optional<UserServices> users) {

  /**
   * What is compared, and how often.
   *
   * @param variants that are compared, as they were asked for
   * @param control the variant that is entered once more as A/A control, where there is one
   * @param leastRounds the round from which on it ends as soon as all pairs are decided
   * @param rounds how often each is measured at most, {@code leastRounds} or more
   * @param seed of the order within the rounds
   * @param timeLimitMs no round begins later than this, above 0; absent without a limit
   */
  @JsonInclude(JsonInclude.Include.NON_ABSENT)
  public record Design(
      List<String> variants,
      Optional<String> control,
      int leastRounds,
      int rounds,
      long seed,
      OptionalLong timeLimitMs) {

    /** The fixed design: all rounds are measured, and then looked at. */
    public Design(List<String> variants, Optional<String> control, int rounds, long seed) {
      this(variants, control, rounds, rounds, seed, OptionalLong.empty());
    }

    /** Whether it may end before all rounds are measured. */
    public boolean earlyStop() {
      return leastRounds < rounds;
    }

    /** How many runs a round has. */
    public int runsPerRound() {
      return variants.size() + (control.isPresent() ? 1 : 0);
    }

    /** How many runs there are, none of them repeated. */
    public int runs() {
      return rounds * runsPerRound();
    }
  }

  /**
   * Where it is measured.
   *
   * @param host the machine by name: processor, logical CPUs, memory
   * @param pinning which CPUs each process is held to, or {@code none}
   * @param runtime {@code docker} where each service runs in a container, {@code kubernetes} where
   *     it is measured in a cluster, else {@code bare}
   * @param cluster where it is measured in one
   */
  @JsonInclude(JsonInclude.Include.NON_ABSENT)
  public record Setup(String host, String pinning, String runtime, Optional<ClusterSpec> cluster) {
    /** Each service is a process of the host. */
    public static final String BARE = "bare";

    /** Each service runs in a container of the host. */
    public static final String DOCKER = "docker";

    /** Each service runs in a pod of a cluster. */
    public static final String KUBERNETES = "kubernetes";

    /** On this host. */
    public Setup(String host, String pinning, String runtime) {
      this(host, pinning, runtime, Optional.empty());
    }
  }

  /**
   * Where it belongs in a study.
   *
   * @param name of the study
   * @param load of the study, by name
   * @param quick whether the load is scaled down
   */
  public record OfStudy(String name, String load, boolean quick) {}

  /** A plan of this version. */
  public ExperimentPlan(
      String session, Design design, LoadSpec load, Setup setup, Optional<OfStudy> study) {
    this(session, design, load, setup, false, study, OptionalDouble.empty(), Optional.empty());
  }

  private ExperimentPlan with(
      Design otherDesign, LoadSpec otherLoad, boolean looksAtMemory, OptionalDouble capacity) {
    return new ExperimentPlan(
        session, otherDesign, otherLoad, setup, looksAtMemory, study, capacity, users);
  }

  /** The same plan, now that the load generator has been calibrated. */
  public ExperimentPlan calibrated(double capacity) {
    return with(design, load, memory, OptionalDouble.of(capacity));
  }

  /**
   * The same, each run of which looks at what the service holds while all users wait.
   *
   * @param times that each user waits
   */
  public ExperimentPlan lookingAtMemory(int times) {
    return with(design, load.lasting(times), true, generatorCapacity);
  }

  /** An experiment of other variants under another load, without an A/A control. */
  public ExperimentPlan of(List<String> variants, LoadSpec other) {
    Design others = new Design(variants, Optional.empty(), design.rounds, design.seed);
    return with(others, other, memory, generatorCapacity);
  }

  /** The same over services of the user's. */
  public ExperimentPlan over(Optional<UserServices> others) {
    return new ExperimentPlan(
        session, design, load, setup, memory, study, generatorCapacity, others);
  }
}
