package io.github.restcomparison.analysis.plan;

import java.util.function.IntToDoubleFunction;

/** Queueing formulas. */
final class Queues {
  private Queues() {}

  /**
   * The CPUs of a node as servers, first come, first served.
   *
   * @param serviceSeconds that one server needs for one request on average, above 0
   */
  record Cpus(int servers, double serviceSeconds) {
    /** A quota need not be whole: it becomes the next whole number of servers, each slower. */
    static Cpus of(double cpus, double demandSeconds) {
      int servers = (int) Math.max(1, Math.ceil(cpus));
      return new Cpus(servers, demandSeconds * servers / cpus);
    }

    double capacity() {
      return servers / serviceSeconds;
    }

    double rate(int requests) {
      return Math.min(requests, servers) / serviceSeconds;
    }

    /**
     * Returns the time at the CPUs that a share of all requests does not exceed: the queue that
     * this share finds at most, and an exponential service time. An approximation.
     *
     * @param found what an arriving request finds
     */
    double seconds(ClosedNetwork found, double share) {
      int queued = Math.max(0, found.quantile(share) - servers + 1);
      return queued / capacity() - serviceSeconds * Math.log(1 - share);
    }
  }

  /**
   * M/M/c (A. K. Erlang, 1917; L. Kleinrock, <i>Queueing Systems</i>, volume 1, 1975, section 3.5).
   *
   * @param perSecond arrivals, below {@code servers / serviceSeconds}
   */
  record ErlangC(int servers, double serviceSeconds, double perSecond) {
    /** Returns the probability that a request finds all servers busy. */
    double busy() {
      double offered = perSecond * serviceSeconds;
      double lost = 1; // Erlang B, of 0, 1, 2, ... servers
      for (int c = 1; c <= servers; c++) {
        lost = offered * lost / (c + offered * lost);
      }
      return servers * lost / (servers - offered * (1 - lost));
    }

    double meanQueueSeconds() {
      return busy() / (servers / serviceSeconds - perSecond);
    }

    /** Returns the time in the queue that a share of all requests does not exceed. */
    double queueSeconds(double share) {
      return busy() <= 1 - share ? 0 : meanQueueSeconds() * Math.log(busy() / (1 - share)) / busy();
    }
  }

  /**
   * Requests that alternate between a delay, where none queues, and a station. With exponential
   * service it is exact for every distribution of the delay, a product form (Baskett, Chandy, Muntz
   * and Palacios, <i>J. ACM</i> 22:248, 1975). It is solved in logarithms: mean value analysis
   * loses the probability of an idle station to rounding near saturation.
   */
  static final class ClosedNetwork {
    private static final double MIN_SECONDS = 1e-9;

    /** The probabilities that 0, 1, 2, ... requests are at the station. */
    private final double[] probabilities;

    private final double throughput;

    /**
     * @param requests 0 or more
     * @param rate at which the station serves while so many requests are there
     */
    ClosedNetwork(int requests, double delaySeconds, IntToDoubleFunction rate) {
      probabilities = new double[requests + 1];
      double logDelay = Math.log(Math.max(delaySeconds, MIN_SECONDS));
      double max = 0;
      for (int k = 1; k <= requests; k++) {
        double logRatio = Math.log((requests - k + 1) / rate.applyAsDouble(k)) - logDelay;
        probabilities[k] = probabilities[k - 1] + logRatio;
        max = Math.max(max, probabilities[k]);
      }
      double sum = 0;
      for (int k = 0; k <= requests; k++) {
        probabilities[k] = Math.exp(probabilities[k] - max);
        sum += probabilities[k];
      }
      for (int k = 0; k <= requests; k++) {
        probabilities[k] /= sum;
      }
      throughput = mean(k -> k == 0 ? 0 : rate.applyAsDouble(k));
    }

    double throughput() {
      return throughput;
    }

    /** Returns the mean of a figure over the number of requests at the station. */
    double mean(IntToDoubleFunction figure) {
      double mean = 0;
      for (int k = 0; k < probabilities.length; k++) {
        mean += probabilities[k] * figure.applyAsDouble(k);
      }
      return mean;
    }

    /** Returns the number at the station that is not exceeded for a share of the time. */
    int quantile(double share) {
      int k = 0;
      for (double sum = probabilities[0]; sum < share && k < probabilities.length - 1; ) {
        k++;
        sum += probabilities[k];
      }
      return k;
    }
  }
}
