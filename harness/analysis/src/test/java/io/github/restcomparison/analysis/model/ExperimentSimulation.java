package io.github.restcomparison.analysis.model;

import io.github.restcomparison.analysis.runs.TestedMetric;
import io.github.restcomparison.analysis.statistics.LogRatio;
import io.github.restcomparison.analysis.statistics.LogRatios;
import io.github.restcomparison.analysis.statistics.NoiseFloor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Experiments of known truth, of at most ten rounds, whose first variant is measured twice as A/A
 * control. A variant's name is its index.
 *
 * <p>No round is measured for a p99: it is judged once, from the rounds that the throughput took.
 */
final class ExperimentSimulation {
  static final int ROUNDS = 10;

  private static final int LOOKS = ROUNDS - Family.MIN_ROUNDS + 1;

  private final Design design;
  private final double[] truths;
  private final List<List<Pair>> experiments = new ArrayList<>();

  /** The round after which each experiment stopped. */
  private final List<Integer> lastRounds = new ArrayList<>();

  /**
   * The simulated measurements and their number.
   *
   * @param seed the same gives the same
   * @param hasBaseline whether only pairs with the first variant are judged
   * @param firstLook the round after which they are judged first
   * @param ms the p99 of a variant whose truth is 1, of each experiment between so many and twice
   *     as many: figures are whole milliseconds; NaN for any number
   */
  record Design(
      int experiments,
      long seed,
      TestedMetric tested,
      boolean hasControl,
      boolean hasBaseline,
      int firstLook,
      double ms) {
    static Design ofThroughput(int experiments, long seed, boolean hasControl) {
      return ofThroughput(experiments, seed, hasControl, false);
    }

    static Design withBaseline(int experiments, long seed) {
      return ofThroughput(experiments, seed, true, true);
    }

    private static Design ofThroughput(
        int experiments, long seed, boolean hasControl, boolean hasBaseline) {
      return new Design(
          experiments,
          seed,
          TestedMetric.THROUGHPUT,
          hasControl,
          hasBaseline,
          Family.MIN_ROUNDS,
          Double.NaN);
    }

    static Design ofP99(int experiments, long seed, int rounds, double ms) {
      return new Design(experiments, seed, TestedMetric.P99, true, false, rounds, ms);
    }

    /** Returns the logarithm of the figure that the clock shows. */
    private double shown(double log, double unit) {
      return Double.isNaN(unit)
          ? log
          : Math.log(Math.max(tested.step(), Math.rint(unit * Math.exp(log))));
    }
  }

  /**
   * Makes them.
   *
   * @param truths of each variant
   */
  ExperimentSimulation(Design design, Noise noise, double... truths) {
    this.design = design;
    this.truths = truths;
    Random random = new Random(design.seed);
    for (int i = 0; i < design.experiments; i++) {
      double unit = design.ms * (1 + random.nextDouble());
      this.experiments.add(judge(noise.of(truths.length + 1, ROUNDS, random), unit));
    }
  }

  /** Judges after each round, and stops when no pair is open. */
  private List<Pair> judge(double[][] noise, double unit) {
    for (int rounds = design.firstLook; ; rounds++) {
      List<Pair> verdicts = judge(noise, unit, rounds);
      if (rounds == ROUNDS
          || verdicts.stream().noneMatch(pair -> pair.state() == Pair.State.OPEN)) {
        lastRounds.add(rounds);
        return verdicts;
      }
    }
  }

  private List<Pair> judge(double[][] noise, double unit, int rounds) {
    double[][] shown = new double[noise.length][];
    double[] median = new double[noise.length];
    for (int entry = 0; entry < noise.length; entry++) {
      double truth = Math.log(truths[entry % truths.length]);
      shown[entry] =
          Arrays.stream(noise[entry]).map(each -> design.shown(truth + each, unit)).toArray();
      double[] rounded = Arrays.copyOf(shown[entry], rounds);
      Arrays.sort(rounded);
      median[entry] = Math.exp(rounded[rounds / 2]);
    }
    NoiseFloor floor = floor(shown, rounds);
    List<Pair> pairs = new ArrayList<>();
    for (int a = 0; a < (design.hasBaseline ? 1 : truths.length); a++) {
      for (int b = a + 1; b < truths.length; b++) {
        LogRatio ratio = ratio(shown[a], shown[b], rounds, floor);
        double resolution =
            Double.isNaN(unit) ? 0 : design.tested.step() / Math.min(median[a], median[b]);
        pairs.add(Pair.of("" + a, "" + b, design.tested, ratio, resolution, Set.of()));
      }
    }
    return new Family(floor, ROUNDS - rounds, LOOKS).judge(pairs);
  }

  private NoiseFloor floor(double[][] shown, int rounds) {
    return design.hasControl
        ? NoiseFloor.of(ratio(shown[0], shown[truths.length], rounds, NoiseFloor.NOT_MEASURED))
        : NoiseFloor.NOT_MEASURED;
  }

  private static LogRatio ratio(double[] a, double[] b, int rounds, NoiseFloor floor) {
    return LogRatios.of(rounds, r -> a[r] - b[r], floor);
  }

  /** The share of experiments in which this is true of some pair. */
  double any(Predicate<Pair> what) {
    return rate(pairs -> pairs.stream().anyMatch(what));
  }

  /** The share of experiments in which this is true of the first pair. */
  double first(Predicate<Pair> what) {
    return rate(pairs -> what.test(pairs.getFirst()));
  }

  private double rate(Predicate<List<Pair>> what) {
    return (double) experiments.stream().filter(what).count() / experiments.size();
  }

  /** The median round after which an experiment stops. */
  int medianRounds() {
    return lastRounds.stream().sorted().skip(lastRounds.size() / 2).findFirst().orElseThrow();
  }

  /** The mean number of rounds. */
  double meanRounds() {
    return lastRounds.stream().mapToInt(rounds -> rounds).average().orElseThrow();
  }

  /** The share of experiments that stop after more than so many rounds. */
  double longerThan(int rounds) {
    return (double) lastRounds.stream().filter(last -> last > rounds).count() / lastRounds.size();
  }

  /** "Faster by at least", or of unclear size, of the one that is not. */
  boolean isWrongWay(Pair pair) {
    return isBetter(pair) && truth(pair, pair.better()) < 1;
  }

  /** "Faster by at least" more than it is. */
  boolean claimsTooMuch(Pair pair) {
    return pair.ruling() == Pair.Ruling.BETTER_AT_LEAST
        && pair.certainPercent() / 100.0 > advantage(truth(pair, pair.better())) + 1e-9;
  }

  /** More of a throughput, less of a p99. */
  private double advantage(double ratio) {
    return design.tested.isHigherBetter() ? ratio - 1 : 1 - 1 / ratio;
  }

  static boolean isBetter(Pair pair) {
    return !pair.better().isEmpty();
  }

  /** "Equivalent within d" of a larger difference. */
  boolean isFalselyEquivalent(Pair pair) {
    return pair.ruling() == Pair.Ruling.EQUIVALENT
        && Math.abs(Math.log(truth(pair, pair.a()))) > Math.log1p(pair.test().margin()) + 1e-9;
  }

  /** Returns how much better one of the two truly is, as a ratio above 1 if it is. */
  private double truth(Pair pair, String better) {
    double a = truths[Integer.parseInt(pair.a())];
    double b = truths[Integer.parseInt(pair.b())];
    return better.equals(pair.a()) == design.tested.isHigherBetter() ? a / b : b / a;
  }
}
