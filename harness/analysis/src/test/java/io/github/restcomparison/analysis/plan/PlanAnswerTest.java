package io.github.restcomparison.analysis.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.restcomparison.analysis.Records;
import io.github.restcomparison.analysis.Records.Service;
import io.github.restcomparison.analysis.page.Page;
import io.github.restcomparison.analysis.plan.PlanAnswer.NodePlan;
import io.github.restcomparison.analysis.plan.PlanAnswer.Spread;
import io.github.restcomparison.analysis.plan.PlanRequest.Load;
import io.github.restcomparison.records.RunRecord.Status;
import io.github.restcomparison.records.Slo;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.node.ObjectNode;

/** What is planned with a {@link SmallSweep}. */
class PlanAnswerTest {
  @TempDir private static Path sweep;
  @TempDir private Path folder;

  @BeforeAll
  static void measured() throws IOException {
    SmallSweep.write(sweep);
  }

  private static PlanRequest of(Load load) {
    return of(load, "", OptionalInt.empty());
  }

  /** For nodes of 8 CPUs; without an SLO if it is empty. */
  private static PlanRequest of(Load load, String slo, OptionalInt nodes) {
    return new PlanRequest(
        load,
        OptionalDouble.of(8),
        OptionalInt.empty(),
        OptionalLong.empty(),
        OptionalDouble.of(0.04),
        slo.isEmpty() ? Optional.empty() : Optional.of(Slo.of(slo)),
        nodes,
        0.7);
  }

  private NodePlan plan(PlanRequest request, String variant) throws IOException {
    return PlanAnswer.of(request, List.of(sweep)).plans().stream()
        .filter(plan -> plan.variant().equals(variant))
        .findFirst()
        .orElseThrow();
  }

  /** 200,000/s: 33.5 µs each are 6.7 CPUs, of which 70 % of 8 are 5.6; so two nodes. */
  @Test
  void nodesFollowFromTheCpuOfARequest() throws IOException {
    NodePlan plan = plan(of(Load.closed(20_000, 0, 100)), "vertx-rest");
    assertThat(plan.median(Figure.NODES)).isEqualTo(2);
    assertThat(plan.median(Figure.UTILISATION)).isCloseTo(0.41, Percentage.withPercentage(3));
    assertThat(plan.bound()).isEqualTo("its users");
    // 0.04 an hour for 16 CPUs that answer 200,000/s
    assertThat(plan.median(Figure.PRICE))
        .isCloseTo(0.04 * 16 / 3_600 / 200_000 * 1e6, Percentage.withPercentage(3));
    assertThat(plan.missing()).isEmpty();
    assertThat(plan.remarks().getFirst())
        .matches("with one fewer 8[0-9.]+ % of the CPUs are in use \\(limit 70 %\\)");
  }

  /** 200 threads that wait 100 ms answer 2,000/s: 95 % of 200,000/s take 95 nodes or more. */
  @Test
  void nodesFollowFromTheThreads() throws IOException {
    NodePlan plan = plan(of(Load.closed(20_000, 0, 100)), "jersey-sync");
    assertThat(plan.median(Figure.NODES)).isBetween(95.0, 101.0);
    assertThat(plan.median(Figure.THREADS)).isBetween(200.0, 250.0);
    // 165 µs and 200,000/s are 33 CPUs, which 6 nodes of 5.6 have
    PlanRequest more =
        new PlanRequest(
            Load.closed(20_000, 0, 100),
            OptionalDouble.of(8),
            OptionalInt.of(4_000),
            OptionalLong.empty(),
            OptionalDouble.empty(),
            Optional.empty(),
            OptionalInt.empty(),
            0.7);
    NodePlan wider = plan(more, "jersey-sync");
    assertThat(wider.median(Figure.NODES)).isLessThan(10);
  }

  /** The sweep's pool has 200 threads; of two that were measured the larger one is taken. */
  @Test
  void ofSeveralPoolsTheLargestIsTaken() throws IOException {
    Path larger = folder.resolve("larger");
    new Records(larger)
        .write(
            Records.edited(
                Records.withUsers(Records.record(Service.JERSEY_SYNC, 1, 1, 1), 1_000),
                json -> ((ObjectNode) json.get("settings")).put("workers", 4_000)));
    PlanRequest request = of(Load.closed(20_000, 0, 100));
    NodePlan plan =
        PlanAnswer.of(request, List.of(sweep, larger)).plans().stream()
            .filter(each -> each.variant().equals("jersey-sync"))
            .findFirst()
            .orElseThrow();
    assertThat(plan.median(Figure.NODES)).isLessThan(10);
  }

