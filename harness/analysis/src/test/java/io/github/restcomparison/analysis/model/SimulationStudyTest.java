package io.github.restcomparison.analysis.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restcomparison.analysis.model.Simulation.Design;
import io.github.restcomparison.analysis.statistics.Estimate;
import io.github.restcomparison.analysis.statistics.LogRatios;
import io.github.restcomparison.analysis.statistics.NoiseFloor;
import java.util.List;
import java.util.Random;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Synthetic experiments of known truth: three variants and a control, at most ten rounds, judged
 * after each round from the third on. The limits asserted are those that docs/method.md states,
 * plus three standard errors of the simulation. Measured figures are in
 * docs/decisions/0022-verdict.md.
 */
@Execution(ExecutionMode.CONCURRENT)
class SimulationStudyTest {

  /** A fifth of them outside {@code -Pfull}; the tolerances follow. */
  private static final int EXPERIMENTS = Integer.getInteger("experiments", 2_000);

  private static final long SEED = 20_261_122;

  static Stream<Arguments> noises() {
    return Stream.concat(
        Stream.of(0.001, 0.01, 0.05, 0.1)
            .flatMap(
                deviation ->
                    Stream.of(
                        Arguments.of("normal " + deviation, Noise.normal(deviation)),
                        Arguments.of("heavy-tailed " + deviation, Noise.heavyTailed(deviation)),
                        Arguments.of("skewed " + deviation, Noise.skewed(deviation)),
                        Arguments.of("bursty " + deviation, Noise.bursty(deviation)))),
        Stream.of("throughput", "cpuMicrosPerRequest")
            .map(metric -> Arguments.of("recorded " + metric, Noise.recorded(metric))));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("noises")
  void sameIsRarelyCalledBetter(String name, Noise noise) {
    assertAtMost(0.05, simulate(noise, 1, 1, 1).any(Simulation::isBetter));
    assertAtMost(0.05, simulate(noise, 1, 1).any(Simulation::isBetter));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("noises")
  void sameIsRarelyCalledBetterWithoutAControl(String name, Noise noise) {
    for (double[] truths : new double[][] {{1, 1}, {1, 1, 1}}) {
      Simulation simulation =
          new Simulation(Design.ofThroughput(EXPERIMENTS, SEED, false), noise, truths);
      assertAtMost(0.05, simulation.any(Simulation::isBetter));
    }
  }

  /** Noise that ten rounds cannot overcome is left after some four; it took ten. */
  @Test
  void noiseThatIsTooLargeDoesNotProlong() {
    for (Noise noise : List.of(Noise.normal(0.1), Noise.skewed(0.1), Noise.bursty(0.1))) {
      assertThat(simulate(noise, 1, 1, 1).meanRounds()).isLessThan(5);
      assertThat(simulate(noise, 1.35, 1).meanRounds()).isLessThan(5);
    }
    // Which is better is found in 98 %; in all if all ten rounds are measured.
    assertThat(simulate(Noise.normal(0.1), 1.35, 1).first(Simulation::isBetter))
        .isGreaterThan(0.95);
  }

  /** The truth of the first pair lies at the margin: this is where a claim is wrong soonest. */
  @ParameterizedTest(name = "{0}")
  @MethodSource("noises")
  void differenceOfTheMarginIsRarelyClaimedToBeMore(String name, Noise noise) {
    Simulation simulation = simulate(noise, 1.05, 1, 1);
    assertAtMost(0.015, simulation.first(simulation::claimsTooMuch));
    // 0.28 % of 4,000, of any of three pairs, with the CPU of eight recorded runs
    assertAtMost(
        name.startsWith("recorded") ? 0.003 : 0.001, simulation.any(simulation::isWrongWay));
  }

  /** A truth beyond the margin of 5 %, and as near to it as a reader would notice. */
  @ParameterizedTest(name = "{0}")
  @MethodSource("noises")
  void largerDifferenceIsRarelyCalledEquivalent(String name, Noise noise) {
    Simulation simulation = simulate(noise, 1.06, 1, 1);
    print(name, "false equivalence", simulation.any(simulation::isFalselyEquivalent));
    assertAtMost(0.05, simulation.any(simulation::isFalselyEquivalent));
  }

  /** Ten looks at rounds that depend on the one before. */
  @ParameterizedTest
  @ValueSource(doubles = {0.01, 0.05, 0.1})
  void correlatedRounds(double deviation) {
    for (double share : new double[] {.3, .5, .8}) {
      Noise noise = Noise.correlated(deviation, share);
      print("correlated %s %s".formatted(deviation, share), "two", simulate(noise, 1, 1).any(Simulation::isBetter));
      print("correlated %s %s".formatted(deviation, share), "three", simulate(noise, 1, 1, 1).any(Simulation::isBetter));
      Simulation s = simulate(noise, 1.06, 1, 1);
      print("correlated %s %s".formatted(deviation, share), "eq", s.any(s::isFalselyEquivalent));
      s = simulate(noise, 1.1, 1, 1);
      print("correlated %s %s".formatted(deviation, share), "much", s.any(s::claimsTooMuch));
    }
  }

  static Stream<Arguments> ofP99() {
    return Stream.of(
        Arguments.of("recorded", Noise.recorded("p99")),
        Arguments.of("stalls .005", Noise.stalls(.005)),
        Arguments.of("stalls .02", Noise.stalls(.02)),
        Arguments.of("stalls .05", Noise.stalls(.05)),
        Arguments.of("stalls .1", Noise.stalls(.1)),
        Arguments.of("normal .001", Noise.normal(.001)),
        Arguments.of("normal .01", Noise.normal(.01)),
        Arguments.of("normal .05", Noise.normal(.05)));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("ofP99")
  void p99(String name, Noise noise) {
    for (int rounds : new int[] {3, 4, 10}) {
      for (double ms : new double[] {5.3, 21.3, 30.4, 120}) {
        String what = name + " rounds " + rounds + " ms " + ms;
        Design design = Design.ofP99(EXPERIMENTS, SEED, rounds, ms);
        double two = new Simulation(design, noise, 1, 1).any(Simulation::isBetter);
        double three = new Simulation(design, noise, 1, 1, 1).any(Simulation::isBetter);
        double most = 0;
        double wrong = 0;
        for (double truth : new double[] {1.05, 1.1, 1.3, 4.9}) {
          Simulation s = new Simulation(design, noise, truth, 1, 1);
          most = Math.max(most, s.first(s::claimsTooMuch));
          wrong = Math.max(wrong, s.any(s::isWrongWay));
        }
        Simulation e = new Simulation(design, noise, 1.06, 1, 1);
        Simulation p = new Simulation(design, noise, 1.3, 1);
        System.out.printf("SIM %s: two %.4f three %.4f much %.4f wrong %.4f eq %.4f power1.3 %.3f%n", what, two, three, most, wrong, e.any(e::isFalselyEquivalent), p.any(Simulation::isBetter));
      }
    }
  }

  private static void print(String name, String what, double rate) {
    System.out.printf("SIM %s: %s %.4f%n", name, what, rate);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("noises")
  void whatIsClaimedOfLargerDifferencesIsTrue(String name, Noise noise) {
    for (double[] truths : new double[][] {{1.1, 1, 1}, {1.3, 1.1, 1}, {4.9, 1, 1}}) {
      Simulation simulation = simulate(noise, truths);
      // 0.6 % of 1,000 if few and wild runs were recorded; elsewhere below half a percent
      double limit = name.startsWith("recorded") ? 0.01 : 0.005;
      assertAtMost(limit, simulation.first(simulation::claimsTooMuch));
      assertAtMost(0.015, simulation.any(simulation::claimsTooMuch));
      assertAtMost(0.001, simulation.any(simulation::isWrongWay));
    }
  }

  @Test
  void largeDifferenceIsDecidedAtTheFirstLook() {
    for (double deviation : new double[] {0.001, 0.01, 0.05}) {
      for (Noise noise :
          List.of(Noise.normal(deviation), Noise.heavyTailed(deviation), Noise.bursty(deviation))) {
        Simulation simulation = simulate(noise, 4.9, 1);
        assertThat(simulation.medianRounds()).isEqualTo(3);
        assertAtMost(0.01, simulation.longerThan(4));
      }
    }
    assertThat(simulate(Noise.normal(0.03), 4.9, 1).longerThan(3)).isZero();
  }

  @Test
  void tenPercentAndEquivalenceAreDecidedWithinFourRounds() {
    assertThat(simulate(Noise.normal(0.01), 1.1, 1).medianRounds()).isBetween(3, 4);
    assertThat(simulate(Noise.normal(0.01), 1, 1).medianRounds()).isBetween(3, 4);
  }

  /** The intervals that everything else rests on. */
  @Test
  void intervalsCoverWhatTheySay() {
    Random random = new Random(SEED);
    for (int rounds : new int[] {2, 3, 6, 10}) {
      assertCovered(
          0.95,
          () ->
              LogRatios.of(
                      rounds,
                      r -> Math.log(1.3) + 0.03 * random.nextGaussian(),
                      NoiseFloor.NOT_MEASURED)
                  .interval(0.95)
                  .contains(1.3));
    }
    assertCovered(0.96875, () -> medianCovered(6, random));
    assertCovered(0.978515625, () -> medianCovered(10, random));
    assertCovered(0.9586105, () -> medianCovered(20, random));
  }

  private static boolean medianCovered(int rounds, Random random) {
    // exp of a normal: the median is 1, the mean is not
    double[] values =
        random.doubles(rounds).map(ignored -> Math.exp(random.nextGaussian())).toArray();
    return Estimate.ofMedian(values).contains(1);
  }

  private static Simulation simulate(Noise noise, double... truths) {
    return new Simulation(Design.ofThroughput(EXPERIMENTS, SEED, true), noise, truths);
  }

  private static void assertAtMost(double limit, double rate) {
    assertThat(rate).isLessThanOrEqualTo(limit + 3 * standardError(limit));
  }

  private static void assertCovered(double confidence, BooleanSupplier covered) {
    double rate =
        IntStream.range(0, EXPERIMENTS).filter(i -> covered.getAsBoolean()).count()
            / (double) EXPERIMENTS;
    assertThat(rate)
        .isBetween(
            confidence - 3 * standardError(confidence), confidence + 3 * standardError(confidence));
  }

  private static double standardError(double rate) {
    return Math.sqrt(rate * (1 - rate) / EXPERIMENTS);
  }
}
