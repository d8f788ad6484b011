package io.github.restcomparison.analysis.curves;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restcomparison.analysis.GoldenFiles;
import io.github.restcomparison.analysis.Records;
import io.github.restcomparison.analysis.Records.Service;
import io.github.restcomparison.analysis.Report;
import io.github.restcomparison.analysis.model.Pair;
import io.github.restcomparison.analysis.page.Chart;
import io.github.restcomparison.analysis.page.Page;
import io.github.restcomparison.analysis.page.ReadablePage;
import io.github.restcomparison.analysis.runs.TestedMetric;
import io.github.restcomparison.analysis.statistics.LogRatio;
import io.github.restcomparison.analysis.statistics.NoiseFloor;
import io.github.restcomparison.records.RunRecord;
import io.github.restcomparison.records.RunRecord.Status;
import io.github.restcomparison.records.plan.ExperimentPlan;
import io.github.restcomparison.records.plan.SamplePlans;
import io.github.restcomparison.records.plan.SweepPlan;
import io.github.restcomparison.records.plan.SweepPlan.GridCell;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.node.ObjectNode;

/**
 * vertx-rest and jersey-sync with 200 threads at 100 ms: alike up to 100 users, then the one
 * answers as many as ask, and the other 2,000/s at most.
 */
class SweepPageTest {
  private static final List<Integer> USERS = List.of(10, 50, 100, 500, 1_000, 2_000);
  private static final List<String> VARIANTS = List.of("vertx-rest", "jersey-sync");

  @TempDir private Path folder;
  private final List<GridCell> cells = new ArrayList<>();

  @BeforeEach
  void measured() throws IOException {
    for (int users : USERS) {
      GridCell cell = new GridCell(users, 100, 40, VARIANTS);
      cells.add(cell);
      plan().of(VARIANTS, plan().load().of(users, 40, 100)).write(folder.resolve(cell.folder()));
      write(cell, Service.VERTX_REST, 10.0 * users / 9_550);
      write(cell, Service.JERSEY_SYNC, Math.min(10.0 * users, 2_000) / 1_970);
    }
    new SweepPlan(USERS, List.of(100), cells, List.of("9 users: a reason"), plan()).write(folder);
  }

  private void write(GridCell cell, Service service, double throughput) throws IOException {
    write(cell, service, 1, throughput);
  }

  private void write(GridCell cell, Service service, int round, double throughput)
      throws IOException {
    new Records(folder.resolve(cell.folder()))
        .write(Records.withUsers(Records.record(service, round, throughput, 1), cell.users()));
  }

  /** Replaces the run of jersey-sync in a cell. */
  private void replace(GridCell cell, UnaryOperator<RunRecord> change) throws IOException {
    RunRecord run = Records.withUsers(Records.record(Service.JERSEY_SYNC, 1, 1, 1), cell.users());
    new Records(folder.resolve(cell.folder())).write(change.apply(run));
  }

  private void edit(GridCell cell, Consumer<ObjectNode> edit) throws IOException {
    replace(cell, run -> Records.edited(run, edit));
  }

  private static ExperimentPlan plan() {
    return SamplePlans.of(SamplePlans.design(1, VARIANTS), SamplePlans.users(1, 1, 10_000));
  }

  /** As a sweep leaves it that was killed in the first run of a cell. */
  @Test
  void cellWithoutARecordIsNamed() throws IOException {
    Path runs = folder.resolve(cells.getLast().folder()).resolve("runs");
    try (Stream<Path> all = Files.walk(runs)) {
      for (Path record : all.filter(file -> file.endsWith("run.json")).toList()) {
        Files.delete(record);
      }
    }
    Page summary = Report.writeCurves(folder).orElseThrow();
    assertThat(summary.head().status()).isNotEqualTo(Page.Status.FAILED);
    assertThat(Files.readString(folder.resolve("sweep.md")))
        .contains("- no figures, %s/runs/01-".formatted(cells.getLast().folder()))
        .contains("run.json is missing: the run did not end")
        .contains("- no run, 2,000 users, 100 ms, vertx-rest")
        .contains("10 of 12 points");
  }

