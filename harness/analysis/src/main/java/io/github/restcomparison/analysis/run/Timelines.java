package io.github.restcomparison.analysis.run;

import io.github.restcomparison.analysis.page.TimeChart;
import io.github.restcomparison.analysis.page.TimeChart.Timeline;
import io.github.restcomparison.analysis.runs.RecordedRun;
import io.github.restcomparison.records.RunRecord.Status;
import io.github.restcomparison.records.RunSamples;
import io.github.restcomparison.records.RunSamples.JvmSample;
import io.github.restcomparison.records.RunSamples.ProcessSample;
import io.github.restcomparison.records.RunSamples.Second;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;

/** The chart of time: every run that has samples, whatever its status. */
record Timelines(RecordedRun run, RunSamples samples) {

  /** Returns the chart; empty if no run has samples. */
  static Optional<TimeChart> of(List<RecordedRun> runs) {
    List<Timeline> timelines =
        runs.stream()
            .flatMap(run -> run.samples().stream().map(all -> new Timelines(run, all).timeline()))
            .toList();
    return timelines.isEmpty() ? Optional.empty() : Optional.of(new TimeChart(timelines));
  }

  private Timeline timeline() {
    Status status = run.record().status();
    RunSamples.LoadSamples load = samples.load();
    return new Timeline(
        "%s, round %d%s"
            .formatted(
                run.variant(), run.record().round(), status == Status.VALID ? "" : " " + status),
        load.window()
            .map(each -> point(each.startMs(), seconds(each.endMs())))
            .orElse(new double[0]),
        run.record().load().stream()
            .flatMap(each -> each.window().leftOut().stream())
            .map(each -> point(each.fromMs(), seconds(each.toMs())))
            .toList(),
        seconds(load.loadEndMs()),
        Map.of(
            "responses",
            Stream.concat(
                    load.warmUp().stream().map(each -> point(each.atMs(), each.answers())),
                    load.seconds().stream().map(each -> point(each.atMs() + 1_000, each.ok())))
                .toList(),
            "p50",
            latency(Second::p50),
            "p99",
            latency(Second::p99),
            "max",
            latency(Second::max),
            "service CPU",
            rate(samples.host().service(), ProcessSample::atMs, ProcessSample::cpuMs, 1),
            "generator CPU",
            rate(samples.host().generator(), ProcessSample::atMs, ProcessSample::cpuMs, 1),
            "GC",
            rate(samples.host().serviceJvm(), JvmSample::atMs, each -> each.heap().gcMs(), 1_000)));
  }

  private List<double[]> latency(ToLongFunction<Second> ms) {
    return samples.load().seconds().stream()
        .filter(second -> second.ok() > 0)
        .map(second -> point(second.atMs() + 1_000, ms.applyAsLong(second)))
        .toList();
  }

  /** Returns the rate of growth of a sum between each two samples. */
  private <T> List<double[]> rate(
      List<T> all, ToLongFunction<T> time, ToDoubleFunction<T> sum, double scale) {
    List<double[]> rates = new ArrayList<>();
    for (int i = 1; i < all.size(); i++) {
      double ms = time.applyAsLong(all.get(i)) - time.applyAsLong(all.get(i - 1));
      double grown = sum.applyAsDouble(all.get(i)) - sum.applyAsDouble(all.get(i - 1));
      if (ms > 0) {
        double rate = Math.round(1e3 * scale * grown / ms) / 1e3;
        rates.add(point(time.applyAsLong(all.get(i)), rate));
      }
    }
    return rates;
  }

  private double[] point(long atMs, double value) {
    return new double[] {seconds(atMs), value};
  }

  /** Returns seconds from the first measured user on. */
  private double seconds(long ms) {
    return (ms - samples.load().loadStartMs()) / 1e3;
  }
}
