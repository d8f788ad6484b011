package io.github.restcomparison.compare.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restcomparison.analysis.model.Comparison;
import io.github.restcomparison.records.ClosedLoad;
import io.github.restcomparison.records.Gate;
import io.github.restcomparison.records.JsonFiles;
import io.github.restcomparison.records.Load;
import io.github.restcomparison.records.RunFigures;
import io.github.restcomparison.records.RunFolder;
import io.github.restcomparison.records.RunRecord;
import io.github.restcomparison.records.RunRecord.Extras;
import io.github.restcomparison.records.RunRecord.Judgement;
import io.github.restcomparison.records.RunRecord.Status;
import io.github.restcomparison.records.Wait;
import io.github.restcomparison.records.plan.ExperimentPlan;
import io.github.restcomparison.records.plan.ExperimentPlan.Design;
import io.github.restcomparison.records.plan.ExperimentPlan.Rounds;
import io.github.restcomparison.records.plan.SamplePlans;
import io.github.restcomparison.runner.host.Placement;
import io.github.restcomparison.runner.settings.RunRequest;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** When an experiment ends, with an executor whose runs take no time. */
class ExperimentTest {
  private static final Load AT_ONCE = ClosedLoad.of(1, 1, 0, Wait.FIXED, OptionalInt.empty(), 0);

  private final StringWriter heard = new StringWriter();
  @TempDir private Path project;
  private Comparison known = Known.of(Known.open());
  private boolean isShared = true;
  private int written;

  @BeforeEach
  void prepareRecord() throws IOException {
    try (InputStream golden =
        ExperimentTest.class.getResourceAsStream("/run-folder/recorded/run.json")) {
      Files.write(project.resolve("run.json"), golden.readAllBytes());
    }
  }

  /** Leaves the record that the test has prepared, as one of its round. */
  private String measure(RunRequest request, Path folder, Consumer<String> live)
      throws IOException {
    String round = "\"round\" : " + request.place().runId().round();
    String record = Files.readString(project.resolve("run.json"));
    Files.writeString(folder.resolve("gatling.log"), "measured");
    Files.writeString(
        new RunFolder(folder).recordFile(), record.replaceFirst("\"round\" : 1", round));
    return "";
  }

  @Test
  void endsOnceAllPairsAreDecided() throws Exception {
    run(plan(10, Optional.empty()), 4);
    assertThat(runsByRound()).isEqualTo("{1=2, 2=2, 3=2, 4=2}");
    assertThat(written).as("pages").isEqualTo(4);
    assertThat(printed()).containsExactly("ended after round 4: every pair is decided");
  }

  @Test
  void endsWithItsRounds() throws Exception {
    run(plan(3, Optional.empty()), 99);
    assertThat(runsByRound()).isEqualTo("{1=2, 2=2, 3=2}");
    assertThat(printed()).containsExactly("ended after round 3: all 3 rounds are measured");
  }

  /** A service without which nothing is measured starts in no later round either. */
  @Test
  void endsAfterARoundInWhichEveryServiceFailed() throws Exception {
    Path golden = project.resolve("run.json");
    RunRecord valid = JsonFiles.read(golden, RunRecord.class);
    Judgement failed = new Judgement(Status.FAILED, List.of("no java"), List.of(), List.of());
    JsonFiles.write(
        golden,
        new RunRecord(
            valid.identity(),
            failed,
            valid.settings(),
            valid.subject(),
            RunFigures.NONE,
            Extras.NONE));
    run(plan(3, Optional.empty()), 99);
    assertThat(runsByRound()).isEqualTo("{1=2}");
    assertThat(printed()).containsExactly("ended after round 1: no service could be measured");
    ExperimentPlan plan = plan(3, Optional.empty());
    Experiment small =
        new Experiment(experiment(), plan, context(plan, 99, new PrintWriter(heard)));
    assertThat(small.measureSmallRound(2)).isFalse();
    JsonFiles.write(golden, valid);
    assertThat(small.measureSmallRound(3)).isTrue();
  }

  /**
   * Before the first round, the estimate of a round is 12 s, which is printed; then it is much
   * less.
   */
  @Test
  void endsWithItsTimeAfterOneRoundAtLeast() throws Exception {
    run(plan(10, Optional.of(Duration.ofMillis(1))), 99);
    assertThat(runsByRound()).isEqualTo("{1=2}");
    assertThat(printed().getFirst())
        .contains("a verdict takes 3 rounds, about 36 s", "--for 0 s may end before");
    assertThat(printed().getLast()).startsWith("ended after round 1: --for 0 s is used up");
  }

