package io.github.restcomparison.compare.kubernetes;

import com.samskivert.mustache.Mustache;
import com.samskivert.mustache.Template;
import io.github.restcomparison.records.plan.ClusterSpec;
import io.github.restcomparison.runner.service.KeyStoreFile;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.databind.json.JsonMapper;

/** The manifests of what runs in the cluster: {@code *.yaml} beside this class. */
final class Manifests {
  private static final JsonMapper JSON = JsonMapper.builder().build();

  /** Half of its memory is the injector's heap, and 1 GiB at most, as outside of a cluster. */
  private static final int LARGEST_HEAP_MIB = 1024;

  /** Seconds after which the cluster ends a pod by itself. */
  private static final int DEADLINE_S = 3_600;

  private final Map<String, Object> values = new HashMap<>();

  /**
   * For the pods of a session.
   *
   * @param session names the experiment
   */
  Manifests(ClusterSpec cluster, String session) {
    put("namespace", cluster.namespace());
    put("session", session);
    put("deadline", DEADLINE_S);
    put("injectorImage", cluster.image("gatling"));
    put("heap", Math.min(LARGEST_HEAP_MIB, cluster.injector().memoryMiB() / 2) + "m");
    put("injectorCpus", cluster.injector().cpus());
    put("injectorMemory", cluster.injector().memory());
    put("injectorNodeSelector", cluster.injector().nodeSelector());
  }

  private Manifests(Map<String, Object> values) {
    this.values.putAll(values);
  }

  /** JSON is YAML, too: nothing in a value can be taken for anything else. */
  private void put(String name, Object value) {
    values.put(name, JSON.writeValueAsString(value));
  }

  /** The namespace. */
  String namespace() {
    return filled("namespace.yaml");
  }

  /**
   * The injectors of a run.
   *
   * @param number of them
   */
  String injectors(String name, int number) {
    Manifests run = new Manifests(values);
    run.put("injectors", number);
    run.put("name", name);
    return run.filled("injectors.yaml");
  }

  /** The service of a run. */
  String service(String name, ServiceContainer container) {
    Manifests run = new Manifests(values);
    run.put("name", name);
    run.put("serviceImage", container.image());
    run.put(
        "environment",
        container.environment().entrySet().stream()
            .map(each -> Map.of("name", each.getKey(), "value", each.getValue()))
            .toList());
    Map<String, Object> probe = new TreeMap<>(container.probe());
    probe.put("periodSeconds", 1);
    probe.put("failureThreshold", container.startLimit().toSeconds());
    run.put("probe", probe);
    run.put("makesKey", KeyStoreFile.command("keytool", ServiceContainer.KEY_STORE));
    run.values.put("hasKey", container.tls());
    run.put("stopSeconds", container.stopLimit().toSeconds());
    run.put("serviceCpus", container.pod().cpus());
    run.put("serviceMemory", container.pod().memory());
    run.put("serviceNodeSelector", container.pod().nodeSelector());
    return run.filled("service.yaml");
  }

  private String filled(String resource) {
    try (InputStream in = Manifests.class.getResourceAsStream(resource)) {
      Template template =
          Mustache.compiler()
              .escapeHTML(false)
              .compile(new String(in.readAllBytes(), StandardCharsets.UTF_8));
      return template.execute(values);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
