package io.github.restcomparison.records;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Where a run took place.
 *
 * @param cpus logical processors of the host
 * @param serviceCpus logical processors that the service may use; absent where that is not known
 * @param generatorCpus logical processors that the generator may use
 * @param memory of the host in bytes
 * @param pinning which CPUs each process was held to, or {@code none}
 * @param serviceJvm the flags of the service's JVM; absent where it was not started here
 * @param generatorJvm the flags of Gatling's JVM
 * @param versions file names of the libraries on the service's class path
 * @param container that the service ran in; absent where it ran in none
 */
@JsonInclude(JsonInclude.Include.NON_ABSENT)
public record Environment(
    String os,
    String cpu,
    int cpus,
    OptionalInt serviceCpus,
    OptionalInt generatorCpus,
    long memory,
    String pinning,
    String jdk,
    String gatling,
    Optional<List<String>> serviceJvm,
    List<String> generatorJvm,
    List<String> versions,
    Optional<Container> container) {

  /**
   * A container that a service ran in.
   *
   * @param engine with its version
   * @param image its id, a hash of all that is in it
   * @param memory bytes that it may use, the JVM's heap and all else; 0 for no limit
   * @param node of a cluster that it ran on; absent outside of clusters
   */
  @JsonInclude(JsonInclude.Include.NON_ABSENT)
  public record Container(String engine, String image, long memory, Optional<String> node) {
    /** One on this host. */
    public Container(String engine, String image, long memory) {
      this(engine, image, memory, Optional.empty());
    }
  }
}
