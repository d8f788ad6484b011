package io.github.restcomparison.compare.options;

import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import picocli.CommandLine.Option;

/** Where results go. */
public final class OutputOptions {
  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "The folder of the results (default: results/<time>).")
  private Path out;

  /** The folder, which may be there already or not. */
  public Path folder(Path project) {
    return (out == null ? results(project).resolve(now()) : out).toAbsolutePath().normalize();
  }

  /** Where results go by default: not under target, which a build may clean. */
  public static Path results(Path project) {
    return project.resolve("results");
  }

  /** A name for an experiment that begins now. */
  public static String session() {
    return "compare-" + now();
  }

  private static String now() {
    return DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss").format(LocalDateTime.now());
  }
}