  @Test
  void crossingIsWhereThePoolIsFull() throws IOException {
    Page summary = Report.writeCurves(folder).orElseThrow();
    assertThat(summary.head().status()).isEqualTo(Page.Status.VALID);
    assertThat(summary.lines())
        .contains(
            "vertx-rest answers more requests than jersey-sync from between 100 and 500 users on, at a"
                + " wait of 100 ms: with 2,000 users 10 times as many (1 round: no verdict)");
    assertThat(Files.readString(folder.resolve("sweep.md")))
        .contains(
            "| vertx-rest | jersey-sync | 100 | 100 to 500 | less than 1 % apart by throughput | preview:"
                + " 2.5 times as many requests | 2,000 | preview: 10 times as many requests | – |")
        .contains("- not measured, 9 users: a reason");
    GoldenFiles.assertSame(folder, "sweep", "sweep.md", "page.txt");
  }

  /** It may be as fast as the other one: the load generator was at its limit. */
  @Test
  void variantLimitedByTheGeneratorHasNoCrossing() throws IOException {
    for (GridCell cell : cells) {
      for (int round = 1; round <= 3; round++) {
        write(cell, Service.VERTX_REST, round, 10.0 * cell.users() / 9_550);
        RunRecord slow =
            Records.record(
                Service.JERSEY_SYNC, round, Math.min(10.0 * cell.users(), 2_000) / 1_970, 1);
        new Records(folder.resolve(cell.folder()))
            .write(Records.heldBack(Records.withUsers(slow, cell.users())));
      }
    }
    Page page = Report.writeCurves(folder).orElseThrow();
    assertThat(page.head().findings())
        .noneMatch(line -> line.contains("answers"))
        .contains(
            "vertx-rest and jersey-sync are not compared with 10, 50, 100, 500, 1,000, 2,000 users"
                + " at a wait of 100 ms: the load generator limited jersey-sync, which may be better"
                + " than it looks");
  }

  /** Of 500 users on the one has 2.5 times as many, but not a valid run of the other. */
  @Test
  void loadThatDoesNotCompareTheTwoIsNamed() throws IOException {
    replace(cells.get(3), run -> Records.withStatus(run, Status.INVALID, "the host was busy"));
    Page page = Report.writeCurves(folder).orElseThrow();
    assertThat(page.head().findings().getFirst()).contains("from between 100 and 1,000 users on");
    assertThat(page.head().findings().getLast())
        .isEqualTo(
            "vertx-rest and jersey-sync are not compared with 500 users at a wait of 100 ms:"
                + " jersey-sync: the host was busy");
    assertThat(Files.readString(folder.resolve("sweep.md"))).contains(" as many requests | 500 |");
  }

  /** With 500 users and more the one has 1.09 times as many, give or take 20 %. */
  @Test
  void leadThatNoVerdictConfirmsIsNoCrossing() throws IOException {
    for (GridCell cell : cells) {
      for (int round = 1; round <= 6; round++) {
        double lead = cell.users() < 500 ? 1 : 1.09 * (round % 2 == 0 ? 1.2 : 1 / 1.2);
        write(cell, Service.VERTX_REST, round, lead * cell.users() / 955);
        write(cell, Service.JERSEY_SYNC, round, cell.users() / 197.0);
      }
    }
    Page page = Report.writeCurves(folder).orElseThrow();
    assertThat(page.head().findings())
        .singleElement()
        .asString()
        .startsWith("No lead of over 5 % up to the maximum users");
    assertThat(Files.readString(folder.resolve("sweep.md")))
        .contains("| none | – | not told apart (noise 2");
  }

  /** 80 connections bound both sooner than 200 threads do. */
  @Test
  void boundOfConnectionsIsNotCalledThreads() throws IOException {
    for (GridCell cell : cells) {
      edit(cell, json -> ((ObjectNode) json.get("settings")).put("downstreamConnections", 80));
    }
    assertThat(
            Report.writeCurves(folder)
                .orElseThrow()
                .blocks(Chart.class)
                .flatMap(chart -> chart.views().stream())
                .flatMap(view -> view.series().stream())
                .map(Chart.Series::name))
        .contains("jersey-sync: connections allow")
        .doesNotContain("jersey-sync: threads allow");
  }

  /** A sentence stated that one variant answers no more requests than another. */
  @Test
  void oneVariantCrossesNone(@TempDir Path own) throws IOException {
    List<GridCell> cells = List.of(new GridCell(10, 100, 10, List.of("vertx-rest")));
    ExperimentPlan one = plan().of(List.of("vertx-rest"), plan().load());
    new SweepPlan(List.of(10), List.of(100), cells, List.of(), one).write(own);
    new Records(own.resolve(cells.getFirst().folder()))
        .write(Records.withUsers(Records.record(Service.VERTX_REST, 1, 0.01, 1), 10));
    Page page = Report.writeCurves(own).orElseThrow();
    assertThat(page.head().findings()).isEmpty();
    assertThat(Files.readString(own.resolve("sweep.md"))).doesNotContain("Crossing points");
  }

