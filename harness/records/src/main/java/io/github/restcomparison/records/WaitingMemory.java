package io.github.restcomparison.records;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * What a service holds while many requests wait in it, and what it held before they came: warm, and
 * with nobody connected.
 *
 * @param waiting requests in it when it was looked at
 */
public record WaitingMemory(long waiting, Held before, Held during) {

  /**
   * What was held at one moment.
   *
   * @param heapAfterGc bytes in use right after a full collection; absent where there is no JVM
   *     that can be asked
   * @param rss bytes of all of its processes
   * @param threads of all of its processes
   * @param socketBuffers bytes that the kernel holds in the buffers of all TCP sockets of the host,
   *     at both ends; absent where the platform does not tell
   */
  @JsonInclude(JsonInclude.Include.NON_ABSENT)
  public record Held(OptionalLong heapAfterGc, long rss, int threads, OptionalLong socketBuffers) {}

  /** Bytes of heap for each request that waits; empty where the heap cannot be seen. */
  @JsonIgnore
  public OptionalDouble heapPerRequest() {
    return before.heapAfterGc().isPresent() && during.heapAfterGc().isPresent()
        ? OptionalDouble.of(
            perRequest(during.heapAfterGc().getAsLong() - before.heapAfterGc().getAsLong()))
        : OptionalDouble.empty();
  }

  /** Bytes of resident memory for each request that waits: heap that was touched before is none. */
  @JsonIgnore
  public double rssPerRequest() {
    return perRequest(during.rss() - before.rss());
  }

  private double perRequest(long bytes) {
    return (double) bytes / Math.max(1, waiting);
  }
}
