package io.github.restcomparison.system;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpsServer;
import io.github.restcomparison.records.ClosedLoad;
import io.github.restcomparison.records.JsonFiles;
import io.github.restcomparison.records.RunRecord;
import io.github.restcomparison.records.Wait;
import io.github.restcomparison.records.plan.ExperimentPlan.Subject;
import io.github.restcomparison.records.plan.ServiceRuntime;
import io.github.restcomparison.records.service.Expectation;
import io.github.restcomparison.records.service.ServiceSpec;
import io.github.restcomparison.records.service.ServiceSpec.Lifetime;
import io.github.restcomparison.records.service.ServiceSpec.Origin;
import io.github.restcomparison.records.service.State;
import io.github.restcomparison.records.service.Workload;
import io.github.restcomparison.records.service.Workload.RequestSpec;
import io.github.restcomparison.records.service.Workload.Target;
import io.github.restcomparison.records.service.Workload.Tls;
import io.github.restcomparison.runner.host.Placement;
import io.github.restcomparison.runner.service.KeyStoreFile;
import io.github.restcomparison.runner.settings.RunRequest;
import io.github.restcomparison.runner.settings.RunRequest.RunFlags;
import io.github.restcomparison.runner.settings.RunRequest.RunId;
import io.github.restcomparison.runner.settings.RunRequest.RunPlace;
import io.github.restcomparison.system.driver.GatlingProcess;
import io.github.restcomparison.system.driver.HabitsServer;
import io.github.restcomparison.system.driver.HabitsServer.Request;
import io.github.restcomparison.system.driver.HabitsServer.Response;
import io.github.restcomparison.system.driver.OwnTls;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the first user of the simulation sends while a service starts, and nobody beside it. */
@Tag("full")
@Order(4)
class FirstUserIT {
  private static final Response OK = Response.of(200, "ok");

  @TempDir private Path folder;
  private final Queue<String> targets = new ConcurrentLinkedQueue<>();

  /** What it changes would be changed twice. */
  @Test
  void changeIsSentOnce() throws Exception {
    try (HabitsServer server =
        new HabitsServer(request -> arrived(request) < 4 ? Response.of(503, "not yet") : OK)) {
      RunRecord run = measured(starting(server.uri()), Optional.empty(), "POST");
      assertThat(run.reasons())
          .containsExactly(
              "POST /a?b=c|d: status 503, expected 2xx; a POST is not repeated: --ready PATH names"
                  + " a path to poll until the service is ready");
    }
    assertThat(targets).hasSize(1);
  }

  /** On a port of its own, as management has it; the service itself is not asked meanwhile. */
  @Test
  void readinessPrecedesTheFirstRequest() throws Exception {
    Queue<String> asked = new ConcurrentLinkedQueue<>();
    try (HabitsServer server = new HabitsServer(request -> arrived(request) > 0 ? OK : null);
        HabitsServer management =
            new HabitsServer(
                request -> {
                  asked.add(request.target());
                  return asked.size() < 3 || !targets.isEmpty() ? Response.of(503, "not yet") : OK;
                })) {
      Optional<String> ready = Optional.of(management.uri() + "/q/health?all=1");
      RunRecord run = measured(starting(server.uri()), ready, "POST");
      assertThat(run.reasons()).isEmpty();
    }
    assertThat(asked).hasSize(3).containsOnly("/q/health?all=1");
    assertThat(targets).hasSize(1);
  }

  /** Its user wrote the scheme: the plan and the page would have another one than the load. */
  @Test
  void serviceOfTlsAtAnAddressWithoutIsSaid() throws Exception {
    Path store = folder.resolve("service.p12");
    KeyStoreFile.make(store);
    HttpsServer server = OwnTls.server(store);
    try {
      String authority = "127.0.0.1:" + server.getAddress().getPort();
      RunRecord run =
          measured(starting(URI.create("http://" + authority)), Optional.empty(), "GET");
      assertThat(run.reasons())
          .containsExactly("http://%1$s requires TLS: use https://%1$s".formatted(authority));
    } finally {
      server.stop(0);
    }
  }

  private int arrived(Request request) {
    targets.add(request.target());
    return targets.size();
  }

  /** A service that a command has just started. */
  private static Origin starting(URI address) {
    return new Origin.Address(
        address.toString(), Optional.of("true"), Optional.empty(), Optional.empty());
  }

  private RunRecord measured(Origin from, Optional<String> ready, String method) throws Exception {
    RequestSpec request =
        new RequestSpec(
            method + " /a?b=c|d",
            1,
            method,
            new Target("/a?b=c|d", Map.of()),
            Map.of(),
            Optional.empty(),
            Expectation.SUCCESS);
    Workload workload =
        new Workload(
            List.of(request),
            Optional.empty(),
            Duration.ofSeconds(10),
            Tls.INSECURE,
            false,
            State.NONE);
    Lifetime lifetime = new Lifetime(ready, Duration.ofSeconds(60), "TERM", Duration.ofSeconds(5));
    RunRequest run =
        new RunRequest(
            new RunPlace(
                folder.resolve("gatling"), folder.resolve("comparison"), "s", RunId.next("a")),
            ServiceSpec.of(from, Map.of(), lifetime),
            Optional.of(workload),
            ClosedLoad.of(1, 1, 0, Wait.STATED, OptionalInt.empty(), 0),
            Placement.ANYWHERE,
            Optional.empty(),
            new RunFlags(
                ServiceRuntime.BARE, true, true, Subject.START_UP, false, Double.NaN, Set.of()));
    Path file = folder.resolve(RunRequest.FILE);
    JsonFiles.write(file, run);
    try (GatlingProcess gatling =
        GatlingProcess.start(folder, "VariantSimulation", "runRequest=" + file)) {
      gatling.exitCode();
    }
    return GatlingProcess.records(folder.resolve("comparison")).getFirst();
  }
}
