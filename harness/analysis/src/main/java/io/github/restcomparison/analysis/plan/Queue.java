package io.github.restcomparison.analysis.plan;

import java.util.stream.DoubleStream;

/**
 * Requests that alternate between a delay without a queue, and a station of alike servers, first
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
    // The number up to which the ratio is 1 or more, with a server for each, or with all busy.
    double away = this.delaySeconds * maxRate;
    double all = this.users + 1;
    double mode = Math.floor(Math.max(all * servers / (servers + away), all - away));
    long low = (long) Math.min(mode, this.users);
    double p = 1;
    for (; low > 0 && p > NEGLIGIBLE; low--) {
      p /= ratio(low);
    }
    least = low;
    DoubleStream.Builder weights = DoubleStream.builder();
    for (long k = low; k <= this.users && (k <= mode || p > NEGLIGIBLE); k++) {
      weights.add(p);
      p *= ratio(k + 1);
    }
    probabilities = weights.build().toArray();
    double sum = DoubleStream.of(probabilities).sum();
    for (int i = 0; i < probabilities.length; i++) {
      probabilities[i] /= sum;
    }
  }

  /** Returns by how much {@code k} at the station are more probable than one fewer. */
  private double ratio(long k) {
    return (users - k + 1) / delaySeconds / rate(k);
  }

  private double rate(long k) {
    return maxRate * Math.min(1, k / servers);
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
