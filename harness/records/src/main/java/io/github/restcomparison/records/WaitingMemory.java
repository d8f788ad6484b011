package io.github.restcomparison.records;

import com.fasterxml.jackson.annotation.JsonIgnore;

/**
 * The memory of a service while many requests wait in it, and before: warm, without connections.
 *
 * @param waiting the number of requests that wait
 */
public record WaitingMemory(long waiting, Snapshot before, Snapshot during) {

  /**
   * The memory at one moment.
   *
   * @param heapAfterGc bytes in use after a full collection; NaN without a JVM that can be attached
   *     to
   * @param rss bytes of all its processes
   * @param threads of all its processes
   * @param socketBuffers bytes of all TCP sockets of the host; NaN if unknown
   */
  public record Snapshot(double heapAfterGc, long rss, int threads, double socketBuffers) {}

  /** Returns the bytes of heap for each request that waits; NaN if unknown. */
  @JsonIgnore
  public double heapPerRequest() {
    return perRequest(during.heapAfterGc() - before.heapAfterGc());
  }

  /**
   * Returns the bytes of resident memory for each request that waits, without heap that was used
   * before.
   */
  @JsonIgnore
  public double rssPerRequest() {
    return perRequest(during.rss() - before.rss());
  }

  private double perRequest(double bytes) {
    return bytes / Math.max(1, waiting);
  }
}
