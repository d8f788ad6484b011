package io.github.restcomparison.runner.figures;

import io.github.restcomparison.records.RunFigures.ExcludedTime;
import io.github.restcomparison.records.RunFigures.HostState;
import io.github.restcomparison.records.RunSamples.HostSample;
import io.github.restcomparison.records.RunSamples.ProcessSample;
import io.github.restcomparison.records.RunSamples.ResourceSamples;
import io.github.restcomparison.records.RunSamples.Window;
import io.github.restcomparison.records.ThroughputLimits;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * A window without the seconds in which the host disturbed it: throughput and cost are computed
 * from this time. See docs/decisions/0025-seconds-left-out.md.
 *
 * @param excluded in ascending order; they may overlap one another and the ends of the window
 */
public record KeptTime(Window window, List<ExcludedTime> excluded) {
  /** The minimum distance of the last two samples; ticks of a shorter time have no meaning. */
  private static final long SHORTEST_MS = 500;

  private static final double MIN_SHARE = 0.5;
  private static final double MIN_SECONDS = 5;

  /** The maximum share by which responses in waves may change the throughput. */
  private static final double MAX_CHANGE_BY_WAVES = 0.05;

  /** The kept time if there is no window. */
  public static final KeptTime NONE = whole(new Window(0, 0));

  /** Returns the whole window. */
  public static KeptTime whole(Window window) {
    return new KeptTime(window, List.of());
  }

  /**
   * Returns a window without some times, in any order, which may overlap its ends and one another.
   */
  static KeptTime of(Window window, List<ExcludedTime> disturbed) {
    return new KeptTime(
        window,
        disturbed.stream()
            .filter(each -> window.overlaps(each.fromMs(), each.toMs()))
            .map(
                each ->
                    new ExcludedTime(
                        Math.max(window.startMs(), each.fromMs()),
                        Math.min(window.endMs(), each.toMs()),
                        each.reason()))
            .sorted(Comparator.comparingLong(ExcludedTime::fromMs))
            .toList());
  }

  /**
   * Returns a window without its disturbed seconds, even if the rest is short: those with steal,
   * other processes, or a load generator that paused or compiled. No figure of the service decides.
   *
   * <p>A second is the time between two samples of the host, so that the counters need no
   * interpolation at its ends. The second after a disturbed one is also excluded: delayed requests
   * get their responses in it. That applies to compilers, too: they take the CPU from requests in
   * flight.
   *
   * @param if the samples lack the service, other processes disturb no second
   * @param backEnd samples of the back end that the service calls; empty if there is none
   * @param pauses of the generator that were longer than {@link ThroughputLimits#maxPauseMs}
   */
  public static KeptTime undisturbed(
      Window window, ResourceSamples samples, List<ProcessSample> backEnd, List<Window> pauses) {
    List<ExcludedTime> disturbed = new ArrayList<>();
    Map<String, Double> worst = new LinkedHashMap<>();
    boolean isAfter = false;
    for (Window second : seconds(samples.host())) {
      if (window.overlaps(second.startMs(), second.endMs())) {
        HostState host = new Usage(whole(second), 0).host(samples, backEnd, Double.NaN);
        Map<String, Double> reasons = new LinkedHashMap<>();
        reasons.put("steal %.0f %%", percentAboveLimit(host.stealShare()));
        reasons.put("other processes %.0f %%", percentAboveLimit(host.othersShare()));
        reasons.put(
            "load generator compiling %.0f %%", percentAboveLimit(host.generatorJitShare()));
        reasons.put("load generator paused for %.0f ms", longestPause(pauses, second));
        reasons.values().removeIf(figure -> figure == 0);
        if (!reasons.isEmpty() || isAfter) {
          long fromMs = second.startMs();
          if (!disturbed.isEmpty() && disturbed.getLast().toMs() == fromMs) {
            fromMs = disturbed.removeLast().fromMs();
          } else {
            worst.clear();
          }
          reasons.forEach((reason, figure) -> worst.merge(reason, figure, Math::max));
          disturbed.add(new ExcludedTime(fromMs, second.endMs(), text(worst)));
        }
        isAfter = !reasons.isEmpty();
      }
    }
    return of(window, disturbed);
  }

  private static double longestPause(List<Window> pauses, Window second) {
    return pauses.stream()
        .filter(pause -> second.overlaps(pause.startMs(), pause.endMs()))
        .mapToDouble(Window::ms)
        .max()
        .orElse(0);
  }

