package io.github.restcomparison.compare.experiment;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.github.restcomparison.compare.experiment.Schedule.PlannedRun;
import io.github.restcomparison.records.JsonFiles;
import io.github.restcomparison.records.LoadSpec;
import io.github.restcomparison.records.RunFolder;
import io.github.restcomparison.records.RunRecord;
import io.github.restcomparison.records.RunSamples;
import io.github.restcomparison.records.plan.ExperimentPlan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.LongSupplier;

/**
 * The time of an experiment: how long its runs should take, what is left, and what it was spent on.
 * What was spent is kept in {@code time.json}, over interruptions.
 */
public final class ExperimentTime {
  /** Starting and stopping two JVMs, checking the contract, writing the pages. */
  private static final Duration AROUND_THE_LOAD = Duration.ofSeconds(7);

  private static final Duration SHORTEST = Duration.ofSeconds(1);
  private static final String FILE = "time.json";

  /** What time is spent on, in the order to print. */
  enum Part {
    WARM_UP("warm-up"),
    LOAD("measured load"),
    /** From the start of Gatling's JVM until the start of the service's. */
    GENERATOR_START("start of Gatling"),
    SERVICE_START("start and check of the service"),
    /** From the last response until both JVMs have ended. */
    END("end of a run"),
    HOST_CHECK("host check"),
    CALIBRATION("calibration"),
    PAGES("pages");

    private final String words;

    Part(String words) {
      this.words = words;
    }
  }

  /**
   * What was spent, as {@code time.json} has it.
   *
   * @param elapsedMs all of it, without interruptions
   * @param partsMs what is known of it
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record Spent(long elapsedMs, Map<Part, Long> partsMs) {}

  private final Path file;
  private final LongSupplier nanoTime;
  private final Map<Part, Long> partsMs = new EnumMap<>(Part.class);
  private long elapsedMs;
  private long bookedAt;
  private long runBegunMs;

  private Duration before = Duration.ZERO;
  private Duration expected = Duration.ZERO;
  private Duration limit;
  private Duration over = Duration.ZERO;
  private Duration took = Duration.ZERO;
  private Duration current = Duration.ZERO;

  /**
   * The time of an experiment that begins or goes on now.
   *
   * @param folder of the experiment
   * @throws IOException if its file cannot be read
   */
  public ExperimentTime(Path folder) throws IOException {
    this(folder, System::nanoTime);
  }

  ExperimentTime(Path folder, LongSupplier nanoTime) throws IOException {
    this.file = folder.resolve(FILE);
    this.nanoTime = nanoTime;
    this.bookedAt = nanoTime.getAsLong();
    if (Files.exists(file)) {
      Spent spent = JsonFiles.read(file, Spent.class);
      elapsedMs = spent.elapsedMs();
      partsMs.putAll(spent.partsMs());
      before = Duration.ofMillis(elapsedMs);
    }
  }

  /** Returns how long all runs of a plan should take, without repetitions. */
  public static Duration expected(ExperimentPlan plan) {
    return expected(plan, Schedule.all(plan));
  }

  static Duration expected(ExperimentPlan plan, List<PlannedRun> runs) {
    LoadSpec load = plan.load();
    Duration all = Duration.ZERO;
    for (PlannedRun run : runs) {
      all = all.plus(AROUND_THE_LOAD).plusMillis(load.warmUpLimitMs() / 2);
      if (load.open().isPresent()) {
        all = all.plusSeconds(load.open().get().seconds());
      } else if (load.seconds().isPresent()) {
        all = all.plusSeconds(load.seconds().getAsInt());
      } else {
        LoadSpec.Bounds bounds = new LoadSpec.Bounds(run.target().bound(load), OptionalInt.empty());
        long turns = Math.ceilDiv(load.users(), load.with(bounds, false).limits().atOnce());
        all = all.plusMillis(load.delayMs() * turns * load.requestsPerUser());
      }
    }
    return all;
  }

  /**
   * Begins to count down.
   *
   * @param all the expected duration of everything, with what may already be done
   * @param limitMs the time limit from the first start; absent for none
   */
  public void expect(Duration all, OptionalLong limitMs) {
    expected = all;
    before = used();
    limit = limitMs.isEmpty() ? null : Duration.ofMillis(limitMs.getAsLong());
  }

  /** Returns how long the experiment has been measured, without interruptions. */
  Duration used() {
    return Duration.ofMillis(elapsedMs).plusNanos(nanoTime.getAsLong() - bookedAt);
  }

