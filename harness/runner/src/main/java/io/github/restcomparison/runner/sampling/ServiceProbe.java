package io.github.restcomparison.runner.sampling;

import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;
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
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;

/**
 * Reads from a service's JVM, over JMX, what only the JVM knows: counted requests, allocation,
 * garbage collections, compilation time. It attaches by process id, outside of the measured path.
 */
public final class ServiceProbe implements AutoCloseable {
  /** A JVM that is short of memory collects garbage continuously and does not answer. */
  private static final long RESPONSE_TIMEOUT_MS = 10_000;

  static {
    // Read by the JDK's RMI when it connects; by default a call waits forever.
    System.setProperty("sun.rmi.transport.tcp.responseTimeout", Long.toString(RESPONSE_TIMEOUT_MS));
  }

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
      VirtualMachine jvm = VirtualMachine.attach(Long.toString(pid));
      String address;
      try {
        address = jvm.startLocalManagementAgent();
      } finally {
        jvm.detach();
      }
      return new ServiceProbe(JMXConnectorFactory.connect(new JMXServiceURL(address)));
    } catch (AttachNotSupportedException | MalformedObjectNameException e) {
      throw new IOException("cannot attach to process " + pid + ": " + e.getMessage(), e);
    }
  }

  /** How many requests the service has counted since it started. */
  public long requestsSeen() {
    return service.getRequestsSeen();
  }

  /** Sets the service's delay, in ms; 0 for the usual one. */
  public void drive(int delayMs) {
    service.drive(delayMs);
  }

  /** How many requests wait in the service now. */
  long inFlight() {
    return service.getInFlight();
  }

  /** Triggers a full garbage collection; returns the bytes of heap in use after it. */
  long heapAfterGc() {
    memory.gc();
    return memory.getHeapMemoryUsage().getUsed();
  }

  /** The settings that the service reports, by name. */
  public Map<String, String> configuration() {
    return service.getConfiguration();
  }

  /** The flags that its JVM was started with. */
  public List<String> flags() {
    return runtime.getInputArguments().stream().filter(flag -> flag.startsWith("-")).toList();
  }

  /** The class path that its JVM was started with. */
  public String classPath() {
    return runtime.getClassPath();
  }

  /**
   * Reads all values once, in one call: the probe is a guest of what it measures.
   *
   * @param nowMs is read after the answer, because a busy service answers late
   */
  JvmSample sample(LongSupplier nowMs) {
    ServiceCounters counters = service.getCounters();
    return new JvmSample(
        nowMs.getAsLong(),
        counters.allocated(),
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
