package io.github.restcomparison.runner.log;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;

/** A log written by Gatling; how-it-was-made.txt beside it describes its content. */
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

  /** Reads bytes as the content of a file named x.log; returns when its run started. */
  static long read(byte[] log, LogReader.Visitor visitor) throws IOException {
    return LogReader.read(Path.of("x.log"), ByteBuffer.wrap(log), visitor);
  }
}
