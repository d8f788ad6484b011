package io.github.restcomparison.compare.terminal;

import io.github.restcomparison.compare.experiment.TimeSpent;
import java.time.Duration;
import java.util.Locale;

/** Puts into words how an experiment's time divides, and a time as people read it. */
public final class TimeDivision {
  private TimeDivision() {}

  /** Where the time of an experiment went, in a sentence. */
  public static String sentence(TimeSpent time) {
    return time.elapsedMs() == 0
        ? "nothing was measured"
        : String.format(
            Locale.ROOT,
            "It took %s: %.0f %% warm-up, %.0f %% measured load, %.0f %% neither (JVMs, checks,"
                + " calibration, reports).",
            minutes(Duration.ofMillis(time.elapsedMs())),
            100.0 * time.warmUpMs() / time.elapsedMs(),
            100.0 * time.loadMs() / time.elapsedMs(),
            100.0 * time.aroundTheLoad());
  }

  static String minutes(Duration time) {
    return time.toMinutes() == 0
        ? time.toSeconds() + " s"
        : "%d min %02d s".formatted(time.toMinutes(), time.toSecondsPart());
  }
}
