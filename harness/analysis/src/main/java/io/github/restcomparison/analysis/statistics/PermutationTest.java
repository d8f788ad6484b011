package io.github.restcomparison.analysis.statistics;

import java.util.Arrays;
import java.util.Random;
import java.util.function.DoubleSupplier;
import java.util.stream.DoubleStream;
import org.apache.commons.statistics.descriptive.Mean;

/**
 * Permutation tests: p is the share of all arrangements, equally likely if there is no difference,
 * whose sum is at least as far from 0 as the one measured. No distribution is assumed.
 *
 * <p>Where there are too many arrangements to count, p is from a sample of a fixed seed, the
 * measured one counted among them: (1 + hits) / (1 + samples), which is never too small (Phipson
 * and Smyth, <i>Stat. Appl. Genet. Mol. Biol.</i> 9(1):39, 2010).
 */
public final class PermutationTest {

  /** Up to this many rounds all sign patterns are counted. */
  public static final int EXACT_ROUNDS = 20;

  /** Up to so many ways to deal out the values of two samples all of them are counted. */
  public static final int EXACT_WAYS = 200_000;

  /** The number of arrangements drawn where not all are counted: p is a multiple of 1/100000. */
  public static final int SAMPLES = 99_999;

  /** Sums that differ by less than this share of the largest possible one are ties. */
  private static final double TIE = 1e-9;

  private PermutationTest() {}

  /**
   * The two-sided p of paired differences (Fisher, <i>The Design of Experiments</i>, 1935, section
   * 21). If two variants are the same, each round's difference is as likely as its negative, since
   * the order in a round was drawn at random: an arrangement is one of all 2^R ways to set the
   * signs. The smallest p that R rounds can give is 2/2^R.
   *
   * @param differences at least one, finite
   * @return above 0, at most 1
   * @throws IllegalArgumentException if there is no difference, or one is not finite
   */
  public static double signFlip(double... differences) {
    if (differences.length == 0 || !Arrays.stream(differences).allMatch(Double::isFinite)) {
      throw new IllegalArgumentException(
          "differences " + Arrays.toString(differences) + ": must be finite, one or more");
    }
    double threshold = threshold(differences, differences.length);
    if (differences.length <= EXACT_ROUNDS) {
      // A pattern and its mirror image are equally far from 0, so the first sign may stay.
      return (double) flips(differences, 1, differences[0], threshold)
          / (1L << (differences.length - 1));
    }
    Random random = new Random(20_130_620);
    return sampled(
        threshold,
        () -> {
          double sum = 0;
          for (double difference : differences) {
            sum += random.nextBoolean() ? difference : -difference;
          }
          return sum;
        });
  }

  private static long flips(double[] differences, int next, double sum, double threshold) {
    if (next == differences.length) {
      return Math.abs(sum) >= threshold ? 1 : 0;
    }
    return flips(differences, next + 1, sum + differences[next], threshold)
        + flips(differences, next + 1, sum - differences[next], threshold);
  }

  /**
   * The two-sided p of two independent samples (Pitman, <i>J. R. Stat. Soc. Suppl.</i> 4:119,
   * 1937). If both come from the same source, each way to deal out the values to the two sides is
   * equally likely; what is compared is how far apart the means lie.
   *
   * @param a at least one, finite
   * @param b at least one, finite
   * @return above 0, at most 1
   * @throws IllegalArgumentException if either is empty, or a value is not finite
   */
  public static double twoSample(double[] a, double[] b) {
    double[] all = DoubleStream.concat(Arrays.stream(a), Arrays.stream(b)).toArray();
    if (a.length == 0 || b.length == 0 || !Arrays.stream(all).allMatch(Double::isFinite)) {
      throw new IllegalArgumentException(
          "a = %s, b = %s: must be finite, one or more each"
              .formatted(Arrays.toString(a), Arrays.toString(b)));
    }
    // With the overall mean taken away, the sum of one side tells how far apart the means are.
    double mean = Mean.of(all).getAsDouble();
    double[] centred = Arrays.stream(all).map(x -> x - mean).toArray();
    double threshold = threshold(centred, a.length);
    double ways = ways(all.length, a.length);
    if (ways <= EXACT_WAYS) {
      return deals(centred, 0, a.length, 0, threshold) / ways;
    }
    Random random = new Random(19_370_601);
    double[] dealt = centred.clone();
    return sampled(
        threshold,
        () -> {
          double sum = 0;
          for (int i = 0; i < a.length; i++) {
            int other = i + random.nextInt(dealt.length - i);
            double taken = dealt[other];
            dealt[other] = dealt[i];
            dealt[i] = taken;
            sum += taken;
          }
          return sum;
        });
  }

  private static double deals(double[] values, int next, int toTake, double sum, double threshold) {
    if (toTake == 0) {
      return Math.abs(sum) >= threshold ? 1 : 0;
    }
    if (values.length - next < toTake) {
      return 0;
    }
    return deals(values, next + 1, toTake - 1, sum + values[next], threshold)
        + deals(values, next + 1, toTake, sum, threshold);
  }

  /** The smallest p of two samples of so many rounds each: the most extreme way and its mirror. */
  static double leastTwoSample(int rounds) {
    return Math.min(1, 2 / ways(2 * rounds, rounds));
  }

  /** How many ways there are to choose some of all: the binomial coefficient. */
  private static double ways(int all, int some) {
    double ways = 1;
    for (int i = 1; i <= some; i++) {
      ways = ways * (all - some + i) / i;
    }
    return Math.rint(ways);
  }

  /** How far from 0 the first values sum up as they were measured, less what counts as a tie. */
  private static double threshold(double[] values, int first) {
    double largest = Arrays.stream(values).map(Math::abs).sum();
    return Math.abs(Arrays.stream(values, 0, first).sum()) - TIE * largest;
  }

  private static double sampled(double threshold, DoubleSupplier sum) {
    long hits =
        DoubleStream.generate(sum).limit(SAMPLES).filter(s -> Math.abs(s) >= threshold).count();
    return (1.0 + hits) / (1.0 + SAMPLES);
  }
}
