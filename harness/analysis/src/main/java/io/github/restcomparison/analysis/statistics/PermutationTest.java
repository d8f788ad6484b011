package io.github.restcomparison.analysis.statistics;

import java.util.Arrays;
import java.util.Random;
import java.util.function.DoubleSupplier;
import java.util.stream.DoubleStream;

/**
 * A permutation test: p is the share of all arrangements, equally likely if there is no difference,
 * whose sum is at least as far from 0 as the one measured. No distribution is assumed. It decides
 * nothing, for a few rounds cannot reach a small p, however far apart they lie; it stands beside
 * what the t test alone would have to be believed for.
 *
 * <p>Where there are too many arrangements to count, p is from a sample of a fixed seed, the
 * measured one counted among them: (1 + hits) / (1 + samples), which is never too small (Phipson
 * and Smyth, <i>Stat. Appl. Genet. Mol. Biol.</i> 9(1):39, 2010).
 */
public final class PermutationTest {

  /** Up to this many rounds all sign patterns are counted. */
  public static final int EXACT_ROUNDS = 20;

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
    double largest = Arrays.stream(differences).map(Math::abs).sum();
    double threshold = Math.abs(Arrays.stream(differences).sum()) - TIE * largest;
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

  private static double sampled(double threshold, DoubleSupplier sum) {
    long hits =
        DoubleStream.generate(sum).limit(SAMPLES).filter(s -> Math.abs(s) >= threshold).count();
    return (1.0 + hits) / (1.0 + SAMPLES);
  }
}
