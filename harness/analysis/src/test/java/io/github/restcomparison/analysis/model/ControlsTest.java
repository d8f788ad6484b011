package io.github.restcomparison.analysis.model;

import static org.assertj.core.api.Assertions.as;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import io.github.restcomparison.analysis.Records;
import io.github.restcomparison.analysis.Report;
import io.github.restcomparison.analysis.ci.JUnitXml;
import io.github.restcomparison.analysis.diff.Diff;
import io.github.restcomparison.analysis.page.TerminalStyle;
import io.github.restcomparison.analysis.runs.TestedMetric;
import io.github.restcomparison.records.RunRecord;
import io.github.restcomparison.records.RunRecord.Status;
import io.github.restcomparison.records.plan.ExperimentPlan.Design;
import io.github.restcomparison.records.plan.ExperimentPlan.Rounds;
import io.github.restcomparison.records.plan.SamplePlans;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An experiment with a plan, in which one variant was measured twice. */
class ControlsTest {
  /** Noise of a percent or so, of which none is above or below in most rounds. */
  private static final double[] NOISE = {
    1.01, 0.99, 1.012, 0.985, 1.003, 0.994, 1.008, 0.997, 1.0, 0.992
  };

  @TempDir private Path folder;
  private Records records;

  @BeforeEach
  void plan() throws IOException {
    records = new Records(folder);
    plan(false);
  }

  private void plan(boolean earlyStop) throws IOException {
    plan(earlyStop, Optional.empty());
  }

  private void plan(boolean earlyStop, Optional<String> baseline) throws IOException {
    SamplePlans.of(
            new Design(
                List.of("jersey-async", "vertx-rest"),
                Optional.of("jersey-async"),
                new Rounds(earlyStop ? 3 : 10, 10),
                42,
                Optional.empty(),
                baseline),
            SamplePlans.LOAD)
        .withGeneratorCapacity(21_000)
        .write(folder);
  }

  @Test
  void othersAreComparedWithTheBaselineThatWasNamed() throws IOException {
    rounds(10, 1);
    assertThat(Report.write(folder).page().head().findings().getFirst())
        .startsWith("vertx-rest answers ");
    plan(false, Optional.of("jersey-async"));
    assertThat(Report.write(folder).page().head().findings())
        .first(as(STRING))
        .matches("vertx-rest answers at least 1\\d % more requests than jersey-async");
    assertThat(Files.readString(folder.resolve("comparison.md")))
        .contains("- vertx-rest answers at least 1");
  }

  /** The plan chose the pairs, not the figures: a family of one has the narrowest interval. */
  @Test
  void othersAreNotComparedWithEachOther() throws IOException {
    rounds(10, 1);
    for (int round = 1; round <= 10; round++) {
      records.write(
          Records.named(
              Records.record(Records.Service.JERSEY_ASYNC, round, .8, 1), "a", "x/index.html"));
    }
    Comparison all = Report.write(folder).comparison();
    plan(false, Optional.of("jersey-async"));
    Report.Result written = Report.write(folder);
    Comparison some = written.comparison();

    assertThat(all.pairs()).hasSize(9).allMatch(pair -> pair.test().family() == 3);
    assertThat(some.pairs())
        .hasSize(6)
        .allMatch(pair -> pair.test().family() == 2)
        .allMatch(pair -> pair.a().equals("jersey-async") || pair.b().equals("jersey-async"));
    assertThat(some.ranking().getFirst().ranks())
        .extracting(rank -> rank.members().getFirst().name() + ": " + rank.remarks().getFirst())
        .satisfiesExactly(
            first -> assertThat(first).startsWith("vertx-rest: at least 1"),
            second -> assertThat(second).isEqualTo("jersey-async: the baseline"),
            third -> assertThat(third).startsWith("a: jersey-async: at least 2"));
    assertThat(some.ranking()).flatMap(Ranking::ranks).allMatch(rank -> rank.place().isEmpty());
    assertThat(Files.readString(folder.resolve("comparison.md")))
        .contains("Only verdicts against jersey-async are known.")
        .doesNotContain("| rank |");
  }

  @Test
  void baselineWithoutFiguresIsComparedWithNothing() throws IOException {
    rounds(10, 1);
    plan(false, Optional.of("nothing"));
    assertThat(Report.write(folder).comparison().pairs()).isEmpty();
  }

