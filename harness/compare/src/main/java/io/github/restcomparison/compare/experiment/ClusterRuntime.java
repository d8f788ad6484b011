package io.github.restcomparison.compare.experiment;

import io.github.restcomparison.records.plan.ExperimentPlan;
import io.github.restcomparison.records.plan.ServiceRuntime;
import io.github.restcomparison.records.settings.SettingException;
import java.util.ServiceLoader;

/**
 * Measures experiments in a cluster. It is a separate module, which is found on the class path by
 * {@link ServiceLoader}.
 */
public interface ClusterRuntime {
  /**
   * Returns the cluster that is used if the plan states none.
   *
   * @throws SettingException if there is none
   */
  String currentContext();

  /**
   * Checks a plan without the cluster.
   *
   * @throws SettingException if no cluster can measure it
   */
  void check(ExperimentPlan plan);

  /**
   * Opens the cluster of a plan.
   *
   * @throws SettingException if the cluster cannot measure the plan, does not respond or forbids it
   */
  Experiment.Executor open(ExperimentPlan plan) throws InterruptedException;

  /**
   * Returns the runtime on the class path.
   *
   * @throws SettingException if there is none
   */
  static ClusterRuntime installed() {
    return ServiceLoader.load(ClusterRuntime.class)
        .findFirst()
        .orElseThrow(
            () ->
                new SettingException(
                    "--runtime %s: its module is not on the class path; start ./compare"
                        .formatted(ServiceRuntime.KUBERNETES)));
  }
}
