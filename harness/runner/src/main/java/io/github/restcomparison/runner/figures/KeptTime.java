package io.github.restcomparison.runner.figures;

import io.github.restcomparison.records.RunRecord.LeftOut;
import io.github.restcomparison.records.RunSamples.Window;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * A window without the seconds in which the host disturbed it: the time that throughput and cost
 * are of. See docs/decisions/0025-seconds-left-out.md.
 *
 * @param leftOut in ascending order; they may overlap one another and the ends of the window
 */
public record KeptTime(Window window, List<LeftOut> leftOut) {
  private static final double LEAST_SHARE = 0.5;
  private static final double LEAST_SECONDS = 5;

  /** By which share of throughput answers that come in waves may change it. */
  private static final double MOST_BY_WAVES = 0.05;

  /** The whole window. */
  public static KeptTime all(Window window) {
    return new KeptTime(window, List.of());
  }

  /** Whether nothing was left out, or enough is left for figures. */
  public boolean isEnough() {
    return leftOut.isEmpty()
        || seconds() >= Math.max(LEAST_SECONDS, LEAST_SHARE * window.seconds());
  }

  /** Returns the objection of a gate if it is not enough. */
  public String tooLittle() {
    return String.format(
        Locale.ROOT,
        "the host left %.1f of %.1f s undisturbed; at least half of the window and %.0f s are"
            + " needed",
        seconds(),
        window.seconds(),
        LEAST_SECONDS);
  }

  /** Returns the note on what was left out; empty if nothing was. */
  Optional<String> note() {
    return leftOut.isEmpty()
        ? Optional.empty()
        : Optional.of(
            String.format(
                Locale.ROOT,
                "left out %.1f of %.1f s for the host: %s",
                window.seconds() - seconds(),
                window.seconds(),
                leftOut.stream().map(this::part).collect(Collectors.joining("; "))));
  }

  private String part(LeftOut each) {
    return String.format(
        Locale.ROOT,
        "%.1f to %.1f s (%s)",
        (each.fromMs() - window.startMs()) / 1e3,
        (each.toMs() - window.startMs()) / 1e3,
        each.reason());
  }

  /** Returns what is left of the window, in ascending order. */
  List<Window> parts() {
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
    return parts().stream().mapToLong(part -> part.endMs() - part.startMs()).sum();
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
      left -= part.endMs() - part.startMs();
    }
    return List.of(this, this); // nothing is kept
  }

  /** Returns what was left out, in ms after a time. */
  List<Window> leftOutAfter(long zeroMs) {
    return leftOut.stream()
        .map(each -> new Window(each.fromMs() - zeroMs, each.toMs() - zeroMs))
        .toList();
  }
}
