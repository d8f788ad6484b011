package io.github.restcomparison.runner.outcome;

import io.github.restcomparison.records.RunRecord.HostState;
import io.github.restcomparison.records.RunRecord.LeftOut;
import io.github.restcomparison.records.RunSamples.HostSample;
import io.github.restcomparison.records.RunSamples.ProcessSample;
import io.github.restcomparison.records.RunSamples.Window;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;

/**
 * Finds the seconds of a window in which the host disturbed the measurement: by steal, by other
 * processes, by a pause of the load generator. It looks at no figure of the service.
 *
 * <p>A second is the time between two samples of the host, so that the counters need no
 * interpolation at its ends. The second after a disturbed one is left out with it: what had piled
 * up is worked off in it.
 *
 * @param service samples of the service; empty if it was not started here. Other processes then
 *     disturb no second
 * @param backEnd samples of the back end that the service calls; empty if there is none
 * @param pauses of the generator that were longer than they may be
 * @param wave how far apart answers come where all users are answered at once; 0 where they ask by
 *     a schedule
 */
record DisturbedSeconds(
    Window window,
    List<HostSample> host,
    List<ProcessSample> service,
    List<ProcessSample> generator,
    List<ProcessSample> backEnd,
    List<Window> pauses,
    Duration wave) {

  /** The last sample may follow the one before closely; in so short a time ticks say nothing. */
  private static final long SHORTEST_MS = 500;

  /** One second, with what disturbed it: 0 for what did not. */
  private record Second(Window time, double steal, double others, double pauseMs) {
    boolean isDisturbed() {
      return steal > 0 || others > 0 || pauseMs > 0;
    }
  }

  /**
   * The window without its disturbed seconds; the whole window if too little would be left, or if
   * that would not be fair to the waves in which answers come.
   */
  KeptTime kept() {
    KeptTime undisturbed = undisturbed();
    return undisturbed.isEnough() ? undisturbed.fairTo(wave) : KeptTime.all(window);
  }

  /** The window without its disturbed seconds, however little that is. */
  KeptTime undisturbed() {
    List<LeftOut> leftOut = new ArrayList<>();
    List<Second> together = new ArrayList<>();
    boolean after = false;
    for (Second second : seconds()) {
      if (second.isDisturbed() || after) {
        together.add(second);
      } else if (!together.isEmpty()) {
        leftOut.add(leftOut(together));
        together.clear();
      }
      after = second.isDisturbed();
    }
    if (!together.isEmpty()) {
      leftOut.add(leftOut(together));
    }
    return new KeptTime(window, leftOut);
  }

  private List<Second> seconds() {
    List<Window> times = new ArrayList<>();
    for (int i = 1; i < host.size(); i++) {
      long from = host.get(i - 1).atMs();
      long to = host.get(i).atMs();
      if (to - from < SHORTEST_MS && !times.isEmpty()) {
        from = times.removeLast().startMs();
      }
      times.add(new Window(from, to));
    }
    return times.stream()
        .filter(time -> time.startMs() < window.endMs() && time.endMs() > window.startMs())
        .map(this::second)
        .toList();
  }

  private Second second(Window time) {
    HostState state =
        new WindowHost(KeptTime.all(time), host)
            .state(service, generator, backEnd, OptionalDouble.empty());
    return new Second(
        time,
        above(HostLimits.STEAL_SHARE, state.stealShare()),
        above(HostLimits.OTHERS_SHARE, state.othersShare()),
        pauses.stream()
            .filter(pause -> pause.startMs() < time.endMs() && pause.endMs() > time.startMs())
            .mapToDouble(pause -> pause.endMs() - pause.startMs())
            .max()
            .orElse(0));
  }

  private static double above(double limit, OptionalDouble share) {
    return share.isPresent() && share.getAsDouble() > limit ? share.getAsDouble() : 0;
  }

  private LeftOut leftOut(List<Second> together) {
    List<String> reasons = new ArrayList<>();
    addIfAny(reasons, "steal %.0f %%", 100 * worst(together, Second::steal));
    addIfAny(reasons, "other processes %.0f %%", 100 * worst(together, Second::others));
    addIfAny(reasons, "load generator paused for %.0f ms", worst(together, Second::pauseMs));
    return new LeftOut(
        Math.max(window.startMs(), together.getFirst().time().startMs()),
        Math.min(window.endMs(), together.getLast().time().endMs()),
        String.join(", ", reasons));
  }

  private static double worst(List<Second> together, ToDoubleFunction<Second> what) {
    return together.stream().mapToDouble(what).max().orElse(0);
  }

  private static void addIfAny(List<String> reasons, String sentence, double worst) {
    if (worst > 0) {
      reasons.add(String.format(Locale.ROOT, sentence, worst));
    }
  }
}