  @Test
  void noiseFloorIsMeasuredByTheControl() throws IOException {
    rounds(10, 1);
    Comparison comparison = Report.write(folder).comparison();
    assertThat(comparison.status()).isEqualTo(Status.VALID);
    assertThat(comparison.variants())
        .extracting(VariantRuns::name)
        .containsExactly("vertx-rest", "jersey-async");
    assertThat(comparison.pairs()).hasSize(3);
    // d = ln of NOISE: mean -0.00093761, s 0.00909313, t(9; 0.975) = 2.26215716 (NumPy, SciPy):
    // 0.992585 to 1.005583; the farther end is 1/0.992585 = 1.007470
    assertThat(comparison.controls().getFirst().noiseFloor()).isCloseTo(0.007470, within(1e-6));
    assertThat(PairSentences.control(comparison.controls().getFirst()))
        .startsWith(
            "Noise 0.8 %: the throughput of jersey-async, measured twice, has a ratio of 0.999");
    assertThat(comparison.runs().plan().orElseThrow().design().seed()).isEqualTo(42);
    assertThat(comparison.runs().generatorCapacity()).isEqualTo(21_000);
    // Who checks the order within the rounds needs the control's positions and records too.
    VariantRuns entry = comparison.controlVariants().getFirst();
    assertThat(entry.name()).isEqualTo("jersey-async-control");
    assertThat(entry.runs()).hasSize(10);
    assertThat(Files.readString(folder.resolve("index.html")))
        .contains("runs/10-jersey_async_control/run.json");
  }

  /** By construction it does once in twenty sound experiments: it is the ruler, not the judge. */
  @Test
  void noisyControlWidensTheMargin() throws IOException {
    rounds(10, 1.05);
    Comparison comparison = Report.write(folder).comparison();
    assertThat(comparison.status()).isEqualTo(Status.VALID);
    assertThat(comparison.pairs().getFirst().verdict()).startsWith("vertx-rest: at least");
    // ln 1.05 ± t(9; 0.975) 0.00909313 / √10 reaches to 1.0579 (ratio of second to first entry)
    assertThat(PairSentences.control(comparison.controls().getFirst()))
        .contains("the margin is 5.8 %");
  }

  /** Decided after three rounds of at most ten: nothing is lost, and nothing is wrong. */
  @Test
  void experimentThatMayEndEarlyIsValidAsFarAsItWent() throws IOException {
    plan(true);
    rounds(3, 1);
    Comparison comparison = Report.write(folder).comparison();
    assertThat(comparison.status()).isEqualTo(Status.VALID);
    assertThat(comparison.statement()).startsWith("3 of at most 10 rounds").doesNotContain("lost");
    assertThat(comparison.isComplete()).isTrue();
  }

  /** One of three is more than a fifth; of ten it would not be: two more rounds bring it back. */
  @Test
  void variantThatMayBeRankedLaterKeepsTheExperimentOpen() throws IOException {
    plan(true);
    rounds(3, 1);
    records.broken(Records.Service.VERTX_REST, 2, Status.INVALID, "CPU was stolen");
    assertThat(Report.write(folder).comparison().pairs())
        .filteredOn(pair -> pair.state() == Pair.State.OPEN)
        .hasSize(2);
    rounds(5, 1);
    records.broken(Records.Service.VERTX_REST, 2, Status.INVALID, "CPU was stolen");
    assertThat(Report.write(folder).comparison().isComplete()).isTrue();
    for (int round = 1; round <= 4; round++) {
      records.broken(Records.Service.VERTX_REST, round, Status.INVALID, "CPU was stolen");
    }
    Comparison lost = Report.write(folder).comparison();
    assertThat(lost.pairs()).noneMatch(pair -> pair.state() == Pair.State.DECIDED);
    assertThat(lost.isComplete()).as("nothing is left to decide").isTrue();
  }

  @Test
  void unfinishedExperimentIsMarked() throws IOException {
    rounds(3, 1);
    Comparison comparison = Report.write(folder).comparison();
    assertThat(comparison.runs().plannedRounds()).isEqualTo(10);
    assertThat(comparison.statement()).contains("3 of 10 rounds so far");
    assertThat(comparison.status()).isNotEqualTo(Status.VALID);
  }

  @Test
  void twoRoundsShowNoNoiseFloor() throws IOException {
    rounds(2, 1);
    Comparison comparison = Report.write(folder).comparison();
    assertThat(comparison.controls()).allMatch(each -> Double.isNaN(each.noiseFloor()));
    assertThat(comparison.controls().stream().map(PairSentences::control).toList())
        .isNotEmpty()
        .allMatch(sentence -> sentence.endsWith("too few rounds."));
  }

