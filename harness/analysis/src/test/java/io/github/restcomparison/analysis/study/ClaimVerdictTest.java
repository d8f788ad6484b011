package io.github.restcomparison.analysis.study;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restcomparison.analysis.Records;
import io.github.restcomparison.analysis.Records.Service;
import io.github.restcomparison.analysis.model.Comparison;
import io.github.restcomparison.analysis.runs.RecordedRuns;
import io.github.restcomparison.analysis.study.ClaimVerdict.Outcome;
import io.github.restcomparison.records.RunRecord;
import io.github.restcomparison.records.RunRecord.Status;
import io.github.restcomparison.records.study.Study;
import io.github.restcomparison.records.study.Study.Claim;
import io.github.restcomparison.records.study.Study.Claim.Figure;
import io.github.restcomparison.records.study.Study.Claim.Relation;
import io.github.restcomparison.records.study.Study.Claim.Side;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.node.ObjectNode;

/** Claims of rest-2014, and made ones, against made records: 9,550/s, 8,600/s and 1,970/s. */
class ClaimVerdictTest {
  private static final String LOAD = "1000-users";
  private static final double[] QUIET = {1, 1.002, 0.999, 1.001, 0.998, 1, 1.003, 0.997};
  private static final double[] NOISY = {1, 1.3, 0.75, 1.2, 0.8, 1.1, 0.9, 1.25};

  @TempDir private Path folder;
  private final Map<String, Comparison> experiments = new LinkedHashMap<>();

  /** One run of a service in each round, its throughput so many times the usual one. */
  private record Runs(Service service, double[] throughput, UnaryOperator<RunRecord> edit) {
    Runs(Service service, double... throughput) {
      this(service, throughput, record -> record);
    }
  }

  private void measured(String load, Runs... variants) throws IOException {
    Path experiment = Files.createDirectories(folder.resolve(load));
    for (Runs runs : variants) {
      for (int i = 0; i < runs.throughput().length; i++) {
        RunRecord record = Records.record(runs.service(), i + 1, runs.throughput()[i], 1);
        new Records(experiment).write(runs.edit().apply(record));
      }
    }
    RecordedRuns read = RecordedRuns.read(experiment);
    experiments.put(load, Comparison.of(read));
  }

  private ClaimVerdict judged(Claim claim) {
    return ClaimVerdict.of(claim, Study.of("rest-2014"), experiments);
  }

  private static Claim claim(
      Figure by, String one, String oneLoad, Relation is, String other, double ratio) {
    return new Claim(
        "a claim",
        by,
        new Side(oneLoad, one),
        is,
        Optional.of(new Side(LOAD, other)),
        OptionalDouble.of(ratio));
  }

  private static Claim vertx(Relation is, double ratio) {
    return claim(Figure.THROUGHPUT, "vertx-rest", LOAD, is, "jersey-sync", ratio);
  }

  private static RunRecord withField(RunRecord record, String part, String field, double value) {
    return Records.edited(record, json -> ((ObjectNode) json.get(part)).put(field, value));
  }

  /** 9,550 / 1,970 = 4.848. */
  @Test
  void claimHoldsByItsDirectionAlone() throws IOException {
    measured(LOAD, new Runs(Service.VERTX_REST, QUIET), new Runs(Service.JERSEY_SYNC, QUIET));
    ClaimVerdict same = judged(vertx(Relation.MORE, 4.85));
    assertThat(same.outcome()).isEqualTo(Outcome.HOLDS);
    assertThat(same.published()).isEqualTo("throughput, ratio 4.85");
    assertThat(same.measuredRatio()).startsWith("4.85 (");
    assertThat(same.reason()).startsWith("agrees, in size too: ");
    ClaimVerdict published = judged(vertx(Relation.MORE, 71.4));
    assertThat(published.outcome()).isEqualTo(Outcome.HOLDS);
    assertThat(published.reason())
        .isEqualTo(
            "agrees in direction, differs in size: vertx-rest is bound by overhead (unexplained),"
                + " 955 requests wait concurrently here, 500 in the publication; jersey-sync is"
                + " bound by threads, 197 requests wait concurrently here, 7 in the publication");
  }

