package io.github.restcomparison.analysis.plan;

import io.github.restcomparison.analysis.statistics.Numbers;
import io.github.restcomparison.records.Slo;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * The load to plan for, and the nodes that serve it.
 *
 * @param load of all nodes
 * @param cpus of a node, above 0; absent for as many as the service had in the measurements
 * @param workers of a node, if waiting blocks a thread; absent for the most measured
 * @param memoryBytes of a node; absent without a limit
 * @param pricePerCpuHour in any currency; absent without a price
 * @param slo that must be met
 * @param nodes that there are; absent for the fewest that meet all limits
 * @param maxUtilisation of a node's CPUs, as a share
 */
public record PlanRequest(
    Load load,
    OptionalDouble cpus,
    OptionalInt workers,
    OptionalLong memoryBytes,
    OptionalDouble pricePerCpuHour,
    Optional<Slo> slo,
    OptionalInt nodes,
    double maxUtilisation) {

  /**
   * The load of all nodes, or of one of them.
   *
   * @param size users who wait for each response, or requests per second
   * @param isOpen whether requests arrive at a rate, whatever the service does
   * @param thinkMs between a response and a user's next request, 0 or more
   * @param waitMs the simulated delay of a request, 0 or more
   */
  public record Load(double size, boolean isOpen, double thinkMs, double waitMs) {
    private static final double MIN_MS = 1e-3;
    private static final int MAX_NODES = 1_000_000;

    /** Requests at a rate are like those of so many users, each of whom thinks for very long. */
    private static final double ARRIVALS = 1e8;

    /** Returns the load of 1 user or more. */
    public static Load closed(int users, double thinkMs, double waitMs) {
      return new Load(users, false, thinkMs, waitMs);
    }

    /** Returns the load of a rate above 0. */
    public static Load open(double perSecond, double waitMs) {
      return new Load(perSecond, true, 0, waitMs);
    }

    /** Returns the largest share of a node if so many nodes share the load. */
    Load share(double nodes) {
      double each = isOpen ? size / nodes : Math.ceil(size / nodes);
      return new Load(each, isOpen, thinkMs, waitMs);
    }

    /** Returns the requests per second without any queue. */
    double offered() {
      return isOpen ? size : 1e3 * size / Math.max(MIN_MS, thinkMs + waitMs);
    }

    double users() {
      return isOpen ? ARRIVALS : size;
    }

    double thinkSeconds() {
      return isOpen ? Math.max(0, ARRIVALS / size - waitMs / 1e3) : thinkMs / 1e3;
    }

    /** Returns the number of nodes beyond which more have nothing to do. */
    int maxNodes() {
      return isOpen ? MAX_NODES : (int) size;
    }

    /** Returns a title, such as {@code 40,000 users who wait 250 ms}. */
    String text() {
      String wait = Numbers.of(waitMs) + " ms";
      String think = thinkMs > 0 ? " and think for %s ms".formatted(Numbers.of(thinkMs)) : "";
      return isOpen
          ? "%s requests/s that wait %s".formatted(Numbers.of(size), wait)
          : "%s who wait %s%s".formatted(Numbers.count((long) size, "user"), wait, think);
    }
  }
}
