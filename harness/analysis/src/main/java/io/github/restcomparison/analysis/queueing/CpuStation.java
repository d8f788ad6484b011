package io.github.restcomparison.analysis.queueing;

/**
 * The CPUs of a node as a station of a queueing network: requests are served first come, first
 * served, by as many servers as there are CPUs.
 *
 * @param servers 1 or more
 * @param serviceSeconds that one server needs for one request on average, above 0
 */
public record CpuStation(int servers, double serviceSeconds) {
  /**
   * Checks it.
   *
   * @throws IllegalArgumentException if there is no server, or nothing to serve
   */
  public CpuStation {
    if (servers < 1 || !(serviceSeconds > 0)) {
      throw new IllegalArgumentException(
          "servers = %d, serviceSeconds = %s: must be 1 or more, and above 0"
              .formatted(servers, serviceSeconds));
    }
  }

  /**
   * Of CPUs that need not be whole, as a container's quota: the next whole number of servers, each
   * slower by what is missing.
   *
   * @param cpus above 0
   * @param demandSeconds of one CPU for one request, above 0
   */
  public static CpuStation of(double cpus, double demandSeconds) {
    int servers = (int) Math.max(1, Math.ceil(cpus));
    return new CpuStation(servers, demandSeconds * servers / cpus);
  }

  /** Requests per second when all servers have work: the utilisation law's bound. */
  public double capacity() {
    return servers / serviceSeconds;
  }

  /** Requests per second while so many are here. */
  double rate(int requests) {
    return Math.min(requests, servers) / serviceSeconds;
  }
}
