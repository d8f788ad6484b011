package io.github.restcomparison.compare.experiment;

import io.github.restcomparison.records.DurationText;
import io.github.restcomparison.records.JsonFiles;
import io.github.restcomparison.records.plan.ExperimentPlan;
import io.github.restcomparison.records.settings.SettingException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * The used and the remaining time of an experiment: the rest is estimated beforehand, and corrected
 * by the times of the runs so far. {@code time.json} keeps it over interruptions.
 */
public final class ExperimentTime {
  private static final Duration SHORTEST = Duration.ofSeconds(1);

  /**
   * The content of {@code time.json}.
   *
   * @param elapsedMs from the first start to the end of the last run, without interruptions
   * @param estimatedMs the estimate of the same runs
   */
  record Elapsed(long elapsedMs, long estimatedMs) {}

  private final Path file;
  private final Optional<Duration> limit;
  private final LongSupplier nanoTime;
  private Elapsed read;
  private long takenAt;
  private Duration toDo = Duration.ZERO;

  /**
   * The time of an experiment that begins or continues now.
   *
   * @param folder of the experiment
   * @param limit from the first start on; empty for none
   * @param nanoTime of {@link System}
   * @throws IOException if its file cannot be read
   */
  public ExperimentTime(Path folder, Optional<Duration> limit, LongSupplier nanoTime)
      throws IOException {
    this.file = file(folder);
    this.limit = limit;
    this.nanoTime = nanoTime;
    this.read = read(file);
    this.takenAt = nanoTime.getAsLong();
  }

  /**
   * Returns the time of one of several experiments with one limit together, such as the loads of a
   * study. The limit minus the time of earlier experiments is divided by the estimates of a round.
   *
   * @param folder of the experiment
   * @param all plans by folder, in the order in which they are measured
   * @throws IOException if a file cannot be read
   */
  public static ExperimentTime of(Path folder, Map<Path, ExperimentPlan> all, LongSupplier nanoTime)
      throws IOException {
    long usedMs = 0;
    long laterMs = 0;
    for (Map.Entry<Path, ExperimentPlan> each : all.entrySet()) {
      if (laterMs == 0 && !each.getKey().equals(folder)) {
        usedMs += read(file(each.getKey())).elapsedMs;
      } else {
        laterMs += roundMs(each.getValue());
      }
    }
    long earlierMs = usedMs;
    double share = (double) roundMs(all.get(folder)) / laterMs;
    return new ExperimentTime(
        folder,
        all.get(folder)
            .design()
            .time()
            .map(limit -> Math.max(0, limit.toMillis() - earlierMs))
            .map(leftMs -> Duration.ofMillis((long) (share * leftMs))),
        nanoTime);
  }

  /**
   * Refuses a time limit that is shorter than one round of each experiment.
   *
   * @param all experiments that share the limit
   * @throws SettingException if it is
   */
  public static void requireRound(Collection<ExperimentPlan> all) {
    Duration shortest = all.stream().map(Schedule::shortest).reduce(Duration.ZERO, Duration::plus);
    for (ExperimentPlan each : all) {
      Duration limit = each.design().time().orElse(shortest);
      SettingException.refuseIf(
          limit.compareTo(shortest) < 0,
          "--for %s: must be more than %s, the time of the loads of one round",
          DurationText.of(limit),
          DurationText.of(Duration.ofSeconds(shortest.toSeconds())));
    }
  }

  private static long roundMs(ExperimentPlan plan) {
    return Schedule.estimate(Schedule.round(plan, 1, 1)).toMillis();
  }

  private static Path file(Path folder) {
    return folder.resolve("time.json");
  }

  private static Elapsed read(Path file) throws IOException {
    return JsonFiles.find(file, Elapsed.class).orElse(new Elapsed(0, 0));
  }

  /** Adds the estimate of planned runs. */
  void addEstimate(Duration estimate) {
    toDo = toDo.plus(estimate);
  }

  /** Notes the end of a run with its estimate. */
  void runEnded(Duration estimate) throws IOException {
    toDo = toDo.minus(estimate);
    read = new Elapsed(used().toMillis(), read.estimatedMs + estimate.toMillis());
    takenAt = nanoTime.getAsLong();
    JsonFiles.write(file, read);
  }

  /** Returns how long the experiment has been measured, without interruptions. */
  public Duration used() {
    return Duration.ofMillis(read.elapsedMs).plusNanos(nanoTime.getAsLong() - takenAt);
  }

  /** Returns the likely duration of something, by its estimate and the times of the runs so far. */
  Duration expected(Duration estimate) {
    return read.estimatedMs == 0
        ? estimate
        : Duration.ofMillis(estimate.toMillis() * read.elapsedMs / read.estimatedMs);
  }

  /** Returns whether something with such an estimate should end within the limit. */
  boolean isEnoughFor(Duration estimate) {
    return limit.isEmpty() || used().plus(expected(estimate)).compareTo(limit.get()) <= 0;
  }

  /** Returns the limit; empty if there is none. */
  Optional<Duration> limit() {
    return limit;
  }

  /** Returns the remaining time, 1 s or more; empty if it is unknown. */
  Optional<Duration> remaining() {
    if (!toDo.isPositive()) {
      return Optional.empty();
    }
    Duration left = expected(toDo).minusNanos(nanoTime.getAsLong() - takenAt);
    Duration atMost = limit.map(most -> most.minus(used())).orElse(left);
    Duration less = left.compareTo(atMost) < 0 ? left : atMost;
    return Optional.of(less.compareTo(SHORTEST) < 0 ? SHORTEST : less);
  }

  /** Returns a time such as {@code 34 s} or {@code 2 min 05 s}. */
  public static String text(Duration time) {
    return time.toMinutes() == 0
        ? time.toSeconds() + " s"
        : String.format(Locale.ROOT, "%d min %02d s", time.toMinutes(), time.toSecondsPart());
  }
}
