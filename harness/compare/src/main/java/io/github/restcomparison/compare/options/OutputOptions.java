package io.github.restcomparison.compare.options;

import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import picocli.CommandLine.Option;

/** Where results go. */
public final class OutputOptions {
  /** By default: where {@code compare} is called, and not under target, which a build may clean. */
  public static final Path RESULTS = Path.of("results");

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "The folder of the results (default: results/<time>).")
  private Path out;

  /** The folder, which may be there already or not. */
  public Path folder() {
    return (out == null ? RESULTS.resolve(now()) : out).toAbsolutePath().normalize();
  }

  /** A name for an experiment that begins now. */
  public static String session() {
    return "compare-" + now();
  }

  private static String now() {
    return DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss").format(LocalDateTime.now());
  }
}
