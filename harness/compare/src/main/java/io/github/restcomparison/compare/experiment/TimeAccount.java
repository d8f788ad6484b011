package io.github.restcomparison.compare.experiment;

import io.github.restcomparison.compare.experiment.TimeSpent.Part;
import io.github.restcomparison.records.RunFolder;
import io.github.restcomparison.records.RunRecord;
import io.github.restcomparison.records.RunSamples;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;

/** Keeps the {@link TimeSpent} of an experiment while it is measured. */
final class TimeAccount {
  private final Path experiment;
  private TimeSpent spent;
  private long last = System.nanoTime();
  private long begunMs;

  private TimeAccount(Path experiment, TimeSpent spent) {
    this.experiment = experiment;
    this.spent = spent;
  }

  /** Of an experiment that begins or goes on now. */
  static TimeAccount of(Path experiment) throws IOException {
    return new TimeAccount(experiment, TimeSpent.in(experiment));
  }

  /** How long it has been measured, but for interruptions. */
  Duration used() {
    return Duration.ofMillis(spent.elapsedMs()).plusNanos(System.nanoTime() - last);
  }

  /** All since the last entry was one thing. */
  void was(Part part) throws IOException {
    book(Map.of(part, elapsed().toMillis()));
  }

  /** A run begins. */
  void begins() {
    begunMs = System.currentTimeMillis();
  }

  /** A run has ended, and left its record, which knows when the load was. */
  void ran(RunRecord record, RunFolder run) throws IOException {
    Map<Part, Long> parts = new EnumMap<>(Part.class);
    Optional<RunSamples> found = run.readSamples();
    if (found.isPresent()) {
      RunSamples samples = found.get();
      long warmUp = Math.round(1e3 * record.load().orElseThrow().warmUpSeconds());
      long upMs = Instant.parse(record.startedAt()).toEpochMilli();
      parts.put(Part.GENERATOR_START, upMs - begunMs);
      parts.put(Part.SERVICE_START, samples.loadStartMs() - warmUp - upMs);
      parts.put(Part.WARM_UP, warmUp);
      parts.put(Part.LOAD, samples.loadEndMs() - samples.loadStartMs());
      parts.put(Part.END, System.currentTimeMillis() - samples.loadEndMs());
      parts.values().removeIf(ms -> ms < 0); // a clock was set, or nobody came
    }
    book(parts);
  }

  private Duration elapsed() {
    return Duration.ofNanos(System.nanoTime() - last);
  }

  private void book(Map<Part, Long> parts) throws IOException {
    Duration elapsed = elapsed();
    spent = spent.plus(elapsed, parts);
    last += elapsed.toNanos();
    spent.write(experiment);
  }
}
