package io.github.restcomparison.compare.experiment;

import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import io.github.restcomparison.records.JsonFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * How an experiment's time divides, summed over all runs that are over; kept in {@code time.json}
 * over interruptions.
 *
 * @param elapsedMs from the beginning, but for interruptions
 * @param warmUpMs of that, the silent load
 * @param loadMs of that, the measured load
 * @param aroundMs of that, what else was told apart; none in files of before November 22, 2026
 */
public record TimeSpent(
    long elapsedMs,
    long warmUpMs,
    long loadMs,
    @JsonSetter(nulls = Nulls.AS_EMPTY) Map<Part, Long> aroundMs) {
  private static final String FILE = "time.json";

  /** What time goes into, in the order to print. */
  public enum Part {
    /** The silent load. */
    WARM_UP("warm-up"),
    /** The measured load. */
    LOAD("measured load"),
    /** Gatling's JVM, until it has read what it is asked for. */
    GENERATOR_START("start of Gatling"),
    /** The service's JVM, until it has kept its contract. */
    SERVICE_START("start and check of the service"),
    /** From the last answer until both JVMs have ended: drain, record, Gatling's report. */
    END("end of a run"),
    /** Listening to the host before a round. */
    HOST_CHECK("host check"),
    /** The run that shows what the load generator can do. */
    CALIBRATION("calibration"),
    /** The comparison worked out and written after a round. */
    PAGES("pages");

    private final String words;

    Part(String words) {
      this.words = words;
    }
  }

  /** Copies the map. */
  public TimeSpent {
    aroundMs = Map.copyOf(aroundMs);
  }

  /** Reads what the folder of an experiment has; zeros where nothing was measured yet. */
  public static TimeSpent in(Path experiment) throws IOException {
    Path file = experiment.resolve(FILE);
    return Files.exists(file)
        ? JsonFiles.read(file, TimeSpent.class)
        : new TimeSpent(0, 0, 0, Map.of());
  }

  /** Writes it into the folder of an experiment. */
  void write(Path experiment) throws IOException {
    JsonFiles.write(experiment.resolve(FILE), this);
  }

  /** With some more time, which divides as told; what is not told is something else. */
  TimeSpent plus(Duration elapsed, Map<Part, Long> parts) {
    Map<Part, Long> around = new EnumMap<>(Part.class);
    around.putAll(aroundMs);
    parts.forEach((part, ms) -> around.merge(part, ms, Long::sum));
    long warmUp = around.containsKey(Part.WARM_UP) ? around.remove(Part.WARM_UP) : 0;
    long load = around.containsKey(Part.LOAD) ? around.remove(Part.LOAD) : 0;
    return new TimeSpent(elapsedMs + elapsed.toMillis(), warmUpMs + warmUp, loadMs + load, around);
  }

  /** Where the time went, in a sentence. */
  public String sentence() {
    if (elapsedMs == 0) {
      return "nothing was measured";
    }
    Map<Part, Long> parts = new EnumMap<>(Part.class);
    parts.putAll(aroundMs);
    parts.putAll(Map.of(Part.WARM_UP, warmUpMs, Part.LOAD, loadMs));
    long told = parts.values().stream().mapToLong(Long::longValue).sum();
    String division =
        Stream.concat(
                parts.entrySet().stream()
                    .filter(part -> part.getValue() > 0)
                    .map(part -> percent(part.getValue()) + part.getKey().words),
                Stream.of(percent(Math.max(0, elapsedMs - told)) + "all else"))
            .collect(Collectors.joining(", "));
    return "It took %s: %s.".formatted(words(Duration.ofMillis(elapsedMs)), division);
  }

  private String percent(long ms) {
    return String.format(Locale.ROOT, "%.0f %% ", 100.0 * ms / elapsedMs);
  }

  /** A time as people read it. */
  public static String words(Duration time) {
    return time.toMinutes() == 0
        ? time.toSeconds() + " s"
        : "%d min %02d s".formatted(time.toMinutes(), time.toSecondsPart());
  }
}