  /** A crossing takes two loads: one load is no evidence about larger ones. */
  @Test
  void oneLoadIsNoEvidenceThatVariantsAreAlike(@TempDir Path own) throws IOException {
    GridCell most = cells.getLast();
    new SweepPlan(List.of(most.users()), List.of(100), List.of(most), List.of(), plan()).write(own);
    Files.createDirectories(own.resolve(most.folder()));
    for (Service service : List.of(Service.VERTX_REST, Service.JERSEY_SYNC)) {
      double throughput = service == Service.VERTX_REST ? 2 : 1;
      new Records(own.resolve(most.folder()))
          .write(Records.withUsers(Records.record(service, 1, throughput, 1), most.users()));
    }
    Page page = Report.writeCurves(own).orElseThrow();
    assertThat(page.head().findings()).isEmpty();
    assertThat(Files.readString(own.resolve("sweep.md")))
        .contains("2 of 2 points")
        .contains("## Crossing points");
  }

  /** Only a lead of more than 5 % that lasts to the greatest load counts. */
  @Test
  void crossingIsTheFirstLoadOfALeadThatLasts() {
    assertThat(first(1, 1.05, 1.5)).isEqualTo(2);
    assertThat(first(2, 0.5, 2)).isEqualTo(2);
    assertThat(first(2, 2)).isZero();
    assertThat(first(2, 1)).isEqualTo(2);
    assertThat(first(1.04, 1.04)).isEqualTo(2);
  }

  private static int first(double... ratios) {
    List<Crossing.AtLoad> loads = new ArrayList<>();
    for (double ratio : ratios) {
      LogRatio one = LogRatio.paired(Map.of(1, ratio), Map.of(1, 1.0), NoiseFloor.NOT_MEASURED);
      loads.add(new Crossing.AtLoad(1, Pair.of("a", "b", TestedMetric.THROUGHPUT, one, Set.of())));
    }
    return Crossing.first(loads, "a");
  }

  /**
   * Eight rounds, in which the two differ by 0.2 % at most up to 100 users. With 500 it is 2.5
   * times, and never less than 2.49.
   */
  @Test
  void roundsJudgeTheLoadsAroundTheCrossing() throws IOException {
    double[] noise = {1, 1.001, 0.999, 1, 1.002, 0.998, 1, 1.001};
    for (GridCell cell : cells) {
      for (int round = 1; round <= noise.length; round++) {
        write(cell, Service.VERTX_REST, round, noise[round - 1] * 10.0 * cell.users() / 9_550);
        write(cell, Service.JERSEY_SYNC, round, Math.min(10.0 * cell.users(), 2_000) / 1_970);
      }
    }
    Report.writeCurves(folder);
    assertThat(Files.readString(folder.resolve("sweep.md")))
        .containsPattern(
            "\\| 100 to 500 \\| equivalent within 5 % \\| vertx-rest: at least 2.4 times as many"
                + " requests \\| 2,000 \\| vertx-rest: at least 9.9 times as many requests \\|");
  }

  @Test
  void variantsThatAreAlikeToTheEndHaveNoCrossingAndAVerdict() throws IOException {
    for (GridCell cell : cells) {
      for (int round = 1; round <= 8; round++) {
        write(
            cell,
            Service.VERTX_REST,
            round,
            (1 + (round % 2 == 0 ? 0.001 : -0.001)) * cell.users() / 955);
        write(cell, Service.JERSEY_SYNC, round, cell.users() / 197.0);
      }
    }
    Page summary = Report.writeCurves(folder).orElseThrow();
    assertThat(summary.head().findings())
        .singleElement()
        .asString()
        .startsWith("No lead of over 5 % up to the maximum users");
    assertThat(Files.readString(folder.resolve("sweep.md")))
        .contains("| vertx-rest | jersey-sync | 100 | none | – | equivalent within 5 % | 2,000 |");
  }

