package io.github.restcomparison.runner.figures;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restcomparison.records.RunFigures.ExcludedTime;
import io.github.restcomparison.records.RunFolder;
import io.github.restcomparison.records.RunRecord;
import io.github.restcomparison.records.RunSamples;
import io.github.restcomparison.records.RunSamples.Window;
import io.github.restcomparison.runner.figures.Injectors.ClockOffset;
import io.github.restcomparison.runner.figures.Injectors.Share;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Each rule objects just above its limit, and passes at it. */
class InjectorGatesTest {
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final Path RECORD = Path.of("../records/src/test/resources/run-folder/recorded");

  @Test
  void completeSharesPass() throws IOException {
    assertThat(gate(json -> {}).objections(KeptTime.NONE)).isEmpty();
  }

  /** The other offsets are 0; the uncertainty of each is 2 ms. */
  @Test
  void differentClocksAreReported() throws IOException {
    assertThat(gate(json -> share(json).put("clockOffsetMs", 46)).objections(KeptTime.NONE))
        .isEmpty();
    assertThat(gate(json -> share(json).put("clockOffsetMs", -47)).objections(KeptTime.NONE))
        .containsExactly("the clocks of the injectors may differ by 51 ms (limit 50 ms)");
  }

  /** The injectors' clocks are 0, 20 and 0 ms off, each with an uncertainty of 2 ms. */
  @Test
  void clockOfTheServicesNodeIsComparedWithThoseOfTheInjectors() throws IOException {
    Injectors injectors = gate(json -> share(json).put("clockOffsetMs", 20));
    assertThat(injectors.serviceClock(new ClockOffset(45, 3))).isEmpty();
    assertThat(injectors.serviceClock(new ClockOffset(46, 3)))
        .contains(
            "the clock of the service's node may differ from an injector's by 51 ms"
                + " (limit 50 ms)");
    assertThat(injectors.serviceClock(new ClockOffset(-25, 3))).isEmpty();
    assertThat(injectors.serviceClock(new ClockOffset(-26, 3))).isPresent();
    Injectors one = new Injectors(List.of(injectors.shares().getFirst()));
    assertThat(one.serviceClock(new ClockOffset(46, 3))).isPresent();
  }

  @Test
  void disturbedInjectorIsReported() throws IOException {
    assertThat(
            gate(json ->
                    json.putArray("gates")
                        .addObject()
                        .put("name", "host")
                        .put("passed", false)
                        .putArray("objections")
                        .add("the wall clock was set by 51 ms; 50 ms may be"))
                .objections(KeptTime.NONE))
        .containsExactly("injector 2: the wall clock was set by 51 ms; 50 ms may be");
  }

  @Test
  void hostsThatLeaveTooLittleTogetherAreReported() throws IOException {
    KeptTime kept =
        new KeptTime(
            new Window(0, 12_000),
            List.of(
                new ExcludedTime(0, 4_000, "injector 1: steal 9 %"),
                new ExcludedTime(3_000, 7_000, "injector 2: steal 9 %")));
    assertThat(gate(json -> {}).objections(kept))
        .containsExactly(
            "the host left 5.0 of 12.0 s undisturbed; at least half of the window and 5 s are needed");
  }

  /** Requests take 120 ms at the longest, and a second more may be between two begins. */
  @Test
  void loadThatBeginsLateIsReported() throws IOException {
    assertThat(new Injectors(beginning(0, 1_120)).objections(KeptTime.NONE)).isEmpty();
    assertThat(new Injectors(beginning(1_121, 0)).objections(KeptTime.NONE))
        .containsExactly("injector 1 began its load 1121 ms after injector 2 (limit 1120 ms)");
  }

  /** The first two of them, and a third that begins with the second and left no samples. */
  private static List<Share> beginning(long first, long second) throws IOException {
    List<Share> shares = gate(json -> {}).shares();
    return List.of(
        beginning(shares.getFirst(), first), beginning(shares.get(1), second), shares.getLast());
  }

  private static Share beginning(Share share, long atMs) {
    RunSamples samples =
        JSON.readValue(
            """
            {"loadStartMs": %d, "loadEndMs": 9000, "latencies": {"100": 8, "120": 1}, "seconds": [],
             "warmUp": [], "service": [], "serviceJvm": [], "generator": []}
            """
                .formatted(atMs),
            RunSamples.class);
    return new Share(share.comparison(), share.record(), Optional.of(samples));
  }

  /** Three injectors, of which the second is edited. */
  private static Injectors gate(Consumer<ObjectNode> second) throws IOException {
    RunRecord record = new RunFolder(RECORD).readRecord();
    return new Injectors(
        IntStream.rangeClosed(1, 3)
            .mapToObj(number -> injector(record, number, number == 2 ? second : json -> {}))
            .toList());
  }

  private static Share injector(RunRecord record, int number, Consumer<ObjectNode> change) {
    ObjectNode json = JSON.valueToTree(record);
    json.putArray("gates")
        .addObject()
        .put("name", "host")
        .put("passed", true)
        .putArray("objections");
    json.putObject("share")
        .put("injector", number)
        .put("of", 3)
        .put("measureAt", "2026-11-21T20:30:00Z")
        .put("clockOffsetMs", 0)
        .put("clockUncertaintyMs", 2);
    change.accept(json);
    return new Share(Path.of("."), JSON.treeToValue(json, RunRecord.class), Optional.empty());
  }

  private static ObjectNode share(ObjectNode json) {
    return (ObjectNode) json.get("share");
  }
}
