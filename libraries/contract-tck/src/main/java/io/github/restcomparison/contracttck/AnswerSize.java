package io.github.restcomparison.contracttck;

import java.io.IOException;
import java.net.URI;
import java.time.Duration;

/** The bytes of a response, which the contract makes equal for all services. */
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
