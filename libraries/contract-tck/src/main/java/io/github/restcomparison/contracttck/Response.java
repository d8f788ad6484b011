package io.github.restcomparison.contracttck;

import io.github.restcomparison.servicekit.Endpoint;
import java.time.Duration;
import java.util.Map;

/**
 * A response.
 *
 * @param headers by name, whatever its case; of several with one name the last
 * @param after from the request's first byte to the response's last
 */
public record Response(int status, Map<String, String> headers, String body, Duration after) {

  /** Returns whether it is the response of the contract. */
  boolean isRight() {
    return status == 200 && body.equals(Endpoint.BODY);
  }
}
