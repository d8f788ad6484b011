package io.github.restcomparison.runner.figures;

import io.github.restcomparison.records.RunRecord.HostState;
import io.github.restcomparison.records.RunRecord.LeftOut;
import io.github.restcomparison.records.RunSamples.HostSample;
import io.github.restcomparison.records.RunSamples.OfHost;
import io.github.restcomparison.records.RunSamples.ProcessSample;
import io.github.restcomparison.records.RunSamples.Window;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A window without the seconds in which the host disturbed it: the time that throughput and cost
 * are of. See docs/decisions/0025-seconds-left-out.md.
 *
 * @param leftOut in ascending order; they may overlap one another and the ends of the window
 */
public record KeptTime(Window window, List<LeftOut> leftOut) {
  /** The share of the CPU time that the hypervisor may give to others, or other processes use. */
  static final double HOST_SHARE = 0.05;

  private static final long PAUSE_MS = 20;

  /** The last sample may follow the one before closely; in so short a time ticks say nothing. */
  private static final long SHORTEST_MS = 500;

  private static final double LEAST_SHARE = 0.5;
  private static final double LEAST_SECONDS = 5;

  /** By which share of throughput answers that come in waves may change it. */
  private static final double MOST_BY_WAVES = 0.05;

  private static final List<String> REASONS =
      List.of("steal %.0f %%", "other processes %.0f %%", "load generator paused for %.0f ms");

  /** Consecutive seconds, with the worst figure of each of the reasons: 0 for none. */
  private record Disturbed(long fromMs, long toMs, double... worst) {
    Disturbed and(Disturbed next) {
      double[] both = worst.clone();
      Arrays.setAll(both, i -> Math.max(worst[i], next.worst[i]));
      return new Disturbed(fromMs, next.toMs, both);
    }

    String reasons() {
      return IntStream.range(0, worst.length)
          .filter(i -> worst[i] > 0)
          .mapToObj(i -> format(REASONS.get(i), worst[i]))
          .collect(Collectors.joining(", "));
    }

    LeftOut leftOut(Window window) {
      return new LeftOut(
          Math.max(window.startMs(), fromMs), Math.min(window.endMs(), toMs), reasons());
    }
  }

  /** If there is no window. */
  public static final KeptTime NONE = all(new Window(0, 0));

  /** The whole window. */
  public static KeptTime all(Window window) {
    return new KeptTime(window, List.of());
  }

  /**
   * Returns a window without its disturbed seconds, however little that is: those with steal, other
   * processes or a pause of the load generator. No figure of the service decides.
   *
   * <p>A second is the time between two samples of the host, so that the counters need no
   * interpolation at its ends. The second after a disturbed one is left out with it: requests that
   * were delayed are still answered in it.
   *
   * @param samples without those of the service, other processes disturb no second
   * @param backEnd samples of the back end that the service calls; empty if there is none
   * @param pauses of the generator that were longer than {@link #pauseMs}
   */
  public static KeptTime undisturbed(
      Window window, OfHost samples, List<ProcessSample> backEnd, List<Window> pauses) {
    List<Disturbed> disturbed = new ArrayList<>();
    boolean isAfter = false;
    for (Window second : seconds(samples.host())) {
      if (window.meets(second.startMs(), second.endMs())) {
        HostState host = new Usage(all(second), 0).host(samples, backEnd, Double.NaN);
        Disturbed next =
            new Disturbed(
                second.startMs(),
                second.endMs(),
                percentAboveLimit(host.stealShare()),
                percentAboveLimit(host.othersShare()),
                pauses.stream()
                    .filter(pause -> second.meets(pause.startMs(), pause.endMs()))
                    .mapToDouble(Window::ms)
                    .max()
                    .orElse(0));
        boolean isDisturbed = !next.reasons().isEmpty();
        if (isDisturbed || isAfter) {
          boolean continues = !disturbed.isEmpty() && disturbed.getLast().toMs == next.fromMs;
          disturbed.add(continues ? disturbed.removeLast().and(next) : next);
        }
        isAfter = isDisturbed;
      }
    }
    return new KeptTime(window, disturbed.stream().map(each -> each.leftOut(window)).toList());
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
    return share > HOST_SHARE ? 100 * share : 0;
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

  /** Whether nothing was left out, or enough is left for figures. */
  boolean isEnough() {
    return leftOut.isEmpty()
        || seconds() >= Math.max(LEAST_SECONDS, LEAST_SHARE * window.seconds());
  }

  /** Returns the objection of a gate; empty if enough is left. */
  Optional<String> tooLittle() {
    return isEnough()
        ? Optional.empty()
        : Optional.of(
            format(
                "the host left %.1f of %.1f s undisturbed; at least half of the window and %.0f s"
                    + " are needed",
                seconds(), window.seconds(), LEAST_SECONDS));
  }

  /** Returns the note on what was left out; empty if nothing was. */
  Optional<String> note() {
    return leftOut.isEmpty()
        ? Optional.empty()
        : Optional.of(
            format(
                "left out %.1f of %.1f s for the host: %s",
                window.seconds() - seconds(),
                window.seconds(),
                leftOut.stream().map(this::part).collect(Collectors.joining("; "))));
  }

  private String part(LeftOut each) {
    double from = (each.fromMs() - window.startMs()) / 1e3;
    double to = (each.toMs() - window.startMs()) / 1e3;
    return format("%.1f to %.1f s (%s)", from, to, each.reason());
  }

  private static String format(String sentence, Object... figures) {
    return String.format(Locale.ROOT, sentence, figures);
  }

  /** Returns what is left of the window, in ascending order. */
  public List<Window> parts() {
    List<Window> parts = new ArrayList<>();
    long from = window.startMs();
    for (LeftOut each : leftOut) {
      if (from < Math.min(each.fromMs(), window.endMs())) {
        parts.add(new Window(from, Math.min(each.fromMs(), window.endMs())));
      }
      from = Math.max(from, each.toMs());
    }
    if (from < window.endMs()) {
      parts.add(new Window(from, window.endMs()));
    }
    return parts;
  }

  /**
   * Returns the time that figures are of: this, or the whole window if too little is left or if
   * cuts may change the throughput. Answers that come in waves make each cut contain one wave more
   * or less: of 3 waves in 9 s, a cut may take 2 s and none of them.
   *
   * @param wave how far apart answers come if all users are answered at once; 0 in an open model
   */
  KeptTime forFigures(Duration wave) {
    boolean isFair = cuts() * wave.toMillis() <= MOST_BY_WAVES * ms();
    return isEnough() && isFair ? this : all(window);
  }

  private long cuts() {
    long cuts = 0;
    long from = window.startMs();
    for (Window part : parts()) {
      cuts += part.startMs() > from ? 1 : 0;
      from = part.endMs();
    }
    return cuts + (window.endMs() > from ? 1 : 0);
  }

  /** The length of all parts. */
  long ms() {
    return parts().stream().mapToLong(Window::ms).sum();
  }

  /** The length of all parts in seconds. */
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
            new KeptTime(new Window(window.startMs(), middle), leftOut),
            new KeptTime(new Window(middle, window.endMs()), leftOut));
      }
      left -= part.ms();
    }
    return List.of(this, this); // nothing is kept
  }

  /** Returns what was left out, in ms after a time. */
  public List<Window> leftOutAfter(long zeroMs) {
    return leftOut.stream()
        .map(each -> new Window(each.fromMs() - zeroMs, each.toMs() - zeroMs))
        .toList();
  }
}
