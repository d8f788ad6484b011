package io.github.restcomparison.analysis.statistics;

import java.util.Arrays;
import java.util.Random;
import java.util.stream.DoubleStream;
import org.apache.commons.statistics.descriptive.Mean;

/**
 * The permutation test of two independent samples (Pitman, <i>J. R. Stat. Soc. Suppl.</i> 4:119,
 * 1937).
 *
 * <p>If both come from the same source, each way to deal out the values to the two sides is equally
 * likely. p is the share of all ways in which the means lie at least as far apart as they do. No
 * distribution is assumed.
 */
public final class TwoSampleTest {

  /** Up to so many ways to deal out the values all of them are counted; beyond it a sample. */
  public static final int EXACT_WAYS = 200_000;

  /** The number of ways drawn beyond {@link #EXACT_WAYS}. */
  public static final int SAMPLED_WAYS = 99_999;

  /** Sums that differ by less than this share of the largest possible one are ties. */
  private static final double TIE = 1e-9;

  private static final long SEED = 19_370_601;

  private TwoSampleTest() {}

  /**
   * The two-sided p: exact up to {@link #EXACT_WAYS}, else from a sample of a fixed seed, with the
   * measured way counted in it.
   *
   * @param a at least one, finite
   * @param b at least one, finite
   * @return above 0, at most 1
   * @throws IllegalArgumentException if either is empty, or a value is not finite
   */
  public static double p(double[] a, double[] b) {
    double[] all = DoubleStream.concat(Arrays.stream(a), Arrays.stream(b)).toArray();
    if (a.length == 0 || b.length == 0 || !Arrays.stream(all).allMatch(Double::isFinite)) {
      throw new IllegalArgumentException(
          "a = %s, b = %s: must be finite, one or more each"
              .formatted(Arrays.toString(a), Arrays.toString(b)));
    }
    // With the overall mean taken away, the sum of one side tells how far apart the means are.
    double mean = Mean.of(all).getAsDouble();
    double[] centred = Arrays.stream(all).map(x -> x - mean).toArray();
    double largest = Arrays.stream(centred).map(Math::abs).sum();
    double threshold = Math.abs(Arrays.stream(centred, 0, a.length).sum()) - TIE * largest;
    double ways = ways(all.length, a.length);
    return ways <= EXACT_WAYS
        ? hits(centred, 0, a.length, 0, threshold) / ways
        : sampled(centred, a.length, threshold);
  }

  /** The smallest p that samples of these sizes can give: the most extreme way and its mirror. */
  static double leastP(int a, int b) {
    return Math.min(1, (a == b ? 2 : 1) / ways(a + b, a));
  }

  /** How many ways there are to choose some of all: the binomial coefficient. */
  private static double ways(int all, int some) {
    double ways = 1;
    for (int i = 1; i <= some; i++) {
      ways = ways * (all - some + i) / i;
    }
    return Math.rint(ways);
  }

  private static double hits(double[] values, int next, int toTake, double sum, double threshold) {
    if (toTake == 0) {
      return Math.abs(sum) >= threshold ? 1 : 0;
    }
    if (values.length - next < toTake) {
      return 0;
    }
    return hits(values, next + 1, toTake - 1, sum + values[next], threshold)
        + hits(values, next + 1, toTake, sum, threshold);
  }

  private static double sampled(double[] values, int toTake, double threshold) {
    Random random = new Random(SEED);
    double[] dealt = values.clone();
    int hits = 0;
    for (int way = 0; way < SAMPLED_WAYS; way++) {
      double sum = 0;
      for (int i = 0; i < toTake; i++) {
        int other = i + random.nextInt(dealt.length - i);
        double taken = dealt[other];
        dealt[other] = dealt[i];
        dealt[i] = taken;
        sum += taken;
      }
      hits += Math.abs(sum) >= threshold ? 1 : 0;
    }
    return (1.0 + hits) / (1.0 + SAMPLED_WAYS);
  }
}
