package io.github.restcomparison.records.plan;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.github.restcomparison.records.LoadProtocol;
import io.github.restcomparison.records.LoadSpec;
import io.github.restcomparison.records.OpenModel;
import io.github.restcomparison.records.service.UserServices;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * What an experiment was asked to do before anything was measured, as {@code plan.json} holds it:
 * nothing in it depends on an outcome.
 *
 * @param schema the version of this format
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
    int schema,
    String session,
    Design design,
    LoadSpec load,
    Setup setup,
    boolean memory,
    Optional<OfStudy> study,
    OptionalDouble generatorCapacity,
    Optional<UserServices> users) {

  /** The version that this code writes; it reads those before it, too. */
  public static final int SCHEMA = 2;

  /**
   * What is compared, and how often.
   *
   * @param variants that are compared, as they were asked for
   * @param control the variant that is entered once more as A/A control, where there is one
   * @param rounds how often each is measured at most, 1 or more
   * @param seed of the order within the rounds
   * @param earlyStop whether it ends as soon as all pairs are decided; else it is looked at once,
   *     at the end, as were all before November 2026
   * @param timeLimitMs no round begins later than this, above 0; absent without a limit
   */
  @JsonInclude(JsonInclude.Include.NON_ABSENT)
  public record Design(
      List<String> variants,
      Optional<String> control,
      int rounds,
      long seed,
      boolean earlyStop,
      OptionalLong timeLimitMs) {

    /** The fixed design: all rounds are measured, and then looked at. */
    public Design(List<String> variants, Optional<String> control, int rounds, long seed) {
      this(variants, control, rounds, seed, false, OptionalLong.empty());
    }

    /** The same, with no further round after so many ms. */
    public Design within(long ms) {
      return new Design(variants, control, rounds, seed, earlyStop, OptionalLong.of(ms));
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
    this(
        SCHEMA,
        session,
        design,
        load,
        setup,
        false,
        study,
        OptionalDouble.empty(),
        Optional.empty());
  }

  private ExperimentPlan with(
      Design otherDesign, LoadSpec otherLoad, boolean looksAtMemory, OptionalDouble capacity) {
    return new ExperimentPlan(
        schema, session, otherDesign, otherLoad, setup, looksAtMemory, study, capacity, users);
  }

  /** The same plan, now that the load generator has been calibrated. */
  public ExperimentPlan calibrated(double capacity) {
    return with(design, load, memory, OptionalDouble.of(capacity));
  }

  /** The same under another plan's time limit, where that has one. */
  public ExperimentPlan within(ExperimentPlan other) {
    OptionalLong limit = other.design.timeLimitMs;
    return limit.isPresent()
        ? with(design.within(limit.getAsLong()), load, memory, generatorCapacity)
        : this;
  }

  /** The same, each run of which looks at what the service holds while all users wait. */
  public ExperimentPlan lookingAtMemory() {
    return with(design, load, true, generatorCapacity);
  }

  /** An experiment of other variants under another load, without an A/A control. */
  public ExperimentPlan of(List<String> variants, LoadSpec other) {
    Design others = new Design(variants, Optional.empty(), design.rounds, design.seed);
    return with(others, other, memory, generatorCapacity);
  }

  /** The same over services of the user's. */
  public ExperimentPlan over(Optional<UserServices> others) {
    return new ExperimentPlan(
        schema, session, design, load, setup, memory, study, generatorCapacity, others);
  }

  /**
   * What makes another plan's runs belong to another experiment, by name; all of it but the
   * session, what was measured, and the time limit, which knows nothing of the outcome: an
   * experiment that ran out of time may be given more, up to its rounds.
   */
  public Map<String, Object> settings() {
    return Map.ofEntries(
        Map.entry("variants", design.variants),
        Map.entry("control", design.control.orElse("none")),
        Map.entry("rounds", design.rounds),
        Map.entry("early stop", design.earlyStop),
        Map.entry("seed", design.seed),
        Map.entry("users", load.users()),
        Map.entry("requests", load.requestsPerUser()),
        Map.entry("seconds", load.seconds()),
        Map.entry("delay", load.delayMs() + " ms"),
        Map.entry("wait", load.waits()),
        Map.entry("open model", load.open().map(OpenModel::toString).orElse("none")),
        Map.entry("protocol", load.protocol().map(LoadProtocol::text).orElse("http1")),
        Map.entry("workers", load.workersText()),
        Map.entry("warm-up", load.warmUpLimitMs() + " ms"),
        Map.entry("pinning", setup.pinning),
        Map.entry("host", setup.host),
        Map.entry("runtime", setup.runtime),
        Map.entry("cluster", setup.cluster.map(ClusterSpec::toString).orElse("none")),
        Map.entry("memory", memory),
        Map.entry("study", study.map(OfStudy::toString).orElse("none")),
        Map.entry("services and requests", users.map(UserServices::toString).orElse("ours")));
  }
}
