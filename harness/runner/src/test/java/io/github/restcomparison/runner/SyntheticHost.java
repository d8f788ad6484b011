package io.github.restcomparison.runner;

import io.github.restcomparison.records.RunSamples.Heap;
import io.github.restcomparison.records.RunSamples.HostSample;
import io.github.restcomparison.records.RunSamples.JvmSample;
import io.github.restcomparison.records.RunSamples.ProcessSample;
import io.github.restcomparison.records.RunSamples.Requests;
import io.github.restcomparison.records.RunSamples.ResourceSamples;
import io.github.restcomparison.records.RunSamples.Window;
import java.util.List;
import java.util.function.IntFunction;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;

/** The samples of a {@link SyntheticRun}, once a second, on a host of two CPUs. */
final class SyntheticHost {
  static final int CPUS = 2;

  private static final int SECONDS = 18;

  private int generatorCpuMs = 400;
  private int generatorJitMs = 10;
  private IntUnaryOperator othersMs = second -> 20;
  private IntUnaryOperator stolenMs = second -> 10;
  private int pauseMs = 5;

  /** Sets the CPU time of the load generator per second, and its JIT compilers' part of it. */
  void generatorCpu(int ms, int jitMs) {
    generatorCpuMs = ms;
    generatorJitMs = jitMs;
  }

  /** Sets the CPU time of other processes by second. */
  void others(IntUnaryOperator msBySecond) {
    othersMs = msBySecond;
  }

  /** Sets the CPU time that the hypervisor gave to others, by second. */
  void stolen(IntUnaryOperator msBySecond) {
    stolenMs = msBySecond;
  }

  /** Sets how long the load generator pauses in the middle of each second. */
  void pause(int ms) {
    pauseMs = ms;
  }

  int pauseMs() {
    return pauseMs;
  }

  List<Window> pauses() {
    return samples(second -> new Window(1_000L * second + 500, 1_000L * second + 500 + pauseMs));
  }

  ResourceSamples samples() {
    return new ResourceSamples(
        process(150, 10_000),
        samples(
            second ->
                new JvmSample(
                    1_000L * second,
                    new Heap(1e6 * second, second, second, 1e7),
                    10 * second,
                    new Requests(400 * second, SyntheticRun.USERS, 400 * second, 4e7 * second))),
        process(generatorCpuMs, 1_000 * generatorJitMs),
        samples(
            second ->
                new HostSample(
                    1_000L * second,
                    (150L + generatorCpuMs) * second + sum(othersMs, second),
                    sum(stolenMs, second),
                    1_000L * CPUS * second)),
        List.of());
  }

  private static List<ProcessSample> process(int cpuMs, int jitMicros) {
    return samples(
        second ->
            new ProcessSample(1_000L * second, cpuMs * second, 1, 1, second, jitMicros * second));
  }

  private static int sum(IntUnaryOperator bySecond, int before) {
    return IntStream.range(0, before).map(bySecond).sum();
  }

  private static <T> List<T> samples(IntFunction<T> at) {
    return IntStream.rangeClosed(0, SECONDS).mapToObj(at).toList();
  }
}
