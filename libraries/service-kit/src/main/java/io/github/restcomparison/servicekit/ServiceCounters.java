package io.github.restcomparison.servicekit;

/**
 * The counters of a service and its JVM since they started. A call for each would cost more CPU
 * than ten requests a second do.
 *
 * @param requestsSeen requests that have reached the resource; -1 if it does not count
 * @param inFlight requests in the resource now; -1 if it does not count
 * @param timedRequests requests that have left the resource; -1 if it does not count
 * @param timedMicros their total time in it, in µs; -1 if it does not count
 */
public record ServiceCounters(
    long requestsSeen, long inFlight, long timedRequests, long timedMicros, JvmCounters jvm) {}
