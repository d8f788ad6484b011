package io.github.restcomparison.records.plan;

import static io.github.restcomparison.records.settings.SettingException.check;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.github.restcomparison.records.service.Quantity;
import io.github.restcomparison.records.settings.Limits;
import java.util.Collections;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;

/**
 * The Kubernetes cluster of an experiment, and the resources of its pods.
 *
 * @param context of kubectl's configuration, which names the cluster and the user
 * @param namespace that all pods are in; empty for one that the experiment creates
 * @param injectors load generators of each run, each in a separate pod, 1 to 999
 * @param images the beginning of the names of this project's images, such as {@code
 *     registry.example/team/}
 * @param service the pod of the service
 * @param injector the pod of each injector
 */
@JsonInclude(JsonInclude.Include.NON_ABSENT)
public record ClusterSpec(
    String context,
    @Limits(
            pattern = "[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?",
            valid = "1 to 63 small letters, digits and '-'")
        Optional<String> namespace,
    @Limits(min = "1", max = "999") int injectors,
    @Limits(pattern = "([A-Za-z0-9][A-Za-z0-9._:/-]*)?", valid = "such as registry.example/team/")
        String images,
    PodSpec service,
    PodSpec injector) {

  /**
   * The resources and the placement of a pod. Requests equal limits: a kubelet whose CPU manager is
   * static then gives exclusive CPUs to a pod with whole CPUs.
   *
   * @param cpus a quantity of Kubernetes, such as {@code 2} or {@code 500m}
   * @param memory a quantity of Kubernetes, such as {@code 1Gi} or {@code 768Mi}
   * @param nodeSelector labels that its node must have
   */
  public record PodSpec(String cpus, String memory, Map<String, String> nodeSelector) {
    /**
     * Checks the quantities, and sorts the labels.
     *
     * @throws io.github.restcomparison.records.settings.SettingException if one is invalid
     */
    public PodSpec {
      // The API refuses parts of a thousandth of a CPU.
      boolean areMillis =
          Quantity.of(cpus)
              .filter(number -> number.isMultipleOf("1m") && number.isBetween("1m", "1000"))
              .isPresent();
      check(areMillis, "cpus", cpus, "between 1m and 1000, such as 2, 1.5 or 500m");
      boolean isSize =
          Quantity.of(memory).filter(bytes -> bytes.isBetween("1Mi", "1Pi")).isPresent();
      check(isSize, "memory", memory, "between 1Mi and 1Pi, such as 768Mi, 2Gi or 1500M");
      nodeSelector = Collections.unmodifiableMap(new TreeMap<>(nodeSelector));
    }

    /** Returns the number of CPUs; empty if it is not a whole number. */
    public OptionalInt wholeCpus() {
      return Quantity.of(cpus).stream()
          .filter(number -> number.isMultipleOf("1"))
          .mapToInt(number -> number.number().intValueExact())
          .findFirst();
    }

    /** Returns the memory in bytes. */
    public long memoryBytes() {
      return Quantity.of(memory).orElseThrow().bytes();
    }
  }

  /** Returns a description of the cluster, for readers of the results. */
  public String host() {
    return "Kubernetes, context " + context;
  }

  /** Returns the stated namespace, or the name of the one that the experiment creates. */
  public String namespaceOf(String session) {
    String own = session.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]", "");
    return namespace.orElse("rest-comparison-" + own);
  }

  /** Returns the name of one of this project's images in the cluster. */
  public String image(String name) {
    return images + (images.isEmpty() || images.endsWith("/") ? "" : "/") + name;
  }
}
