package io.github.restcomparison.analysis.curves;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restcomparison.analysis.curves.Capacity.SloResult;
import io.github.restcomparison.records.RunRecord;
import io.github.restcomparison.records.Slo;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;

class CapacityStepTest {
  private static final Slo SLO = Slo.of("p99<150ms,failures=0");
  private static final JsonMapper JSON =
      JsonMapper.builder().disable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES).build();

  @Test
  void oneRunIsNotEnough() {
    assertThat(verdict(run("VALID", 100, true))).isEqualTo(SloResult.UNDECIDED);
    assertThat(verdict()).isEqualTo(SloResult.UNDECIDED);
  }

  @Test
  void twoRunsThatAgreeAreEnough() {
    assertThat(verdict(run("VALID", 100, true), run("VALID", 149, true))).isEqualTo(SloResult.MET);
    assertThat(verdict(run("VALID", 150, true), run("VALID", 900, true)))
        .isEqualTo(SloResult.MISSED);
    assertThat(verdict(run("VALID", 150, true), run("VALID", 100, true)))
        .isEqualTo(SloResult.UNDECIDED);
    assertThat(verdict(run("VALID", 150, true), run("VALID", 100, true), run("VALID", 100, true)))
        .isEqualTo(SloResult.MET);
  }

  /** A service that failed at the rate is FAILED, which is a result. */
  @Test
  void failedRunHasMissedTheSlo() {
    assertThat(verdict(run("FAILED", 900, true), run("FAILED", 900, true)))
        .isEqualTo(SloResult.MISSED);
  }

  /** Its latencies are good, and fewer requests failed than p99 allows. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "the service ended with exit code 1",
        "the service counted 99 requests, Gatling 100",
        "99 requests of 10 users are in Gatling's log, 100 of 10 were planned",
        "a response arrived after 3 ms, before the delay of 100 ms"
      })
  void serviceThatLostRequestsOrCrashedHasMissedTheSlo(String reason) {
    RunRecord crashed = run("FAILED", 100, true, reason);
    assertThat(verdict(crashed, crashed)).isEqualTo(SloResult.MISSED);
    Capacity.Step step = new Capacity.Step(1_000, SLO, List.of(crashed, crashed));
    assertThat(step.violations(crashed)).containsExactly(reason);
  }

  /** A run with a failed request is FAILED, and p99 allows one in a hundred. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "1 requests failed: 1 × status 503, expected 2xx",
        "1 of 100 requests could not start: all 10 connections were busy"
      })
  void failuresThatTheSloAllowsDoNotMissIt(String reason) {
    RunRecord failed = run("FAILED", 100, true, reason);
    assertThat(verdict(failed, failed)).isEqualTo(SloResult.MET);
  }

  @Test
  void disturbedHostCountsForNeitherSide() {
    assertThat(verdict(run("INVALID", 900, false), run("INVALID", 900, false)))
        .isEqualTo(SloResult.UNDECIDED);
    assertThat(verdict(run("FAILED", 900, false), run("FAILED", 900, false)))
        .isEqualTo(SloResult.UNDECIDED);
    assertThat(
            verdict(run("INVALID", 900, false), run("VALID", 100, true), run("VALID", 100, true)))
        .isEqualTo(SloResult.MET);
  }

  private static SloResult verdict(RunRecord... runs) {
    return new Capacity.Step(1_000, SLO, Stream.of(runs).toList()).sloResult();
  }

  static RunRecord run(String status, int p99, boolean quiet, String... reasons) {
    String latency =
        "{\"min\":1,\"mean\":1,\"p50\":1,\"p75\":1,\"p90\":1,\"p95\":1,\"p99\":%d,\"p999\":1,\"max\":1}"
            .formatted(p99);
    return JSON.readValue(
        """
        { "status": "%s", "reasons": %s, "gates": [ { "name": "host", "passed": %s, "objections": [] } ],
          "schema": 2, "round": 1, "position": 1, "attempt": 1,
          "load": { "requests": 100, "ok": 100, "ko": 0, "warmUpSeconds": 1, "steady": true,
                    "open": { "intended": 100, "dropped": 0, "waitedForConnection": 0,
                              "corrected": %s } } }
        """
            .formatted(status, JSON.writeValueAsString(reasons), quiet, latency),
        RunRecord.class);
  }
}