  /** The noise of three rounds of which one was bad; the margin was 5 % without any. */
  @Test
  void controlThatLostARoundLeavesThePairsOpen() throws IOException {
    plan(true);
    rounds(3, 1);
    records.write(
        Records.withStatus(
            Records.controlOf(Records.record(Records.Service.JERSEY_ASYNC, 2, 1, 1)),
            Status.INVALID,
            "CPU was stolen"));
    Report.Result written = Report.write(folder);
    Comparison comparison = written.comparison();

    assertThat(comparison.status()).isEqualTo(Status.VALID);
    assertThat(comparison.isComplete()).isFalse();
    assertThat(comparison.controls())
        .hasSize(3)
        .allMatch(control -> control.state() == Pair.State.OPEN && control.rounds() == 2);
    // the logarithms of 1/1.01 and 1/1.012, t(1; 0.975) = 12.706: 0.0109 + 12.706 * 0.00099
    assertThat(comparison.floor(TestedMetric.THROUGHPUT).bound()).isCloseTo(.0238, within(1e-3));
    assertThat(comparison.statement())
        .startsWith(
            "0 of 2 comparisons decided; the control (jersey-async-control) lost 1 of 3 rounds; 3 of at"
                + " most 10 rounds");
    assertThat(PairSentences.control(comparison.controls().getFirst()))
        .endsWith("lost 1 of 3 rounds.");
    assertThat(written.terminal(TerminalStyle.PLAIN)).contains("0 of 2 comparisons decided");
    assertThat(Files.readString(folder.resolve("comparison.md")))
        .contains("0 of 2 comparisons decided");
    assertThat(Files.readString(folder.resolve("comparison.json")))
        .contains("\"lost\" : \"lost 1 of 3 rounds\"", "\"undecided\" : \"0 of 2 comparisons");
    assertThat(JUnitXml.of(comparison, List.of()))
        .contains("name=\"jersey-async-control\"", "<skipped message=\"lost 1 of 3 rounds\">");

    rounds(4, 1);
    records.write(
        Records.withStatus(
            Records.controlOf(Records.record(Records.Service.JERSEY_ASYNC, 2, 1, 1)),
            Status.INVALID,
            "CPU was stolen"));
    Comparison later = Report.write(folder).comparison();
    assertThat(later.isComplete()).isTrue();
    assertThat(later.controls()).allMatch(control -> control.state() == Pair.State.DECIDED);
    assertThat(later.floor(TestedMetric.THROUGHPUT).rounds()).isEqualTo(3);
    assertThat(later.undecided()).isEmpty();
  }

  /** All rounds are measured: no pair is decided without the noise. */
  @Test
  void lostControlDecidesNoPair() throws IOException {
    rounds(10, 1);
    for (int round = 1; round <= 8; round++) {
      records.write(
          Records.withStatus(
              Records.controlOf(Records.record(Records.Service.JERSEY_ASYNC, round, 1, 1)),
              Status.INVALID,
              "CPU was stolen"));
    }
    Comparison comparison = Report.write(folder).comparison();
    assertThat(comparison.status()).isEqualTo(Status.VALID);
    assertThat(comparison.isComplete()).isTrue();
    assertThat(comparison.pairs()).allMatch(pair -> pair.state() == Pair.State.CLOSED);
    assertThat(comparison.statement())
        .startsWith(
            "0 of 2 comparisons decided; the control (jersey-async-control) lost 8 of 10 rounds")
        .endsWith("the noise is unknown: the control lost too many rounds");
    assertThat(comparison.isPreview()).isTrue();
    assertThat(Diff.of(folder, folder).notices())
        .first(STRING)
        .endsWith("the control lost its rounds: the noise is not known");
  }

  @Test
  void controlIsInNoPairAndNoTable() throws IOException {
    rounds(10, 1);
    Comparison comparison = Report.write(folder).comparison();
    assertThat(Report.write(folder).terminal(TerminalStyle.PLAIN))
        .doesNotContain("jersey-async-control ");
    assertThat(comparison.pairs()).noneMatch(pair -> (pair.a() + pair.b()).contains("control"));
  }

  private void rounds(int rounds, double bias) throws IOException {
    for (int round = 1; round <= rounds; round++) {
      RunRecord async = Records.record(Records.Service.JERSEY_ASYNC, round, 1, 1);
      double noise = bias / NOISE[round - 1];
      records.write(async);
      records.write(
          Records.controlOf(Records.record(Records.Service.JERSEY_ASYNC, round, noise, 1)));
      records.valid(Records.Service.VERTX_REST, round, 1, 1);
    }
  }
}
