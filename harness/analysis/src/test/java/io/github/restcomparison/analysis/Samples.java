package io.github.restcomparison.analysis;

import io.github.restcomparison.records.Latencies;
import io.github.restcomparison.records.RunRecord;
import io.github.restcomparison.records.RunSamples;
import io.github.restcomparison.records.RunSamples.Heap;
import io.github.restcomparison.records.RunSamples.JvmSample;
import io.github.restcomparison.records.RunSamples.Phase;
import io.github.restcomparison.records.RunSamples.ProcessSample;
import io.github.restcomparison.records.RunSamples.Requests;
import io.github.restcomparison.records.RunSamples.Second;
import io.github.restcomparison.records.RunSamples.WarmUpSecond;
import io.github.restcomparison.records.RunSamples.Window;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The samples of a record of {@link Records}: four seconds of warm-up, ten of load. */
final class Samples {
  private static final long START = 1_000_000;

  private Samples() {}

  /** 100,000 requests, of which the slowest ten took a second. */
  static Map<Integer, Long> latencies(int p50) {
    return new TreeMap<>(
        Map.of(p50 - 2, 20_000L, p50, 40_000L, p50 + 10, 35_000L, p50 + 50, 4_990L, 1_000, 10L));
  }

  static RunSamples of(RunRecord record) {
    int p50 = record.load().orElseThrow().latency().orElseThrow().p50();
    long throughput = Math.round(record.load().orElseThrow().throughput());
    List<Second> seconds = new ArrayList<>();
    List<ProcessSample> processes = new ArrayList<>();
    List<JvmSample> jvm = new ArrayList<>();
    List<WarmUpSecond> warmUp = new ArrayList<>();
    for (int second = -4; second <= 10; second++) {
      long atMs = START + 1_000 * second;
      if (second < 0) {
        warmUp.add(
            new WarmUpSecond(
                atMs + 1_000,
                throughput / -second,
                100,
                -100 * second,
                second < -2 ? Phase.DRIVE : Phase.SETTLE));
      } else if (second < 10) {
        seconds.add(new Second(atMs, throughput, 0, p50, p50 + 50, second == 5 ? 1_000 : p50 + 60));
      }
      processes.add(new ProcessSample(atMs, 500 * (second + 4), 1, 1, Double.NaN, Double.NaN));
      jvm.add(
          new JvmSample(
              atMs,
              new Heap(0, 0, second < 6 ? 0 : 12, Double.NaN),
              Double.NaN,
              new Requests(Double.NaN, Double.NaN, Double.NaN, Double.NaN)));
    }
    return new RunSamples(
        new RunSamples.LoadSamples(
            START,
            START + 10_000,
            Optional.of(new Window(START + 200, START + 9_800)),
            latencies(p50),
            Map.of(),
            seconds,
            warmUp),
        new RunSamples.ResourceSamples(processes, jvm, processes, List.of(), List.of()));
  }

  /** The percentiles that the samples have, in the record. */
  static RunRecord matched(RunRecord record) {
    int p50 = record.load().orElseThrow().latency().orElseThrow().p50();
    return Records.withLatency(record, Latencies.of(latencies(p50)).summary().orElseThrow());
  }
}
