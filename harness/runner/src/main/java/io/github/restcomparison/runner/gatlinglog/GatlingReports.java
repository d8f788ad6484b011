package io.github.restcomparison.runner.gatlinglog;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Comparator;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * Finds the folder in which Gatling writes its report of a run. Gatling does not publish its name:
 * {@code <simulation>-<UTC time>}, with the time taken right after the simulation's {@code
 * before()}.
 */
public final class GatlingReports {
  private static final DateTimeFormatter STAMP =
      DateTimeFormatter.ofPattern("yyyyMMddHHmmssSSS", Locale.ROOT).withZone(ZoneOffset.UTC);

  /**
   * Gatling advances its clock from its own start, so that it may differ from the host's clock if
   * that is adjusted. The previous run began longer ago than this.
   */
  private static final Duration CLOCKS_APART = Duration.ofMillis(500);

  private GatlingReports() {}

  /**
   * Finds the folder of a run.
   *
   * @param results the folder that contains a folder for each run
   * @param simulation the simulation's simple class name
   * @param beforeEnded when the simulation's {@code before()} ended, by the wall clock
   * @throws IOException if there is no such folder
   */
  public static Path folder(Path results, String simulation, Instant beforeEnded)
      throws IOException {
    String prefix = simulation.toLowerCase(Locale.ROOT) + "-";
    String earliest = prefix + STAMP.format(beforeEnded.minus(CLOCKS_APART));
    try (Stream<Path> folders = Files.list(results)) {
      return folders
          .filter(folder -> name(folder).matches(prefix + "\\d{17}"))
          .filter(folder -> name(folder).compareTo(earliest) >= 0)
          .min(Comparator.comparing(GatlingReports::name))
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
