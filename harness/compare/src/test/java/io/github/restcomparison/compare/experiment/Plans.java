package io.github.restcomparison.compare.experiment;

import io.github.restcomparison.records.plan.ExperimentPlan;
import io.github.restcomparison.records.plan.ExperimentPlan.Design;
import io.github.restcomparison.records.plan.PlanSettings;
import io.github.restcomparison.records.plan.SamplePlans;
import io.github.restcomparison.records.plan.ServiceRuntime;
import io.github.restcomparison.records.plan.SettingTree;
import io.github.restcomparison.runner.host.Placement;
import io.github.restcomparison.runner.settings.RunRequest;
import io.github.restcomparison.runner.settings.RunRequest.RunFlags;
import io.github.restcomparison.runner.settings.RunRequest.RunPlace;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Plans for tests. */
final class Plans {
  private Plans() {}

  static ExperimentPlan plan(long seed) {
    return plan(seed, 10);
  }

  static ExperimentPlan plan(long seed, int rounds) {
    return SamplePlans.of(
        new Design(
            List.of("jersey-sync", "jersey-async", "vertx-rest"),
            Optional.of("jersey-async"),
            rounds,
            seed),
        SamplePlans.LOAD);
  }

  /** Users who start over 2 s, and pause for 900 ms after a response. */
  static ExperimentPlan paced() {
    SettingTree load =
        SettingTree.of(
            "{\"load\": {\"requests\": \"9\", \"think\": \"900ms\", \"rampUp\": \"2s\"}}");
    return plan(1)
        .of(
            plan(1).design().variants(),
            PlanSettings.of(load.withFallback(PlanSettings.usualLoad(false))).load());
  }

  /** The same, for so long at most. */
  static ExperimentPlan within(ExperimentPlan plan, long timeLimitMs) {
    Design all = plan.design();
    Design limited =
        new Design(
            all.variants(),
            all.control(),
            all.rounds(),
            all.seed(),
            Optional.of(Duration.ofMillis(timeLimitMs)),
            Optional.empty());
    return SamplePlans.of(limited, plan.load());
  }

  /** Asks for the first run of a plan. */
  static RunRequest request(Path folder) {
    Schedule.PlannedRun run = Schedule.round(plan(1), 1, 1).getFirst();
    return new RunRequest(
        new RunPlace(folder.resolve("gatling"), folder, "s", run.runId()),
        plan(1).service(run.runId().service()),
        Optional.empty(),
        SamplePlans.LOAD,
        Placement.ANYWHERE,
        Optional.empty(),
        new RunFlags(ServiceRuntime.KUBERNETES, true, true));
  }
}
