package io.github.restcomparison.analysis.queueing;

/**
 * M/M/c: who comes whenever, and finds all servers busy with a probability that A. K. Erlang found
 * in 1917 (L. Kleinrock, <i>Queueing Systems</i>, volume 1, 1975, section 3.5).
 *
 * @param servers 1 or more
 * @param serviceSeconds of one request on average
 * @param perSecond that come; below {@code servers / serviceSeconds}
 */
public record ErlangC(int servers, double serviceSeconds, double perSecond) {
  /**
   * Checks it.
   *
   * @throws IllegalArgumentException where more come than can be served
   */
  public ErlangC {
    if (!(perSecond * serviceSeconds < servers)) {
      throw new IllegalArgumentException(
          "%s requests/s of %s s each are too many for %d servers"
              .formatted(perSecond, serviceSeconds, servers));
    }
  }

  /** The probability that a request finds all servers busy. */
  public double waits() {
    double offered = perSecond * serviceSeconds;
    double lost = 1; // Erlang B, of 0, 1, 2, ... servers
    for (int c = 1; c <= servers; c++) {
      lost = offered * lost / (c + offered * lost);
    }
    return servers * lost / (servers - offered * (1 - lost));
  }

  /** How fast the queue moves on average: 1 / the mean wait of those that wait, per second. */
  public double drain() {
    return servers / serviceSeconds - perSecond;
  }

  /** The mean wait of all requests, in seconds. */
  public double meanWaitSeconds() {
    return waits() / drain();
  }

  /**
   * What a share of all requests does not wait longer than, in seconds.
   *
   * @param share above 0 and below 1
   */
  public double quantileSeconds(double share) {
    return Math.max(0, Math.log(waits() / (1 - share)) / drain());
  }
}
