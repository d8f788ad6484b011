package io.github.restcomparison.contracttck;

import java.io.IOException;
import java.net.URI;
import java.time.Duration;

/** How many bytes a service sends for an answer; the contract makes all answers alike. */
public final class AnswerSize {
  private AnswerSize() {}

  /**
   * Sends one request.
   *
   * @param timeout what the answer may take
   * @return bytes, head and body
   * @throws IOException if there is no answer
   */
  public static long of(URI resource, Duration timeout) throws IOException {
    try (HttpConnection connection = new HttpConnection(resource, timeout)) {
      return connection.send("GET", resource.getPath()).bytes();
    }
  }
}
