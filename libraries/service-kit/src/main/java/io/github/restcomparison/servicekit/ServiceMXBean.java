package io.github.restcomparison.servicekit;

import java.util.Map;

/** What a measuring process asks a running service over JMX, outside the path that it measures. */
public interface ServiceMXBean {

  /** The name of this bean in the platform MBean server. */
  String OBJECT_NAME = "io.github.restcomparison:type=Service";

  /** How many requests for the resource have reached the service since it started. */
  long getRequestsSeen();

  /** How many of them wait at this moment. */
  long getInFlight();

  /** How many requests were answered of which the service knows how long they were in it. */
  long getTimedRequests();

  /**
   * How long those were in the resource, together, in µs: from their arrival there to the end of
   * their wait. What is beyond the wait that was asked for is the wait's own lateness.
   */
  long getTimedMicros();

  /** The settings in force and what the service runs with beyond them. */
  Map<String, String> getConfiguration();
}
