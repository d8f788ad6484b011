package io.github.restcomparison.analysis.model;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.random.RandomGenerator;

/** The noise of an experiment's values, as logarithms. */
@FunctionalInterface
interface Noise {

  /**
   * That of an experiment.
   *
   * @param entries variants and control
   * @return by the entry, then by the round
   */
  double[][] of(int entries, int rounds, RandomGenerator random);

  /** Normal of a standard deviation. */
  static Noise normal(double deviation) {
    return each(random -> deviation * random.nextGaussian());
  }

  /** Student's with 3 degrees of freedom, of that standard deviation: tails that are heavy. */
  static Noise heavyTailed(double deviation) {
    return each(
        random -> {
          double squares = 0;
          for (int i = 0; i < 3; i++) {
            squares += Math.pow(random.nextGaussian(), 2);
          }
          return deviation * random.nextGaussian() / Math.sqrt(squares);
        });
  }

  /** Normal, and one run in ten loses 10 %. */
  static Noise skewed(double deviation) {
    return each(
        random ->
            deviation * random.nextGaussian() + (random.nextInt(10) == 0 ? Math.log(0.9) : 0));
  }

  /** Adds a burst to the noise of all runs of a round. */
  interface Burst {
    void disturb(double[][] noise, int round, RandomGenerator random);
  }

  /** Normal, and bursts of 2 or 3 rounds. */
  private static Noise withBursts(double deviation, Burst burst) {
    return (entries, rounds, random) -> {
      double[][] noise = normal(deviation).of(entries, rounds, random);
      int left = 0;
      for (int round = 0; round < rounds; round++) {
        if (left == 0 && random.nextInt(5) == 0) {
          left = 2 + random.nextInt(2);
        }
        if (left > 0) {
          left--;
          burst.disturb(noise, round, random);
        }
      }
      return noise;
    };
  }

  /** Normal, and bursts of 2 or 3 rounds in each of which one run loses 5 to 15 %. */
  static Noise bursty(double deviation) {
    return withBursts(
        deviation,
        (noise, round, random) ->
            noise[random.nextInt(noise.length)][round] +=
                Math.log(1 - random.nextDouble(0.05, 0.15)));
  }

  /**
   * That of a p99: normal, and bursts of 2 or 3 rounds in each of which one run in two meets a
   * stall, which makes its p99 1.1 to 3 times as long.
   */
  static Noise stalls(double deviation) {
    return withBursts(
        deviation,
        (noise, round, random) -> {
          for (double[] entry : noise) {
            entry[round] += random.nextBoolean() ? Math.log(random.nextDouble(1.1, 3)) : 0;
          }
        });
  }

  /**
   * That of a host which drifts: runs that follow each other have most of it in common. The order
   * of a round is shuffled.
   *
   * @param share of the deviation that the next run keeps
   */
  static Noise drifting(double deviation, double share) {
    return (entries, rounds, random) -> {
      double[][] noise = new double[entries][rounds];
      double host = deviation * random.nextGaussian();
      for (int round = 0; round < rounds; round++) {
        List<double[]> order = new ArrayList<>(List.of(noise));
        Collections.shuffle(order, random);
        for (double[] entry : order) {
          host = share * host + Math.sqrt(1 - share * share) * deviation * random.nextGaussian();
          entry[round] = host;
        }
      }
      return noise;
    };
  }

  /**
   * Normal, and each variant keeps a share of its deviation in the next round: more than fresh
   * processes should.
   */
  static Noise correlated(double deviation, double share) {
    return (entries, rounds, random) -> {
      double[][] noise = normal(deviation).of(entries, rounds, random);
      for (double[] entry : noise) {
        for (int round = 1; round < rounds; round++) {
          entry[round] = share * entry[round - 1] + Math.sqrt(1 - share * share) * entry[round];
        }
      }
      return noise;
    };
  }

  /**
   * Drawn from what recorded runs of one variant were above or below their mean; the sources are in
   * the file.
   *
   * @param metric a column of {@code recorded-noise.csv}
   */
  static Noise recorded(String metric) {
    Path file = Path.of("src/test/resources/recorded-noise.csv");
    try {
      double[] residuals =
          Files.readAllLines(file).stream()
              .filter(line -> line.startsWith(metric + ","))
              .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(',') + 1)))
              .toArray();
      return each(random -> residuals[random.nextInt(residuals.length)]);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Noise each(ToDoubleFunction<RandomGenerator> run) {
    return (entries, rounds, random) -> {
      double[][] noise = new double[entries][rounds];
      for (double[] entry : noise) {
        Arrays.setAll(entry, round -> run.applyAsDouble(random));
      }
      return noise;
    };
  }
}
