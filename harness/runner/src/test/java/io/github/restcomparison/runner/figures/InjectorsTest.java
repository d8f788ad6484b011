package io.github.restcomparison.runner.figures;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restcomparison.records.Gate;
import io.github.restcomparison.records.InjectorShare;
import io.github.restcomparison.records.Latencies;
import io.github.restcomparison.records.OpenModel.Outcome;
import io.github.restcomparison.records.RunFigures.Generator;
import io.github.restcomparison.records.RunFolder;
import io.github.restcomparison.records.RunRecord;
import io.github.restcomparison.records.RunSamples;
import io.github.restcomparison.runner.load.WarmUp;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Two injectors of ten requests each: one dropped its last, and was late. */
class InjectorsTest {
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final Path RECORD = Path.of("../records/src/test/resources/run-folder/recorded");

  @Test
  void countsAreAddedUpAndPercentilesAreOfAll() throws IOException {
    Injectors injectors =
        new Injectors(
            List.of(injector(0, 1, Map.of(50, 9L, 400, 1L)), injector(1, 7, Map.of(60, 9L))));
    Outcome outcome = injectors.arrivals(List.of(), injectors.corrected(List.of())).orElseThrow();
    assertThat(outcome.intended()).isEqualTo(20);
    assertThat(outcome.dropped()).isEqualTo(1);
    assertThat(outcome.waitedForConnection()).isEqualTo(4);
    assertThat(outcome.sentLateP99Ms()).isEqualTo(7);
    // nearest rank of 19: the 10th is 60, the 19th is 400; the mean is (450 + 400 + 540) / 19
    assertThat(outcome.corrected().orElseThrow().p50()).isEqualTo(60);
    assertThat(outcome.corrected().orElseThrow().p99()).isEqualTo(400);
    assertThat(outcome.corrected().orElseThrow().mean()).isEqualTo(73.158);
  }

  /** Each has judged its warm-up: a steady window of all does not make up for it. */
  @Test
  void oneUnsteadyInjectorMakesAllUnsteady() throws IOException {
    WarmUp.Outcome one = new Injectors(List.of(steady(true), steady(false))).warmUp();
    assertThat(one)
        .isEqualTo(new WarmUp.Outcome(1, false, List.of("1 of 2 injectors did not show it")));
    WarmUp.Outcome none = new Injectors(List.of(steady(true), steady(true))).warmUp();
    assertThat(none).isEqualTo(new WarmUp.Outcome(1, true, List.of()));
  }

  private static Injectors.Share steady(boolean isSteady) throws IOException {
    ObjectNode json = JSON.valueToTree(record());
    ((ObjectNode) json.get("load")).put("steady", isSteady);
    return new Injectors.Share(RECORD, JSON.treeToValue(json, RunRecord.class), Optional.empty());
  }

  /** Of one that was not sampled nothing is known: the other one's limit still counts. */
  @Test
  void generatorWithoutFiguresDoesNotHideThoseOfAnother() throws IOException {
    Generator all =
        new Injectors(List.of(sampled(Double.NaN, Double.NaN), sampled(0.1, 30)))
            .resources(null)
            .orElseThrow();
    assertThat(all.headroom()).isEqualTo(0.1);
    assertThat(all.longestPauseMs()).isEqualTo(30);
    assertThat(all.cpuCores()).as("a sum without one of them").isNaN();
  }

  private static Injectors.Share sampled(double headroom, double pauseMs) throws IOException {
    double unknown = Double.NaN;
    ObjectNode json = JSON.valueToTree(record());
    json.set(
        "generator",
        JSON.valueToTree(
            new Generator(headroom, headroom, headroom, pauseMs, unknown, unknown, unknown)));
    return new Injectors.Share(RECORD, JSON.treeToValue(json, RunRecord.class), Optional.empty());
  }

  @Test
  void closedModelHasNoOutcome() throws IOException {
    Injectors closed =
        new Injectors(List.of(new Injectors.Share(RECORD, record(), Optional.empty())));
    assertThat(closed.arrivals(List.of(), new Latencies())).isEmpty();
  }