  @Test
  void contraryDoesNotHoldInEitherOrder() throws IOException {
    measured(LOAD, new Runs(Service.VERTX_REST, QUIET), new Runs(Service.JERSEY_SYNC, QUIET));
    for (Relation is : List.of(Relation.LESS, Relation.ALIKE)) {
      ClaimVerdict verdict = judged(vertx(is, 1));
      assertThat(verdict.outcome()).isEqualTo(Outcome.DOES_NOT_HOLD);
      assertThat(verdict.reason()).startsWith("differs: vertx-rest");
    }
    ClaimVerdict turned =
        judged(claim(Figure.THROUGHPUT, "jersey-sync", LOAD, Relation.LESS, "vertx-rest", 0.2));
    assertThat(turned.outcome()).isEqualTo(Outcome.HOLDS);
    assertThat(turned.measuredRatio()).startsWith("0.206 (");
  }

  /** 8,600 / 9,550 of the one are as many as the other's. */
  @Test
  void withinTheMarginIsAlikeAndNotMore() throws IOException {
    double[] alike = {0.9, 0.901, 0.899, 0.9, 0.902, 0.9, 0.898, 0.9};
    measured(LOAD, new Runs(Service.VERTX_REST, alike), new Runs(Service.JERSEY_ASYNC, QUIET));
    Claim like = claim(Figure.THROUGHPUT, "vertx-rest", LOAD, Relation.ALIKE, "jersey-async", 1);
    Claim more = claim(Figure.THROUGHPUT, "vertx-rest", LOAD, Relation.MORE, "jersey-async", 5);
    assertThat(judged(like).outcome()).isEqualTo(Outcome.HOLDS);
    assertThat(judged(more).outcome()).isEqualTo(Outcome.DOES_NOT_HOLD);
  }

  /** The service uses 1.2 CPUs of two, the load generator 0.75. */
  @Test
  void equivalenceOnABusyHostRefutesNoClaim() throws IOException {
    double[] alike = {0.9, 0.901, 0.899, 0.9, 0.902, 0.9, 0.898, 0.9};
    UnaryOperator<RunRecord> busy = record -> withField(record, "server", "cpuCores", 1.2);
    measured(
        LOAD,
        new Runs(Service.VERTX_REST, alike, busy),
        new Runs(Service.JERSEY_ASYNC, QUIET, busy));
    ClaimVerdict verdict =
        judged(claim(Figure.THROUGHPUT, "vertx-rest", LOAD, Relation.MORE, "jersey-async", 5));
    assertThat(verdict.outcome()).isEqualTo(Outcome.NOT_DECIDABLE);
    assertThat(verdict.reason())
        .isEqualTo(
            "needs a host with more CPUs: this one limits vertx-rest by host CPU,"
                + " jersey-async by host CPU");
  }

  @Test
  void limitByTheGeneratorDecidesNoClaim() throws IOException {
    assertLimitedByHost(vertx(Relation.MORE, 71.4));
  }

  /** Judges a claim about jersey-sync, for which the load generator had no more to give. */
  private void assertLimitedByHost(Claim claim) throws IOException {
    measured(
        LOAD,
        new Runs(Service.VERTX_REST, QUIET),
        new Runs(Service.JERSEY_SYNC, QUIET, Records::heldBack));
    ClaimVerdict verdict = judged(claim);
    assertThat(verdict.outcome()).isEqualTo(Outcome.NOT_DECIDABLE);
    assertThat(verdict.reason()).contains("the load generator limited jersey-sync");
  }

