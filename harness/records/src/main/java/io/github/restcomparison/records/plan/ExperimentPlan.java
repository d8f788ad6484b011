package io.github.restcomparison.records.plan;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonTypeName;
import com.fasterxml.jackson.annotation.JsonValue;
import io.github.restcomparison.records.Load;
import io.github.restcomparison.records.Pinning;
import io.github.restcomparison.records.service.ServiceSpec;
import io.github.restcomparison.records.service.ServiceSpec.UserServices;
import io.github.restcomparison.records.service.Workload;
import io.github.restcomparison.records.settings.Limits;
import io.github.restcomparison.records.settings.SettingException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The plan of an experiment.
 *
 * @param session names the experiment in every record of it
 * @param subject what its runs measure
 * @param load of every run, without the bounds of each variant
 * @param study the published comparison that it is a part of; empty for none
 * @param users the user services among the variants; empty for none
 */
@JsonTypeName("experiment")
@JsonInclude(JsonInclude.Include.NON_ABSENT)
public record ExperimentPlan(
    String session,
    Subject subject,
    Design design,
    Load load,
    Setup setup,
    Optional<StudyPlace> study,
    Optional<UserServices> users)
    implements Plan {

  /** The subject that the runs of an experiment measure. */
  public enum Subject {
    /** A service under a load. */
    LOAD,

    /** The same, and the memory of a service while all users wait. */
    MEMORY,

    /** The start of a service, to its first correct response. */
    START_UP;

    /** Returns its name in plans, which Jackson uses too. */
    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
  }

  /**
   * The variants, and the number of runs. Users state all of it but the variants.
   *
   * @param variants as they were requested
   * @param control the variant that is measured twice; empty, or in settings {@code none}, for none
   * @param seed of the order within the rounds
   * @param time no round begins later than this; empty without a limit
   * @param baseline the only variant that the others are compared with; empty if every two are
   */
  @JsonInclude(JsonInclude.Include.NON_ABSENT)
  public record Design(
      @Limits(isStated = false) List<String> variants,
      Optional<String> control,
      Rounds rounds,
      long seed,
      @Limits(min = "1s", max = "24h", wholeSeconds = true) Optional<Duration> time,
      Optional<String> baseline) {
    private static final Optional<Duration> UNLIMITED = Optional.empty();
    private static final Optional<String> BEST = Optional.empty();

    /** A design that analyses its pairs only after all rounds. */
    public Design(List<String> variants, Optional<String> control, int rounds, long seed) {
      this(variants, control, new Rounds(rounds, rounds), seed, UNLIMITED, BEST);
    }

    /** Returns the number of runs, without repeated ones. */
    public int runs() {
      return rounds.max * (variants.size() + (control.isPresent() ? 1 : 0));
    }
  }

  /**
   * The number of rounds; as text a number, or a range such as {@code 3..10}.
   *
   * @param min the round from which on the experiment ends as soon as all pairs are decided
   * @param max {@code least} or more
   */
  public record Rounds(int min, int max) {
    private static final Pattern TEXT = Pattern.compile("(?:(\\d{1,4})\\.\\.)?(\\d{1,4})");
    private static final int LIMIT = 1_000;

    /**
     * Returns the rounds in a text.
     *
     * @throws SettingException if it is invalid
     */
    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    public static Rounds of(String text) {
      Matcher both = TEXT.matcher(text);
      int max = both.matches() ? Integer.parseInt(both.group(2)) : 0;
      int min = both.matches() && both.group(1) != null ? Integer.parseInt(both.group(1)) : max;
      SettingException.refuseIf(
          min < 1 || max < min || max > LIMIT,
          "must be a number between 1 and 1000, or a range such as 3..10");
      return new Rounds(min, max);
    }

    /** Returns whether the experiment may end before all rounds are measured. */
    public boolean mayEndEarly() {
      return min < max;
    }

    @JsonValue
    @Override
    public String toString() {
      return mayEndEarly() ? min + ".." + max : Integer.toString(max);
    }
  }

  /**
   * The environment of the experiment.
   *
   * @param host the machine by name: processor, logical CPUs, memory
   * @param cluster empty unless the runtime is Kubernetes
   * @param generatorCapacity requests per second that the load generator reached here against a
   *     service that responds immediately; empty if it was not calibrated
   */
  @JsonInclude(JsonInclude.Include.NON_ABSENT)
  public record Setup(
      String host,
      Pinning pinning,
      ServiceRuntime runtime,
      Optional<ClusterSpec> cluster,
      double generatorCapacity) {
    /** The set-up on this host; the load generator is not calibrated. */
    public Setup(String host, Pinning pinning, ServiceRuntime runtime) {
      this(host, pinning, runtime, Optional.empty(), Double.NaN);
    }
  }

  /**
   * The place of an experiment in a study.
   *
   * @param name of the study
   * @param load of the study, by name
   */
  public record StudyPlace(String name, String load) {}

  /** A plan of variants of this project under a load. */
  public ExperimentPlan(
      String session, Design design, Load load, Setup setup, Optional<StudyPlace> study) {
    this(session, Subject.LOAD, design, load, setup, study, Optional.empty());
  }

  /**
   * Returns the plan in the folder of an experiment; empty if there is none.
   *
   * @throws SettingException if it cannot be read, with one line that names the file
   */
  public static Optional<ExperimentPlan> read(Path folder) {
    return Plan.read(folder)
        .filter(ExperimentPlan.class::isInstance)
        .map(ExperimentPlan.class::cast);
  }

  @Override
  public String command() {
    return subject == Subject.START_UP ? "startup" : "run";
  }

  /** Returns a service of the design by its name. */
  public ServiceSpec service(String name) {
    return UserServices.service(users, name);
  }

  /** Returns the user's requests to a service of the design; empty for one of this project. */
  public Optional<Workload> workload(String name) {
    return service(name).variant().isPresent()
        ? Optional.empty()
        : users.map(UserServices::workload);
  }

  private ExperimentPlan with(Subject other, Design otherDesign, Load otherLoad) {
    return new ExperimentPlan(session, other, otherDesign, otherLoad, setup, study, users);
  }

  /** Returns the plan with the capacity of its load generator, in requests per second. */
  public ExperimentPlan withGeneratorCapacity(double capacity) {
    Setup calibrated = new Setup(setup.host, setup.pinning, setup.runtime, setup.cluster, capacity);
    return new ExperimentPlan(session, subject, design, load, calibrated, study, users);
  }

  /** Returns the plan of runs that measure memory, while each user waits {@code times} times. */
  public ExperimentPlan measuringMemory(int times) {
    return with(Subject.MEMORY, design, load.lasting(times));
  }

  /** Returns the plan of runs that only start a service. */
  public ExperimentPlan measuringStartUp() {
    return with(Subject.START_UP, design, load);
  }

  /** Returns an experiment of other variants under another load, without an A/A control. */
  public ExperimentPlan of(List<String> variants, Load other) {
    Design others = new Design(variants, Optional.empty(), design.rounds.max, design.seed);
    return with(subject, others, other);
  }
}
