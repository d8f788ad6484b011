package io.github.restcomparison.runner.figures;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restcomparison.records.RunRecord.Generator;
import io.github.restcomparison.records.RunRecord.LeftOut;
import io.github.restcomparison.records.RunRecord.Server;
import io.github.restcomparison.records.RunSamples.Heap;
import io.github.restcomparison.records.RunSamples.JvmSample;
import io.github.restcomparison.records.RunSamples.ProcessSample;
import io.github.restcomparison.records.RunSamples.Requests;
import io.github.restcomparison.records.RunSamples.Window;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class UsageTest {
  /** From 1.5 s to 3.5 s, 1000 requests. */
  private static final Usage USAGE = new Usage(KeptTime.all(new Window(1_500, 3_500)), 1_000);

  private static final List<ProcessSample> PROCESS =
      List.of(
          sample(1_000, 100, 900, 90, 10), // before the window: does not count as its peak
          sample(2_000, 200, 500, 20, 20),
          sample(3_000, 400, 600, 21, 40),
          sample(4_000, 500, 700, 22, 50));

  /** CPU at 1.5 s is 150 ms, at 3.5 s 450 ms: 300 ms for 1000 requests in 2 s. */
  @Test
  void countersAreInterpolatedAtTheEndsOfTheWindow() {
    Server server = USAGE.server(PROCESS, List.of(), List.of(), OptionalLong.of(1_000));
    assertThat(server.cpu().cpuMicrosPerRequest()).hasValue(300);
    assertThat(server.cpu().cpuCores()).hasValue(0.15);
    assertThat(server.requestsSeen()).hasValue(1_000);
  }

  /**
   * Left out are 2 to 3 s: CPU grew by 50 ms before and 50 ms after, in 1 s, and of the samples
   * that at 2 s alone is inside.
   */
  @Test
  void whatWasLeftOutCostsNothing() {
    KeptTime kept =
        new KeptTime(new Window(1_500, 3_500), List.of(new LeftOut(2_000, 3_000, "steal 9 %")));
    Usage usage = new Usage(kept, 500);
    Server server = usage.server(PROCESS, List.of(), List.of(), OptionalLong.empty());
    assertThat(server.cpu().cpuMicrosPerRequest()).hasValue(200);
    assertThat(server.cpu().cpuCores()).hasValue(0.1);
    assertThat(server.cpu().runQueueMicrosPerRequest()).hasValue(20);
    assertThat(server.memory().rssPeak()).hasValue(500);
    Generator generator =
        usage.generator(
            PROCESS, 2, OptionalLong.empty(), OptionalDouble.empty(), OptionalDouble.empty());
    assertThat(generator.headroom()).hasValue(0.95);
  }

  /** Requests were answered: whatever answered them was not among the processes. */
  @Test
  void noCpuTimeAtAllIsNoFigure() {
    List<ProcessSample> idle = List.of(sample(1_000, 100, 4, 3, 0), sample(4_000, 100, 4, 3, 0));
    Server server = USAGE.server(idle, List.of(), List.of(), OptionalLong.empty());
    assertThat(server.cpu().cpuMicrosPerRequest()).isEmpty();
    assertThat(server.cpu().cpuCores()).isEmpty();
  }

  /** A shell that sleeps while a daemon answers. */
  @Test
  void noCpuAtAllIsNoFigure() {
    List<ProcessSample> idle =
        List.of(
            new ProcessSample(1_000, 10, 1, 1, OptionalLong.empty(), OptionalLong.empty()),
            new ProcessSample(4_000, 10, 1, 1, OptionalLong.empty(), OptionalLong.empty()));
    Server server = USAGE.server(idle, List.of(), List.of(), OptionalLong.empty());
    assertThat(server.cpu().cpuMicrosPerRequest()).isEmpty();
    assertThat(server.cpu().cpuCores()).isEmpty();
  }

  @Test
  void levelsAreTheHighestInsideTheWindow() {
    Server server = USAGE.server(PROCESS, List.of(), List.of(), OptionalLong.empty());
    assertThat(server.memory().rssPeak()).hasValue(600);
    assertThat(server.memory().threadsPeak()).hasValue(21);
  }

  @Test
  void allocationPausesAndHeapComeFromTheJvm() {
    List<JvmSample> jvm =
        List.of(
            new JvmSample(
                1_000,
                new Heap(OptionalLong.of(0), 0, 0, OptionalLong.empty()),
                OptionalLong.of(1_000),
                new Requests(
                    OptionalLong.empty(),
                    OptionalLong.empty(),
                    OptionalLong.of(0),
                    OptionalLong.of(0))),
            new JvmSample(
                2_000,
                new Heap(OptionalLong.of(2_000_000), 1, 10, OptionalLong.of(70)),
                OptionalLong.of(1_100),
                new Requests(
                    OptionalLong.empty(),
                    OptionalLong.empty(),
                    OptionalLong.of(100),
                    OptionalLong.of(10_300_000))),
            new JvmSample(
                4_000,
                new Heap(OptionalLong.of(6_000_000), 3, 30, OptionalLong.of(90)),
                OptionalLong.of(1_200),
                new Requests(
                    OptionalLong.empty(),
                    OptionalLong.empty(),
                    OptionalLong.of(500),
                    OptionalLong.of(51_900_000))));
    Server server = USAGE.server(List.of(), List.of(), jvm, OptionalLong.empty());
    // 1,000,000 at 1.5 s, 5,000,000 at 3.5 s; 5 ms and 25 ms of pauses
    assertThat(server.memory().allocatedPerRequest()).hasValue(4_000);
    assertThat(server.jvm().gcPause()).hasValue(20);
    assertThat(server.jvm().compiling()).hasValue(125); // 1,050 ms at 1.5 s, 1,175 ms at 3.5 s
    assertThat(server.compiledTooMuch(OptionalDouble.of(2.5))).isEmpty();
    assertThat(server.compiledTooMuch(OptionalDouble.of(2.4)))
        .contains("the service's JIT compilers were active for 0.1 s of the 2.4 s measured");
    assertThat(server.memory().heapAfterGc()).hasValue(70);
    // 50 requests and 5.15 s at 1.5 s, 400 and 41.5 s at 3.5 s
    assertThat(server.waitMicrosPerRequest()).hasValue(103_857.143);
  }

  /** 15 ms at 1.5 s, 45 ms at 3.5 s: 30 ms of waiting for 1000 requests. */
  @Test
  void runQueueTimeIsACounter() {
    Server server = USAGE.server(PROCESS, List.of(), List.of(), OptionalLong.empty());
    assertThat(server.cpu().runQueueMicrosPerRequest()).hasValue(30);
  }

  /** A tenth of its CPU: 15 ms at 1.5 s, 45 ms at 3.5 s. */
  @Test
  void whatNoRequestCausesIsACounter() {
    Server server = USAGE.server(PROCESS, List.of(), List.of(), OptionalLong.empty());
    assertThat(server.cpu().jitAndSamplingMicrosPerRequest()).hasValue(30);
  }

  @Test
  void runQueueTimeIsAbsentIfNotCounted() {
    List<ProcessSample> elsewhere =
        List.of(
            new ProcessSample(1_000, 100, 900, 90, OptionalLong.empty(), OptionalLong.empty()),
            new ProcessSample(4_000, 500, 700, 22, OptionalLong.empty(), OptionalLong.empty()));
    Server server = USAGE.server(elsewhere, List.of(), List.of(), OptionalLong.empty());
    assertThat(server.cpu().runQueueMicrosPerRequest()).isEmpty();
    assertThat(server.cpu().cpuMicrosPerRequest()).isPresent();
  }

  @Test
  void isAbsentIfSamplesDoNotEncloseTheWindow() {
    Server server = USAGE.server(PROCESS.subList(1, 4), List.of(), List.of(), OptionalLong.empty());
    assertThat(server.cpu().cpuMicrosPerRequest()).isEmpty();
    assertThat(server.memory().allocatedPerRequest()).isEmpty();
    assertThat(server.memory().heapAfterGc()).isEmpty();
    assertThat(server.requestsSeen()).isEmpty();
  }

  @Test
  void headroomIsTheUnusedShareOfTheCpus() {
    Generator generator =
        USAGE.generator(
            PROCESS, 2, OptionalLong.of(7), OptionalDouble.of(61), OptionalDouble.of(20_000));
    assertThat(generator.cpuSeconds()).hasValue(0.3);
    assertThat(generator.cpuCores()).hasValue(0.15);
    assertThat(generator.headroom()).hasValue(0.925);
    assertThat(generator.longestPauseMs()).hasValue(7);
    assertThat(generator.capacity()).hasValue(20_000);
    assertThat(generator.runQueueMicrosPerRequest()).hasValue(30);
    assertThat(generator.meanLatenessMicros()).hasValue(61);
  }

  private static ProcessSample sample(long atMs, long cpuMs, long rss, int threads, long queued) {
    return new ProcessSample(
        atMs, cpuMs, rss, threads, OptionalLong.of(queued), OptionalLong.of(100 * cpuMs));
  }
}
