package io.github.restcomparison.runner.service;

import com.sun.management.HotSpotDiagnosticMXBean;
import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;
import com.sun.tools.attach.VirtualMachineDescriptor;
import io.github.restcomparison.records.RunSamples.Heap;
import io.github.restcomparison.records.RunSamples.JvmSample;
import io.github.restcomparison.records.RunSamples.Requests;
import io.github.restcomparison.runner.host.Clock;
import io.github.restcomparison.servicekit.JvmCounters;
import io.github.restcomparison.servicekit.ServiceCounters;
import io.github.restcomparison.servicekit.ServiceMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryMXBean;
import java.lang.management.RuntimeMXBean;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Supplier;
import javax.management.JMException;
import javax.management.JMX;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;
import jdk.management.jfr.FlightRecorderMXBean;

/**
 * Reads counters of a service's JVM over JMX: allocation, collections, compilation. A service of
 * this project also counts its requests, has settings and a delay for the warm-up.
 *
 * @param flags that the JVM was started with
 * @param classPath that it was started with
 * @param settings its maximum {@code heap} and its {@code collector}, if known; and the number of
 *     {@code JVMs} of the service, if several
 * @param service itself; empty if it is not one of this project
 * @param counters reads all of them in one call
 */
public record JvmProbe(
    JMXConnector connector,
    List<String> flags,
    String classPath,
    Map<String, String> settings,
    MemoryMXBean memory,
    Optional<ServiceMXBean> service,
    Supplier<ServiceCounters> counters)
    implements AutoCloseable {
  static {
    // Read by the JDK's RMI when it connects; by default a call waits forever, and a JVM that is
    // short of memory does not respond.
    System.setProperty("sun.rmi.transport.tcp.responseTimeout", "10000");
  }

  private static final List<String> COLLECTORS =
      List.of("Serial", "Parallel", "G1", "Z", "Shenandoah", "Epsilon");

  private static JvmProbe of(JMXConnector connector) throws IOException, JMException {
    MBeanServerConnection server = connector.getMBeanServerConnection();
    RuntimeMXBean runtime = ManagementFactory.getPlatformMXBean(server, RuntimeMXBean.class);
    ObjectName name = new ObjectName(ServiceMXBean.OBJECT_NAME);
    Optional<ServiceMXBean> service =
        server.isRegistered(name)
            ? Optional.of(JMX.newMXBeanProxy(server, name, ServiceMXBean.class))
            : Optional.empty();
    return new JvmProbe(
        connector,
        runtime.getInputArguments().stream().filter(each -> each.startsWith("-")).toList(),
        runtime.getClassPath(),
        settings(ManagementFactory.getPlatformMXBean(server, HotSpotDiagnosticMXBean.class)),
        ManagementFactory.getPlatformMXBean(server, MemoryMXBean.class),
        service,
        service.isPresent() ? service.get()::getCounters : foreignCounters(JvmCounters.of(server)));
  }

  private static Supplier<ServiceCounters> foreignCounters(Supplier<JvmCounters> jvm) {
    return () -> new ServiceCounters(-1, -1, -1, -1, jvm.get());
  }

  /**
   * Returns the actual settings: without a flag, a JVM chooses by the CPUs and the memory of its
   * host.
   */
  private static Map<String, String> settings(HotSpotDiagnosticMXBean jvm) {
    Map<String, String> settings = new TreeMap<>();
    long heap = Long.parseLong(jvm.getVMOption("MaxHeapSize").getValue());
    settings.put("heap", (heap >> 20) + " MiB");
    for (String collector : COLLECTORS) {
      try {
        if (jvm.getVMOption("Use" + collector + "GC").getValue().equals("true")) {
          settings.put("collector", collector);
        }
      } catch (IllegalArgumentException e) {
        // this JVM is built without it
      }
    }
    return settings;
  }

  /**
   * Attaches to the JVM of a service. Of several, to the one that listens: a build tool that starts
   * a service has used more CPU. If none listens, to the one that has used the most. Empty if none
   * of its processes is a JVM that allows it.
   *
   * @param listens finds the processes that listen on its port, by all connections of the host
   */
  static Optional<JvmProbe> of(
      List<ProcessHandle> processes, Supplier<List<ProcessHandle>> listens) {
    List<String> all = VirtualMachine.list().stream().map(VirtualMachineDescriptor::id).toList();
    List<ProcessHandle> jvms =
        processes.stream().filter(each -> all.contains(Long.toString(each.pid()))).toList();
    List<ProcessHandle> listening = jvms.size() > 1 ? listens.get() : List.of();
    return jvms.stream()
        .max(
            Comparator.comparing((ProcessHandle each) -> listening.contains(each))
                .thenComparing(each -> each.info().totalCpuDuration().orElse(Duration.ZERO)))
        .flatMap(each -> attach(each.pid(), jvms.size()));
  }

  private static Optional<JvmProbe> attach(long pid, int jvms) {
    try {
      VirtualMachine jvm = VirtualMachine.attach(Long.toString(pid));
      try {
        JvmProbe probe =
            of(JMXConnectorFactory.connect(new JMXServiceURL(jvm.startLocalManagementAgent())));
        if (jvms > 1) {
          probe.settings.put("JVMs", Integer.toString(jvms));
        }
        return Optional.of(probe);
      } finally {
        jvm.detach();
      }
    } catch (AttachNotSupportedException | JMException | IOException | RuntimeException e) {
      return Optional.empty(); // the page reports what could not be observed
    }
  }

  /**
   * Reads all values once. For a service of this project that is one call: more calls would add to
   * the CPU time that is measured.
   */
  public JvmSample sample() {
    ServiceCounters now = counters.get();
    JvmCounters jvm = now.jvm();
    return new JvmSample(
        Clock.nowMs(), // after the response, because a busy service responds late
        new Heap(
            known(jvm.allocated()),
            jvm.gcs(),
            jvm.gcMs(),
            jvm.gcs() == 0 ? Double.NaN : jvm.heapAfterGc()),
        known(jvm.compilingMs()),
        new Requests(
            known(now.requestsSeen()),
            known(now.inFlight()),
            known(now.timedRequests()),
            known(now.timedMicros())));
  }

  /**
   * Returns the number of requests that the service has counted; NaN if it does not count, or has
   * ended.
   */
  double requestsSeen() {
    try {
      return service.isPresent() ? service.get().getCounters().requestsSeen() : Double.NaN;
    } catch (RuntimeException e) {
      return Double.NaN;
    }
  }

  private static double known(long counter) {
    return counter < 0 ? Double.NaN : counter;
  }

  /** Triggers a full garbage collection; returns the bytes of heap in use after it. */
  public long heapAfterGc() {
    memory.gc();
    return memory.getHeapMemoryUsage().getUsed();
  }

  /**
   * Returns the Flight Recorder of the JVM.
   *
   * @throws IOException if the service has ended
   * @throws IllegalArgumentException if the JVM has none
   */
  FlightRecorderMXBean flightRecorder() throws IOException {
    return ManagementFactory.getPlatformMXBean(
        connector.getMBeanServerConnection(), FlightRecorderMXBean.class);
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
