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

  /** ln G(n). */
  private final double[] logG;

  /**
   * Solves it for every number of requests up to the greatest.
   *
   * @param delaySeconds of a request on average, 0 or more
   * @param most requests, 1 or more
   */
  public ClosedNetwork(double delaySeconds, CpuStation cpus, int most) {
    this.cpus = cpus;
    logCpu = new double[cpus.servers() + 1];
    for (int j = 1; j <= cpus.servers(); j++) {
      logCpu[j] = logCpu[j - 1] - Math.log(cpus.rate(j));
    }
    logDelay = new double[most + 1];
    for (int k = 1; k <= most; k++) {
      logDelay[k] = logDelay[k - 1] + Math.log(delaySeconds) - Math.log(k);
    }
    logG = new double[most + 1];
    double tail = Double.NEGATIVE_INFINITY;
    for (int n = 0; n <= most; n++) {
      // All states in which every server is busy are those of n - 1 with one more queued.
      if (n >= cpus.servers()) {
        tail =
            logSum(
                tail - Math.log(cpus.capacity()),
                logCpu[cpus.servers()] + logDelay[n - cpus.servers()]);
      }
      double all = tail;
      for (int j = 0; j < Math.min(cpus.servers(), n + 1); j++) {
        all = logSum(all, logCpu[j] + logDelay[n - j]);
      }
      logG[n] = all;
    }
  }

  /**
   * Requests per second.
   *
   * @param requests that go round, 0 to the greatest number
   */
  public double throughput(int requests) {
    return requests == 0 ? 0 : Math.exp(logG[requests - 1] - logG[requests]);
  }

  /** The probabilities that 0, 1, 2, ... of so many requests are at the CPUs at any time. */
  public double[] atCpus(int requests) {
    double[] probabilities = new double[requests + 1];
    Arrays.setAll(
        probabilities, j -> Math.exp(logCpu(j) + logDelay[requests - j] - logG[requests]));
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
