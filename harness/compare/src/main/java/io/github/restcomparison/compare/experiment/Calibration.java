package io.github.restcomparison.compare.experiment;

import io.github.restcomparison.compare.experiment.Experiment.Context;
import io.github.restcomparison.compare.experiment.Schedule.PlannedRun;
import io.github.restcomparison.records.ClosedLoad;
import io.github.restcomparison.records.RunFigures;
import io.github.restcomparison.records.RunRecord;
import io.github.restcomparison.records.RunRecord.Status;
import io.github.restcomparison.records.Wait;
import io.github.restcomparison.records.plan.ExperimentPlan;
import io.github.restcomparison.records.plan.ExperimentPlan.Design;
import io.github.restcomparison.records.plan.ExperimentPlan.Setup;
import io.github.restcomparison.records.plan.ExperimentPlan.Subject;
import io.github.restcomparison.records.plan.ServiceRuntime;
import io.github.restcomparison.runner.host.UnopenedConnections;
import io.github.restcomparison.runner.variants.Variant;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Measures how many requests per second the load generator reaches on this host, with as many users
 * as the plan has, against the cheapest service without a delay.
 *
 * @param path of the experiment
 */
public record Calibration(Path path, ExperimentPlan plan, Context context) {
  /** The folder of its runs, in the folder of the experiment. */
  public static final String FOLDER = "calibration";

  /**
   * Requests per second up to which no capacity matters. A throughput is a lower bound above 70 %
   * of it, so it would have to be below 1,430/s. Gatling sends 13,000/s on one core of an AMD EPYC:
   * a CPU would have to be nine times slower, and the gate judges its use of CPU, too.
   */
  static final int NEGLIGIBLE_RATE = 1_000;

  /** Some seconds at full speed: the rate of a cold load generator is not its capacity. */
  private static final int REQUESTS = 100_000;

  private static final int WARM_UP_MS = 20_000;
  private static final int MAX_RUNS = 3;

  /**
   * Returns whether the load generator of this host may be calibrated for a plan: it must send a
   * closed load of this project.
   */
  static boolean appliesTo(ExperimentPlan plan) {
    return plan.setup().cluster().isEmpty()
        && plan.subject() != Subject.START_UP
        && !Variant.areClients(plan.design().variants())
        && plan.users().flatMap(all -> all.workload().simulation()).isEmpty()
        && plan.load() instanceof ClosedLoad;
  }

  /** Returns whether the capacity of the load generator may matter for a run. */
  static boolean mayMatter(RunRecord record) {
    return record.load().map(RunFigures.LoadResult::throughput).orElse(Double.NaN)
        > NEGLIGIBLE_RATE;
  }

  /**
   * Returns the capacity in requests per second.
   *
   * @throws IOException if the service or the generator failed, or three runs in a row had no
   *     throughput
   */
  double capacity() throws IOException, InterruptedException {
    int users = plan.load().concurrency();
    int stated = plan.load() instanceof ClosedLoad closed ? closed.requests().orElse(0) : 0;
    int requests = Math.max(stated, Math.ceilDiv(REQUESTS, users));
    OptionalInt unbound = OptionalInt.empty();
    ExperimentPlan atOnce =
        new ExperimentPlan(
            plan.session(),
            new Design(List.of(Variant.CHEAPEST), Optional.empty(), MAX_RUNS, plan.design().seed()),
            ClosedLoad.of(users, requests, 0, Wait.FIXED, unbound, WARM_UP_MS),
            new Setup(plan.setup().host(), plan.setup().pinning(), ServiceRuntime.BARE),
            Optional.empty());
    Experiment runs = new Experiment(path.resolve(FOLDER), atOnce, context);
    String why = "";
    for (PlannedRun run : Schedule.allRuns(atOnce)) {
      context.time().addEstimate(run.estimate());
      RunRecord record = runs.measure("calibration of the load generator", run, Double.NaN);
      double throughput = record.load().map(RunFigures.LoadResult::throughput).orElse(Double.NaN);
      why = String.join("; ", record.reasons());
      if (record.status() == Status.FAILED) {
        break;
      }
      Optional<String> ofHost = UnopenedConnections.reason(record.reasons());
      if (ofHost.isPresent()) {
        throw new IOException(ofHost.get());
      }
      // It should use up the CPU, so gates that judge this do not matter here.
      if (!Double.isNaN(throughput)) {
        String most = "the load generator sends at most %,.0f requests/s on this host";
        context.progress().print(most.formatted(throughput));
        return throughput;
      }
      // On a busy host the users may never all be active concurrently: try again.
      context.progress().runEnded(record);
    }
    throw new IOException("the load generator could not be calibrated: " + why);
  }
}
