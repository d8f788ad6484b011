package io.github.restcomparison.servicekit;

import java.time.Duration;
import java.util.OptionalInt;

/**
 * What a service refuses, and when, so that broken, slow or hostile clients do not harm the others.
 *
 * @param headBytes of a request's line and of its fields, 256 to 65536; longer is {@code 414} or
 *     {@code 431}
 * @param bodyBytes of a request's content, 0 to 2^30; longer is {@code 413}
 * @param connections at once, 1 to 1,000,000; more are closed as soon as they are accepted
 * @param waiting requests that may wait at once, for a worker in models that have a pool of them,
 *     for the back end in the others; more are {@code 503}, at once; any number where it is empty
 * @param idle how long a connection may be without a whole request's head, 1 s to an hour
 * @param timeout how long a request may wait for the back end, 1 ms to an hour; {@code 503} then
 */
public record Limits(
    int headBytes,
    int bodyBytes,
    int connections,
    OptionalInt waiting,
    Duration idle,
    Duration timeout) {

  /**
   * Reads {@code MAX_HEAD_BYTES}, {@code MAX_BODY_BYTES}, {@code MAX_CONNECTIONS}, {@code
   * MAX_WAITING}, {@code IDLE_TIMEOUT_MS} and {@code TIMEOUT_MS}.
   *
   * @throws SettingException where one of them cannot be used
   */
  public static Limits of(Settings settings) {
    return new Limits(
        settings.integer("MAX_HEAD_BYTES", 8_192, 256, 65_536),
        settings.integer("MAX_BODY_BYTES", 65_536, 0, 1 << 30),
        settings.integer("MAX_CONNECTIONS", 16_384, 1, 1_000_000),
        settings.limit("MAX_WAITING", 0, 1_000_000),
        Duration.ofMillis(settings.integer("IDLE_TIMEOUT_MS", 60_000, 1_000, 3_600_000)),
        Duration.ofMillis(settings.integer("TIMEOUT_MS", 630_000, 1, 3_600_000)));
  }
}
