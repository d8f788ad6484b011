package io.github.restcomparison.analysis.statistics;

import java.util.Arrays;
import java.util.Random;

/**
 * The permutation test of paired differences (Fisher, <i>The Design of Experiments</i>, 1935,
 * section 21).
 *
 * <p>If two variants are the same, each round's difference is as likely as its negative, since the
 * order in a round was drawn at random. p is the share of all 2^R ways to set the signs whose sum
 * is at least as far from 0 as the one measured. No distribution is assumed. The smallest p that R
 * rounds can give is 2/2^R.
 */
public final class SignFlipTest {

  /** Up to this many rounds all sign patterns are counted; beyond it a sample of them. */
  public static final int EXACT_ROUNDS = 20;

  /**
   * The number of sign patterns drawn beyond {@link #EXACT_ROUNDS}: p is then a multiple of
   * 1/100000.
   */
  public static final int SAMPLED_FLIPS = 99_999;

  /** Sums that differ by less than this share of the largest possible one are ties. */
  private static final double TIE = 1e-9;

  private static final long SEED = 20_130_620;

  private SignFlipTest() {}

  /**
   * The two-sided p: exact up to {@link #EXACT_ROUNDS} differences, else from {@link
   * #SAMPLED_FLIPS} patterns of a fixed seed, the measured one counted among them: (1 + hits) / (1
   * + flips), which is never too small (Phipson and Smyth, <i>Stat. Appl. Genet. Mol. Biol.</i>
   * 9(1):39, 2010).
   *
   * @param differences at least one, finite
   * @return above 0, at most 1
   * @throws IllegalArgumentException if there is no difference, or one is not finite
   */
  public static double p(double... differences) {
    if (differences.length == 0 || !Arrays.stream(differences).allMatch(Double::isFinite)) {
      throw new IllegalArgumentException(
          "differences " + Arrays.toString(differences) + ": must be finite, one or more");
    }
    double largest = Arrays.stream(differences).map(Math::abs).sum();
    double threshold = Math.abs(Arrays.stream(differences).sum()) - TIE * largest;
    return differences.length <= EXACT_ROUNDS
        ? exact(differences, threshold)
        : sampled(differences, threshold);
  }

  /** A pattern and its mirror image are equally far from 0, so the first sign may stay. */
  private static double exact(double[] differences, double threshold) {
    return (double) hits(differences, 1, differences[0], threshold)
        / (1L << (differences.length - 1));
  }

  private static long hits(double[] differences, int next, double sum, double threshold) {
    if (next == differences.length) {
      return Math.abs(sum) >= threshold ? 1 : 0;
    }
    return hits(differences, next + 1, sum + differences[next], threshold)
        + hits(differences, next + 1, sum - differences[next], threshold);
  }

  private static double sampled(double[] differences, double threshold) {
    Random random = new Random(SEED);
    int hits = 0;
    for (int flip = 0; flip < SAMPLED_FLIPS; flip++) {
      double sum = 0;
      for (double difference : differences) {
        sum += random.nextBoolean() ? difference : -difference;
      }
      hits += Math.abs(sum) >= threshold ? 1 : 0;
    }
    return (1.0 + hits) / (1.0 + SAMPLED_FLIPS);
  }
}
