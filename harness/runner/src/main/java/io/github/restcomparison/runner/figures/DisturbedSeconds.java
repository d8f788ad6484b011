package io.github.restcomparison.runner.figures;

import io.github.restcomparison.records.RunRecord.HostState;
import io.github.restcomparison.records.RunRecord.LeftOut;
import io.github.restcomparison.records.RunSamples.OfHost;
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
 * interpolation at its ends. The second after a disturbed one is left out with it: requests that
 * were delayed are still answered in it.
 *
 * @param samples without those of the service, other processes disturb no second
 * @param backEnd samples of the back end that the service calls; empty if there is none
 * @param pauses of the generator that were longer than {@link #pauseMs}
 */
public record DisturbedSeconds(
    Window window, OfHost samples, List<ProcessSample> backEnd, List<Window> pauses) {
  /** The share of the CPU time that the hypervisor may give to others, or other processes use. */
  public static final double HOST_SHARE = 0.05;

  private static final long PAUSE_MS = 20;

  /** The last sample may follow the one before closely; in so short a time ticks say nothing. */
  private static final long SHORTEST_MS = 500;

  /** One second, with what disturbed it: 0 for what did not. */
  private record Second(Window time, double steal, double others, double pauseMs) {
    boolean isDisturbed() {
      return steal > 0 || others > 0 || pauseMs > 0;
    }
  }

  /**
   * Returns by how many ms a thread of the generator may wake late: 20, or half of the request time
   * if that is longer. See docs/decisions/0007-pause-of-the-generator.md.
   *
   * @param requestTime the shortest possible duration of a request under the load
   */
  public static long pauseMs(Duration requestTime) {
    return Math.max(PAUSE_MS, requestTime.toMillis() / 2);
  }

  /** Returns the window without its disturbed seconds, however little that is. */
  public KeptTime undisturbed() {
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
    for (int i = 1; i < samples.host().size(); i++) {
      long from = samples.host().get(i - 1).atMs();
      long to = samples.host().get(i).atMs();
      if (to - from < SHORTEST_MS && !times.isEmpty()) {
        from = times.removeLast().startMs();
      }
      times.add(new Window(from, to));
    }
    return times.stream()
        .filter(time -> window.meets(time.startMs(), time.endMs()))
        .map(this::second)
        .toList();
  }

  private Second second(Window time) {
    HostState state =
        new Usage(KeptTime.all(time), 0).host(samples, backEnd, OptionalDouble.empty());
    return new Second(
        time,
        aboveLimit(state.stealShare()),
        aboveLimit(state.othersShare()),
        pauses.stream()
            .filter(pause -> time.meets(pause.startMs(), pause.endMs()))
            .mapToDouble(pause -> pause.endMs() - pause.startMs())
            .max()
            .orElse(0));
  }

  private static double aboveLimit(OptionalDouble share) {
    return share.orElse(0) > HOST_SHARE ? share.getAsDouble() : 0;
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
