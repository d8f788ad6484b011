package io.github.restcomparison.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restcomparison.compare.experiment.ClusterRuntime;
import io.github.restcomparison.records.Pinning;
import io.github.restcomparison.records.plan.ClusterSpec;
import io.github.restcomparison.records.plan.ClusterSpec.PodSpec;
import io.github.restcomparison.records.plan.ExperimentPlan;
import io.github.restcomparison.records.plan.ExperimentPlan.Design;
import io.github.restcomparison.records.plan.ExperimentPlan.Setup;
import io.github.restcomparison.records.plan.ExperimentPlan.Subject;
import io.github.restcomparison.records.plan.ServiceRuntime;
import io.github.restcomparison.records.service.Expectation;
import io.github.restcomparison.records.service.MetricSource;
import io.github.restcomparison.records.service.ServiceSpec;
import io.github.restcomparison.records.service.ServiceSpec.Lifetime;
import io.github.restcomparison.records.service.ServiceSpec.Origin;
import io.github.restcomparison.records.service.ServiceSpec.UserServices;
import io.github.restcomparison.records.service.State;
import io.github.restcomparison.records.service.Workload;
import io.github.restcomparison.records.service.Workload.RequestSpec;
import io.github.restcomparison.records.service.Workload.Target;
import io.github.restcomparison.records.service.Workload.Tls;
import io.github.restcomparison.records.settings.SettingException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class KubernetesRuntimeTest {
  private static final PodSpec POD = new PodSpec("1", "1Gi", Map.of());
  private static final ClusterSpec CLUSTER =
      new ClusterSpec("kind", Optional.of("measuring"), 1, "a/", POD, POD);

  private static Optional<String> refusal(Origin from, String ready, String header) {
    return refusal(from, ready, header, "TERM", Optional.empty());
  }

  private static Optional<String> refusal(
      Origin from,
      String ready,
      String header,
      String stopSignal,
      Optional<MetricSource> requestCount) {
    ServiceSpec service =
        new ServiceSpec(
            from,
            Map.of(),
            new Lifetime(
                Optional.of(ready), Duration.ofSeconds(60), stopSignal, Duration.ofSeconds(10)),
            OptionalInt.empty(),
            requestCount,
            Optional.empty());
    RequestSpec request =
        new RequestSpec(
            "one",
            1,
            "GET",
            new Target("/", Map.of()),
            Map.of("X", List.of(header)),
            Optional.empty(),
            Expectation.SUCCESS);
    Workload workload =
        new Workload(
            List.of(request),
            Optional.empty(),
            Duration.ofSeconds(1),
            Tls.INSECURE,
            false,
            State.NONE);
    ExperimentPlan plan =
        new ExperimentPlan(
            "s",
            Subject.LOAD,
            new Design(List.of("mine"), Optional.empty(), 1, 1),
            Runs.LOAD,
            new Setup(
                "a host",
                Pinning.NONE,
                ServiceRuntime.KUBERNETES,
                Optional.of(CLUSTER),
                Double.NaN),
            Optional.empty(),
            Optional.of(new UserServices(Map.of("mine", service), workload)));
    try {
      ClusterRuntime.installed().check(plan);
      return Optional.empty();
    } catch (SettingException e) {
      return Optional.of(e.getMessage());
    }
  }

  private static Origin address(Optional<String> restart, Optional<MetricSource> cpuSeconds) {
    return new Origin.Address("http://h:1", restart, Optional.empty(), cpuSeconds);
  }

  private static Origin.Image image(String memory) {
    return new Origin.Image("app:1", OptionalInt.empty(), Optional.empty(), Optional.of(memory));
  }

  @Test
  void compareFindsItOnTheClassPath() {
    assertThat(ClusterRuntime.installed()).isInstanceOf(KubernetesRuntime.class);
  }

  @Test
  void settingsOfThisHostAreRefused() {
    String end = ": not supported with --runtime kubernetes";
    assertThat(refusal(image("512m"), "/ready", "$${TOKEN}")).isEmpty();
    assertThat(refusal(image("512m"), "/ready", "${TOKEN}")).contains("${NAME}" + end);
    assertThat(refusal(image("512m"), "http://h:{port2}/", ""))
        .contains("mine: --ready http://h:{port2}/" + end);
    assertThat(refusal(new Origin.Command("run {port}", Optional.empty()), "/", ""))
        .contains("mine: a command" + end);
    assertThat(refusal(address(Optional.of("again"), Optional.empty()), "/", ""))
        .contains("mine: a command" + end);
    assertThat(refusal(Origin.Address.of("http://h:1"), "/", "")).isEmpty();
  }

  /** They would have no effect. */
  @Test
  void signalsAndCountersAreRefused() {
    String end = ": not supported with --runtime kubernetes";
    Optional<MetricSource> none = Optional.empty();
    Optional<MetricSource> counter = Optional.of(new MetricSource("/metrics", "requests"));
    assertThat(refusal(image("512m"), "/", "", "INT", none)).contains("mine: stopSignal INT" + end);
    assertThat(refusal(image("512m"), "/", "", "TERM", counter))
        .contains("mine: requestCount" + end);
    assertThat(refusal(address(Optional.empty(), counter), "/", ""))
        .contains("mine: cpuSeconds" + end);
  }
}