  @Test
  void pointWithoutFiguresIsNamedAndNotDrawn() throws IOException {
    String why = "the hypervisor gave 9 % to others";
    replace(cells.getLast(), run -> Records.withStatus(run, Status.INVALID, why));
    Page summary = Report.writeCurves(folder).orElseThrow();
    assertThat(summary.head().status()).isEqualTo(Page.Status.INVALID);
    assertThat(summary.lines().getFirst()).contains("11 of 12 points have figures");
    assertThat(Files.readString(folder.resolve("sweep.md")))
        .contains(
            "- no figures, 2,000 users, 100 ms, jersey-sync: the hypervisor gave 9 % to others");
  }

  @Test
  void sweepOfAServiceThatFailedIsFailed() throws IOException {
    String why = "the service ended with exit code 3";
    replace(cells.getLast(), run -> Records.withStatus(run, Status.FAILED, why));
    Page summary = Report.writeCurves(folder).orElseThrow();
    assertThat(summary.lines().getFirst()).startsWith("FAILED: 11 of 12 points have figures");
  }

  /** One valid round of three made a valid point. */
  @Test
  void pointOfTooFewValidRoundsIsNotValid(@TempDir Path own) throws IOException {
    GridCell cell = new GridCell(10, 100, 10, List.of("vertx-rest"));
    ExperimentPlan plan = plan().of(cell.variants(), plan().load().of(10, 10, 100));
    ExperimentPlan runs = SamplePlans.of(SamplePlans.design(3, cell.variants()), plan.load());
    new SweepPlan(List.of(10), List.of(100), List.of(cell), List.of(), runs).write(own);
    Path folder = own.resolve(cell.folder());
    runs.write(folder);
    for (int round = 1; round <= 3; round++) {
      RunRecord run = Records.withUsers(Records.record(Service.VERTX_REST, round, 0.01, 1), 10);
      new Records(folder)
          .write(round == 1 ? run : Records.withStatus(run, Status.INVALID, "the host was busy"));
    }
    Page page = Report.writeCurves(own).orElseThrow();
    assertThat(page.lines().getFirst())
        .startsWith("INVALID: 1 of 1 points have figures; 1 of them with too few valid rounds;");
    assertThat(Files.readString(own.resolve("sweep.md")))
        .contains("- INVALID, 10 users, 100 ms, vertx-rest: the host was busy");
  }

  @Test
  void figureThatWasNotMeasuredIsADash() throws IOException {
    edit(cells.getLast(), json -> ((ObjectNode) json.get("server")).remove("cpuMicrosPerRequest"));
    Report.writeCurves(folder);
    assertThat(Files.readString(folder.resolve("sweep.md")))
        .contains("| 2,000 users, 100 ms, jersey-sync | 1,970 | 98.5 | 503 | 541 | – | 1 |");
  }

  @Test
  void sweepOfAServiceThatWasNotWarmIsNotValid() throws IOException {
    edit(cells.getLast(), json -> ((ObjectNode) json.get("load")).put("steady", false));
    Page summary = Report.writeCurves(folder).orElseThrow();
    assertThat(summary.head().status()).isEqualTo(Page.Status.INVALID);
    assertThat(summary.lines().getFirst())
        .contains(
            "1 of them without a steady state in each round: measure again with --warm-up 60s");
    assertThat(Files.readString(folder.resolve("sweep.md")))
        .contains("- not steady, 2,000 users, 100 ms, jersey-sync");
  }

  @Test
  void chartsHaveThePointsAndTheBounds() throws IOException {
    Chart chart =
        Report.writeCurves(folder).orElseThrow().blocks(Chart.class).findFirst().orElseThrow();
    assertThat(points(chart, "jersey-sync"))
        .isEqualTo("10:100 50:500 100:1000 500:2000 1000:2000 2000:2000");
    assertThat(points(chart, "users allow")).endsWith("2000:20000");
    assertThat(points(chart, "jersey-sync: threads allow"))
        .endsWith("500:2000 1000:2000 2000:2000");
  }

  private static String points(Chart chart, String name) {
    return chart.views().getFirst().series().stream()
        .filter(series -> series.name().equals(name))
        .flatMap(series -> series.points().stream())
        .map(point -> "%.0f:%.0f".formatted(point.x(), point.y()))
        .collect(Collectors.joining(" "));
  }

  @Test
  void pageCanBeReadByEveryone() throws IOException {
    Report.writeCurves(folder);
    ReadablePage.assertReadable(folder, 3);
  }
}
