package io.github.restcomparison.analysis.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.restcomparison.analysis.Records;
import io.github.restcomparison.analysis.Records.Service;
import io.github.restcomparison.analysis.Report;
import io.github.restcomparison.analysis.model.Pair.Ruling;
import io.github.restcomparison.analysis.model.Pair.State;
import io.github.restcomparison.analysis.runs.RecordedRuns;
import io.github.restcomparison.analysis.runs.TestedMetric;
import io.github.restcomparison.records.RunRecord;
import io.github.restcomparison.records.RunRecord.Status;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.node.ObjectNode;

/** Experiments whose p99s are stated, of vertx-rest and jersey-sync, a round after the other. */
class P99Test {
  private static final int MANY = 100_000;

  @TempDir private Path folder;
  private Records records;

  @BeforeEach
  void planned() throws IOException {
    records = new Records(folder);
    records.planned(10, OptionalLong.empty());
  }

  private static RunRecord run(Service service, int round, int p99, int requests) {
    return Records.edited(
        Records.record(service, round, 1, 1),
        json -> {
          ObjectNode load = ((ObjectNode) json.get("load")).put("ok", requests);
          ((ObjectNode) load.get("latency")).put("p99", p99);
        });
  }

  private void rounds(int[] vertx, int... sync) throws IOException {
    for (int i = 0; i < vertx.length; i++) {
      records.write(run(Service.VERTX_REST, i + 1, vertx[i], MANY));
      records.write(run(Service.JERSEY_ASYNC, i + 1, 541, MANY));
      records.write(run(Service.JERSEY_SYNC, i + 1, sync[i], MANY));
    }
  }

  private Comparison read() throws IOException {
    return Comparison.of(RecordedRuns.read(folder));
  }

  private Pair pair() throws IOException {
    return read().pair(TestedMetric.P99, "vertx-rest", "jersey-sync").orElseThrow();
  }

  /** ln of 0.259, 0.267 and 0.252: a family of three, whose other pairs are quieter. */
  @Test
  void isJudgedInItsOwnFamily() throws IOException {
    rounds(new int[] {140, 144, 136}, 541, 540, 540);
    assertThat(pair())
        .returns(Ruling.BETTER_AT_LEAST, Pair::ruling)
        .returns("vertx-rest", Pair::better)
        .returns(State.DECIDED, Pair::state)
        .returns(3, pair -> pair.test().family())
        .returns(.05, pair -> pair.test().margin());
    Report.write(folder);
    assertThat(Files.readString(folder.resolve("comparison.json")))
        .containsPattern(
            "\"a\" : \"vertx-rest\",\\s+\"b\" : \"jersey-sync\",\\s+\"metric\" : \"p99\",\\s+\"rounds\""
                + " : 3,\\s+\"ratio\" : 0.259");
  }

  /** Throughput and CPU are decided: no round is measured for a p99 that is all over the place. */
  @Test
  void doesNotProlongAnExperiment() throws IOException {
    rounds(new int[] {140, 300, 90}, 150, 120, 310);
    Comparison comparison = read();
    assertThat(pair())
        .returns(Ruling.NOT_TOLD_APART, Pair::ruling)
        .returns(State.CLOSED, Pair::state);
    assertThat(comparison.isComplete()).isTrue();
    assertThat(comparison.undecided()).isEmpty();
    assertThat(Statement.decided(comparison.pairs(), 7)).isEqualTo("every pair is decided");
  }

  /** Whole milliseconds: 10 and 11 may be 10.9 and 11.0. */
  @ParameterizedTest
  @CsvSource({
    "10, 10, NOT_TOLD_APART, 0.1",
    "10, 11, NOT_TOLD_APART, 0.1",
    "3, 4, NOT_TOLD_APART, 0.333",
    "10, 12, BETTER_AT_LEAST, 0.1",
    "3, 9, BETTER_AT_LEAST, 0.333",
    "0, 0, NOT_TOLD_APART, 1",
    "0, 2, NOT_TOLD_APART, 1",
    "0, 5, BETTER_AT_LEAST, 1",
    "20, 20, EQUIVALENT, 0.05",
    "22, 23, NOT_TOLD_APART, 0.05",
    "22, 24, BETTER_AT_LEAST, 0.05",
    "60, 62, BETTER_SIZE_UNCLEAR, 0.05",
    "140, 141, EQUIVALENT, 0.05",
  })
  void marginIsTheResolutionOfTheClock(int one, int other, Ruling ruling, double margin)
      throws IOException {
    rounds(new int[] {one, one, one}, other, other, other);
    assertThat(pair().ruling()).isEqualTo(ruling);
    assertThat(pair().test().margin()).isCloseTo(margin, within(.001));
    assertThat(pair().isCoarse()).isEqualTo(margin > .05);
  }

  /** 100 and 110 may be 100.9 and 110.0: 8.27 % lower, and not 9.09 %. */
  @Test
  void stepOfTheClockIsNoAdvantage() throws IOException {
    rounds(new int[] {100, 100, 100}, 110, 110, 110);
    assertThat(pair().certainPercent()).isEqualTo(8);
  }

  @Test
  void ofFewRequestsIsNotJudgedAndNamed() throws IOException {
    rounds(new int[] {140, 144, 136}, 541, 540, 540);
    records.write(run(Service.JERSEY_SYNC, 2, 540, 999));
    assertThat(pair())
        .returns(Ruling.NOT_COMPARABLE, Pair::ruling)
        .returns(State.CLOSED, Pair::state)
        .returns("not comparable", Pair::verdict)
        .returns(
            "p99 is based on fewer than 1,000 requests: 999 (jersey-sync)",
            pair -> pair.validity().reason());
    Comparison comparison = read();
    assertThat(comparison.pair(TestedMetric.P99, "vertx-rest", "jersey-async").orElseThrow())
        .returns(1, pair -> pair.test().family());
    assertThat(comparison.isComplete()).isTrue();
    assertThat(comparison.undecided()).isEmpty();
  }

  /** Half of the window was excluded, and its requests are in no percentile. */
  @Test
  void requestsOfExcludedSecondsDoNotCount() throws IOException {
    rounds(new int[] {140, 144, 136}, 541, 540, 540);
    records.write(
        Records.edited(
            run(Service.JERSEY_SYNC, 2, 540, 1_500),
            json -> ((ObjectNode) json.get("load")).put("keptSeconds", 5)));
    assertThat(pair().validity().reason()).contains("750 (jersey-sync)");
  }

  /** Its generator was late: the p99 of jersey-sync may be lower than it looks. */
  @Test
  void variantLimitedByTheGeneratorHasNoVerdict() throws IOException {
    rounds(new int[] {140, 144, 136}, 541, 540, 540);
    for (int round = 1; round <= 3; round++) {
      records.write(Records.heldBack(run(Service.JERSEY_SYNC, round, 540, MANY)));
    }
    assertThat(pair())
        .returns(Ruling.UNRANKED, Pair::ruling)
        .returns(Status.INVALID, pair -> pair.validity().status());
  }
}