  @Test
  void resumedDecidedExperimentMeasuresNoRun() throws Exception {
    run(plan(10, Optional.empty()), 3);
    heard.getBuffer().setLength(0);
    run(plan(10, Optional.empty()), 3);
    assertThat(runsByRound()).isEqualTo("{1=2, 2=2, 3=2}");
    assertThat(printed())
        .containsExactly(
            "ended after round 3: every pair is decided", "all runs are already measured");
  }

  /** The stopping rule is not applied again after an interruption: half a round decides no pair. */
  @Test
  void resumedExperimentCompletesItsRound() throws Exception {
    run(plan(3, Optional.empty()), 99);
    Files.delete(lastRun().resolve("run.json"));
    written = 0;
    run(plan(3, Optional.empty()), 1);
    assertThat(runsByRound()).isEqualTo("{1=2, 2=2, 3=2}");
    assertThat(written).as("pages").isEqualTo(1);
  }

  @Test
  void filesOfInterruptedRunsAreMovedAside() throws Exception {
    run(plan(1, Optional.empty()), 99);
    for (int crash = 1; crash <= 2; crash++) {
      Path last = lastRun();
      Files.delete(last.resolve("run.json"));
      Files.writeString(last.resolve("gatling.log"), "crash " + crash);
      run(plan(1, Optional.empty()), 99);
      assertThat(runsByRound()).isEqualTo("{1=2}");
      assertThat(experiment().resolve("unfinished/" + last.getFileName() + "-" + crash))
          .isDirectoryContaining("glob:**gatling.log");
      assertThat(last.resolve("gatling.log")).hasContent("measured");
    }
  }

  @Test
  void disturbedRoundIsRepeatedOnceEvenIfResumed() throws Exception {
    disturb();
    isShared = false;
    run(plan(1, Optional.empty()), 99);
    assertThat(runsByRound()).isEqualTo("{1=4}");
    assertThat(heard.toString()).containsOnlyOnce("round 1: repeated once (host disturbed)");
    heard.getBuffer().setLength(0);
    run(plan(1, Optional.empty()), 99);
    assertThat(runsByRound()).isEqualTo("{1=4}");
    assertThat(heard.toString()).doesNotContain("repeated");
  }

  /** All of them were repeated, and their figures replaced. */
  @Test
  void roundsThatWereMeasuredConcurrentlyAreNotRepeatedOnceResumed() throws Exception {
    disturb();
    isShared = true;
    run(plan(3, Optional.empty()), 99);
    isShared = false;
    run(plan(3, Optional.empty()), 99);
    assertThat(runsByRound()).isEqualTo("{1=2, 2=2, 3=2}");
    assertThat(heard.toString()).doesNotContain("repeated");
  }

  /** Else a round would have some runs of each attempt. */
  @Test
  void repetitionThatHasBegunIsCompletedAlsoIfTheHostIsShared() throws Exception {
    disturb();
    isShared = false;
    run(plan(1, Optional.empty()), 99);
    Path repeated =
        runs().stream().filter(run -> run.toString().endsWith("-repeated")).findFirst().get();
    Files.delete(repeated.resolve("run.json"));
    isShared = true;
    run(plan(1, Optional.empty()), 99);
    assertThat(repeated.resolve("run.json")).exists();
  }

  private void disturb() throws IOException {
    prepare(
        "\"gates\" : [ ]",
        "\"gates\" : [{\"name\" : \"host\", \"passed\" : false, \"objections\" : []}]");
  }

  /** 1,000 requests/s are not near any load generator's capacity. */
  @Test
  void loadGeneratorIsNotCalibratedForALowRate() throws Exception {
    prepare("\"throughput\" : 177.177", "\"throughput\" : 1000");
    run(plan(3, Optional.empty()), 99);
    assertThat(experiment().resolve("calibration")).doesNotExist();
    assertThat(capacities()).containsOnly(Double.NaN);
  }