  @Test
  void undecidedClaimStatesTheRoundsNeeded() throws IOException {
    measured(LOAD, new Runs(Service.VERTX_REST, 1, 1), new Runs(Service.JERSEY_SYNC, 1, 1.01));
    assertThat(judged(vertx(Relation.MORE, 71.4)).outcome()).isEqualTo(Outcome.NOT_DECIDABLE);
    assertThat(judged(vertx(Relation.MORE, 71.4)).reason())
        .isEqualTo("a verdict needs 3 rounds, not 2");
    experiments.clear();
    measured("noisy", new Runs(Service.VERTX_REST, NOISY), new Runs(Service.JERSEY_ASYNC, QUIET));
    Claim noisy =
        new Claim(
            "a claim",
            Figure.THROUGHPUT,
            new Side("noisy", "vertx-rest"),
            Relation.MORE,
            Optional.of(new Side("noisy", "jersey-async")),
            OptionalDouble.of(2));
    assertThat(judged(noisy).outcome()).isEqualTo(Outcome.NOT_DECIDABLE);
    assertThat(judged(noisy).reason())
        .containsPattern("needs about \\d+ rounds more|needs more than 100 rounds");
  }

  @Test
  void variantsOfDifferentLoadsAreJudgedAsIndependentSamples() throws IOException {
    measured(LOAD, new Runs(Service.JERSEY_SYNC, QUIET));
    measured("other", new Runs(Service.VERTX_REST, 1.003, 1.001, 0.998, 0.999, 1, 0.997));
    ClaimVerdict verdict =
        judged(claim(Figure.THROUGHPUT, "vertx-rest", "other", Relation.MORE, "jersey-sync", 5));
    assertThat(verdict.outcome()).isEqualTo(Outcome.HOLDS);
    assertThat(verdict.measuredRatio()).startsWith("4.85 (");
  }

  /** 105.25 ms and 506.25 ms in each round, whatever the throughput. */
  @Test
  void meanLatencyIsJudgedToo() throws IOException {
    measured(LOAD, new Runs(Service.VERTX_REST, QUIET), new Runs(Service.JERSEY_SYNC, QUIET));
    ClaimVerdict verdict =
        judged(claim(Figure.MEAN, "vertx-rest", LOAD, Relation.LESS, "jersey-sync", 0.2));
    assertThat(verdict.outcome()).isEqualTo(Outcome.HOLDS);
    assertThat(verdict.published()).isEqualTo("mean latency, ratio 0.2");
    assertThat(verdict.measuredRatio()).startsWith("0.208 (");
  }

  /** A limited load generator adds to the latency of the service. */
  @Test
  void latencyOfABusyGeneratorDecidesNoClaim() throws IOException {
    assertLimitedByHost(claim(Figure.MEAN, "vertx-rest", LOAD, Relation.LESS, "jersey-sync", 0.2));
  }

  /**
   * Its throughputs are the same in each round, its latencies are 80 or 138 ms: that hides the 1.11
   * of jersey-async against vertx-rest.
   */
  @Test
  void claimAboutLatencyHasTheNoiseOfLatencies() throws IOException {
    UnaryOperator<RunRecord> again =
        record ->
            Records.controlOf(
                Records.edited(
                    record,
                    json ->
                        ((ObjectNode) json.get("load").get("latency"))
                            .put("mean", record.round() % 2 == 0 ? 80 : 138)));
    measured(
        LOAD,
        new Runs(Service.VERTX_REST, QUIET),
        new Runs(Service.VERTX_REST, QUIET, again),
        new Runs(Service.JERSEY_ASYNC, QUIET));
    Claim slower = claim(Figure.MEAN, "jersey-async", LOAD, Relation.MORE, "vertx-rest", 1.13);
    assertThat(judged(slower).outcome()).isEqualTo(Outcome.NOT_DECIDABLE);
    Claim fewer = claim(Figure.THROUGHPUT, "jersey-async", LOAD, Relation.LESS, "vertx-rest", 0.9);
    assertThat(judged(fewer).outcome()).isEqualTo(Outcome.HOLDS);
    Claim success = claim(Figure.SUCCESS, "jersey-async", LOAD, Relation.ALIKE, "vertx-rest", 1);
    assertThat(judged(success).outcome()).isEqualTo(Outcome.HOLDS);
  }

