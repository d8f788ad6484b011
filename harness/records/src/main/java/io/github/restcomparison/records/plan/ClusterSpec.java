package io.github.restcomparison.records.plan;

import static io.github.restcomparison.records.settings.SettingException.check;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.github.restcomparison.records.settings.Limits;
import java.util.Collections;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;

/**
 * The Kubernetes cluster that an experiment is measured in, and what its pods may use there.
 *
 * @param context of kubectl's configuration, which names the cluster and the user
 * @param namespace that all pods are in; absent for one of the experiment's own
 * @param injectors load generators of each run, each in a pod of its own, 1 to 999
 * @param images what the names of this project's images begin with, such as {@code
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
   * What a pod may use, and where it may run. Requests are limits: a kubelet whose CPU manager is
   * static gives a pod with whole CPUs some of its own.
   *
   * @param cpus such as {@code 2} or {@code 500m}
   * @param memory such as {@code 1Gi} or {@code 768Mi}
   * @param nodeSelector labels that its node must have
   */
  public record PodSpec(String cpus, String memory, Map<String, String> nodeSelector) {
    /**
     * Checks the quantities, which are also those of Docker, and sorts the labels.
     *
     * @throws io.github.restcomparison.records.settings.SettingException if one is invalid
     */
    public PodSpec {
      boolean isNumber = cpus.matches("[1-9]\\d{0,2}(\\.\\d)?|0\\.\\d|[1-9]\\d{1,5}m");
      check(isNumber, "cpus", cpus, "such as 2, 1.5 or 500m");
      boolean isSize = memory.matches("[1-9]\\d{0,5}(Mi|Gi)");
      check(isSize, "memory", memory, "such as 768Mi or 2Gi");
      nodeSelector = Collections.unmodifiableMap(new TreeMap<>(nodeSelector));
    }

    /** How many CPUs; empty if that is no whole number. */
    public OptionalInt wholeCpus() {
      return cpus.matches("\\d+") ? OptionalInt.of(Integer.parseInt(cpus)) : OptionalInt.empty();
    }

    /** The memory in MiB. */
    public int memoryMiB() {
      int number = Integer.parseInt(memory.substring(0, memory.length() - 2));
      return memory.endsWith("Gi") ? 1024 * number : number;
    }
  }

  /** Returns the namespace that is stated, or the name of the experiment's own. */
  public String namespaceOf(String session) {
    String own = session.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]", "");
    return namespace.orElse("rest-comparison-" + own);
  }

  /** The name of one of this project's images there. */
  public String image(String name) {
    return images + (images.isEmpty() || images.endsWith("/") ? "" : "/") + name;
  }
}
