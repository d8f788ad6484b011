package io.github.restcomparison.runner.outcome;

import io.github.restcomparison.records.Latencies;
import io.github.restcomparison.records.RunRecord.LeftOut;
import io.github.restcomparison.records.RunSamples.Window;
import io.github.restcomparison.runner.log.GatlingLog;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * A window less the seconds in which the host disturbed it: the time that throughput and cost are
 * of. See docs/decisions/0025-seconds-left-out.md.
 *
 * @param leftOut in ascending order; they may overlap one another and the ends of the window
 */
public record KeptTime(Window window, List<LeftOut> leftOut) {

  /** The share of a window that must be left. */
  private static final double LEAST_SHARE = 0.5;

  /** How much of a window must be left, in seconds. */
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

  /** The objection of a gate if it is not enough. */
  public String tooLittle() {
    return String.format(
        Locale.ROOT,
        "the host left %.1f of %.1f s undisturbed; half of the window and %.0f s must be",
        seconds(),
        window.seconds(),
        LEAST_SECONDS);
  }

  /** The note on what was left out; empty if nothing was. */
  public Optional<String> note() {
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

  /** What is left of the window, in ascending order. */
  public List<Window> parts() {
    List<Window> parts = new ArrayList<>();
    long from = window.startMs();
    for (LeftOut each : leftOut) {
      addIfAny(parts, from, Math.min(each.fromMs(), window.endMs()));
      from = Math.max(from, each.toMs());
    }
    addIfAny(parts, from, window.endMs());
    return parts;
  }

  private static void addIfAny(List<Window> parts, long fromMs, long toMs) {
    if (fromMs < toMs) {
      parts.add(new Window(fromMs, toMs));
    }
  }

  /**
   * Whether its throughput is that of the window although answers come in waves: one more or less
   * for each cut changes little. Of 3 waves in 9 s, a cut may take 2 s and none of them.
   *
   * @param wave how far apart answers come where all users are answered at once; 0 where they ask
   *     by a schedule
   */
  boolean isFairTo(Duration wave) {
    return cuts() * wave.toMillis() <= MOST_BY_WAVES * ms();
  }

  /** This, or the whole window where leaving something out would not be fair to the waves. */
  public KeptTime fairTo(Duration wave) {
    return isFairTo(wave) ? this : all(window);
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
  public long ms() {
    return parts().stream().mapToLong(part -> part.endMs() - part.startMs()).sum();
  }

  /** The length of all parts in seconds. */
  public double seconds() {
    return ms() / 1e3;
  }

  /** The first and the second half of it: as much of the time is kept in either. */
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

  /** The latencies of the successful requests that ended in it. */
  public Latencies answers(GatlingLog load) {
    Latencies all = new Latencies();
    parts().forEach(part -> load.in(part).counts().forEach(all::add));
    return all;
  }

  /** The latencies of the successful requests that met nothing of what was left out. */
  public Latencies latencies(GatlingLog load) {
    return leftOut.isEmpty() ? load.latencies() : load.outside(left(0));
  }

  /** What was left out, in ms after a time. */
  List<Window> left(long zeroMs) {
    return leftOut.stream()
        .map(each -> new Window(each.fromMs() - zeroMs, each.toMs() - zeroMs))
        .toList();
  }

  /** How many successful requests were in flight in it, on average. */
  double inFlight(GatlingLog load) {
    double sum = 0;
    for (Window part : parts()) {
      sum += load.inFlight(part) * (part.endMs() - part.startMs());
    }
    return sum / ms();
  }

  /** The longest stall in one of its parts; the first, if several are equally long. */
  GatlingLog.Stall longestStall(GatlingLog load) {
    return parts().stream()
        .map(load::longestStall)
        .reduce((one, other) -> other.ms() > one.ms() ? other : one)
        .orElse(new GatlingLog.Stall(window.startMs(), 0));
  }
}
