package io.github.restcomparison.analysis.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restcomparison.analysis.Records;
import io.github.restcomparison.analysis.Records.Service;
import io.github.restcomparison.analysis.Report;
import io.github.restcomparison.analysis.runs.TestedMetric;
import io.github.restcomparison.analysis.statistics.Estimate;
import io.github.restcomparison.records.RunRecord;
import io.github.restcomparison.records.RunRecord.Status;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Ten rounds; the steps of one in them are those of another, backwards, so that their ratio has
 * noise.
 */
class RankingTest {
  @TempDir private Path folder;

  private void write(String name, int round, double throughput, double cost) throws IOException {
    new Records(folder).write(record(name, round, throughput, cost));
  }

  private static RunRecord record(String name, int round, double throughput, double cost) {
    return Records.named(
        Records.record(Service.JERSEY_ASYNC, round, throughput, cost), name, "x/index.html");
  }

  /** Between 1 - size / 2 and 1 + size / 2, in a separate order for each variant. */
  private static double noise(int round, int variant, double size) {
    return 1 + size * ((round * (2 * variant + 3) % 11) / 10.0 - .5);
  }

  private List<String> sentences() throws IOException {
    return sentences(Report.write(folder).comparison().ranking().getFirst());
  }

  /** {@code 1st: a 9,550, at least 2 % more requests than the next}: a rank as the page has it. */
  private static List<String> sentences(Ranking ranking) {
    return ranking.ranks().stream()
        .map(
            rank ->
                rank.members().stream()
                        .map(each -> each.name() + " " + ranking.shown(each))
                        .collect(Collectors.joining("; ", rank.ordinal() + ": ", "; "))
                    + String.join("; ", rank.remarks()))
        .toList();
  }

  @Test
  void leadIsTheMinimumOverTheNextRank() throws IOException {
    for (int round = 1; round <= 10; round++) {
      write("a", round, 1.2 * noise(round, 0, .01), 1);
      write("b", round, 1.0 * noise(round, 1, .01), 1);
      write("c", round, 1.001 * noise(round, 2, .01), 1);
      write("d", round, 0.5 * noise(round, 3, .01), 1);
    }
    Ranking ranking = Report.write(folder).comparison().ranking().getFirst();
    assertThat(ranking.ranks())
        .extracting(Ranking.Rank::ordinal)
        .containsExactly("1st", "2nd", "4th");
    assertThat(ranking.ranks()).extracting(rank -> rank.members().size()).containsExactly(1, 2, 1);
    // 1.2 / 1.001 = 1.199, less what the noise takes
    assertThat(ranking.ranks().getFirst().leadPercent()).isBetween(17, 19);
    assertThat(sentences(ranking))
        .satisfiesExactly(
            first ->
                assertThat(first)
                    .matches(
                        "1st: a 10,3\\d\\d \\(.* to .*\\); at least 1[789] %"
                            + " more requests than each of the next"),
            second ->
                assertThat(second)
                    .startsWith("2nd: ")
                    .matches(
                        ".*; equivalent within 5 %; each at least 9\\d % more requests than the next"),
            last -> assertThat(last).startsWith("4th: d 4,").doesNotContain("more"));
  }

  /** a is better than c; b, whose rounds are all over the place, is not told apart from either. */
  @Test
  void verdictsWithinARankAreReported() throws IOException {
    for (int round = 1; round <= 10; round++) {
      write("a", round, 1.1 * noise(round, 0, .01), 1);
      write("b", round, 1.05 * noise(round, 1, .5), 1);
      write("c", round, 1.0 * noise(round, 2, .01), 1);
    }
    assertThat(sentences())
        .singleElement()
        .asString()
        .startsWith("1st: ")
        .containsPattern("; not told apart; but a answers at least [789] % more requests than c$");
  }

  @Test
  void cheapestComesFirstByCpu() throws IOException {
    for (int round = 1; round <= 10; round++) {
      write("a", round, 1, 2 * noise(round, 0, .01));
      write("b", round, 1, 1 * noise(round, 1, .01));
    }
    Ranking cpu = Report.write(folder).comparison().ranking().getLast();
    assertThat(cpu.tested()).isEqualTo(TestedMetric.CPU_PER_REQUEST);
    assertThat(Files.readString(folder.resolve("comparison.md")))
        .contains("### By throughput, more is better\n\n")
        .as("no table for the one rank of both")
        .doesNotContain("| requests/s | of the ceiling, % | verdict |")
        .containsOnlyOnce("| µs/request | verdict |");
    assertThat(sentences(cpu))
        .satisfiesExactly(
            first ->
                assertThat(first).matches("1st: b 12\\d.*; at least 4\\d % less CPU than the next"),
            second -> assertThat(second).startsWith("2nd: a 24"));
  }

  @Test
  void variantWithoutAFigureIsLastWithTheReason() throws IOException {
    for (int round = 1; round <= 10; round++) {
      write("a", round, 2 * noise(round, 0, .01), 1);
      write("b", round, 1 * noise(round, 1, .01), 1);
    }
    new Records(folder)
        .write(Records.withStatus(record("c", 1, 1, 1), Status.FAILED, "37 requests failed"));
    Ranking.Rank last = Report.write(folder).comparison().ranking().getFirst().ranks().getLast();
    assertThat(last.members()).extracting(VariantRuns::name).containsExactly("c");
    assertThat(Files.readString(folder.resolve("comparison.md")))
        .contains("| – | c | – | – | not ranked, FAILED: 37 requests failed |");
  }

  /** b may be better than measured: a is not confirmed to be faster. */
  @Test
  void lowerBoundIsNotRankedBelowOthers() throws IOException {
    for (int round = 1; round <= 10; round++) {
      write("a", round, 1.5 * noise(round, 0, .01), 1);
      new Records(folder).write(Records.heldBack(record("b", round, noise(round, 1, .01), 1)));
      write("c", round, .5 * noise(round, 2, .01), 1);
    }
    List<String> sentences = sentences();
    assertThat(sentences).hasSize(2);
    assertThat(sentences.getFirst())
        .startsWith("1st: a 1")
        .contains("b at least 8,", "; not ranked: ")
        .contains("the load generator limited b")
        .contains("more requests than the next");
    assertThat(sentences.getLast()).startsWith("3rd: c 4,");
  }

  @Test
  void oneRoundHasNoRanks() throws IOException {
    write("a", 1, 1.1, 1);
    write("b", 1, 1, 1);
    assertThat(sentences())
        .singleElement()
        .asString()
        .isEqualTo("–: a 9,460; b 8,600; no verdict from 1 round");
  }

  @Test
  void oneVariantIsNoRanking() throws IOException {
    write("a", 1, 1, 1);
    assertThat(Report.write(folder).comparison().ranking()).isEmpty();
  }

  /** Of four rounds the least and the greatest enclose the median with 1 - 2 / 2^4. */
  @Test
  void fewRoundsHaveTheIntervalOfAll() throws IOException {
    for (int round = 1; round <= 4; round++) {
      write("a", round, 1 + round / 100.0, 1);
      write("b", round, .5 + round / 100.0, 1);
    }
    Ranking ranking = Report.write(folder).comparison().ranking().getFirst();
    Estimate first = ranking.figure(ranking.ranks().getFirst().members().getFirst());
    assertThat(first.confidence()).isEqualTo(.875);
    assertThat(first.low()).isEqualTo(8_686);
    assertThat(first.high()).isEqualTo(8_944);
  }
}
