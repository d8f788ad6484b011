package io.github.restcomparison.runner.sampling;

import io.github.restcomparison.records.RunSamples.JvmSample;
import io.github.restcomparison.servicekit.ServiceCounters;
import io.github.restcomparison.servicekit.ServiceMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryMXBean;
import java.lang.management.RuntimeMXBean;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.LongSupplier;
import javax.management.JMX;
import javax.management.MBeanServerConnection;
import javax.management.MalformedObjectNameException;
import javax.management.ObjectName;
import javax.management.remote.JMXConnector;

/**
 * Reads what one of this project's services tells of itself and its JVM: counted requests,
 * allocation, garbage collections, compilation time. It attaches by process id, outside of the
 * measured path.
 */
public final class ServiceProbe implements JvmProbe {
  private final JMXConnector connector;
  private final ServiceMXBean service;
  private final RuntimeMXBean runtime;
  private final MemoryMXBean memory;

  private ServiceProbe(JMXConnector connector) throws IOException, MalformedObjectNameException {
    this.connector = connector;
    MBeanServerConnection server = connector.getMBeanServerConnection();
    service =
        JMX.newMXBeanProxy(server, new ObjectName(ServiceMXBean.OBJECT_NAME), ServiceMXBean.class);
    runtime = ManagementFactory.getPlatformMXBean(server, RuntimeMXBean.class);
    memory = ManagementFactory.getPlatformMXBean(server, MemoryMXBean.class);
  }

  /**
   * Attaches to a JVM of the same user.
   *
   * @throws IOException if the JVM cannot be attached to
   */
  public static ServiceProbe attach(long pid) throws IOException {
    try {
      return new ServiceProbe(JvmConnection.to(pid));
    } catch (MalformedObjectNameException e) {
      throw new IOException("cannot attach to process " + pid + ": " + e.getMessage(), e);
    }
  }

  /** How many requests the service has counted since it started. */
  public long requestsSeen() {
    return service.getCounters().requestsSeen();
  }

  /** Sets the delay of requests while the service is warmed up, in ms; 0 for its own. */
  public void setWarmUpDelayMs(int delayMs) {
    service.setWarmUpDelayMs(delayMs);
  }

  /** How many requests wait in the service now. */
  public long inFlight() {
    return service.getCounters().inFlight();
  }

  @Override
  public long heapAfterGc() {
    memory.gc();
    return memory.getHeapMemoryUsage().getUsed();
  }

  /** The settings that the service reports, by name. */
  public Map<String, String> configuration() {
    return service.getConfiguration();
  }

  @Override
  public List<String> flags() {
    return runtime.getInputArguments().stream().filter(flag -> flag.startsWith("-")).toList();
  }

  @Override
  public String classPath() {
    return runtime.getClassPath();
  }

  /** One call for all values: the probe is a guest of what it measures. */
  @Override
  public JvmSample sample(LongSupplier nowMs) {
    ServiceCounters counters = service.getCounters();
    return new JvmSample(
        nowMs.getAsLong(),
        OptionalLong.of(counters.allocated()),
        counters.gcs(),
        counters.gcMs(),
        counters.gcs() == 0 ? OptionalLong.empty() : OptionalLong.of(counters.heapAfterGc()),
        OptionalLong.of(counters.requestsSeen()),
        counters.compilingMs() < 0 ? OptionalLong.empty() : OptionalLong.of(counters.compilingMs()),
        OptionalLong.of(counters.inFlight()),
        OptionalLong.of(counters.timedRequests()),
        OptionalLong.of(counters.timedMicros()));
  }

  @Override
  public void close() {
    try {
      connector.close();
    } catch (IOException e) {
      // The service ended before its probe; no connection is left open.
    }
  }
}
