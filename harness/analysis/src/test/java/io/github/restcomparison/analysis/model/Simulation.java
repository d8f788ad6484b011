package io.github.restcomparison.analysis.model;

import io.github.restcomparison.analysis.runs.TestedMetric;
import io.github.restcomparison.analysis.statistics.LogRatio;
import io.github.restcomparison.analysis.statistics.LogRatios;
import io.github.restcomparison.analysis.statistics.NoiseFloor;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Experiments of known truth, of at most ten rounds, whose first variant is measured twice as A/A
 * control. A variant's name is its index.
 */
final class Simulation {
  static final int ROUNDS = 10;

  private static final int LOOKS = ROUNDS - Family.FIRST_LOOK + 1;

  private final boolean hasControl;
  private final double[] truths;
  private final List<List<Pair>> experiments = new ArrayList<>();

  /** The round after which each experiment stopped. */
  private final List<Integer> lastRounds = new ArrayList<>();

  /**
   * Makes them.
   *
   * @param seed the same gives the same
   * @param truths of each variant
   */
  Simulation(int experiments, long seed, Noise noise, double... truths) {
    this(experiments, seed, noise, true, truths);
  }

  /** Makes them, with or without a control. */
  Simulation(int experiments, long seed, Noise noise, boolean hasControl, double... truths) {
    this.hasControl = hasControl;
    this.truths = truths;
    Random random = new Random(seed);
    for (int i = 0; i < experiments; i++) {
      this.experiments.add(judge(noise.of(truths.length + 1, ROUNDS, random)));
    }
  }

  /** Judges after each round, and stops when no pair is open. */
  private List<Pair> judge(double[][] noise) {
    for (int rounds = Family.FIRST_LOOK; ; rounds++) {
      List<Pair> verdicts = judge(noise, rounds);
      if (rounds == ROUNDS
          || verdicts.stream().noneMatch(pair -> pair.state() == Pair.State.OPEN)) {
        lastRounds.add(rounds);
        return verdicts;
      }
    }
  }

  private List<Pair> judge(double[][] noise, int rounds) {
    NoiseFloor floor = floor(noise, rounds);
    List<Pair> pairs = new ArrayList<>();
    for (int a = 0; a < truths.length; a++) {
      for (int b = a + 1; b < truths.length; b++) {
        double truth = Math.log(truths[a] / truths[b]);
        LogRatio ratio = ratio(truth, noise[a], noise[b], rounds, floor);
        pairs.add(Pair.of("" + a, "" + b, TestedMetric.THROUGHPUT, ratio, Set.of()));
      }
    }
    return new Family(floor, ROUNDS - rounds, LOOKS).judge(pairs);
  }

  private NoiseFloor floor(double[][] noise, int rounds) {
    return hasControl
        ? NoiseFloor.of(ratio(0, noise[0], noise[truths.length], rounds, NoiseFloor.NOT_MEASURED))
        : NoiseFloor.NOT_MEASURED;
  }

  private static LogRatio ratio(
      double truth, double[] a, double[] b, int rounds, NoiseFloor floor) {
    return LogRatios.of(rounds, r -> truth + a[r] - b[r], floor);
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
        && 1 + pair.leastPercent() / 100.0 > truth(pair, pair.better()) + 1e-9;
  }

  static boolean isBetter(Pair pair) {
    return !pair.better().isEmpty();
  }

  /** "Equivalent within d" of a larger difference. */
  boolean isFalselyEquivalent(Pair pair) {
    return pair.ruling() == Pair.Ruling.EQUIVALENT
        && Math.abs(Math.log(truth(pair, pair.a()))) > Math.log1p(pair.test().margin()) + 1e-9;
  }

  private double truth(Pair pair, String better) {
    double a = truths[Integer.parseInt(pair.a())];
    double b = truths[Integer.parseInt(pair.b())];
    return better.equals(pair.a()) ? a / b : b / a;
  }
}
