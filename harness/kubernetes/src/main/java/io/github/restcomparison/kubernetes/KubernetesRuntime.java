package io.github.restcomparison.kubernetes;

import io.github.restcomparison.compare.experiment.ClusterRuntime;
import io.github.restcomparison.compare.experiment.Experiment;
import io.github.restcomparison.records.plan.ClusterSpec;
import io.github.restcomparison.records.plan.ExperimentPlan;
import io.github.restcomparison.records.plan.ExperimentPlan.Subject;
import io.github.restcomparison.records.plan.ServiceRuntime;
import io.github.restcomparison.records.service.ServiceSpec;
import io.github.restcomparison.records.service.ServiceSpec.Origin;
import io.github.restcomparison.records.service.ServiceSpec.UserServices;
import io.github.restcomparison.records.settings.SettingException;
import io.github.restcomparison.runner.variants.Variant;
import java.io.IOException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Measures experiments in the cluster of kubectl's user. */
public final class KubernetesRuntime implements ClusterRuntime {
  private static final String OPTION = "--runtime " + ServiceRuntime.KUBERNETES;

  @Override
  public String currentContext() {
    try {
      return new Kubectl(List.of("kubectl")).output("config", "current-context");
    } catch (IOException e) {
      throw failure(e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw failure("interrupted");
    }
  }

  private static SettingException failure(String why) {
    return new SettingException("%s: %s".formatted(OPTION, why));
  }

  @Override
  public Experiment.Executor open(ExperimentPlan plan) throws InterruptedException {
    check(plan);
    ClusterSpec cluster = plan.setup().cluster().orElseThrow();
    try {
      String namespace = "--namespace=" + cluster.namespaceOf(plan.session());
      List<String> kubectl = List.of("kubectl", "--context=" + cluster.context(), namespace);
      return Cluster.open(new Kubectl(kubectl), cluster, plan.session());
    } catch (IOException e) {
      throw failure(e.getMessage());
    }
  }

  /** Refuses plans that need processes, classes, files or variables of this host. */
  @Override
  public void check(ExperimentPlan plan) {
    refuse(plan.subject() == Subject.MEMORY, "compare memory");
    refuse(plan.load().waitKind().isForBackEnd(), "--wait " + plan.load().waitKind());
    Set<String> ours = new LinkedHashSet<>(plan.design().variants());
    if (plan.users().isPresent()) {
      UserServices users = plan.users().get();
      refuse(users.workload().simulation().isPresent(), "--simulation");
      refuse(users.workload().state().beforeRun().isPresent(), "beforeRun");
      refuse(users.workload().state().setup().isPresent(), "setup");
      refuse(!users.workload().state().feeders().isEmpty(), "feeders");
      refuse(users.workload().readsFiles(), "a file");
      refuse(users.toString().matches("(?s).*(?<!\\$)\\$\\{.*"), "${NAME}");
      users.services().forEach((name, service) -> check(name + ": ", service));
      ours.removeAll(users.services().keySet());
    }
    for (String name : ours) {
      boolean isClient = Variant.client(name).isPresent();
      refuse(isClient || !Variant.named(name).jvmFlags().isEmpty(), name);
    }
  }

  private static void check(String name, ServiceSpec service) {
    Optional<Origin.Address> running =
        service.from() instanceof Origin.Address at ? Optional.of(at) : Optional.empty();
    boolean isRestarted = running.flatMap(Origin.Address::restart).isPresent();
    refuse(service.from() instanceof Origin.Command || isRestarted, name + "a command");
    String ready = service.lifetime().ready().orElse("/");
    refuse(!ready.startsWith("/"), name + "--ready " + ready);
    refuse(service.requestCount().isPresent(), name + "requestCount");
    refuse(running.flatMap(Origin.Address::cpuSeconds).isPresent(), name + "cpuSeconds");
    boolean isEnded = service.from() instanceof Origin.Image;
    String signal = service.lifetime().stopSignal();
    refuse(isEnded && !signal.equals("TERM"), name + "stopSignal " + signal);
  }

  private static void refuse(boolean isStated, String what) {
    SettingException.refuseIf(isStated, what + ": not supported with " + OPTION);
  }
}
