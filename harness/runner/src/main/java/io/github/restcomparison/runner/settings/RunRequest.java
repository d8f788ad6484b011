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
 * All that a run has to do. {@code compare} hands it to Gatling's JVM as {@code run-request.json};
 * the {@code -D} options of {@code mvn gatling:test} make the same record.
 *
 * @param place where the run belongs
 * @param service that is measured
 * @param user the user's requests; absent for those of this project's services
 * @param load without the bounds of the service
 * @param placement the CPUs of the service and of the load generator
 * @param injector absent with one load generator
 * @param conduct how the run proceeds
 */
public record RunRequest(
    RunPlace place,
    ServiceSpec service,
    Optional<Workload> user,
    Load load,
    Placement placement,
    Optional<InjectorShare> injector,
    Conduct conduct) {

  /** The name of the file in the folder of its run. */
  public static final String FILE = "run-request.json";

  /**
   * How a run proceeds, and what was measured before it.
   *
   * @param runtime of a service of the catalogue, {@code bare} or {@code docker}
   * @param allowConcurrent whether another measurement may run on this host, as if {@code compare}
   *     has taken it
   * @param progress whether it prints its progress once a second for the process that leads it
   * @param subject what is measured of the service
   * @param profile whether to record where the service spends its CPU: nothing else is then of use
   * @param pressure the share of the time in which something waited for a CPU, 0 to 1; absent if
   *     not measured
   * @param withheld variables of the environment that the service does not inherit
   */
  public record Conduct(
      ServiceRuntime runtime,
      boolean allowConcurrent,
      boolean progress,
      ExperimentPlan.Subject subject,
      boolean profile,
      double pressure,
      Set<String> withheld) {
    /** A run of a load, without measurements before it. */
    public Conduct(ServiceRuntime runtime, boolean allowConcurrent, boolean progress) {
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
   * Where a run belongs.
   *
   * @param results in which Gatling makes a folder for each run
   * @param comparison the folder of the session
   * @param session the name that all runs of a session share
   */
  public record RunPlace(Path results, Path comparison, String session, RunId runId) {}

  /**
   * A run's place in the experiment.
   *
   * @param variant the name of what is measured, in records and reports
   * @param controlOf the name of the variant that is measured once more as control; absent if none
   * @param round from 1
   * @param position within the round, from 1; absent for the next free one
   * @param attempt 1; 2 or more if the round is repeated because the host was disturbed
   */
  public record RunId(
      String variant, Optional<String> controlOf, int round, OptionalInt position, int attempt) {
    /** A run of a variant, whose position is open. */
    public static RunId of(String variant, int round, int attempt) {
      return new RunId(variant, Optional.empty(), round, OptionalInt.empty(), attempt);
    }

    /** A run that measures a variant once more, whose position is open. */
    public static RunId ofControl(String variant, int round, int attempt) {
      return new RunId(
          variant + "-control", Optional.of(variant), round, OptionalInt.empty(), attempt);
    }

    /** A run without a plan: the next of the first round. */
    public static RunId next(String variant) {
      return of(variant, 1, 1);
    }

    /** The same at a position. */
    public RunId at(int other) {
      return new RunId(variant, controlOf, round, OptionalInt.of(other), attempt);
    }

    /** The name of the service in the plan; a control has that of its variant. */
    public String service() {
      return controlOf.orElse(variant);
    }

    /** The name of the folder of the run. */
    public String folder(int ownPosition) {
      String safe = variant.replaceAll("[^A-Za-z0-9._-]", "_");
      String repeated = attempt == 1 ? "" : "-repeated" + (attempt == 2 ? "" : "-" + (attempt - 1));
      return String.format(Locale.ROOT, "%02d-%02d-%s%s", round, ownPosition, safe, repeated);
    }
  }

  /** Which run it is, for the record. */
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
   * The request to one of several injectors.
   *
   * @param running the service, as the injector reaches it
   * @param own where the injector writes its records
   */
  public RunRequest partOf(ServiceSpec running, InjectorShare share, RunPlace own) {
    return new RunRequest(
        own,
        running,
        user,
        load.partOf(share.injector(), share.of()),
        placement,
        Optional.of(share),
        conduct);
  }

  /** Returns the user's simulation that is the load; empty if requests are. */
  public Optional<UserSimulation> simulation() {
    return user.flatMap(Workload::simulation);
  }
}
