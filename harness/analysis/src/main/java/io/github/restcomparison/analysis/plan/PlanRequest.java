package io.github.restcomparison.analysis.plan;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.github.restcomparison.analysis.sizing.Load;
import io.github.restcomparison.records.Slo;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * What is planned for.
 *
 * @param load of all nodes
 * @param instance that each node is
 * @param limits that must be met
 */
@JsonInclude(JsonInclude.Include.NON_ABSENT)
public record PlanRequest(Load load, Instance instance, Limits limits) {

  /**
   * A node.
   *
   * @param cpus that it may use, above 0; absent for as many as the service had where it was
   *     measured
   * @param workers for services whose waiting blocks a thread; absent for the most that they had
   * @param memoryBytes absent where it does not matter
   * @param pricePerCpuHour in any currency; absent where nobody asks
   */
  @JsonInclude(JsonInclude.Include.NON_ABSENT)
  public record Instance(
      OptionalDouble cpus,
      OptionalInt workers,
      OptionalLong memoryBytes,
      OptionalDouble pricePerCpuHour) {}

  /**
   * What must be met.
   *
   * @param nodes that there are; absent for the fewest that do
   * @param mostUtilisation of a node's CPUs, as a share
   */
  @JsonInclude(JsonInclude.Include.NON_ABSENT)
  public record Limits(Optional<Slo> slo, OptionalInt nodes, double mostUtilisation) {}
}
