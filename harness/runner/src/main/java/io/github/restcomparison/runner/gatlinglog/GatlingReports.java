package io.github.restcomparison.runner.gatlinglog;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * Finds the folder that Gatling makes for a run and tells nobody of: {@code <simulation>-<UTC
 * time>} where the time is taken right after the simulation's {@code before()}.
 */
public final class GatlingReports {
  private static final DateTimeFormatter STAMP =
      DateTimeFormatter.ofPattern("yyyyMMddHHmmssSSS", Locale.ROOT).withZone(ZoneOffset.UTC);

  /**
   * Gatling counts its time on from its start, and the host's clock may be set meanwhile; a run
   * before this one was begun longer ago than this.
   */
  private static final Duration CLOCKS_APART = Duration.ofMillis(500);

  private GatlingReports() {}

  /**
   * The folder of the run that began at a time.
   *
   * @param results the folder with a folder for each run in it
   * @param simulation the simulation's simple class name
   * @param beforeEnded wall-clock time
   * @throws IOException where there is none
   */
  public static Path folder(Path results, String simulation, Instant beforeEnded)
      throws IOException {
    String prefix = simulation.toLowerCase(Locale.ROOT) + "-";
    String earliest = prefix + STAMP.format(beforeEnded.minus(CLOCKS_APART));
    try (Stream<Path> folders = Files.list(results)) {
      return folders
          .filter(folder -> name(folder).matches(prefix + "\\d{17}"))
          .filter(folder -> name(folder).compareTo(earliest) >= 0)
          .min((a, b) -> name(a).compareTo(name(b)))
          .orElseThrow(
              () ->
                  new IOException(
                      "no folder of this run, such as " + earliest + ", in " + results));
    }
  }

  private static String name(Path folder) {
    return folder.getFileName().toString();
  }
}
