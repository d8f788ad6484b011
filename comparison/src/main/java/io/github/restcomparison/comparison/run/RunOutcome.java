package io.github.restcomparison.comparison.run;

import io.github.restcomparison.comparison.record.Latencies;
import io.github.restcomparison.comparison.record.MeasuredLoad;
import io.github.restcomparison.comparison.record.RunRecord.Generator;
import io.github.restcomparison.comparison.record.RunRecord.Load;
import io.github.restcomparison.comparison.record.RunRecord.Server;
import io.github.restcomparison.comparison.record.RunSamples;
import io.github.restcomparison.comparison.record.RunSamples.Window;
import io.github.restcomparison.comparison.record.WindowCost;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/** What a load showed: figures from Gatling's log and from the samples, before any gate. */
record RunOutcome(MeasuredLoad load, WarmUp warmUp, Sampler sampler, OptionalLong requestsSeen) {

  Load figures() {
    Latencies all = load.latencies();
    Optional<Window> window = load.window();
    Optional<Latencies> inWindow = window.map(load::in).filter(some -> some.total() > 0);
    return new Load(
        all.total() + load.ko(),
        all.total(),
        load.ko(),
        load.koByKind(),
        optional(window.map(Window::seconds)),
        optional(inWindow.map(some -> rounded(some.total() / window.orElseThrow().seconds()))),
        optional(inWindow.map(some -> rounded(some.mean()))),
        all.total() == 0 ? Optional.empty() : Optional.of(all.summary()),
        OptionalLong.empty(),
        warmUp.seconds().size(),
        warmUp.steady());
  }

  Optional<Server> server() {
    return sampler.service().isEmpty()
        ? Optional.empty()
        : cost().map(cost -> cost.server(sampler.service(), sampler.serviceJvm(), requestsSeen));
  }

  Optional<Generator> generator() {
    return cost().map(cost -> cost.generator(sampler.generator(), Host.CPUS));
  }

  private Optional<WindowCost> cost() {
    return load.window()
        .map(window -> new WindowCost(window, load.in(window).total()))
        .filter(cost -> cost.requests() > 0);
  }

  RunSamples samples() {
    return new RunSamples(
        load.firstStartMs(),
        load.lastEndMs(),
        load.window(),
        load.latencies().counts(),
        load.seconds(),
        warmUp.seconds(),
        sampler.service(),
        sampler.serviceJvm(),
        sampler.generator());
  }

  private static OptionalDouble optional(Optional<Double> value) {
    return value.map(OptionalDouble::of).orElse(OptionalDouble.empty());
  }

  private static double rounded(double value) {
    return Math.round(value * 1e3) / 1e3;
  }
}
