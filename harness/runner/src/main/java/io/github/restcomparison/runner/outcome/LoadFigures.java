package io.github.restcomparison.runner.outcome;

import io.github.restcomparison.records.Latencies;
import io.github.restcomparison.records.OpenModel;
import io.github.restcomparison.records.RunRecord.Load;
import io.github.restcomparison.records.RunSamples.Window;
import io.github.restcomparison.runner.gatlinglog.MeasuredLoad;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * What a load was, in figures.
 *
 * @param connectionsOpened in the window, where anybody counted
 * @param answerBytes of one right answer, its head included; absent where nobody looked
 * @param open what became of the requests of an open model; absent in a closed one
 * @param warmUpSeconds that the silent load before it took
 * @param warmUpSteady whether that one ended because the service was seen to be steady
 */
public record LoadFigures(
    MeasuredLoad load,
    Optional<Steadiness> steadiness,
    OptionalLong connectionsOpened,
    OptionalDouble answerBytes,
    Optional<OpenModel.Outcome> open,
    double warmUpSeconds,
    boolean warmUpSteady) {

  /** As the record has them: rates and means to three decimals. */
  public Load figures() {
    Latencies all = load.latencies();
    Optional<Window> window = load.window();
    Optional<Latencies> inWindow = window.map(load::in).filter(some -> some.total() > 0);
    OptionalDouble throughput =
        optional(inWindow.map(some -> some.total() / window.orElseThrow().seconds()));
    return new Load(
        all.total() + load.ko(),
        all.total(),
        load.ko(),
        load.koByKind(),
        optional(window.map(Window::seconds)),
        rounded(throughput),
        rounded(optional(inWindow.map(Latencies::mean))),
        rounded(optional(inWindow.map(some -> load.inFlight(window.orElseThrow())))),
        throughput.isPresent() && answerBytes.isPresent()
            ? rounded(OptionalDouble.of(answerBytes.getAsDouble() * throughput.getAsDouble()))
            : OptionalDouble.empty(),
        all.total() == 0 ? Optional.empty() : Optional.of(all.summary()),
        steadiness
            .map(shown -> OptionalLong.of(shown.longestStallMs()))
            .orElse(OptionalLong.empty()),
        connectionsOpened,
        open,
        warmUpSeconds,
        warmUpSteady && steadiness.map(Steadiness::steady).orElse(true));
  }

  private static OptionalDouble optional(Optional<Double> value) {
    return value.map(OptionalDouble::of).orElse(OptionalDouble.empty());
  }

  private static OptionalDouble rounded(OptionalDouble value) {
    return value.isPresent()
        ? OptionalDouble.of(Math.round(value.getAsDouble() * 1e3) / 1e3)
        : value;
  }
}