  /** The log of the load does not have the requests of the warm-up. */
  @Test
  void warmUpThatFailedAtOneInjectorIsAFailure(@TempDir Path folder) throws Exception {
    Path log = Path.of(getClass().getResource("/simulation-log/simulation.log").toURI());
    Files.copy(log, folder.resolve("simulation.log"));
    ObjectNode json = JSON.valueToTree(record());
    json.put("gatlingReport", "index.html");
    json.set(
        "share",
        JSON.valueToTree(new InjectorShare(2, 2, Instant.parse("2026-11-21T20:30:00Z"), 0, 0)));
    json.putArray("gates")
        .addObject()
        .put("name", "warmUp")
        .put("passed", false)
        .putArray("objections")
        .add("9 of 9 requests of the warm-up failed: status 503, expected 2xx");
    Injectors.Share share =
        new Injectors.Share(folder, JSON.treeToValue(json, RunRecord.class), Optional.empty());
    Injectors.ServiceSide unseen =
        new Injectors.ServiceSide(
            List.of(), Optional.empty(), Optional.empty(), share.record().subject(), "pods: none");
    RunRecord merged =
        new Injectors(List.of(share)).join(record().settings(), unseen, new RunFolder(folder));
    assertThat(merged.judgement().gates())
        .contains(
            new RunRecord.GateResult(
                Gate.WARM_UP,
                false,
                List.of(
                    "injector 2: 9 of 9 requests of the warm-up failed: status 503, expected 2xx")));
  }

  @Test
  void windowIsWithinThatOfEachInjector() throws IOException {
    RunRecord own = record();
    List<Injectors.Share> shares = new ArrayList<>();
    for (long fromMs : new long[] {1_000, 4_000, 3_000}) {
      RunSamples samples =
          samples(Optional.of(new RunSamples.Window(fromMs, 9_000 + fromMs)), Map.of());
      shares.add(new Injectors.Share(RECORD, own, Optional.of(samples)));
    }
    assertThat(new Injectors(shares).allActive()).contains(new RunSamples.Window(4_000, 10_000));
    shares.clear();
    shares.add(new Injectors.Share(RECORD, own, Optional.of(samples(Map.of()))));
    assertThat(new Injectors(shares).allActive()).isEmpty();
  }

  /** Both began without one. */
  @Test
  void warmUpThatNoInjectorHadIsNotJudged(@TempDir Path folder) throws Exception {
    Path log = Path.of(getClass().getResource("/simulation-log/simulation.log").toURI());
    Files.copy(log, folder.resolve("simulation.log"));
    ObjectNode json = JSON.valueToTree(record());
    json.put("gatlingReport", "index.html");
    json.set(
        "share",
        JSON.valueToTree(new InjectorShare(1, 1, Instant.parse("2026-11-21T20:30:00Z"), 0, 0)));
    json.putArray("gates");
    Injectors.Share share =
        new Injectors.Share(folder, JSON.treeToValue(json, RunRecord.class), Optional.empty());
    Injectors.ServiceSide unseen =
        new Injectors.ServiceSide(
            List.of(), Optional.empty(), Optional.empty(), share.record().subject(), "pods: none");
    RunRecord merged =
        new Injectors(List.of(share)).join(record().settings(), unseen, new RunFolder(folder));
    assertThat(merged.judgement().gates())
        .extracting(RunRecord.GateResult::gate)
        .contains(Gate.INJECTORS)
        .doesNotContain(Gate.WARM_UP);
  }

  private static RunRecord record() throws IOException {
    return new RunFolder(RECORD).readRecord();
  }

  private static Injectors.Share injector(int dropped, int lateMs, Map<Integer, Long> corrected)
      throws IOException {
    ObjectNode json = JSON.valueToTree(record());
    ((ObjectNode) json.get("load"))
        .putObject("open")
        .put("intended", 10)
        .put("dropped", dropped)
        .put("waitedForConnection", 2)
        .put("sentLateP99Ms", lateMs);
    return new Injectors.Share(
        RECORD, JSON.treeToValue(json, RunRecord.class), Optional.of(samples(corrected)));
  }

  private static RunSamples samples(Map<Integer, Long> corrected) {
    return samples(Optional.empty(), corrected);
  }

  private static RunSamples samples(
      Optional<RunSamples.Window> window, Map<Integer, Long> corrected) {
    return new RunSamples(
        new RunSamples.LoadSamples(0, 0, window, Map.of(), corrected, List.of(), List.of()),
        RunSamples.ResourceSamples.of(List.of()));
  }
}
