package io.github.restcomparison.runner.variants;

import io.github.restcomparison.records.Load;
import io.github.restcomparison.records.Load.Bounds;
import io.github.restcomparison.records.Wait;
import io.github.restcomparison.records.service.Expectation;
import io.github.restcomparison.records.service.Expectation.Body;
import io.github.restcomparison.records.service.ServiceSpec;
import io.github.restcomparison.records.service.State;
import io.github.restcomparison.records.service.Workload;
import io.github.restcomparison.records.service.Workload.RequestSpec;
import io.github.restcomparison.records.service.Workload.Tls;
import io.github.restcomparison.runner.settings.RunRequest;
import io.github.restcomparison.servicekit.Endpoint;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;

/**
 * The contract of a run with its service. A service of this project gets {@link #settings} and
 * promises the response of the workload; the tests of each service check all of its contract.
 *
 * @param load with the bounds of the service, as the record has it
 * @param workload what the load sends: the user's requests or simulation, or the project's request
 */
public record Contract(RunRequest request, Load load, Workload workload) {
  /** A database has a process for each connection. */
  private static final int DATABASE_CONNECTIONS = 200;

  /** Returns the contract of a run. */
  public static Contract of(RunRequest request) {
    ServiceSpec service = request.service();
    Load load = request.load();
    Bounds bounds =
        new Bounds(Variant.workers(service, load), downstreamConnections(service, load));
    Load bounded = load.with(bounds, service.variant().isPresent());
    String path = Variant.of(service).map(Variant::path).orElse(Endpoint.RESOURCE);
    return new Contract(request, bounded, request.user().orElseGet(() -> workload(path, bounded)));
  }

  /** Returns the connections to the back end: the variant's own, or as many as can wait. */
  private static OptionalInt downstreamConnections(ServiceSpec service, Load load) {
    if (!load.waitKind().isForBackEnd() || service.variant().isEmpty()) {
      return OptionalInt.empty();
    }
    int usual = load.waitKind() == Wait.SQL ? DATABASE_CONNECTIONS : load.concurrency();
    Variant ours = Variant.of(service).orElseThrow();
    String own = ours.settings().getOrDefault("DOWNSTREAM_CONNECTIONS", "" + usual);
    return OptionalInt.of(Integer.parseInt(own));
  }

  /**
   * Returns the settings of a service of this project, by environment variable; a variant's own
   * precede.
   *
   * @param keyStore its file, which only TLS needs
   */
  public Map<String, String> settings(String keyStore) {
    Map<String, String> settings = new TreeMap<>();
    settings.put("WAIT", load.waitKind().toString());
    settings.put("DELAY_MS", Integer.toString(load.delayMs()));
    settings.put(
        "WORKERS",
        request.load().workers().stream()
            .mapToObj(Integer::toString)
            .findFirst()
            .orElse("virtual"));
    load.terms()
        .bounds()
        .downstreamConnections()
        .ifPresent(most -> settings.put("DOWNSTREAM_CONNECTIONS", Integer.toString(most)));
    if (load.protocol().isPresent()) {
      settings.put("PROTOCOL", load.protocol().get().isHttp2() ? "http2" : "http1-tls");
      settings.put("KEY_STORE", keyStore);
    }
    Variant.of(request.service())
        .filter(Variant::isStock)
        .ifPresent(stock -> retain(settings, stock));
    return settings;
  }

  /** Retains what a runtime reads: the size of its pool only if requests wait in it. */
  private static void retain(Map<String, String> settings, Variant stock) {
    settings.keySet().retainAll(Variant.settings(stock.module()));
    if (!stock.waitsInWorker()) {
      settings.remove("WORKERS");
    }
  }

  private static Workload workload(String path, Load load) {
    Expectation expect =
        new Expectation(
            Optional.of("200"),
            Map.of(),
            Body.of(Endpoint.BODY),
            Optional.of(load.delay().earliestSeen()),
            Optional.empty());
    RequestSpec get = RequestSpec.get(path, expect);
    // A minute beyond what the last in the queue waits for.
    long turns = Math.ceilDiv(load.concurrency(), load.limits().maxWaiting()) + 1;
    long waitMs = turns * load.delayMs();
    Duration timeout =
        Duration.ofMillis(Math.min(waitMs + 60_000, Workload.LONGEST_TIMEOUT.toMillis()));
    return new Workload(List.of(get), Optional.empty(), timeout, Tls.INSECURE, false, State.NONE);
  }
}
