package io.github.restcomparison.analysis.queueing;

import java.util.ArrayList;
import java.util.List;
import org.apache.commons.statistics.distribution.GammaDistribution;

/**
 * How long a request is at the CPUs, first come, first served: a mixture, by how many it finds
 * there, of sums of exponential service times. Each sum is taken for the gamma distribution of the
 * same mean and variance.
 */
public final class ResponseTime {
  /** So many sums at most stand for all: their neighbours differ by less than what is measured. */
  private static final int MOST_GROUPS = 200;

  private static final double NEGLIGIBLE = 1e-9;
  private static final double PRECISION = 1e-6;

  private final List<Group> groups = new ArrayList<>();

  /** Requests that find about as many before them. */
  private record Group(double probability, GammaDistribution seconds) {}

  /**
   * Of the requests of a closed network, each of which sees it as it is with one request less
   * (arrival theorem: Sevcik and Mitrani, <i>J. ACM</i> 28:358, 1981).
   *
   * @param found the probabilities that 0, 1, 2, ... requests are at the CPUs on its arrival
   */
  public ResponseTime(CpuStation cpus, double[] found) {
    int servers = cpus.servers();
    add(cpus, found, 0, Math.min(servers, found.length));
    int width = Math.max(1, (found.length - servers) / MOST_GROUPS);
    for (int from = servers; from < found.length; from += width) {
      add(cpus, found, from, Math.min(from + width, found.length));
    }
  }

  /** Those that find {@code from} requests or more, and fewer than {@code to}. */
  private void add(CpuStation cpus, double[] found, int from, int to) {
    double probability = 0;
    double before = 0;
    for (int j = from; j < to; j++) {
      probability += found[j];
      before += found[j] * Math.max(0, j - cpus.servers() + 1);
    }
    if (probability > NEGLIGIBLE) {
      double service = cpus.serviceSeconds();
      double mean = before / probability / cpus.capacity() + service;
      double variance = before / probability / Math.pow(cpus.capacity(), 2) + service * service;
      groups.add(
          new Group(probability, GammaDistribution.of(mean * mean / variance, variance / mean)));
    }
  }

  /**
   * What a share of all requests does not take longer than, in seconds.
   *
   * @param share above 0 and below 1
   */
  public double quantileSeconds(double share) {
    double low = 0;
    double high = groups.getLast().seconds.getMean();
    while (longerThan(high) > 1 - share) {
      high *= 2;
    }
    while (high - low > PRECISION * high) {
      double middle = (low + high) / 2;
      if (longerThan(middle) > 1 - share) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return high;
  }

  private double longerThan(double seconds) {
    return groups.stream()
        .mapToDouble(each -> each.probability * each.seconds.survivalProbability(seconds))
        .sum();
  }
}
