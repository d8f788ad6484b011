package io.github.restcomparison.runner.figures;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restcomparison.records.RunFigures.ExcludedTime;
import io.github.restcomparison.records.RunSamples.HostSample;
import io.github.restcomparison.records.RunSamples.ProcessSample;
import io.github.restcomparison.records.RunSamples.ResourceSamples;
import io.github.restcomparison.records.RunSamples.Window;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/**
 * Two CPUs, so 2000 ms of CPU time in a second; service and generator use 500 ms of it each. A
 * sample every second, the window from 2.5 s to 17.5 s.
 */
class DisturbedSecondsTest {
  private static final Window WINDOW = new Window(2_500, 17_500);
  private static final Duration WAVE = Duration.ofMillis(100);

  @Test
  void quietSecondsAreKept() {
    assertThat(leftOut(Map.of(), Map.of())).isEmpty();
  }

  /** At the limit, 100 ms of 2000, a second is kept; at 102 ms it goes, and the next with it. */
  @Test
  void secondWithStealAndTheNextAreExcluded() {
    assertThat(leftOut(Map.of(5, 100L), Map.of())).isEmpty();
    assertThat(leftOut(Map.of(5, 102L), Map.of()))
        .containsExactly(new ExcludedTime(5_000, 7_000, "steal 5 %"));
  }

  @Test
  void secondWithOtherProcessesAndTheNextAreExcluded() {
    assertThat(leftOut(Map.of(), Map.of(5, 100L))).isEmpty();
    assertThat(leftOut(Map.of(), Map.of(5, 940L)))
        .containsExactly(new ExcludedTime(5_000, 7_000, "other processes 47 %"));
  }

  @Test
  void neighboursAreOneWithTheWorstOfEach() {
    assertThat(leftOut(Map.of(5, 200L, 12, 400L), Map.of(7, 300L, 8, 240L)))
        .containsExactly(
            new ExcludedTime(5_000, 10_000, "steal 10 %, other processes 15 %"),
            new ExcludedTime(12_000, 14_000, "steal 20 %"));
  }

  /** The seconds that begin at 2 and at 17 s overlap the ends, those at 1 and at 18 s do not. */
  @Test
  void onlySecondsThatOverlapTheWindowAreJudged() {
    assertThat(leftOut(Map.of(1, 900L, 18, 900L), Map.of())).isEmpty();
    assertThat(leftOut(Map.of(2, 900L, 17, 900L), Map.of()))
        .containsExactly(
            new ExcludedTime(2_500, 4_000, "steal 45 %"),
            new ExcludedTime(17_000, 17_500, "steal 45 %"));
  }

  /** A burst of two seconds that begins between two samples is excluded with one more second. */
  @Test
  void burstOverThreeSecondsTakesFour() {
    assertThat(leftOut(Map.of(), Map.of(6, 600L, 7, 1_000L, 8, 400L)))
        .containsExactly(new ExcludedTime(6_000, 10_000, "other processes 50 %"));
  }

  @Test
  void pauseOfTheGeneratorDisturbsTheSecondsThatItMeets() {
    KeptTime seconds =
        seconds(Map.of(), Map.of(), List.of(new Window(5_980, 6_040), new Window(11_100, 11_151)));
    assertThat(seconds.forFigures(WAVE).excluded())
        .containsExactly(
            new ExcludedTime(5_000, 8_000, "load generator paused for 60 ms"),
            new ExcludedTime(11_000, 13_000, "load generator paused for 51 ms"));
  }

  /** At the limit, 100 ms of 2000, a second is kept; at 102 ms it goes, and the next with it. */
  @Test
  void secondWithCompilationAndTheNextAreExcluded() {
    assertThat(compiling(100)).isEmpty();
    assertThat(compiling(102))
        .containsExactly(new ExcludedTime(5_000, 7_000, "load generator compiling 5 %"));
    assertThat(compiling(693))
        .containsExactly(new ExcludedTime(5_000, 7_000, "load generator compiling 35 %"));
    assertThat(compiling(Double.NaN)).as("unknown").isEmpty();
  }

  /** 3 ms of compilation in each second, and more in the one from 5 to 6 s. */
  private static List<ExcludedTime> compiling(double ms) {
    List<ProcessSample> generator = new ArrayList<>();
    for (int second = 0; second <= 19; second++) {
      double micros = 3_000 * second + (second > 5 ? 1e3 * ms - 3_000 : 0);
      generator.add(new ProcessSample(1_000L * second, 500 * second, 0, 1, Double.NaN, micros));
    }
    ResourceSamples samples = samples(host(Map.of(), Map.of()), process(500), generator);
    return KeptTime.undisturbed(WINDOW, samples, List.of(), List.of()).forFigures(WAVE).excluded();
  }

