package io.github.restcomparison.runner.settings;

import io.github.restcomparison.records.InjectorShare;
import io.github.restcomparison.records.Load;
import io.github.restcomparison.records.RunRecord;
import io.github.restcomparison.records.plan.ExperimentPlan;
import io.github.restcomparison.records.plan.ServiceRuntime;
import io.github.restcomparison.records.service.ServiceSpec;
import io.github.restcomparison.records.service.Workload;
import io.github.restcomparison.records.service.Workload.UserSimulation;
import io.github.restcomparison.runner.host.Placement;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/**
 * The description of a run. {@code compare} passes it to Gatling's JVM as {@code run-request.json};
 * the {@code -D} options of {@code mvn gatling:test} make the same record.
 *
 * @param place of the run
 * @param service that is measured
 * @param user the user's requests; empty for services of this project
 * @param load without the bounds of the service
 * @param placement the CPUs of the service and of the load generator
 * @param injector empty with one load generator
 * @param flags how the run proceeds
 */
public record RunRequest(
    RunPlace place,
    ServiceSpec service,
    Optional<Workload> user,
    Load load,
    Placement placement,
    Optional<InjectorShare> injector,
    RunFlags flags) {

  /** The name of the file in the folder of its run. */
  public static final String FILE = "run-request.json";

  /**
   * The flags of a run, and measurements before it.
   *
   * @param runtime of a service of the catalogue, {@code bare} or {@code docker}
   * @param allowConcurrent whether another measurement may run on this host, as if {@code compare}
   *     has locked it
   * @param progress whether it prints its progress once a second for the process that leads it
   * @param subject of the measurement
   * @param profile whether to profile the CPU of the service: other figures are then not used
   * @param pressure the share of the time in which something waited for a CPU, 0 to 1; NaN if not
   *     measured
   * @param withheld variables of the environment that the service does not inherit
   */
  public record RunFlags(
      ServiceRuntime runtime,
      boolean allowConcurrent,
      boolean progress,
      ExperimentPlan.Subject subject,
      boolean profile,
      double pressure,
      Set<String> withheld) {
    /** The flags of a run of a load, without measurements before it. */
    public RunFlags(ServiceRuntime runtime, boolean allowConcurrent, boolean progress) {
      this(
          runtime,
          allowConcurrent,
          progress,
          ExperimentPlan.Subject.LOAD,
          false,
          Double.NaN,
          Set.of());
    }
  }

  /**
   * The place of a run in the file system.
   *
   * @param results in which Gatling makes a folder for each run
   * @param comparison the folder of the session
   * @param session the name that all runs of a session share
   */
  public record RunPlace(Path results, Path comparison, String session, RunId runId) {}

  /**
   * A run's place in the experiment.
   *
   * @param variant the name of the measured variant, in records and reports
   * @param controlOf the name of the variant that is measured once more as control; empty if none
   * @param round from 1
   * @param position within the round, from 1; empty for the next free one
   * @param attempt 1; 2 or more if the round is repeated because the host was disturbed
   */
  public record RunId(
      String variant, Optional<String> controlOf, int round, OptionalInt position, int attempt) {
    /** Returns a run of a variant without a position. */
    public static RunId of(String variant, int round, int attempt) {
      return new RunId(variant, Optional.empty(), round, OptionalInt.empty(), attempt);
    }

    /** Returns a run that measures a variant once more, without a position. */
    public static RunId ofControl(String variant, int round, int attempt) {
      return new RunId(
          variant + "-control", Optional.of(variant), round, OptionalInt.empty(), attempt);
    }

    /** Returns a run without a plan: the next of the first round. */
    public static RunId next(String variant) {
      return of(variant, 1, 1);
    }

    /** Returns the same at a position. */
    public RunId withPosition(int other) {
      return new RunId(variant, controlOf, round, OptionalInt.of(other), attempt);
    }

    /** Returns the name of the service in the plan; a control has the name of its variant. */
    public String service() {
      return controlOf.orElse(variant);
    }

    /** Returns the name of the folder of the run. */
    public String folder(int ownPosition) {
      String safe = variant.replaceAll("[^A-Za-z0-9._-]", "_");
      String repeated = attempt == 1 ? "" : "-repeated" + (attempt == 2 ? "" : "-" + (attempt - 1));
      return String.format(Locale.ROOT, "%02d-%02d-%s%s", round, ownPosition, safe, repeated);
    }
  }

  /** Returns the identity of the run, for the record. */
  public RunRecord.Identity identity(int position, Instant startedAt) {
    return new RunRecord.Identity(
        place.session,
        place.runId.variant,
        place.runId.controlOf,
        place.runId.round,
        position,
        place.runId.attempt,
        startedAt.toString());
  }

  /**
   * Returns the request to one of several injectors.
   *
   * @param running the service, as the injector reaches it
   * @param own the place of the injector's records
   */
  public RunRequest injectorRequest(ServiceSpec running, InjectorShare share, RunPlace own) {
    return new RunRequest(
        own,
        running,
        user,
        load.share(share.injector(), share.of()),
        placement,
        Optional.of(share),
        flags);
  }

  /** Returns the user's simulation that is the load; empty if requests are. */
  public Optional<UserSimulation> simulation() {
    return user.flatMap(Workload::simulation);
  }
}
