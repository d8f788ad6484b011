package io.github.restcomparison.servicekit;

import java.util.Map;

/**
 * The values that a measuring process reads and sets in a running service over JMX, outside the
 * path that it measures.
 */
public interface ServiceMXBean {

  /** The name of this bean in the platform MBean server. */
  String OBJECT_NAME = "io.github.restcomparison:type=Service";

  /** Returns the counters of the service and its JVM, in one call. */
  ServiceCounters getCounters();

  /**
   * Sets another delay for requests that arrive from now on, for a warm-up: in ms, 0 for the
   * service's own. It does not change a back end's delay, and no delay at all.
   */
  void setWarmUpDelayMs(int delayMs);

  /** Returns the settings in force and other configuration of the service. */
  Map<String, String> getConfiguration();
}
