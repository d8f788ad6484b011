package io.github.restcomparison.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.github.restcomparison.kubernetes.RunPods.ServiceFailure;
import io.github.restcomparison.runner.figures.Injectors.ClockOffset;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** With a script in place of kubectl, which prints a pod that is ready. */
class RunPodsTest {
  private static final String SESSION = "rest-comparison/session=s1";

  private static final String READY =
      """
      {"items": [{"metadata": {"name": "run-1", "labels": {"app.kubernetes.io/component": "service"}},
        "spec": {"nodeName": "node-1"}, "status": {"podIP": "10.1.1.1", "qosClass": "Guaranteed",
        "conditions": [{"type": "Ready", "status": "True"}],
        "containerStatuses": [{"name": "sampler", "state": {"running": {}}},
          {"name": "service", "state": {"running": {}}}]}}]}
      """;

  @TempDir private Path folder;

  @Test
  void serviceThatIsReadyIsReturned() throws Exception {
    assertThat(pods(READY).startService("{}", Duration.ofSeconds(1)).address())
        .isEqualTo("10.1.1.1");
  }

  /** The 5 minutes that a pull may take are added: startLimit can be longer than they are. */
  @Test
  @Timeout(60)
  void serviceIsWaitedForAsLongAsItsStartLimitHasIt() throws Exception {
    RunPods pods = pods(READY.replace("True", "False"));
    Duration limit = Duration.ofMinutes(-5).plusSeconds(3);
    assertThat(catchThrowable(() -> pods.startService("{}", limit)))
        .isInstanceOf(ServiceFailure.class)
        .hasMessageMatching("the service: not ready after [3-9] s: Startup probe failed");
  }

  @Test
  void serviceThatEndsHasFailedWithItsLastLineAndWarning() throws Exception {
    String ended = "{\"terminated\": {\"reason\": \"Error\", \"exitCode\": 143}}";
    assertThat(failure("service", ended))
        .isInstanceOf(ServiceFailure.class)
        .hasMessage(
            "the service: container service: Error (exit code 143): listens: Startup probe failed");
  }

  @Test
  void imageOfTheInjectorsThatIsMissingIsNoFailureOfTheService() throws Exception {
    assertThat(failure("sampler", "{\"waiting\": {\"reason\": \"ImagePullBackOff\"}}"))
        .isInstanceOf(IOException.class)
        .isNotInstanceOf(ServiceFailure.class)
        .hasMessageStartingWith("the service: container sampler: ImagePullBackOff");
  }

  /**
   * Such as a webhook that adds a container of a service mesh. It is not a failure of the service.
   */
  @Test
  void podThatTheClusterHasChangedIsRefused() throws Exception {
    for (String kind : List.of("service", "injector")) {
      String changed = READY.replace("Guaranteed", "Burstable");
      RunPods pods = pods(changed.replace("component\": \"service", "component\": \"" + kind));
      assertThat(catchThrowable(() -> pods.startInjectors("{}", 1)))
          .isInstanceOf(IOException.class)
          .isNotInstanceOf(ServiceFailure.class)
          .hasMessage(
              (kind.equals("service") ? "the service" : "injector 1")
                  + ": QoS class of its pod is Burstable, must be Guaranteed: the cluster has added"
                  + " containers, or changed their CPU or memory");
    }
  }

  /** A run can do without its figures. */
  @Test
  void clockOfAServiceWithoutASamplerIsNotKnown() throws Exception {
    Pod service = pods(READY).startService("{}", Duration.ofSeconds(1));
    assertThat(pods(READY).clock(Optional.of(service))).isEmpty();
    assertThat(pods(READY).clock(Optional.empty())).isEmpty();
  }

  @Test
  void clockOfTheServicesNodeIsThatOfItsSampler() throws Exception {
    Pod service = pods(READY).startService("{}", Duration.ofSeconds(1));
    // the pod's clock is 70 s ahead of this host's
    String clock =
        "[ \"$5\" = sampler ] && while read -r _; do n=${EPOCHREALTIME/./};"
            + " echo $((n + 70000000)); done";
    Kubectl kubectl = new Kubectl(List.of("bash", "-c", clock, "kubectl"));
    ClockOffset offset =
        new RunPods(kubectl, SESSION, "run-1").clock(Optional.of(service)).orElseThrow();
    assertThat(offset.offsetMs()).isBetween(-70_000 - offset.uncertaintyMs(), -69_000.0);
    assertThat(offset.uncertaintyMs()).isBetween(1.0, 20_000.0);
  }

  @Test
  void causeInTheServiceIsNamedBeforeThatOfTheSampler() throws Exception {
    String pods = READY.replace("{\"running\": {}}", "{\"waiting\": {\"reason\": \"Bad\"}}");
    assertThat(catchThrowable(() -> pods(pods).startService("{}", Duration.ofSeconds(1))))
        .isInstanceOf(ServiceFailure.class)
        .hasMessageStartingWith("the service: container service: Bad");
  }

  private Throwable failure(String container, String state) throws IOException {
    String found = "\"%s\", \"state\": {\"running\": {}}".formatted(container);
    RunPods pods = pods(READY.replace(found, "\"%s\", \"state\": %s".formatted(container, state)));
    return catchThrowable(() -> pods.startService("{}", Duration.ofSeconds(1)));
  }

  private RunPods pods(String json) throws IOException {
    Path file = Files.writeString(folder.resolve("pods.json"), json);
    String script =
        "case \"$1 $2\" in 'get pods') cat '%s' ;; logs*) echo listens ;;"
            + " 'get events') printf 'run-0 other\\nrun-1 Startup probe failed\\n' ;; esac";
    return new RunPods(
        new Kubectl(List.of("bash", "-c", script.formatted(file), "kubectl")), SESSION, "run-1");
  }
}
