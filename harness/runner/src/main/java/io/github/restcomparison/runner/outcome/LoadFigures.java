package io.github.restcomparison.runner.outcome;

import io.github.restcomparison.records.Latencies;
import io.github.restcomparison.records.OpenModel;
import io.github.restcomparison.records.RunRecord.Counts;
import io.github.restcomparison.records.RunRecord.InWindow;
import io.github.restcomparison.records.RunRecord.Load;
import io.github.restcomparison.records.RunRecord.WarmUp;
import io.github.restcomparison.records.RunSamples.Window;
import io.github.restcomparison.records.WarmUpOutcome;
import io.github.restcomparison.runner.log.GatlingLog;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;

/**
 * Computes the recorded figures of a load.
 *
 * @param kept what is kept of the window; absent if there is none
 * @param steadiness in that time; absent if there is no window
 * @param answerBytes size of one right answer in bytes, headers included; absent if not measured
 * @param open what became of the requests of an open model; absent in a closed one
 * @param warmUpSeconds duration of the warm-up
 * @param warmUpSteady whether the warm-up ended because the service was steady
 * @param warmUp how it went; absent if there was none, or several
 */
public record LoadFigures(
    GatlingLog load,
    Optional<KeptTime> kept,
    Optional<Steadiness> steadiness,
    OptionalDouble answerBytes,
    Optional<OpenModel.Outcome> open,
    double warmUpSeconds,
    boolean warmUpSteady,
    Optional<WarmUpOutcome> warmUp) {

  /** The figures as the record has them: rates and means are rounded to three decimals. */
  public Load figures() {
    Latencies all = load.latencies();
    Optional<Latencies> inWindow =
        kept.map(time -> time.answers(load)).filter(some -> some.total() > 0);
    ToDoubleFunction<Latencies> throughput = some -> some.total() / kept.get().seconds();
    Latencies undisturbed = kept.map(time -> time.latencies(load)).orElse(all);
    return new Load(
        new Counts(all.total() + load.failed(), all.total(), load.failed(), load.failures()),
        new InWindow(
            rounded(kept.map(KeptTime::window), Window::seconds),
            rounded(kept, KeptTime::seconds),
            kept.map(KeptTime::leftOut).orElse(List.of()),
            rounded(inWindow, throughput),
            rounded(inWindow, Latencies::mean),
            rounded(inWindow, some -> kept.get().inFlight(load)),
            rounded(
                inWindow.filter(some -> answerBytes.isPresent()),
                some -> answerBytes.getAsDouble() * throughput.applyAsDouble(some))),
        undisturbed.total() == 0 ? Optional.empty() : Optional.of(undisturbed.summary()),
        steadiness.stream().mapToLong(Steadiness::longestStallMs).findFirst(),
        open,
        new WarmUp(
            warmUpSeconds,
            warmUpSteady && steadiness.map(Steadiness::steady).orElse(true),
            warmUp));
  }

  private static <T> OptionalDouble rounded(Optional<T> of, ToDoubleFunction<T> figure) {
    return of.stream().mapToDouble(figure).map(ResourceUsage::rounded).findFirst();
  }
}
