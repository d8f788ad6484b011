package io.github.restcomparison.servicekit;

import java.util.Map;

/**
 * What a measuring process reads and sets in a running service over JMX, outside the path that it
 * measures.
 */
public interface ServiceMXBean {

  /** The name of this bean in the platform MBean server. */
  String OBJECT_NAME = "io.github.restcomparison:type=Service";

  /** What the service and its JVM have counted, in one answer. */
  ServiceCounters getCounters();

  /**
   * Sets another delay for requests that arrive from now on, for a warm-up: in ms, 0 for the
   * service's own. A back end's delay, and no delay at all, stay as they are.
   */
  void setWarmUpDelayMs(int delayMs);

  /** The settings in force and what the service runs with beyond them. */
  Map<String, String> getConfiguration();
}
