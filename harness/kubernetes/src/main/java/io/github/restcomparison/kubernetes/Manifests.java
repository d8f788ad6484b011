package io.github.restcomparison.kubernetes;

import com.samskivert.mustache.Mustache;
import io.github.restcomparison.records.Load;
import io.github.restcomparison.records.plan.ClusterSpec;
import io.github.restcomparison.records.plan.ClusterSpec.PodSpec;
import io.github.restcomparison.records.service.Quantity;
import io.github.restcomparison.records.service.Secrets;
import io.github.restcomparison.records.service.ServiceSpec;
import io.github.restcomparison.records.service.ServiceSpec.Origin;
import io.github.restcomparison.runner.service.KeyStoreFile;
import io.github.restcomparison.runner.settings.RunRequest;
import io.github.restcomparison.runner.variants.Contract;
import io.github.restcomparison.runner.variants.Variant;
import io.github.restcomparison.servicekit.Endpoint;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import tools.jackson.databind.json.JsonMapper;

/**
 * The manifests of the objects in the cluster: {@code *.yaml} next to this class.
 *
 * @param session names the experiment
 */
record Manifests(ClusterSpec cluster, String session) {
  private static final int PORT = 8080;

  /** In memory, and gone with the pod. */
  private static final String KEY_STORE = "/tmp/service.p12";

  /** As outside of a cluster. */
  private static final int LARGEST_HEAP_MIB = 1024;

  private static final JsonMapper JSON = JsonMapper.builder().build();

  /** JSON is YAML, too: no text can end its value. */
  private static final Mustache.Compiler COMPILER =
      Mustache.compiler().escapeHTML(false).withFormatter(JSON::writeValueAsString);

  /** Returns the service of a run as an image; empty if it runs already. */
  Optional<ServiceSpec> service(RunRequest request) {
    return request
        .service()
        .variant()
        .map(name -> service(Variant.named(name), request))
        .or(() -> Optional.of(request.service()).filter(Manifests::isImage));
  }

  private static boolean isImage(ServiceSpec service) {
    return service.from() instanceof Origin.Image;
  }

  private ServiceSpec service(Variant ours, RunRequest request) {
    String image = cluster.image(ours.service());
    Map<String, String> settings = Contract.of(request).settings(KEY_STORE);
    settings.putAll(ours.settings());
    return ServiceSpec.of(
        new Origin.Image(image, OptionalInt.of(PORT), Optional.empty(), Optional.empty()),
        settings,
        Optional.of(Endpoint.HEALTH));
  }

  /**
   * Returns the resources of the pod of an image. Docker's 512m and 2g are Kubernetes' 512Mi and
   * 2Gi.
   */
  static PodSpec pod(ServiceSpec service, ClusterSpec cluster) {
    Origin.Image image = (Origin.Image) service.from();
    PodSpec usual = cluster.service();
    return new PodSpec(
        image.cpus().orElse(usual.cpus()),
        image.memory().flatMap(Quantity::ofDocker).map(Quantity::text).orElse(usual.memory()),
        usual.nodeSelector());
  }

  /** Returns the address of the service once its pod has one. */
  static String root(ServiceSpec service, Pod pod) {
    String scheme = isTls(service) ? "https" : "http";
    return "%s://%s:%d".formatted(scheme, pod.address(), port(service));
  }

  private static int port(ServiceSpec service) {
    return ((Origin.Image) service.from()).port().orElse(PORT);
  }

  private static boolean isTls(ServiceSpec service) {
    return KEY_STORE.equals(service.env().get("KEY_STORE"));
  }

  String namespaceName() {
    return cluster.namespaceOf(session);
  }

  String namespace() {
    return filled("namespace", Map.of("manifest", this));
  }

  /** Returns the Job with the injectors of a run, which gets the run's name. */
  String injectors(String name, int number) {
    long half = cluster.injector().memoryBytes() / (2 << 20);
    long heap = Math.min(LARGEST_HEAP_MIB, half);
    return filled(
        "injectors", Map.of("manifest", this, "name", name, "number", number, "heap", heap + "m"));
  }

  /** Returns the pod with the service of a run, which gets the run's name. */
  String service(String name, ServiceSpec service) {
    Origin.Image image = (Origin.Image) service.from();
    Map<String, Object> values = new HashMap<>();
    values.put("manifest", this);
    values.put("name", name);
    values.put("image", image.image());
    values.put("pod", pod(service, cluster));
    values.put("port", port(service));
    values.put("startSeconds", service.lifetime().startLimit().toSeconds());
    values.put("stopSeconds", service.lifetime().stopLimit().toSeconds());
    values.put("hasPath", service.lifetime().ready().isPresent());
    values.put("path", service.lifetime().ready().orElse(""));
    values.put("scheme", isTls(service) ? "HTTPS" : "HTTP");
    values.put("isTls", isTls(service));
    values.put("makesKey", KeyStoreFile.command("keytool", KEY_STORE));
    Map<String, String> env = new TreeMap<>(service.env());
    env.replaceAll(
        (key, value) ->
            Secrets.NONE.resolve(value.replace(Origin.PORT, Integer.toString(port(service)))));
    values.put("env", env.entrySet());
    return filled("service", values);
  }

  /** Returns the image of the injectors. */
  String injectorImage() {
    return cluster.image("gatling");
  }

  private static String filled(String resource, Map<String, Object> some) {
    Map<String, Object> values = new HashMap<>(some);
    values.put("limitSeconds", Load.RUN_LIMIT.toSeconds());
    try (Reader in =
        new InputStreamReader(
            Manifests.class.getResourceAsStream(resource + ".yaml"), StandardCharsets.UTF_8)) {
      return COMPILER.compile(in).execute(values);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