  /** 165 µs are 4.85 CPUs at 29,400/s; the pool's 4,000 threads are half held. */
  @Test
  void rateThatComesWhateverTheServiceDoes() throws IOException {
    NodePlan plan = plan(of(Load.open(160_000, 100)), "vertx-rest");
    assertThat(plan.median(Figure.NODES)).isEqualTo(1);
    assertThat(plan.median(Figure.THROUGHPUT)).isEqualTo(160_000);
    assertThat(plan(of(Load.open(170_000, 100)), "vertx-rest").median(Figure.NODES)).isEqualTo(2);
  }

  /** 8 CPUs have 48,000 requests/s of 165 µs; 200 threads that wait 100 ms allow 2,000 of them. */
  @Test
  void rateBeyondCpusAndThreadsIsLimitedByTheThreads() throws IOException {
    PlanRequest overload = of(Load.open(100_000, 100), "", OptionalInt.of(1));
    NodePlan plan = plan(overload, "jersey-sync");
    assertThat(plan.bound()).isEqualTo("its threads");
    assertThat(plan.median(Figure.THROUGHPUT)).isBetween(1_900.0, 2_000.0);
    assertThat(plan.median(Figure.UTILISATION)).isLessThan(0.1);
  }

  @Test
  void sloBelowTheWaitIsMetByNoNumberOfNodes() throws IOException {
    PlanRequest request = of(Load.closed(1_000, 0, 100), "p99<100ms", OptionalInt.empty());
    PlanAnswer answer = PlanAnswer.of(request, List.of(sweep));
    assertThat(answer.plans()).noneMatch(NodePlan::isEnough);
    Page page = answer.write(folder.resolve("plan"));
    assertThat(page.head().status()).isEqualTo(Page.Status.INVALID);
    assertThat(page.head().findings().getFirst())
        .contains("no number of nodes is enough: p99 is")
        .contains("not below 100");
  }

  @Test
  void nodesThatAreGivenMayNotBeEnough() throws IOException {
    PlanRequest request = of(Load.closed(20_000, 0, 100), "", OptionalInt.of(1));
    assertThat(plan(request, "vertx-rest").missing())
        .singleElement()
        .asString()
        .contains("of the CPUs are in use (limit 70 %)");
    assertThat(plan(request, "jersey-sync").missing().getFirst())
        .contains("requests/s are answered");
  }

  /** Each load has as many users as no other; they cost what the others do. */
  @Test
  void loadsArePredictedFromTheOthers() throws IOException {
    PlanAnswer answer = PlanAnswer.of(of(Load.closed(20_000, 0, 100)), List.of(sweep));
    assertThat(answer.errors())
        .allSatisfy((figure, each) -> assertThat(each.number()).isEqualTo(12));
    assertThat(answer.errors().get(Figure.THROUGHPUT.label).median()).isLessThan(0.05);
    assertThat(answer.errors().get(Figure.CPU.label).worst()).isLessThan(0.05);
  }

  @Test
  void pageHasAllOfItAndNamesWhatIsMissing() throws IOException {
    Path plan = folder.resolve("plan");
    PlanAnswer.of(of(Load.closed(40_000_000, 0, 100)), List.of(sweep)).write(plan);
    assertThat(Files.readString(plan.resolve("plan.md")))
        .contains("# Plan: 40,000,000 users who wait 100 ms")
        .contains("no memory: ./compare memory --variants vertx-rest,jersey-sync")
        .doesNotContain("| memory, MiB |", "| heap full with |");
    assertThat(Files.readString(plan.resolve("plan.json"))).contains("\"maxUtilisation\" : 0.7");
    assertThat(plan.resolve("index.html")).isNotEmptyFile();
  }