  /** The schedule is the throughput of both: the page does not judge it, the claim does. */
  @Test
  void claimAboutThroughputIsJudgedInAnOpenModelToo() throws IOException {
    UnaryOperator<RunRecord> open = record -> Records.edited(record, Records::open);
    measured(
        LOAD,
        new Runs(Service.VERTX_REST, QUIET, open),
        new Runs(Service.JERSEY_SYNC, QUIET, open));
    assertThat(judged(vertx(Relation.ALIKE, 1)).outcome()).isEqualTo(Outcome.HOLDS);
    Claim latency = claim(Figure.MEAN, "vertx-rest", LOAD, Relation.LESS, "jersey-sync", 0.2);
    assertThat(judged(latency).outcome()).isEqualTo(Outcome.HOLDS);
  }

  @Test
  void successRateIsThatOfRunsThatFailed() throws IOException {
    measured(LOAD, new Runs(Service.VERTX_REST, QUIET));
    measured(
        "failing",
        new Runs(
            Service.JERSEY_SYNC,
            QUIET,
            record ->
                Records.withStatus(
                    withField(record, "load", "ok", 68_000), Status.FAILED, "32,000 failed")));
    Claim fewer =
        claim(Figure.SUCCESS, "jersey-sync", "failing", Relation.LESS, "vertx-rest", 0.68);
    ClaimVerdict verdict = judged(fewer);
    assertThat(verdict.outcome()).isEqualTo(Outcome.HOLDS);
    assertThat(verdict.measuredRatio()).startsWith("0.68");
    assertThat(verdict.reason()).contains("in size too").contains("jersey-sync is FAILED");
    experiments.remove("failing");
    measured("failing-not", new Runs(Service.JERSEY_SYNC, QUIET));
    Claim asMany =
        claim(Figure.SUCCESS, "jersey-sync", "failing-not", Relation.LESS, "vertx-rest", 0.68);
    assertThat(judged(asMany).outcome()).isEqualTo(Outcome.DOES_NOT_HOLD);
  }

  /** Runs without a correct response count: 0, 0 and 60 % are not 60 %. */
  @Test
  void runsWithoutACorrectResponseAreInTheSuccessRate() throws IOException {
    measured(LOAD, new Runs(Service.VERTX_REST, 1, 1, 1));
    measured("some", failing(3));
    measured("none", failing(4));
    ClaimVerdict some =
        judged(claim(Figure.SUCCESS, "jersey-sync", "some", Relation.LESS, "vertx-rest", 0.6));
    assertThat(some.measuredRatio()).startsWith("0.000247 (");
    assertThat(some.outcome()).isEqualTo(Outcome.NOT_DECIDABLE);
    ClaimVerdict none =
        judged(claim(Figure.SUCCESS, "jersey-sync", "none", Relation.LESS, "vertx-rest", 0.6));
    assertThat(none.outcome()).isEqualTo(Outcome.HOLDS);
  }

  /** Three rounds with a success rate of 60 % from one of them on, and 0 before. */
  private static Runs failing(int firstSuccess) {
    return new Runs(
        Service.JERSEY_SYNC,
        new double[] {1, 1, 1},
        record ->
            Records.withStatus(
                withField(record, "load", "ok", record.round() < firstSuccess ? 0 : 60_000),
                Status.FAILED,
                "it failed"));
  }

  @Test
  void failureFollowsFromTheRuns() throws IOException {
    measured(
        LOAD,
        new Runs(Service.VERTX_REST, QUIET),
        new Runs(
            Service.JERSEY_SYNC,
            QUIET,
            record -> Records.withStatus(record, Status.FAILED, "no response")));
    assertThat(judged(fails("jersey-sync")).outcome()).isEqualTo(Outcome.HOLDS);
    assertThat(judged(fails("jersey-sync")).reason()).isEqualTo("agrees: no response");
    assertThat(judged(fails("vertx-rest")).outcome()).isEqualTo(Outcome.DOES_NOT_HOLD);
    assertThat(judged(fails("vertx-jersey")).outcome()).isEqualTo(Outcome.NOT_DECIDABLE);
    assertThat(judged(fails("vertx-jersey")).reason())
        .isEqualTo("vertx-jersey was not measured at 1000-users");
  }

  private static Claim fails(String variant) {
    return new Claim(
        "it fails",
        Figure.SUCCESS,
        new Side(LOAD, variant),
        Relation.FAILS,
        Optional.empty(),
        OptionalDouble.empty());
  }
}
