package io.github.restcomparison.compare.options;

import java.nio.file.Path;
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
    return (out == null ? Results.newFolder(project) : out).toAbsolutePath().normalize();
  }
}
