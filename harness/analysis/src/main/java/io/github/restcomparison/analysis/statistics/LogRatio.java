package io.github.restcomparison.analysis.statistics;

import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntPredicate;
import java.util.function.IntToDoubleFunction;
import java.util.stream.DoubleStream;
import org.apache.commons.statistics.descriptive.Mean;
import org.apache.commons.statistics.descriptive.Variance;
import org.apache.commons.statistics.distribution.ChiSquaredDistribution;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * The ratio of A's metric to B's, with the standard error of its logarithm. On the log scale a
 * ratio and its reciprocal are equally far from 1, so A and B can be swapped. Interval and p are of
 * the same t test: the interval excludes 1 exactly if p is below its level.
 *
 * @param rounds of the test, of independent samples the rounds of the shorter one; 0 if there is no
 *     ratio
 * @param mean the mean logarithm of the ratio of A to B; NaN without rounds
 * @param standardError of {@code mean}, 0 or more; NaN with fewer than two rounds
 * @param degreesOfFreedom of {@code standardError}, above 0; NaN with fewer than two rounds
 * @param sameInEveryRound whether no noise was observed: the spread between launches is then
 *     unknown
 */
public record LogRatio(
    int rounds,
    double mean,
    double standardError,
    double degreesOfFreedom,
    boolean sameInEveryRound) {

  /** The ratio of variants that share no round. */
  public static final LogRatio NONE = new LogRatio(0, Double.NaN, Double.NaN, Double.NaN, false);

  /** The confidence that a standard deviation is not lower than a low end. */
  private static final double QUIETER = 0.8;

  /** By the degrees of freedom, of which all pairs of a family have the same few. */
  private static final Map<Double, Double> KNOWN_LOW_ENDS = new ConcurrentHashMap<>();

  /** A spread below this is the rounding of doubles, not the noise of a machine. */
  private static final double ROUNDING = 1e-12;

  /**
   * Compares two variants of one experiment round by round. Both values of a round were measured on
   * the same machine in the same minutes; an effect on both cancels out. Rounds of only one of the
   * two are excluded.
   *
   * @param a the metric of A by the round, above 0
   * @param b the metric of B, likewise
   * @param floor the minimum noise: a few rounds may be close together by chance
   * @throws IllegalArgumentException if a value is not above 0 and finite
   */
  public static LogRatio paired(Map<Integer, Double> a, Map<Integer, Double> b, NoiseFloor floor) {
    return of(
        floor,
        a.keySet().stream()
            .filter(b::containsKey)
            .mapToDouble(round -> Math.log(a.get(round)) - Math.log(b.get(round)))
            .toArray());
  }

  /**
   * Compares two experiments, none of whose rounds belongs to a round of the other, by Welch's test
   * with the degrees of freedom of Satterthwaite (Welch, <i>Biometrika</i> 34:28, 1947). The
   * floor's deviation belongs to a ratio, so each side has at least half of its variance.
   *
   * @param a the metric of A in each of its rounds, above 0
   * @param b the metric of B in each of its rounds, likewise
   * @throws IllegalArgumentException if a value is not above 0 and finite
   */
  public static LogRatio independent(double[] a, double[] b, NoiseFloor floor) {
    return of(floor, logs(a), logs(b));
  }

  private static double[] logs(double... values) {
    return Arrays.stream(values).map(Math::log).toArray();
  }

  /**
   * Returns the mean of one sample of log ratios, or the difference of the means of two of
   * logarithms.
   */
  static LogRatio of(NoiseFloor floor, double[]... samples) {
    for (double[] logs : samples) {
      if (!DoubleStream.of(logs).allMatch(Double::isFinite)) {
        throw new IllegalArgumentException(
            "logarithms " + Arrays.toString(logs) + ": must be finite");
      }
    }
    int rounds = Arrays.stream(samples).mapToInt(logs -> logs.length).min().orElseThrow();
    double mean = rounds == 0 ? Double.NaN : Mean.of(samples[0]).getAsDouble();
    if (samples.length == 2 && rounds > 0) {
      mean -= Mean.of(samples[1]).getAsDouble();
    }
    if (rounds < 2) {
      return new LogRatio(rounds, mean, Double.NaN, Double.NaN, false);
    }
    double minVariance = floor.deviation() * floor.deviation() / samples.length;
    double variance = 0;
    double satterthwaite = 0;
    double degreesOfFreedom = 0;
    boolean isSame = true;
    for (double[] logs : samples) {
      double own = Variance.of(logs).getAsDouble();
      double ofMean = Math.max(own, minVariance) / logs.length;
      degreesOfFreedom =
          (own < minVariance ? Math.min(logs.length, floor.rounds()) : logs.length) - 1.0;
      variance += ofMean;
      isSame &= own < ROUNDING * ROUNDING;
      satterthwaite += ofMean * ofMean / degreesOfFreedom;
    }
    if (samples.length == 2) {
      degreesOfFreedom = variance * variance / satterthwaite;
    }
    return new LogRatio(rounds, mean, Math.sqrt(variance), degreesOfFreedom, isSame);
  }

  /** Returns A to B, a geometric mean; NaN without rounds. */
  public double ratio() {
    return Math.exp(mean);
  }

  /**
   * Returns the ratio with Student's interval: exp(mean ± t times the standard error). Georges et
   * al. (OOPSLA 2007) recommend it over launches; it is exact if a launch's noise is lognormal.
   *
   * @param confidence between 0 and 1
   * @return the ratio alone with fewer than two rounds
   * @throws IllegalArgumentException if {@code confidence} is not between 0 and 1
   */
  public Estimate interval(double confidence) {
    if (!(confidence > 0 && confidence < 1)) {
      throw new IllegalArgumentException(
          "confidence = " + confidence + ": must be between 0 and 1");
    }
    double reach = halfWidth(confidence);
    return rounds < 2
        ? Estimate.withoutInterval(ratio())
        : new Estimate(ratio(), Math.exp(mean - reach), Math.exp(mean + reach), confidence);
  }

  /** Returns the two-sided p of "A and B are the same"; 1 with fewer than two rounds. */
  public double p() {
    if (rounds < 2) {
      return 1;
    }
    if (isExact()) {
      return Math.abs(mean) < ROUNDING ? 1 : 0;
    }
    double standardErrors = Math.abs(mean / standardError);
    return 2 * TDistribution.of(degreesOfFreedom).survivalProbability(standardErrors);
  }

  /**
   * Returns how many more rounds like these would decide the pair: the interval of difference
   * excludes 1, or the one of equivalence lies inside the margin.
   *
   * @param margin as a share, by the number of all rounds; NaN if it is too wide for equivalence
   * @param different the confidence of the interval that must exclude 1
   * @param equivalent the confidence of the one that must lie inside
   * @param step the smallest difference that the clock resolves, as a share; it widens both
   *     intervals
   * @param most more rounds to consider
   * @return 1 or more; 0 if {@code most} are too few, and with fewer than two rounds
   */
  public int roundsToDecide(
      IntToDoubleFunction margin, double different, double equivalent, double step, int most) {
    if (rounds < 2) {
      return 0;
    }
    IntPredicate decides =
        more -> {
          LogRatio later = withRounds(rounds + more);
          double outside = Math.abs(mean) - Math.log1p(step);
          double inside =
              Math.log1p(margin.applyAsDouble(rounds + more)) - Math.abs(mean) - Math.log1p(step);
          return later.halfWidth(different) < outside || later.halfWidth(equivalent) < inside;
        };
    // If some rounds decide, more of them do: intervals and margin get narrower.
    int tooFew = 0;
    int enough = most + 1;
    while (enough - tooFew > 1) {
      int middle = (tooFew + enough) / 2;
      if (decides.test(middle)) {
        enough = middle;
      } else {
        tooFew = middle;
      }
    }
    return enough > most ? 0 : enough;
  }

  /**
   * Returns the same with less noise: with the low end of the one-sided 80 % interval of the
   * standard error.
   */
  public LogRatio withLowNoise() {
    return rounds < 2 || isExact()
        ? this
        : new LogRatio(
            rounds,
            mean,
            lowNoiseShare(degreesOfFreedom) * standardError,
            degreesOfFreedom,
            sameInEveryRound);
  }

  /**
   * Returns the low end of the one-sided 80 % interval of a standard deviation, as a share of it.
   */
  static double lowNoiseShare(double degreesOfFreedom) {
    return KNOWN_LOW_ENDS.computeIfAbsent(
        degreesOfFreedom,
        each -> {
          double squares = ChiSquaredDistribution.of(each).inverseCumulativeProbability(QUIETER);
          return Math.sqrt(each / squares);
        });
  }

  /** Returns half the interval of a mean of some rounds with a standard deviation. */
  static double halfWidth(double confidence, double deviation, int rounds) {
    double error = deviation / Math.sqrt(rounds);
    return new LogRatio(rounds, 0, error, rounds - 1.0, false).halfWidth(confidence);
  }

  private LogRatio withRounds(int more) {
    double error = standardError * Math.sqrt((double) rounds / more);
    return new LogRatio(more, mean, error, more - 1.0, sameInEveryRound);
  }

  private boolean isExact() {
    return standardError < ROUNDING;
  }

  private double halfWidth(double confidence) {
    return rounds < 2 || isExact()
        ? 0
        : standardError * new Quantile(degreesOfFreedom, (1 - confidence) / 2).standardErrors();
  }

  /** A quantile of Student's distribution. All pairs of a family need the same few. */
  private record Quantile(double degreesOfFreedom, double survival) {
    private static final Map<Quantile, Double> KNOWN = new ConcurrentHashMap<>();

    double standardErrors() {
      return KNOWN.computeIfAbsent(
          this,
          each ->
              TDistribution.of(each.degreesOfFreedom).inverseSurvivalProbability(each.survival));
    }
  }
}
