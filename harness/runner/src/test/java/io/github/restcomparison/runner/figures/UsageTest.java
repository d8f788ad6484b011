package io.github.restcomparison.runner.figures;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restcomparison.records.RunFigures.ExcludedTime;
import io.github.restcomparison.records.RunFigures.Generator;
import io.github.restcomparison.records.RunFigures.Server;
import io.github.restcomparison.records.RunSamples.Heap;
import io.github.restcomparison.records.RunSamples.JvmSample;
import io.github.restcomparison.records.RunSamples.ProcessSample;
import io.github.restcomparison.records.RunSamples.Requests;
import io.github.restcomparison.records.RunSamples.Window;
import java.util.List;
import org.junit.jupiter.api.Test;

class UsageTest {
  /** From 1.5 s to 3.5 s, 1000 requests. */
  private static final Usage USAGE = new Usage(KeptTime.whole(new Window(1_500, 3_500)), 1_000);

  private static final List<ProcessSample> PROCESS =
      List.of(
          sample(1_000, 100, 900, 90, 10), // before the window: does not count as its peak
          sample(2_000, 200, 500, 20, 20),
          sample(3_000, 400, 600, 21, 40),
          sample(4_000, 500, 700, 22, 50));

  /** CPU at 1.5 s is 150 ms, at 3.5 s 450 ms: 300 ms for 1000 requests in 2 s. */
  @Test
  void countersAreInterpolatedAtTheEndsOfTheWindow() {
    Server server = USAGE.server(PROCESS, List.of(), List.of(), 1_000).orElseThrow();
    assertThat(server.cpu().cpuMicrosPerRequest()).isEqualTo(300);
    assertThat(server.cpu().cpuCores()).isEqualTo(0.15);
    assertThat(server.requestsSeen()).isEqualTo(1_000);
  }

  /**
   * Left out are 2 to 3 s: CPU grew by 50 ms before and 50 ms after, in 1 s, and of the samples
   * that at 2 s alone is inside.
   */
  @Test
  void excludedTimeIsNotCharged() {
    KeptTime kept =
        new KeptTime(
            new Window(1_500, 3_500), List.of(new ExcludedTime(2_000, 3_000, "steal 9 %")));
    Usage usage = new Usage(kept, 500);
    Server server = usage.server(PROCESS, List.of(), List.of(), Double.NaN).orElseThrow();
    assertThat(server.cpu().cpuMicrosPerRequest()).isEqualTo(200);
    assertThat(server.cpu().cpuCores()).isEqualTo(0.1);
    assertThat(server.cpu().runQueueMicrosPerRequest()).isEqualTo(20);
    assertThat(server.memory().rssPeak()).isEqualTo(500);
    Generator generator = usage.generator(PROCESS, 2, Double.NaN, Double.NaN);
    assertThat(generator.headroom()).isEqualTo(0.95);
  }

  @Test
  void unsampledServerHasNoFigures() {
    assertThat(USAGE.server(List.of(), List.of(), List.of(), 1_000)).isEmpty();
    assertThat(new Usage(USAGE.kept(), 0).server(PROCESS, List.of(), List.of(), 0)).isEmpty();
  }

  /** There were responses, but no CPU time: the processes are incomplete. */
  @Test
  void noCpuTimeAtAllIsNoFigure() {
    List<ProcessSample> idle = List.of(sample(1_000, 100, 4, 3, 0), sample(4_000, 100, 4, 3, 0));
    Server server = USAGE.server(idle, List.of(), List.of(), Double.NaN).orElseThrow();
    assertThat(server.cpu().cpuMicrosPerRequest()).isNaN();
    assertThat(server.cpu().cpuCores()).isNaN();
  }

  /** A shell that sleeps while a daemon responds. */
  @Test
  void noCpuAtAllIsNoFigure() {
    List<ProcessSample> idle =
        List.of(
            new ProcessSample(1_000, 10, 1, 1, Double.NaN, Double.NaN),
            new ProcessSample(4_000, 10, 1, 1, Double.NaN, Double.NaN));
    Server server = USAGE.server(idle, List.of(), List.of(), Double.NaN).orElseThrow();
    assertThat(server.cpu().cpuMicrosPerRequest()).isNaN();
    assertThat(server.cpu().cpuCores()).isNaN();
  }

  @Test
  void levelsAreTheHighestInsideTheWindow() {
    Server server = USAGE.server(PROCESS, List.of(), List.of(), Double.NaN).orElseThrow();
    assertThat(server.memory().rssPeak()).isEqualTo(600);
    assertThat(server.memory().threadsPeak()).isEqualTo(21);
  }

