package io.github.restcomparison.runner.sampling;

import com.sun.management.ThreadMXBean;
import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;
import com.sun.tools.attach.VirtualMachineDescriptor;
import io.github.restcomparison.records.RunSamples.Heap;
import io.github.restcomparison.records.RunSamples.JvmSample;
import io.github.restcomparison.records.RunSamples.Requests;
import io.github.restcomparison.runner.host.Processes;
import io.github.restcomparison.servicekit.ServiceCounters;
import io.github.restcomparison.servicekit.ServiceMXBean;
import java.io.IOException;
import java.lang.management.CompilationMXBean;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryMXBean;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.lang.management.RuntimeMXBean;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.management.JMX;
import javax.management.MBeanServerConnection;
import javax.management.MalformedObjectNameException;
import javax.management.ObjectName;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;

/**
 * Reads over JMX what a service's JVM knows: allocation, collections, compilation. A service of
 * this project also counts its requests, has settings and a delay for the warm-up.
 */
public final class JvmProbe implements AutoCloseable {
  /** A JVM that is short of memory collects garbage continuously and does not answer. */
  private static final long RESPONSE_TIMEOUT_MS = 10_000;

  static {
    // Read by the JDK's RMI when it connects; by default a call waits forever.
    System.setProperty("sun.rmi.transport.tcp.responseTimeout", Long.toString(RESPONSE_TIMEOUT_MS));
  }

  private final JMXConnector connector;
  private final RuntimeMXBean runtime;
  private final MemoryMXBean memory;
  private final ThreadMXBean threads;
  private final CompilationMXBean compiler;
  private final List<GarbageCollectorMXBean> collectors;
  private final List<MemoryPoolMXBean> heapPools;
  private final boolean countsAllocation;

  /** Null if it is not a service of this project. */
  private final ServiceMXBean service;

  private JvmProbe(JMXConnector connector) throws IOException, MalformedObjectNameException {
    this.connector = connector;
    MBeanServerConnection server = connector.getMBeanServerConnection();
    runtime = ManagementFactory.getPlatformMXBean(server, RuntimeMXBean.class);
    memory = ManagementFactory.getPlatformMXBean(server, MemoryMXBean.class);
    threads = ManagementFactory.getPlatformMXBean(server, ThreadMXBean.class);
    compiler = ManagementFactory.getPlatformMXBean(server, CompilationMXBean.class);
    collectors = ManagementFactory.getPlatformMXBeans(server, GarbageCollectorMXBean.class);
    heapPools =
        ManagementFactory.getPlatformMXBeans(server, MemoryPoolMXBean.class).stream()
            .filter(pool -> pool.getType() == MemoryType.HEAP)
            .filter(pool -> pool.getCollectionUsage() != null)
            .toList();
    countsAllocation = countsAllocation();
    ObjectName name = new ObjectName(ServiceMXBean.OBJECT_NAME);
    service =
        server.isRegistered(name) ? JMX.newMXBeanProxy(server, name, ServiceMXBean.class) : null;
  }

  /** Of all threads together, which JVMs before 21 do not. */
  private boolean countsAllocation() {
    try {
      return threads.getTotalThreadAllocatedBytes() >= 0;
    } catch (RuntimeException e) {
      return false;
    }
  }

  /**
   * Attaches to a JVM of the same user.
   *
   * @throws IOException if the JVM cannot be attached to
   */
  public static JvmProbe attach(long pid) throws IOException {
    try {
      VirtualMachine jvm = VirtualMachine.attach(Long.toString(pid));
      try {
        return new JvmProbe(
            JMXConnectorFactory.connect(new JMXServiceURL(jvm.startLocalManagementAgent())));
      } finally {
        jvm.detach();
      }
    } catch (AttachNotSupportedException | MalformedObjectNameException e) {
      throw new IOException("cannot attach to process " + pid + ": " + e.getMessage(), e);
    }
  }

  /**
   * Attaches to the JVM of a service; of several, to that which has used the most CPU.
   *
   * @return empty if none of its processes is a JVM that lets us attach
   */
  public static Optional<JvmProbe> of(Processes processes) {
    Set<String> jvms =
        VirtualMachine.list().stream()
            .map(VirtualMachineDescriptor::id)
            .collect(Collectors.toSet());
    return processes.running().stream()
        .filter(process -> jvms.contains(Long.toString(process.pid())))
        .max(
            Comparator.comparing(
                process -> process.info().totalCpuDuration().orElse(Duration.ZERO)))
        .flatMap(
            process -> {
              try {
                return Optional.of(attach(process.pid()));
              } catch (IOException | RuntimeException e) {
                return Optional.empty(); // the page says what could not be seen
              }
            });
  }

  /**
   * Reads all values once. For a service of this project that is one call: the probe is a guest of
   * what it measures.
   *
   * @param nowMs is read after the answer, because a busy service answers late
   */
  JvmSample sample(LongSupplier nowMs) {
    if (service != null) {
      ServiceCounters counters = service.getCounters();
      return new JvmSample(
          nowMs.getAsLong(),
          new Heap(
              OptionalLong.of(counters.allocated()),
              counters.gcs(),
              counters.gcMs(),
              counters.gcs() == 0 ? OptionalLong.empty() : OptionalLong.of(counters.heapAfterGc())),
          counters.compilingMs() < 0
              ? OptionalLong.empty()
              : OptionalLong.of(counters.compilingMs()),
          new Requests(
              OptionalLong.of(counters.requestsSeen()),
              OptionalLong.of(counters.inFlight()),
              OptionalLong.of(counters.timedRequests()),
              OptionalLong.of(counters.timedMicros())));
    }
    long gcs = sum(collectors.stream().map(GarbageCollectorMXBean::getCollectionCount));
    long heap = sum(heapPools.stream().map(pool -> pool.getCollectionUsage().getUsed()));
    boolean isCompilingTimed = compiler != null && compiler.isCompilationTimeMonitoringSupported();
    return new JvmSample(
        nowMs.getAsLong(),
        new Heap(
            countsAllocation
                ? OptionalLong.of(threads.getTotalThreadAllocatedBytes())
                : OptionalLong.empty(),
            gcs,
            sum(collectors.stream().map(GarbageCollectorMXBean::getCollectionTime)),
            gcs == 0 ? OptionalLong.empty() : OptionalLong.of(heap)),
        isCompilingTimed
            ? OptionalLong.of(compiler.getTotalCompilationTime())
            : OptionalLong.empty(),
        Requests.UNKNOWN);
  }

  private static long sum(Stream<Long> counts) {
    return counts.mapToLong(Long::longValue).sum();
  }

  /** Triggers a full garbage collection; returns the bytes of heap in use after it. */
  long heapAfterGc() {
    memory.gc();
    return memory.getHeapMemoryUsage().getUsed();
  }

  /** The flags that the JVM was started with. */
  public List<String> flags() {
    return runtime.getInputArguments().stream().filter(flag -> flag.startsWith("-")).toList();
  }

  /** The class path that it was started with. */
  public String classPath() {
    return runtime.getClassPath();
  }

  /** How many requests the service has counted since it started. */
  public long requestsSeen() {
    return service.getCounters().requestsSeen();
  }

  /** How many requests wait in the service now. */
  public long inFlight() {
    return service.getCounters().inFlight();
  }

  /** Sets the delay of requests while the service is warmed up, in ms; 0 for its own. */
  public void setWarmUpDelayMs(int delayMs) {
    service.setWarmUpDelayMs(delayMs);
  }

  /** The settings that the service reports, by name. */
  public Map<String, String> configuration() {
    return service.getConfiguration();
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
