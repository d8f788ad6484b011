package io.github.restcomparison.analysis.queueing;

/**
 * Users whose requests need one of a pool of workers, or of connections, for as long as they wait
 * and compute; while all are held, others queue for one. What holds workers is a network of its
 * own, with the pool's size as its greatest number of requests; seen from outside it is one station
 * whose rate depends on how many are in it (Chandy, Herzog and Woo, <i>IBM J. Res. Dev.</i> 19:36,
 * 1975). Exact where there are no more users than workers, else an approximation.
 */
public final class PooledNetwork {
  private final double throughput;
  private final double inPool;

  /**
   * Solves it.
   *
   * @param users 1 or more
   * @param outsideSeconds that a user is not here between an answer and the next request, 0 or more
   * @param workers 1 or more
   * @param held what holds workers, solved for the lesser of {@code users} and {@code workers}
   */
  public PooledNetwork(int users, double outsideSeconds, int workers, ClosedNetwork held) {
    int most = Math.min(users, workers);
    double[] rates = new double[most + 1];
    for (int k = 1; k <= most; k++) {
      rates[k] = held.throughput(k);
    }
    double mass = 0;
    double answered = 0;
    double present = 0;
    double logWeight = 0;
    double greatest = 0;
    // The weight of k users here is that of k - 1, times who may come, divided by who may go.
    for (int k = 0; k <= users; k++) {
      if (k > 0) {
        double rate = rates[Math.min(k, most)];
        logWeight +=
            Math.log(users - k + 1.0) - Math.log(Math.max(outsideSeconds, TINY)) - Math.log(rate);
      }
      if (logWeight > greatest) {
        double smaller = Math.exp(greatest - logWeight);
        mass *= smaller;
        answered *= smaller;
        present *= smaller;
        greatest = logWeight;
      }
      double weight = Math.exp(logWeight - greatest);
      mass += weight;
      answered += weight * (k == 0 ? 0 : rates[Math.min(k, most)]);
      present += weight * Math.min(k, most);
    }
    throughput = answered / mass;
    inPool = present / mass;
  }

  /** Nobody comes back faster; it stands for not being away at all. */
  private static final double TINY = 1e-9;

  /** Requests per second. */
  public double throughput() {
    return throughput;
  }

  /** How many requests hold a worker, on average. */
  public double inPool() {
    return inPool;
  }
}