  /** 1,001 requests/s, here also of the calibration: more than 70 % of the capacity. */
  @Test
  void loadGeneratorIsCalibratedOnceAfterTheFirstRoundInWhichItMatters() throws Exception {
    prepare("\"throughput\" : 177.177", "\"throughput\" : 1001");
    prepare("\"delay\" : \"100ms\"", "\"delay\" : \"0ms\"");
    prepare(
        "\"gates\" : [ ]",
        "\"gates\" : [{\"name\" : \"generator\", \"passed\" : true, \"objections\" : []}]");
    run(plan(3, Optional.empty()), 99);
    assertThat(
            heard
                .toString()
                .lines()
                .filter(line -> line.startsWith("the load generator sends at most 1,001")))
        .hasSize(1);
    assertThat(capacities()).containsOnly(1001d);
    ExperimentPlan plan = ExperimentPlan.read(experiment()).orElseThrow();
    assertThat(plan.setup().generatorCapacity()).isEqualTo(1001);
    for (Path run : runs().subList(0, 2)) {
      RunRecord record = record(new RunFolder(run));
      assertThat(record.failsGate(Gate.GENERATOR)).as("first round").isTrue();
      assertThat(record.judgement().notes())
          .contains(
              "GENERATOR-BOUND: the load generator can send at most 1,001 requests/s, so that 1,001"
                  + " requests/s is a lower bound only");
    }
    heard.getBuffer().setLength(0);
    Files.delete(lastRun().resolve("run.json"));
    run(plan, 99);
    assertThat(heard.toString()).doesNotContain("the load generator sends");
  }

  private void prepare(String text, String other) throws IOException {
    Path record = project.resolve("run.json");
    String before = Files.readString(record);
    assertThat(before).contains(text);
    Files.writeString(record, before.replace(text, other));
  }

  /** The capacity that each record has, in the order of the runs. */
  private List<Double> capacities() throws IOException {
    List<Double> capacities = new ArrayList<>();
    for (Path run : runs()) {
      capacities.add(record(new RunFolder(run)).figures().generator().orElseThrow().capacity());
    }
    return capacities;
  }

  /** {@code compare run 2>&1 | head}: the reader has ended. */
  @Test
  void closedOutputDoesNotEndTheExperiment() throws Exception {
    OutputStream closed =
        new OutputStream() {
          @Override
          public void write(int next) throws IOException {
            throw new IOException("Broken pipe");
          }
        };
    run(plan(3, Optional.empty()), 99, new PrintWriter(closed, true));
    assertThat(runsByRound()).isEqualTo("{1=2, 2=2, 3=2}");
  }

  /** The lines that are not about a run. */
  private List<String> printed() {
    return heard
        .toString()
        .lines()
        .filter(line -> !line.startsWith("round ") && !line.startsWith("  "))
        .toList();
  }

  private Path lastRun() throws IOException {
    return runs().getLast();
  }

  private List<Path> runs() throws IOException {
    try (var runs = Files.list(experiment().resolve("runs"))) {
      return runs.sorted().toList();
    }
  }

  private Path experiment() {
    return project.resolve("my experiment");
  }

  /** Runs or resumes it; what is known is open until a round is over. */
  private void run(ExperimentPlan plan, int decidedAfter) throws Exception {
    run(plan, decidedAfter, new PrintWriter(heard));
  }

  private void run(ExperimentPlan plan, int decidedAfter, PrintWriter out) throws Exception {
    new Experiment(experiment(), plan, context(plan, decidedAfter, out)).run();
  }

  private Experiment.Context context(ExperimentPlan plan, int decidedAfter, PrintWriter out)
      throws IOException {
    return new Experiment.Context(
        Placement.ANYWHERE,
        this::measure,
        new Progress(out, false),
        new ExperimentTime(experiment(), plan.design().time(), System::nanoTime),
        () -> Optional.of(page(decidedAfter)),
        isShared,
        null);
  }

  private Comparison page(int decidedAfter) throws IOException {
    written++;
    boolean isDecided = runsByRound().contains(decidedAfter + "=2");
    return isDecided ? Known.of(Known.decided()) : known;
  }

  private String runsByRound() throws IOException {
    try (var runs = Files.list(experiment().resolve("runs"))) {
      List<RunRecord> records = runs.map(RunFolder::new).map(ExperimentTest::record).toList();
      return records.stream()
          .collect(Collectors.groupingBy(RunRecord::round, TreeMap::new, Collectors.counting()))
          .toString();
    }
  }

  private static RunRecord record(RunFolder run) {
    try {
      return run.readRecord();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static ExperimentPlan plan(int rounds, Optional<Duration> limit) {
    return SamplePlans.of(
        new Design(
            List.of("jersey-sync", "vertx-rest"),
            Optional.empty(),
            new Rounds(Math.clamp(rounds - 1, 1, 3), rounds),
            1,
            limit,
            Optional.empty()),
        AT_ONCE);
  }
}
