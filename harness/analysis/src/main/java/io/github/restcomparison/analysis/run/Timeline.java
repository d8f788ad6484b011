package io.github.restcomparison.analysis.run;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.github.restcomparison.analysis.runs.RecordedRun;
import io.github.restcomparison.records.RunSamples;
import io.github.restcomparison.records.RunSamples.JvmSample;
import io.github.restcomparison.records.RunSamples.ProcessSample;
import io.github.restcomparison.records.RunSamples.Second;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;

/**
 * A run second by second. Times are seconds from the first measured user on, so that the warm-up
 * lies before 0.
 *
 * @param window from and to, where there is one
 * @param leftOut parts of the window that no figure is of, from and to
 * @param end when the last user went
 * @param throughput right answers per second, warm-up and load
 * @param p50 ms, of the load alone, as {@code p99} and {@code max}
 * @param serviceCpu CPUs that the service used, as {@code generatorCpu}
 * @param gc ms of every second in which the service's JVM collected
 */
@JsonInclude(JsonInclude.Include.NON_ABSENT)
record Timeline(
    String variant,
    int round,
    String status,
    Optional<List<Double>> window,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) List<List<Double>> leftOut,
    double end,
    List<List<Double>> throughput,
    List<List<Double>> p50,
    List<List<Double>> p99,
    List<List<Double>> max,
    List<List<Double>> serviceCpu,
    List<List<Double>> generatorCpu,
    List<List<Double>> gc) {

  /** Empty where the run has no samples. */
  static Optional<Timeline> of(RecordedRun run) {
    return run.samples().map(samples -> of(run, samples));
  }

  private static Timeline of(RecordedRun run, RunSamples samples) {
    long zero = samples.load().loadStartMs();
    return new Timeline(
        run.variant(),
        run.record().round(),
        run.record().status().name(),
        samples
            .load()
            .window()
            .map(window -> List.of(at(zero, window.startMs()), at(zero, window.endMs()))),
        run.record().load().stream()
            .flatMap(load -> load.window().leftOut().stream())
            .map(each -> List.of(at(zero, each.fromMs()), at(zero, each.toMs())))
            .toList(),
        at(zero, samples.load().loadEndMs()),
        Stream.concat(
                samples.load().warmUp().stream()
                    .map(second -> point(at(zero, second.atMs()), second.answers())),
                samples.load().seconds().stream()
                    .map(second -> point(at(zero, second.atMs() + 1_000), second.ok())))
            .toList(),
        load(zero, samples, Second::p50),
        load(zero, samples, Second::p99),
        load(zero, samples, Second::max),
        rate(zero, samples.host().service(), ProcessSample::atMs, ProcessSample::cpuMs, 1),
        rate(zero, samples.host().generator(), ProcessSample::atMs, ProcessSample::cpuMs, 1),
        rate(
            zero, samples.host().serviceJvm(), JvmSample::atMs, each -> each.heap().gcMs(), 1_000));
  }

  private static List<List<Double>> load(
      long zero, RunSamples samples, ToLongFunction<Second> value) {
    return samples.load().seconds().stream()
        .filter(second -> second.ok() > 0)
        .map(second -> point(at(zero, second.atMs() + 1_000), value.applyAsLong(second)))
        .toList();
  }

  /** How fast a growing sum grew between each two samples. */
  private static <T> List<List<Double>> rate(
      long zero, List<T> samples, ToLongFunction<T> time, ToDoubleFunction<T> sum, double scale) {
    List<List<Double>> rates = new ArrayList<>();
    for (int i = 1; i < samples.size(); i++) {
      double ms = time.applyAsLong(samples.get(i)) - time.applyAsLong(samples.get(i - 1));
      double grown = sum.applyAsDouble(samples.get(i)) - sum.applyAsDouble(samples.get(i - 1));
      if (ms > 0) {
        double rate = Math.round(1e3 * scale * grown / ms) / 1e3;
        rates.add(point(at(zero, time.applyAsLong(samples.get(i))), rate));
      }
    }
    return rates;
  }

  private static List<Double> point(double second, double value) {
    return List.of(second, value);
  }

  private static double at(long zero, long ms) {
    return (ms - zero) / 1e3;
  }
}
