package io.github.restcomparison.runner.log;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** A log written by Gatling; how-it-was-made.txt next to it describes its content. */
final class GoldenLog {
  private GoldenLog() {}

  static Path file() {
    try {
      return Path.of(GoldenLog.class.getResource("/simulation-log/simulation.log").toURI());
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  static byte[] bytes() throws IOException {
    return Files.readAllBytes(file());
  }

  /** Reads bytes as the content of a file named x.log, with the users of all scenarios. */
  static GatlingLog read(byte[] bytes) throws IOException {
    return GatlingLog.of(List.of(() -> LogBytes.open(bytes)), Optional.of(Duration.ZERO));
  }
}