  private static String text(Map<String, Double> reasons) {
    return reasons.entrySet().stream()
        .map(each -> each.getKey().formatted(each.getValue()))
        .collect(Collectors.joining(", "));
  }

  private static List<Window> seconds(List<HostSample> host) {
    List<Window> seconds = new ArrayList<>();
    for (int i = 1; i < host.size(); i++) {
      long from = host.get(i - 1).atMs();
      long to = host.get(i).atMs();
      boolean isShort = to - from < SHORTEST_MS && !seconds.isEmpty();
      seconds.add(new Window(isShort ? seconds.removeLast().startMs() : from, to));
    }
    return seconds;
  }

  private static double percentAboveLimit(double share) {
    return share > HostState.MAX_SHARE ? 100 * share : 0;
  }

  /** Returns whether nothing was excluded, or the rest is long enough for figures. */
  boolean isEnough() {
    return excluded.isEmpty() || seconds() >= Math.max(MIN_SECONDS, MIN_SHARE * window.seconds());
  }

  /** Returns the objection of a gate; empty if the rest is long enough. */
  Optional<String> objection() {
    String why =
        window.seconds() < MIN_SECONDS
            ? "the host left %.1f of %.1f s undisturbed; all of a window below %.0f s is needed"
            : "the host left %.1f of %.1f s undisturbed; at least half of the window and %.0f s are"
                + " needed";
    return Optional.of(why.formatted(seconds(), window.seconds(), MIN_SECONDS))
        .filter(objection -> !isEnough());
  }

  /** Returns the note on the excluded time; empty if there is none. */
  Optional<String> note() {
    String parts = excluded.stream().map(this::part).collect(Collectors.joining("; "));
    double left = window.seconds() - seconds();
    String note = "excluded %.1f of %.1f s (host disturbed): %s";
    return Optional.of(note.formatted(left, window.seconds(), parts))
        .filter(sentence -> !excluded.isEmpty());
  }

  private String part(ExcludedTime each) {
    double from = (each.fromMs() - window.startMs()) / 1e3;
    double to = (each.toMs() - window.startMs()) / 1e3;
    return "%.1f to %.1f s (%s)".formatted(from, to, each.reason());
  }

  /** Returns the kept parts of the window, in ascending order. */
  public List<Window> parts() {
    List<Window> parts = new ArrayList<>();
    long from = window.startMs();
    for (ExcludedTime each : excluded) {
      parts.add(new Window(from, each.fromMs()));
      from = Math.max(from, each.toMs());
    }
    parts.add(new Window(from, window.endMs()));
    return parts.stream().filter(part -> part.ms() > 0).toList();
  }

  /**
   * Returns the time for the figures: this, or the whole window if too little is kept or if cuts
   * may change the throughput. Responses that arrive in waves make each cut contain one wave more
   * or less: of 3 waves in 9 s, a cut may take 2 s and none of them.
   *
   * @param wave the time between responses if all users get theirs concurrently; 0 in an open model
   */
  KeptTime forFigures(Duration wave) {
    List<Window> parts = parts();
    boolean isCutAtEnd = parts.isEmpty() || parts.getLast().endMs() < window.endMs();
    long cuts =
        parts.stream().filter(part -> part.startMs() > window.startMs()).count()
            + (isCutAtEnd ? 1 : 0);
    boolean isFair = cuts * wave.toMillis() <= MAX_CHANGE_BY_WAVES * ms();
    return isEnough() && isFair ? this : whole(window);
  }

  /** Returns the length of all parts. */
  long ms() {
    return parts().stream().mapToLong(Window::ms).sum();
  }

  /** Returns the length of all parts in seconds. */
  double seconds() {
    return ms() / 1e3;
  }

  /** Returns its first and its second half, of equal lengths. */
  List<KeptTime> halves() {
    long left = ms() / 2;
    for (Window part : parts()) {
      long middle = part.startMs() + left;
      if (middle <= part.endMs()) {
        return List.of(
            of(new Window(window.startMs(), middle), excluded),
            of(new Window(middle, window.endMs()), excluded));
      }
      left -= part.ms();
    }
    return List.of(this, this); // nothing is kept
  }

  /** Returns the excluded time, in ms after a time. */
  public List<Window> excludedAfter(long zeroMs) {
    return excluded.stream()
        .map(each -> new Window(each.fromMs() - zeroMs, each.toMs() - zeroMs))
        .toList();
  }
}
