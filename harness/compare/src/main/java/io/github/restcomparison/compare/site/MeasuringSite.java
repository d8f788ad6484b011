package io.github.restcomparison.compare.site;

import io.github.restcomparison.compare.experiment.UsageException;
import io.github.restcomparison.compare.gatling.GatlingJvm;
import io.github.restcomparison.compare.gatling.RunExecutor;
import io.github.restcomparison.compare.kubernetes.ClusterNamespace;
import io.github.restcomparison.compare.kubernetes.ClusterRun;
import io.github.restcomparison.records.plan.ExperimentPlan;
import io.github.restcomparison.runner.variants.HttpClientVariant;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Where runs are measured: on this host, or in a namespace of a cluster, which is removed when this
 * is closed.
 *
 * @param executor measures a run there
 * @param namespace absent on this host
 */
public record MeasuringSite(RunExecutor executor, Optional<ClusterNamespace> namespace)
    implements AutoCloseable {

  /**
   * Opens what the plan asks for.
   *
   * @param project the folder with the modules in it
   * @throws UsageException where the cluster cannot be used, or not for this plan
   */
  public static MeasuringSite of(ExperimentPlan plan, Path project) throws InterruptedException {
    if (plan.setup().cluster().isEmpty()) {
      boolean clients = HttpClientVariant.of(plan.design().variants().getFirst()).isPresent();
      return new MeasuringSite(
          clients ? new ClientExecutor(project) : new GatlingJvm(project), Optional.empty());
    }
    ClusterRun.refusal(plan)
        .ifPresent(
            why -> {
              throw new UsageException(why);
            });
    try {
      ClusterNamespace namespace =
          ClusterNamespace.open(plan.setup().cluster().get(), plan.session());
      return new MeasuringSite(new ClusterRun(namespace), Optional.of(namespace));
    } catch (IOException e) {
      throw new UsageException("--runtime kubernetes: " + e.getMessage());
    }
  }

  @Override
  public void close() {
    namespace.ifPresent(ClusterNamespace::close);
  }
}
