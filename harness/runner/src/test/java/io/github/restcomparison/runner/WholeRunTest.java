package io.github.restcomparison.runner;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restcomparison.records.Gate;
import io.github.restcomparison.records.InjectorShare;
import io.github.restcomparison.records.RunFigures.LoadResult;
import io.github.restcomparison.records.RunRecord;
import io.github.restcomparison.records.RunRecord.GateResult;
import io.github.restcomparison.records.RunRecord.Judgement;
import io.github.restcomparison.records.RunRecord.Status;
import io.github.restcomparison.records.Wait;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Whole runs, from Gatling's log and the samples to the verdict: one to which no gate objects, and
 * for each gate the same with one change, to which this gate alone objects.
 */
class WholeRunTest {
  private static final String ALL =
      "answers window littlesLaw bound generator host repeated warmUp";

  @TempDir private Path folder;

  /**
   * A change to the run.
   *
   * @param gate the only one that objects
   * @param status of the changed run
   * @param gates all that judge, in the order of the record
   * @param objections the beginnings of its sentences
   */
  private record Change(
      Gate gate,
      String name,
      UnaryOperator<SyntheticRun> change,
      Status status,
      String gates,
      List<String> objections) {

    Change judgedBy(String others) {
      return new Change(gate, name, change, status, others, objections);
    }

    @Override
    public String toString() {
      return gate + ": " + name;
    }
  }

  private static Change change(
      Gate gate,
      String name,
      UnaryOperator<SyntheticRun> change,
      Status status,
      String... objections) {
    return new Change(gate, name, change, status, ALL, List.of(objections));
  }

  /** The figures are computed by hand: 50 users / 110 ms; 620 of 2,000 ms of CPU time. */
  @Test
  void undisturbedRunIsValidAndEachGateHasJudgedIt() throws IOException {
    RunRecord record = new SyntheticRun().record(folder);
    Judgement verdict = record.judgement();
    assertThat(verdict.gates())
        .extracting(each -> each.gate().toString())
        .containsExactly(ALL.split(" "));
    assertThat(verdict.gates()).allMatch(GateResult::passed);
    assertThat(verdict.gates()).flatExtracting(GateResult::objections).isEmpty();
    assertThat(verdict.status()).isEqualTo(Status.VALID);
    assertThat(verdict.reasons()).isEmpty();
    assertThat(verdict.notes()).isEmpty();
    LoadResult load = record.load().orElseThrow();
    assertThat(load.counts().ok()).isEqualTo(5_000);
    assertThat(load.throughput()).isBetween(454.0, 455.0);
    assertThat(load.window().inFlightInWindow()).isBetween(49.9, 50.0);
    assertThat(load.steady()).isTrue();
    assertThat(record.figures().host().orElseThrow().othersShare()).isEqualTo(0.01);
    assertThat(record.figures().generator().orElseThrow().headroom()).isEqualTo(0.8);
    assertThat(record.server().orElseThrow().cpu().cpuCores()).isEqualTo(0.15);
  }

  @ParameterizedTest
  @MethodSource
  void oneChangeMakesOneGateObject(Change change) throws IOException {
    Judgement verdict = change.change.apply(new SyntheticRun()).judge(folder);
    assertThat(verdict.gates())
        .extracting(each -> each.gate().toString())
        .containsExactly(change.gates.split(" "));
    List<GateResult> objecting = verdict.gates().stream().filter(gate -> !gate.passed()).toList();
    assertThat(objecting).extracting(GateResult::gate).containsExactly(change.gate);
    List<String> objections = objecting.getFirst().objections();
    assertThat(objections).hasSameSizeAs(change.objections);
    for (int i = 0; i < objections.size(); i++) {
      assertThat(objections.get(i)).startsWith(change.objections.get(i));
    }
    assertThat(verdict.status()).isEqualTo(change.status);
    boolean isNote = change.status == Status.VALID;
    assertThat(verdict.reasons()).isEqualTo(isNote ? List.of() : objections);
    String label = change.gate == Gate.GENERATOR ? GateResult.GENERATOR_BOUND : "";
    if (isNote) {
      assertThat(verdict.notes()).containsExactly(label + objections.getFirst());
    }
  }