  /** 10 MiB, and 10 for each 1,000 that wait: 512 are full with 50,200. */
  @Test
  void looksAtMemoryShowWhatANodeNeedsAndWhenItsHeapIsFull() throws IOException {
    Path memory = folder.resolve("memory");
    SmallSweep.writeMemory(memory);
    PlanAnswer answer = PlanAnswer.of(of(Load.closed(20_000, 0, 1_000)), List.of(sweep, memory));
    assertThat(answer.plans())
        .filteredOn(each -> each.variant().equals("vertx-rest"))
        .singleElement()
        .satisfies(
            each ->
                assertThat(each.median(Figure.HEAP_FULL))
                    .isCloseTo(50_200, Percentage.withPercentage(0.01)));
    answer.write(folder.resolve("plan"));
    assertThat(Files.readString(folder.resolve("plan/plan.md")))
        .contains("| figure | vertx-rest | jersey-sync |")
        .contains("| heap full with | 50,200 | – |")
        .contains("| limited by | its users | its threads |")
        .contains("no memory: ./compare memory --variants jersey-sync");
  }

  @Test
  void whatIsFarFromTheMeasuredSaysSo() throws IOException {
    PlanRequest request =
        new PlanRequest(
            Load.closed(200_000, 0, 2_000),
            OptionalDouble.of(64),
            OptionalInt.empty(),
            OptionalLong.empty(),
            OptionalDouble.empty(),
            Optional.empty(),
            OptionalInt.of(1),
            1);
    assertThat(plan(request, "vertx-rest").remarks())
        .last()
        .isEqualTo(
            "far from what was measured: 200,000 requests at once in a node (at most 2,000 were measured); 64 CPUs in a node (at most 2 were measured); 2,000 ms of waiting (at most 100 were measured)");
  }

  @Test
  void folderWithoutAKnownWaitHasNoPlan() throws IOException {
    Path other = folder.resolve("other");
    Records records = new Records(other);
    records.broken(Service.VERTX_REST, 1, Status.FAILED, "a reason");
    assertThatThrownBy(() -> PlanAnswer.of(of(Load.closed(10, 0, 100)), List.of(other)))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("has no valid run of");
  }

  /** Two nodes are enough: of 3 one may fail, which is more than a tenth; of 99 to 110 eleven. */
  @Test
  void nodesThatMayFailAreSaid() throws IOException {
    NodePlan few = plan(of(Load.closed(20_000, 0, 100)), "vertx-rest");
    assertThat(few.median(Figure.LOSS_OF_ONE)).isEqualTo(3);
    assertThat(few.median(Figure.LOSS_OF_TENTH)).isEqualTo(3);
    NodePlan many = plan(of(Load.closed(20_000, 0, 100)), "jersey-sync");
    double enough = many.median(Figure.NODES);
    double nodes = many.median(Figure.LOSS_OF_TENTH);
    assertThat(nodes - Math.ceil(nodes / 10)).isGreaterThanOrEqualTo(enough);
    assertThat(nodes - 1 - Math.ceil((nodes - 1) / 10)).isLessThan(enough);
    assertThat(PlanAnswer.of(of(Load.closed(20_000, 0, 100)), List.of(sweep)).write(folder).lines())
        .anyMatch(line -> line.contains("; 3 survive the loss of one, 3 that of a tenth"));
  }

  /** At the greatest cost of the rounds, 50 µs, 8 CPUs answer 159,000/s; by the mean, 224,000/s. */
  @Test
  void intervalIsOpenIfTheGreatestCostIsTooMuch() throws IOException {
    Path rounds = folder.resolve("rounds");
    new Records(rounds).valid(Service.VERTX_REST, 1, 1, 0.8);
    new Records(rounds).valid(Service.VERTX_REST, 2, 1, 1);
    new Records(rounds).valid(Service.VERTX_REST, 3, 1, 1.5);
    PlanAnswer answer =
        PlanAnswer.of(of(Load.open(200_000, 100), "", OptionalInt.of(1)), List.of(rounds));
    NodePlan plan = answer.plans().getFirst();
    assertThat(plan.median(Figure.P99)).isBetween(100.0, 110.0);
    assertThat(plan.figures().get(Figure.P99).high()).isInfinite();
    assertThat(plan.figures().get(Figure.THROUGHPUT).low())
        .isCloseTo(159_000, Percentage.withPercentage(1));
    answer.write(folder.resolve("plan"));
    assertThat(Files.readString(folder.resolve("plan/plan.md"))).contains("| 100 (at least 100) |");
    assertThat(Files.readString(folder.resolve("plan/plan.json"))).doesNotContain("Infinity");
  }

