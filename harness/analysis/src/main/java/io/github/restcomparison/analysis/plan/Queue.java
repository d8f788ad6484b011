package io.github.restcomparison.analysis.plan;

/**
 * Requests that alternate between a delay, where none queues, and a station of alike servers, first
 * come, first served: a birth-death chain of the requests at the station. With exponential service
 * it is exact for every distribution of the delay (Baskett, Chandy, Muntz and Palacios, <i>J.
 * ACM</i> 22:248, 1975). It begins at the most probable number and ends where the probability is
 * negligible: so its size does not depend on the number of users, and nothing is lost to rounding.
 */
final class Queue {
  private static final double MIN_SECONDS = 1e-9;
  private static final double NEGLIGIBLE = 1e-15;

  private final double users;
  private final double delaySeconds;
  private final double servers;
  private final double maxRate;
  private final long least;
  private final double[] probabilities;

  /**
   * Solves the chain.
   *
   * @param users each with one request, 0 or more
   * @param servers above 0, need not be whole
   * @param maxRate of all servers, requests per second
   */
  Queue(double users, double delaySeconds, double servers, double maxRate) {
    this.users = Math.rint(users);
    this.delaySeconds = Math.max(delaySeconds, MIN_SECONDS);
    this.servers = servers;
    this.maxRate = maxRate;
    long mode = mode();
    long low = mode;
    double p = 1;
    double sum = 1;
    while (low > 0 && p > NEGLIGIBLE) {
      p /= ratio(low);
      sum += p;
      low--;
    }
    least = low;
    long high = mode;
    for (double next = 1; high < this.users && next > NEGLIGIBLE; high++) {
      next *= ratio(high + 1);
      sum += next;
    }
    probabilities = new double[(int) (high - low) + 1];
    for (int i = 0; i < probabilities.length; i++) {
      probabilities[i] = p / sum;
      p *= ratio(low + i + 1);
    }
  }

  /** Returns by how much {@code k} at the station are more probable than one fewer. */
  private double ratio(long k) {
    return (users - k + 1) / delaySeconds / rate(k);
  }

  private double rate(long k) {
    return maxRate * Math.min(1, k / servers);
  }

  /** Returns the most probable number at the station, by bisection: the ratio falls. */
  private long mode() {
    long low = 0;
    long high = (long) users;
    while (low < high) {
      long middle = high - (high - low) / 2;
      if (ratio(middle) >= 1) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    return low;
  }

  /** Returns the requests per second. */
  double throughput() {
    double throughput = 0;
    for (int i = 0; i < probabilities.length; i++) {
      throughput += probabilities[i] * rate(least + i);
    }
    return throughput;
  }

  /**
   * Returns the time until a request is served that a share of them does not exceed, if as many as
   * {@code free} are served at once. A request finds what would be there without it.
   */
  double queueSeconds(double share, double free) {
    Queue found = new Queue(Math.max(0, users - 1), delaySeconds, servers, maxRate);
    return Math.max(0, found.quantile(share) + 1 - free) / maxRate;
  }

  private double quantile(double share) {
    int i = 0;
    for (double sum = probabilities[0]; sum < share && i < probabilities.length - 1; ) {
      i++;
      sum += probabilities[i];
    }
    return least + i;
  }
}