  @Test
  void allocationPausesAndHeapComeFromTheJvm() {
    List<JvmSample> jvm =
        List.of(
            new JvmSample(
                1_000,
                new Heap(0, 0, 0, Double.NaN),
                1_000,
                new Requests(Double.NaN, Double.NaN, 0, 0)),
            new JvmSample(
                2_000,
                new Heap(2_000_000, 1, 10, 70),
                1_100,
                new Requests(Double.NaN, Double.NaN, 100, 10_300_000)),
            new JvmSample(
                4_000,
                new Heap(6_000_000, 3, 30, 90),
                1_200,
                new Requests(Double.NaN, Double.NaN, 500, 51_900_000)));
    Server server = USAGE.server(PROCESS, List.of(), jvm, Double.NaN).orElseThrow();
    // 1,000,000 at 1.5 s, 5,000,000 at 3.5 s; 5 ms and 25 ms of pauses
    assertThat(server.memory().allocatedPerRequest()).isEqualTo(4_000);
    assertThat(server.jvm().gcPause()).isEqualTo(20);
    assertThat(server.jvm().compiling()).isEqualTo(125); // 1,050 ms at 1.5 s, 1,175 ms at 3.5 s
    assertThat(server.compiledTooMuch(2.5)).isEmpty();
    assertThat(server.compiledTooMuch(2.4))
        .contains("the service's JIT compilers were active for 0.1 s of the 2.4 s measured");
    assertThat(server.memory().heapAfterGc()).isEqualTo(70);
    // 50 requests and 5.15 s at 1.5 s, 400 and 41.5 s at 3.5 s
    assertThat(server.waitMicrosPerRequest()).isEqualTo(103_857.143);
  }

  /** 15 ms at 1.5 s, 45 ms at 3.5 s: 30 ms of waiting for 1000 requests. */
  @Test
  void runQueueTimeIsACounter() {
    Server server = USAGE.server(PROCESS, List.of(), List.of(), Double.NaN).orElseThrow();
    assertThat(server.cpu().runQueueMicrosPerRequest()).isEqualTo(30);
  }

  /** A tenth of its CPU: 15 ms at 1.5 s, 45 ms at 3.5 s. */
  @Test
  void jitAndSamplingIsACounter() {
    Server server = USAGE.server(PROCESS, List.of(), List.of(), Double.NaN).orElseThrow();
    assertThat(server.cpu().jitAndSamplingMicrosPerRequest()).isEqualTo(30);
  }

  @Test
  void runQueueTimeIsUnknownIfNotCounted() {
    List<ProcessSample> elsewhere =
        List.of(
            new ProcessSample(1_000, 100, 900, 90, Double.NaN, Double.NaN),
            new ProcessSample(4_000, 500, 700, 22, Double.NaN, Double.NaN));
    Server server = USAGE.server(elsewhere, List.of(), List.of(), Double.NaN).orElseThrow();
    assertThat(server.cpu().runQueueMicrosPerRequest()).isNaN();
    assertThat(server.cpu().cpuMicrosPerRequest()).isNotNaN();
  }

  @Test
  void isUnknownIfSamplesDoNotEncloseTheWindow() {
    Server server =
        USAGE.server(PROCESS.subList(1, 4), List.of(), List.of(), Double.NaN).orElseThrow();
    assertThat(server.cpu().cpuMicrosPerRequest()).isNaN();
    assertThat(server.memory().allocatedPerRequest()).isNaN();
    assertThat(server.memory().heapAfterGc()).isNaN();
    assertThat(server.requestsSeen()).isNaN();
  }

  @Test
  void headroomIsTheUnusedShareOfTheCpus() {
    Generator generator = USAGE.generator(PROCESS, 2, 7, 61);
    assertThat(generator.cpuSeconds()).isEqualTo(0.3);
    assertThat(generator.cpuCores()).isEqualTo(0.15);
    assertThat(generator.headroom()).isEqualTo(0.925);
    assertThat(generator.longestPauseMs()).isEqualTo(7);
    assertThat(generator.runQueueMicrosPerRequest()).isEqualTo(30);
    assertThat(generator.meanLatenessMicros()).isEqualTo(61);
  }

  private static ProcessSample sample(long atMs, long cpuMs, long rss, int threads, long queued) {
    return new ProcessSample(atMs, cpuMs, rss, threads, queued, 100 * cpuMs);
  }
}
