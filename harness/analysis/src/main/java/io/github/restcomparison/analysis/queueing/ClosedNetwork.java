package io.github.restcomparison.analysis.queueing;

import java.util.Arrays;

/**
 * Requests that go round between a delay, where none waits for another, and {@linkplain CpuStation
 * CPUs}. The network has a product form: with exponential service at the CPUs its answers are exact
 * for every distribution of the delay (Baskett, Chandy, Muntz and Palacios, <i>J. ACM</i> 22:248,
 * 1975).
 *
 * <p>They are those of exact mean value analysis (Reiser and Lavenberg, <i>J. ACM</i> 27:313,
 * 1980), but read off the normalising constants, X(n) = G(n-1) / G(n) (Buzen, <i>Comm. ACM</i>
 * 16:527, 1973), in logarithms: the recursion of MVA for several servers loses p(0) to rounding
 * near saturation. All terms here are positive.
 */
public final class ClosedNetwork {
  private final CpuStation cpus;

  /** ln f(j), the CPUs' factor of j requests, for j up to the number of servers. */
  private final double[] logCpu;

  /** ln d(k), the delay's factor of k requests. */
  private final double[] logDelay;

  /** What states in which all servers are busy add to G(n), as a logarithm. */
  private final double[] logBusy;

  /**
   * Solves it for every number of requests up to the greatest.
   *
   * @param delaySeconds of a request on average, 0 or more
   * @param most requests, 1 or more
   */
  public ClosedNetwork(double delaySeconds, CpuStation cpus, int most) {
    this.cpus = cpus;
    int servers = cpus.servers();
    logCpu = new double[servers + 1];
    for (int j = 1; j <= servers; j++) {
      logCpu[j] = logCpu[j - 1] - Math.log(cpus.rate(j));
    }
    logDelay = new double[most + 1];
    for (int k = 1; k <= most; k++) {
      logDelay[k] = logDelay[k - 1] + Math.log(delaySeconds / k);
    }
    logBusy = new double[most + 1];
    Arrays.fill(logBusy, Double.NEGATIVE_INFINITY);
    double oneMore = -Math.log(cpus.capacity());
    for (int n = servers; n <= most; n++) {
      // The states of n - 1 with one more queued, and that in which none is.
      logBusy[n] = logSum(logBusy[n - 1] + oneMore, logCpu[servers] + logDelay[n - servers]);
    }
  }

  /** ln G(n). */
  private double logG(int n) {
    double all = logBusy[n];
    for (int j = 0; j < Math.min(cpus.servers(), n + 1); j++) {
      all = logSum(all, logCpu[j] + logDelay[n - j]);
    }
    return all;
  }

  /**
   * Requests per second.
   *
   * @param requests that go round, 0 to the greatest number
   */
  public double throughput(int requests) {
    return requests == 0 ? 0 : Math.exp(logG(requests - 1) - logG(requests));
  }

  /** The probabilities that 0, 1, 2, ... of so many requests are at the CPUs at any time. */
  public double[] atCpus(int requests) {
    double all = logG(requests);
    double[] probabilities = new double[requests + 1];
    Arrays.setAll(probabilities, j -> Math.exp(logCpu(j) + logDelay[requests - j] - all));
    return probabilities;
  }

  private double logCpu(int requests) {
    int servers = cpus.servers();
    return requests <= servers
        ? logCpu[requests]
        : logCpu[servers] - (requests - servers) * Math.log(cpus.capacity());
  }

  private static double logSum(double a, double b) {
    double greater = Math.max(a, b);
    return greater == Double.NEGATIVE_INFINITY
        ? greater
        : greater + Math.log1p(Math.exp(Math.min(a, b) - greater));
  }
}