  /** 105 ms in one round and 115 in the other: no number of nodes meets the SLO by the slow one. */
  @Test
  void numberOfNodesIsOpenIfNoneIsEnoughForOneRound() throws IOException {
    Path rounds = folder.resolve("rounds");
    for (int round = 1; round <= 2; round++) {
      double throughput = (round == 1 ? 952 : 866) / 9_550.0;
      new Records(rounds)
          .write(Records.withUsers(Records.record(Service.VERTX_REST, round, throughput, 1), 100));
    }
    PlanRequest slo = of(Load.open(1_000, 100), "p99<114ms", OptionalInt.empty());
    PlanAnswer answer = PlanAnswer.of(slo, List.of(rounds));
    assertThat(answer.plans().getFirst().figures().get(Figure.NODES))
        .isEqualTo(new Spread(1, 1, Double.POSITIVE_INFINITY));
    assertThat(answer.write(folder.resolve("plan")).lines().get(1))
        .startsWith("vertx-rest: 1 node (at least 1); ");
  }

  /** A request costs 335 µs at 95.5/s, and 100 ms by the same slope on each of 1,000,000 nodes. */
  @Test
  void fewNodesAreEnoughIfAMillionAreTooSlow() throws IOException {
    Path slow = folder.resolve("slow");
    new Records(slow).write(Records.withUsers(Records.record(Service.VERTX_REST, 1, 1, 1), 1_000));
    Path idle = folder.resolve("idle");
    new Records(idle).write(Records.withUsers(Records.record(Service.VERTX_REST, 1, 0.01, 10), 10));
    PlanRequest slo = of(Load.open(100_000, 100), "p99<150ms", OptionalInt.empty());
    assertThat(PlanAnswer.of(slo, List.of(slow, idle)).plans().getFirst().median(Figure.NODES))
        .isEqualTo(1);
  }

  /** Ten nodes were said to answer 100/s, and to limit it by CPUs of which 2 % were in use. */
  @Test
  void fiveUsersAreNoMoreOnTenNodes() throws IOException {
    NodePlan idle = plan(of(Load.closed(5, 0, 100), "", OptionalInt.of(10)), "vertx-rest");
    assertThat(idle.median(Figure.THROUGHPUT)).isBetween(47.0, 50.0);
    // 0.04 an hour for 80 CPUs that answer 50/s
    assertThat(idle.median(Figure.PRICE)).isCloseTo(17.8, Percentage.withPercentage(6));
    NodePlan busy = plan(of(Load.closed(1, 0, 0), "", OptionalInt.of(1)), "vertx-rest");
    assertThat(busy.median(Figure.UTILISATION)).isLessThan(0.2);
    assertThat(busy.bound()).isEqualTo("its users");
  }

  /** 100,000,000 who send once an hour are 27,777 requests/s, which one node answers. */
  @Test
  void nodeMayHaveAHundredMillionUsers() throws IOException {
    NodePlan plan = plan(of(Load.closed(100_000_000, 3_600_000, 100)), "vertx-rest");
    assertThat(plan.median(Figure.NODES)).isEqualTo(1);
    assertThat(plan.median(Figure.THROUGHPUT)).isCloseTo(27_777, Percentage.withPercentage(0.1));
  }

  /** 8 CPUs answer 239,000/s of 33.5 µs each. */
  @Test
  void latencyGrowsWithoutEndIfMoreArriveThanCanBeAnswered() throws IOException {
    PlanAnswer answer =
        PlanAnswer.of(of(Load.open(300_000, 100), "", OptionalInt.of(1)), List.of(sweep));
    assertThat(answer.write(folder.resolve("plan")).head().findings().getFirst())
        .contains("latency grows without end")
        .containsPattern("not enough: 23\\d,\\d{3} of 300,000 requests/s are answered; 100 % of");
    assertThat(Files.readString(folder.resolve("plan/plan.md"))).doesNotContain("Infinity");
  }
}
