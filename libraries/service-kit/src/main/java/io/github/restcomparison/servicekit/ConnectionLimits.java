package io.github.restcomparison.servicekit;

import java.time.Duration;
import picocli.CommandLine.Option;

/** The limits of connections that a server itself enforces. */
public final class ConnectionLimits {
  @Option(names = "--max-head-bytes", paramLabel = "256..65536")
  private int maxHeadBytes = 8_192;

  @Option(names = "--idle-timeout-s", paramLabel = "1..3600")
  private int idleTimeoutSeconds = 60;

  /** Returns the maximum length of a request head, in bytes, 256 to 65536. */
  public int headBytes() {
    return maxHeadBytes;
  }

  /**
   * Returns the maximum idle time of a connection between two requests, 1 s to an hour; in whole
   * seconds, as in Grizzly.
   */
  public Duration idle() {
    return Duration.ofSeconds(idleTimeoutSeconds);
  }
}
