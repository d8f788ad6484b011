package io.github.restcomparison.records;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The environment of a run.
 *
 * @param gatling its version
 * @param serviceJvm the flags of the service's JVM; empty if it was not started here
 * @param generatorJvm the flags of Gatling's JVM
 * @param versions file names of the libraries on the service's class path
 * @param container that the service ran in; empty without one
 */
public record Environment(
    @JsonUnwrapped Host host,
    @JsonUnwrapped Cpus placement,
    String gatling,
    Optional<List<String>> serviceJvm,
    List<String> generatorJvm,
    List<String> versions,
    Optional<Container> container) {

  /**
   * The host of the generator, and its JDK.
   *
   * @param cpus logical processors
   * @param memory bytes
   */
  public record Host(String os, String cpu, int cpus, long memory, String jdk) {}

  /**
   * The CPUs of service and generator.
   *
   * @param serviceCpus logical processors that the service may use; empty if not known
   * @param generatorCpus logical processors that the generator may use
   */
  public record Cpus(Pinning pinning, OptionalInt serviceCpus, OptionalInt generatorCpus) {}

  /**
   * A container that a service ran in.
   *
   * @param engine with its version
   * @param image its id, a hash of all that is in it
   * @param memory limit in bytes, the JVM's heap and all else; 0 for no limit
   * @param node of a cluster that it ran on; empty outside of clusters
   */
  public record Container(String engine, String image, long memory, Optional<String> node) {}
}
