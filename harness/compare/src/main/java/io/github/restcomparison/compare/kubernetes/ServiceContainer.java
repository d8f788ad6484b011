package io.github.restcomparison.compare.kubernetes;

import io.github.restcomparison.records.LoadSpec;
import io.github.restcomparison.records.plan.ClusterSpec;
import io.github.restcomparison.records.plan.ClusterSpec.PodSpec;
import io.github.restcomparison.records.service.Lifecycle;
import io.github.restcomparison.records.service.Origin;
import io.github.restcomparison.records.service.ServiceSpec;
import io.github.restcomparison.runner.settings.RunRequest;
import io.github.restcomparison.runner.settings.Target;
import io.github.restcomparison.servicekit.Endpoint;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;

/**
 * The container of a service.
 *
 * @param image its name, as the nodes pull it
 * @param environment its settings
 * @param port that it listens on
 * @param probe of the kubelet, which tells that it has started
 * @param startLimit how long that may take
 * @param stopLimit how long it may take to end
 * @param tls whether it speaks TLS, with a key that is made before it starts
 * @param pod what it may use
 */
record ServiceContainer(
    String image,
    Map<String, String> environment,
    int port,
    Map<String, Object> probe,
    Duration startLimit,
    Duration stopLimit,
    boolean tls,
    PodSpec pod) {

  private static final int PORT = 8080;

  /** A file that is in memory, and gone with the pod. */
  static final String KEY_STORE = "/tmp/service.p12";

  /** A service of this project drains for 5 s at most. */
  private static final Duration DRAINED = Duration.ofSeconds(6);

  /** Where it is, once its pod has an address. */
  String root(String address) {
    return "%s://%s:%d".formatted(tls ? "https" : "http", address, port);
  }

  /** One of this project's services. */
  static ServiceContainer of(Target.Started target, RunRequest request, ClusterSpec cluster) {
    LoadSpec load = request.boundLoad();
    Map<String, String> environment = new TreeMap<>();
    environment.put("WAIT", load.waits());
    environment.put("DELAY_MS", Integer.toString(load.delayMs()));
    environment.put("WORKERS", request.load().workersText());
    environment.putAll(target.service().settings());
    Map<String, String> tls = request.overTls(KEY_STORE);
    environment.putAll(tls);
    return new ServiceContainer(
        cluster.image(target.service().service()),
        environment,
        PORT,
        httpGet(Endpoint.HEALTH, PORT, tls.isEmpty() ? "HTTP" : "HTTPS"),
        Lifecycle.USUAL.startLimit(),
        DRAINED,
        !tls.isEmpty(),
        cluster.service());
  }

  /** A service of the user's; what its image does not say it may use is that of all. */
  static ServiceContainer of(ServiceSpec service, Origin.Image image, ClusterSpec cluster) {
    int port = image.port().orElse(PORT);
    Map<String, String> environment = new TreeMap<>();
    service
        .env()
        .forEach(
            (name, value) ->
                environment.put(name, value.replace(Origin.PORT, Integer.toString(port))));
    PodSpec all = cluster.service();
    return new ServiceContainer(
        image.image(),
        environment,
        port,
        service
            .lifecycle()
            .ready()
            .map(path -> httpGet(path, port, "HTTP"))
            .orElse(Map.of("tcpSocket", Map.of("port", port))),
        service.lifecycle().startLimit(),
        service.lifecycle().stopLimit(),
        false,
        new PodSpec(
            image.cpus().orElse(all.cpus()),
            image.memory().map(ServiceContainer::binary).orElse(all.memory()),
            all.nodeSelector()));
  }

  private static Map<String, Object> httpGet(String path, int port, String scheme) {
    return Map.of("httpGet", Map.of("path", path, "port", port, "scheme", scheme));
  }

  /** Docker's 512m and 2g are Kubernetes' 512Mi and 2Gi. */
  private static String binary(String memory) {
    return memory.endsWith("k")
        ? memory // refused, as no pod of use is so small
        : memory.replace("m", "Mi").replace("g", "Gi");
  }
}
