package io.github.restcomparison.compare.experiment;

import io.github.restcomparison.records.OpenModel;
import io.github.restcomparison.records.plan.ExperimentPlan;
import io.github.restcomparison.runner.host.Placement;
import io.github.restcomparison.runner.settings.RunId;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * What a run of an experiment is told: the system properties of the shared simulation.
 *
 * @param experiment the folder in which its runs are compared
 * @param allowConcurrent whether another measurement may run on this host
 */
record RunProperties(Path experiment, Placement placement, boolean allowConcurrent) {

  /**
   * The properties of one run.
   *
   * @param pressure of the host before the round, as a share; absent where it is not known
   */
  Map<String, String> of(
      ExperimentPlan plan, RunId runId, PlannedVariant planned, OptionalDouble pressure) {
    Map<String, String> properties = new HashMap<>();
    properties.put("comparison", experiment.toString());
    properties.put("results", experiment.resolve("gatling").toString());
    properties.put("session", plan.session());
    properties.put("variant", planned.variant());
    properties.put("control", Boolean.toString(planned.control()));
    properties.put("round", Integer.toString(runId.round()));
    properties.put("position", Integer.toString(runId.position().orElseThrow()));
    properties.put("attempt", Integer.toString(runId.attempt()));
    plan.open().ifPresentOrElse(open -> put(properties, open), () -> putUsers(properties, plan));
    properties.put("delayMs", Integer.toString(plan.delayMs()));
    properties.put("wait", plan.waits().orElse("fixed"));
    properties.put("workers", plan.workers());
    properties.put("warmUpSeconds", Integer.toString(plan.warmUpLimitMs() / 1_000));
    plan.waiting().ifPresent(look -> properties.put("memory", look.toString()));
    plan.launcher().ifPresent(launcher -> properties.put("runtime", launcher));
    properties.put("allowConcurrent", Boolean.toString(allowConcurrent));
    properties.put("progress", "true");
    plan.generatorCapacity()
        .ifPresent(capacity -> properties.put("generatorCapacity", decimal(capacity)));
    pressure.ifPresent(share -> properties.put("pressureBefore", decimal(share)));
    if (placement instanceof Placement.Apart(var service, var generator)) {
      properties.put("serviceCpus", service.toString());
      properties.put("generatorCpus", generator.toString());
    }
    return properties;
  }

  private static void putUsers(Map<String, String> properties, ExperimentPlan plan) {
    properties.put("users", Integer.toString(plan.users()));
    properties.put("requests", Integer.toString(plan.requestsPerUser()));
  }

  private static void put(Map<String, String> properties, OpenModel open) {
    properties.put("rate", open.rate());
    properties.put("durationSeconds", Integer.toString(open.seconds()));
    properties.put("connections", Integer.toString(open.connections()));
    properties.put("newConnections", Boolean.toString(open.newConnections()));
  }

  private static String decimal(double value) {
    return String.format(Locale.ROOT, "%.4f", value);
  }
}