  /** Books all time since the last booking as one part. */
  void book(Part part) throws IOException {
    book(Map.of(part, Duration.ofNanos(nanoTime.getAsLong() - bookedAt).toMillis()));
  }

  private void book(Map<Part, Long> parts) throws IOException {
    parts.forEach((part, ms) -> partsMs.merge(part, ms, Long::sum));
    long ms = Duration.ofNanos(nanoTime.getAsLong() - bookedAt).toMillis();
    elapsedMs += ms;
    bookedAt += 1_000_000 * ms;
    JsonFiles.write(file, new Spent(elapsedMs, partsMs));
  }

  /** Subtracts runs that were measured before. */
  void skip(Duration part) {
    expected = expected.minus(part);
  }

  /** A run of an expected duration begins; {@code isExtra} if it is a repetition. */
  void begin(Duration part, boolean isExtra) {
    if (isExtra) {
      expected = expected.plus(part);
    }
    current = part;
    runBegunMs = System.currentTimeMillis();
  }

  /** The run is over. */
  void end() {
    over = over.plus(current);
    took = elapsed();
    current = Duration.ZERO;
  }

  /** The run is over, and its record says how its time divides. */
  void end(RunRecord record, RunFolder run) throws IOException {
    end();
    Map<Part, Long> parts = new EnumMap<>(Part.class);
    Optional<RunSamples> samples = run.readSamples();
    if (samples.isPresent()) {
      long loadStartMs = samples.get().load().loadStartMs();
      long loadEndMs = samples.get().load().loadEndMs();
      long warmUpMs = Math.round(1e3 * record.load().orElseThrow().warmUp().warmUpSeconds());
      long upMs = Instant.parse(record.identity().startedAt()).toEpochMilli();
      parts.put(Part.GENERATOR_START, upMs - runBegunMs);
      parts.put(Part.SERVICE_START, loadStartMs - warmUpMs - upMs);
      parts.put(Part.WARM_UP, warmUpMs);
      parts.put(Part.LOAD, loadEndMs - loadStartMs);
      parts.put(Part.END, System.currentTimeMillis() - loadEndMs);
      parts.values().removeIf(ms -> ms < 0); // the wall clock was set meanwhile
    }
    book(parts);
  }

  /** Returns what a part should take, corrected by what the parts before it took. */
  Duration likely(Duration part) {
    return over.isZero()
        ? part
        : Duration.ofMillis(
            Math.round((double) part.toMillis() * took.toMillis() / over.toMillis()));
  }

  /** Returns what is left, at least what follows the current run; empty if it is unknown. */
  public Optional<Duration> left() {
    if (expected.isZero()) {
      return Optional.empty();
    }
    Duration toDo = expected.minus(over);
    Duration now = likely(toDo).minus(elapsed().minus(took));
    Duration left = longer(longer(now, likely(toDo.minus(current))), SHORTEST);
    if (limit != null) {
      Duration atMost = longer(limit.minus(used()), SHORTEST);
      left = left.compareTo(atMost) < 0 ? left : atMost;
    }
    return Optional.of(left);
  }

  private Duration elapsed() {
    return used().minus(before);
  }

  private static Duration longer(Duration one, Duration other) {
    return one.compareTo(other) > 0 ? one : other;
  }

  /** Returns a sentence that says what the time was spent on. */
  public String sentence() {
    if (elapsedMs == 0) {
      return "nothing was measured";
    }
    List<String> division = new ArrayList<>();
    long known = 0;
    for (Map.Entry<Part, Long> part : partsMs.entrySet()) {
      known += part.getValue();
      if (part.getValue() > 0) {
        division.add(percent(part.getValue()) + part.getKey().words);
      }
    }
    division.add(percent(Math.max(0, elapsedMs - known)) + "other");
    return "It took %s: %s."
        .formatted(words(Duration.ofMillis(elapsedMs)), String.join(", ", division));
  }

  private String percent(long ms) {
    return String.format(Locale.ROOT, "%.0f %% ", 100.0 * ms / elapsedMs);
  }

  /** Returns a time such as {@code 34 s} or {@code 2 min 05 s}. */
  public static String words(Duration time) {
    return time.toMinutes() == 0
        ? time.toSeconds() + " s"
        : String.format(Locale.ROOT, "%d min %02d s", time.toMinutes(), time.toSecondsPart());
  }
}