  /** The last sample follows after 30 ms: 10 ms of another process would be a sixth of that. */
  @Test
  void shortTimeBetweenTwoSamplesIsNotJudgedByItself() {
    List<HostSample> host = new ArrayList<>(host(Map.of(), Map.of()).subList(0, 18));
    HostSample last = host.getLast();
    host.add(new HostSample(last.atMs() + 30, last.busyMs() + 40, 0, last.totalMs() + 60));
    assertThat(
            KeptTime.undisturbed(
                    new Window(2_500, 17_010),
                    samples(host, process(0), process(0)),
                    List.of(),
                    List.of())
                .excluded())
        .as("others are 1000 ms of each 2000, as no process is ours")
        .hasSize(1)
        .first()
        .returns(17_010L, ExcludedTime::toMs);
    assertThat(
            KeptTime.undisturbed(
                    new Window(2_500, 17_010),
                    samples(host, process(500), process(500)),
                    List.of(),
                    List.of())
                .forFigures(WAVE)
                .excluded())
        .isEmpty();
  }

  /** Seven of fifteen seconds are left with every second one disturbed: all are judged together. */
  @Test
  void wholeWindowIsKeptIfTooLittleRemains() {
    KeptTime seconds = seconds(Map.of(4, 200L, 6, 200L, 8, 200L, 10, 200L), Map.of(), List.of());
    assertThat(seconds.seconds()).isEqualTo(7);
    assertThat(seconds.isEnough()).isFalse();
    assertThat(seconds.forFigures(WAVE)).isEqualTo(KeptTime.whole(WINDOW));
  }

  /** Of 15 s 13 are left, of which 650 ms are 5 %; or 11, of which two waves of 275 ms are. */
  @Test
  void wholeWindowIsKeptIfWavesMatter() {
    assertThat(keptOfWaves(Map.of(5, 200L), 650).excluded()).hasSize(1);
    assertThat(keptOfWaves(Map.of(5, 200L), 651)).isEqualTo(KeptTime.whole(WINDOW));
    assertThat(keptOfWaves(Map.of(5, 200L, 12, 200L), 275).excluded()).hasSize(2);
    assertThat(keptOfWaves(Map.of(5, 200L, 12, 200L), 276)).isEqualTo(KeptTime.whole(WINDOW));
  }

  private static KeptTime keptOfWaves(Map<Integer, Long> steal, long waveMs) {
    return seconds(steal, Map.of(), List.of()).forFigures(Duration.ofMillis(waveMs));
  }

  /** Without samples of the service, other processes are unknown. */
  @Test
  void withoutTheServiceOnlyStealAndPausesCount() {
    List<HostSample> host = host(Map.of(5, 200L), Map.of(9, 900L));
    assertThat(
            KeptTime.undisturbed(
                    WINDOW, samples(host, List.of(), process(500)), List.of(), List.of())
                .forFigures(WAVE)
                .excluded())
        .containsExactly(new ExcludedTime(5_000, 7_000, "steal 10 %"));
    assertThat(
            KeptTime.undisturbed(
                    WINDOW, samples(List.of(), List.of(), List.of()), List.of(), List.of())
                .forFigures(WAVE))
        .isEqualTo(KeptTime.whole(WINDOW));
  }

  @Test
  void backEndIsNotAmongTheOthers() {
    assertThat(
            KeptTime.undisturbed(
                    WINDOW,
                    samples(
                        host(
                            Map.of(),
                            LongStream.range(0, 19)
                                .boxed()
                                .collect(Collectors.toMap(Long::intValue, key -> 300L))),
                        process(500),
                        process(500)),
                    process(300),
                    List.of())
                .forFigures(WAVE)
                .excluded())
        .isEmpty();
  }

  private static List<ExcludedTime> leftOut(Map<Integer, Long> steal, Map<Integer, Long> others) {
    return seconds(steal, others, List.of()).forFigures(WAVE).excluded();
  }

  private static KeptTime seconds(
      Map<Integer, Long> steal, Map<Integer, Long> others, List<Window> pauses) {
    ResourceSamples samples = samples(host(steal, others), process(500), process(500));
    return KeptTime.undisturbed(WINDOW, samples, List.of(), pauses);
  }

  private static ResourceSamples samples(
      List<HostSample> host, List<ProcessSample> service, List<ProcessSample> generator) {
    return new ResourceSamples(service, List.of(), generator, host, List.of());
  }

  /** Steal and other processes in ms, by the second that they are in. */
  private static List<HostSample> host(Map<Integer, Long> steal, Map<Integer, Long> others) {
    List<HostSample> host = new ArrayList<>();
    long busy = 0;
    long stolen = 0;
    for (int second = 0; second <= 19; second++) {
      host.add(new HostSample(1_000L * second, busy, stolen, 2_000L * second));
      busy += 1_000 + others.getOrDefault(second, 0L);
      stolen += steal.getOrDefault(second, 0L);
    }
    return host;
  }

  private static List<ProcessSample> process(long cpuMsPerSecond) {
    return LongStream.rangeClosed(0, 19)
        .mapToObj(
            second ->
                new ProcessSample(
                    1_000 * second, cpuMsPerSecond * second, 0, 1, Double.NaN, Double.NaN))
        .toList();
  }
}
