package io.github.restcomparison.servicekit;

/**
 * What a service and its JVM have counted since they started. A call for each would cost more CPU
 * than ten requests a second do.
 *
 * @param requestsSeen requests that have reached the resource; -1 if it does not count
 * @param inFlight requests in the resource now; -1 if it does not count
 * @param timedRequests requests that have left the resource; -1 if it does not count
 * @param timedMicros how long those were in it, together, in µs; -1 if it does not count
 */
public record ServiceCounters(
    long requestsSeen, long inFlight, long timedRequests, long timedMicros, JvmCounters jvm) {}
