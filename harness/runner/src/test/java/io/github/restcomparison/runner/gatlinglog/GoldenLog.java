package io.github.restcomparison.runner.gatlinglog;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.channels.Channels;
import java.nio.file.Files;
import java.nio.file.Path;

/** The log that a real Gatling wrote; how-it-was-made.txt beside it tells what is in it. */
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

  /** Reads bytes as if they were a file of the name x.log. */
  static SimulationLog.Header read(byte[] log, SimulationLog.Visitor visitor) throws IOException {
    var channel = Channels.newChannel(new ByteArrayInputStream(log));
    return SimulationLog.read(Path.of("x.log"), channel, visitor);
  }
}