  static Stream<Change> oneChangeMakesOneGateObject() {
    Status failed = Status.FAILED;
    Status invalid = Status.INVALID;
    Status valid = Status.VALID;
    String tooLittle = "the host left 0.0 of 10.8 s undisturbed";
    InjectorShare share = new InjectorShare(2, 3, Instant.EPOCH, 0, 1);
    return Stream.of(
        change(
            Gate.ANSWERS,
            "the service ends",
            run -> run.exitCode(137),
            failed,
            "the service ended with exit code 137"),
        change(
                Gate.ANSWERS,
                "requests fail",
                run -> run.failures(3, "status 500"),
                failed,
                "3 requests failed: 3 × status 500")
            .judgedBy(ALL.replace(" repeated", "")),
        change(
            Gate.ANSWERS,
            "a response arrives early",
            run -> run.firstLatency(98),
            failed,
            "a response arrived after 98 ms, before the delay of 100 ms"),
        change(
            Gate.ANSWERS,
            "the service counts fewer requests",
            run -> run.notCounted(1),
            failed,
            "the service counted 4,999 requests, Gatling 5,000"),
        change(
                Gate.WINDOW,
                "a user sends one request",
                run -> run.requestsPerUser(1),
                invalid,
                "the users were never all active at the same time: more requests per user are needed")
            .judgedBy("answers window repeated warmUp"),
        change(
            Gate.LITTLES_LAW,
            "users wait between two requests",
            run -> run.between(20),
            invalid,
            "Little's law is off by 15."),
        change(
            Gate.BOUND,
            "the wait is longer than the latency",
            run -> run.delay(Wait.UNIFORM, 240),
            invalid,
            "455 requests/s are more than the 417/s that users, workers and delay allow"),
        change(
            Gate.BOUND,
            "there are fewer workers",
            run -> run.workers(40),
            invalid,
            "455 requests/s are more than the 400/s that users, workers and delay allow"),
        change(
            Gate.BOUND,
            "the stated wait is longer than the latency",
            run -> run.delay(Wait.STATED, 120),
            valid,
            "455 requests/s are more than the 417/s that users, workers and delay allow"),
        change(
            Gate.GENERATOR,
            "its CPUs are busy",
            run -> run.host(host -> host.generatorCpu(1_800, 10)),
            valid,
            "the load generator used 90 % of its CPUs, so that 455 requests/s is a lower bound"),
        change(
            Gate.GENERATOR,
            "its capacity is low",
            run -> run.capacity(600),
            valid,
            "the load generator can send at most 600 requests/s, so that 455 requests/s is a"),
        change(
            Gate.HOST,
            "the hypervisor takes CPU time",
            run -> run.host(host -> host.stolen(second -> 200)),
            invalid,
            "the hypervisor gave 10.0 % of the CPU time in the window to others (limit 5 %)",
            tooLittle),
        change(
            Gate.HOST,
            "other processes take CPU time",
            run -> run.host(host -> host.others(second -> 300)),
            invalid,
            "other processes used 15.0 % of the CPU time in the window (limit 5 %)",
            tooLittle),
        change(
            Gate.HOST,
            "the load generator pauses",
            run -> run.host(host -> host.pause(60)),
            invalid,
            "the load generator paused for 60 ms in the window (limit 50 ms)",
            tooLittle),
        change(
            Gate.HOST,
            "the load generator compiles",
            run -> run.host(host -> host.generatorCpu(400, 160)),
            invalid,
            "the JIT compilers of the load generator used 8.0 % of the CPU time in the window",
            tooLittle),
        change(
                Gate.HOST,
                "no port is left for a connection",
                run -> run.failures(3, "Cannot assign requested address").notCounted(3),
                invalid,
                "the load generator could not open a connection for 3 requests: 3 × Cannot assign")
            .judgedBy(ALL.replace(" repeated", "")),
        change(
            Gate.HOST,
            "the host was busy before",
            run -> run.pressure(0.2),
            invalid,
            "before the run tasks waited for a CPU 20.0 % of the time (limit 5 %)"),
        change(
            Gate.REPEATED,
            "kept connections are closed",
            run -> run.sentAgain(6),
            invalid,
            "6 of 5000 requests were sent again: the service closed kept connections"),
        change(
            Gate.WARM_UP,
            "the warm-up fails",
            SyntheticRun::warmUpFails,
            failed,
            "2275 of 2275 requests of the warm-up failed: status 503"),
        change(
                Gate.FEEDERS,
                "records are used up",
                run -> run.usedUp("all 5 records of ids.csv are used up"),
                invalid,
                "all 5 records of ids.csv are used up")
            .judgedBy(ALL.replace("repeated", "feeders repeated")),
        change(
                Gate.SHARE,
                "another injector sends the rest",
                run -> run.share(share),
                invalid,
                "the share of injector 2 of 3 alone: it counts only together with the others")
            .judgedBy(ALL + " share"));
  }

  /** Two disturbed seconds do not invalidate the run: they are excluded. */
  @Test
  void runWithAShortDisturbanceIsValidWithoutIt() throws IOException {
    RunRecord record =
        new SyntheticRun()
            .host(host -> host.others(second -> second == 9 ? 600 : 20))
            .record(folder);
    assertThat(record.status()).isEqualTo(Status.VALID);
    assertThat(record.judgement().gates()).hasSize(8).allMatch(GateResult::passed);
    assertThat(record.judgement().notes())
        .singleElement()
        .asString()
        .startsWith("excluded 2.0 of 10.8 s (host disturbed): ")
        .endsWith("(other processes 30 %)");
    assertThat(record.load().orElseThrow().throughput()).isBetween(450.0, 460.0);
  }

  @Test
  void gatesOfAnOpenModelPassAndObject() throws IOException {
    String gates = "answers window generator host repeated warmUp";
    Judgement punctual = new SyntheticRun().open(0, 2).judge(folder.resolve("punctual"));
    assertThat(punctual.gates())
        .extracting(each -> each.gate().toString())
        .containsExactly(gates.split(" "));
    assertThat(punctual.gates()).allMatch(GateResult::passed);
    assertThat(punctual.status()).isEqualTo(Status.VALID);
    assertThat(punctual.notes()).isEmpty();
    Judgement late = new SyntheticRun().open(0, 20).judge(folder.resolve("late"));
    assertThat(late.status()).isEqualTo(Status.VALID);
    assertThat(late.notes())
        .singleElement()
        .asString()
        .startsWith(
            "GENERATOR-BOUND: the load generator sent 1 % of requests more than 20 ms late");
    Judgement dropped = new SyntheticRun().open(7, 2).judge(folder.resolve("dropped"));
    assertThat(dropped.status()).isEqualTo(Status.FAILED);
    assertThat(dropped.reasons())
        .containsExactly("7 of 5007 requests could not start: all 50 connections were busy");
  }
}
