package io.github.restcomparison.runner.merge;

import io.github.restcomparison.records.Environment;
import io.github.restcomparison.records.RunSamples.CgroupSample;
import io.github.restcomparison.records.service.UserService;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What is known of a service from its own host, while injectors on other hosts loaded it.
 *
 * @param samples of its container, by that host's clock; empty where nobody was let look
 * @param throttling by its CPU limit, during the load; absent where it has none, or nobody was let
 *     look
 * @param environment where it ran, and what it might use
 * @param settings that it was started with, by name
 * @param notes where the pods were, and what a reader should know of that
 * @param user what was measured, where it is a service of the user's
 */
public record ServiceSide(
    List<CgroupSample> samples,
    Optional<Throttling> throttling,
    Environment environment,
    Map<String, String> settings,
    List<String> notes,
    Optional<UserService> user) {

  /**
   * How the kernel held a container to its CPU limit: of each period of 100 ms it may use its share
   * alone, and waits for the rest.
   *
   * @param periods in which it had work
   * @param throttled periods in which it had to wait
   * @param micros for which its threads waited, all together, in µs
   */
  public record Throttling(long periods, long throttled, long micros) {}
}
