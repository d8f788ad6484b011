package io.github.restcomparison.runner.sampling;

import com.sun.management.ThreadMXBean;
import com.sun.tools.attach.VirtualMachine;
import com.sun.tools.attach.VirtualMachineDescriptor;
import io.github.restcomparison.records.RunSamples.JvmSample;
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
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.management.MBeanServerConnection;
import javax.management.remote.JMXConnector;

/**
 * Reads what every JVM tells of itself: allocation, collections, compilation. Of requests it knows
 * nothing.
 */
public final class PlatformProbe implements JvmProbe {
  private final JMXConnector connector;
  private final RuntimeMXBean runtime;
  private final MemoryMXBean memory;
  private final ThreadMXBean threads;
  private final Optional<CompilationMXBean> compiler;
  private final List<GarbageCollectorMXBean> collectors;
  private final List<MemoryPoolMXBean> heapPools;
  private final boolean countsAllocation;

  private PlatformProbe(JMXConnector connector) throws IOException {
    this.connector = connector;
    MBeanServerConnection server = connector.getMBeanServerConnection();
    runtime = ManagementFactory.getPlatformMXBean(server, RuntimeMXBean.class);
    memory = ManagementFactory.getPlatformMXBean(server, MemoryMXBean.class);
    threads = ManagementFactory.getPlatformMXBean(server, ThreadMXBean.class);
    compiler =
        Optional.ofNullable(ManagementFactory.getPlatformMXBean(server, CompilationMXBean.class))
            .filter(CompilationMXBean::isCompilationTimeMonitoringSupported);
    collectors = ManagementFactory.getPlatformMXBeans(server, GarbageCollectorMXBean.class);
    heapPools =
        ManagementFactory.getPlatformMXBeans(server, MemoryPoolMXBean.class).stream()
            .filter(pool -> pool.getType() == MemoryType.HEAP)
            .filter(pool -> pool.getCollectionUsage() != null)
            .toList();
    countsAllocation = countsAllocation();
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
   * Attaches to the JVM of a command; of several, to that which has used the most CPU.
   *
   * @param command its first process
   * @return empty where none of its processes is a JVM, or lets us attach
   */
  public static Optional<PlatformProbe> of(ProcessHandle command) {
    Set<String> jvms =
        VirtualMachine.list().stream()
            .map(VirtualMachineDescriptor::id)
            .collect(Collectors.toSet());
    return Stream.concat(Stream.of(command), command.descendants())
        .filter(process -> jvms.contains(Long.toString(process.pid())))
        .max(
            Comparator.comparing(
                process -> process.info().totalCpuDuration().orElse(Duration.ZERO)))
        .flatMap(PlatformProbe::attach);
  }

  private static Optional<PlatformProbe> attach(ProcessHandle jvm) {
    try {
      return Optional.of(new PlatformProbe(JvmConnection.to(jvm.pid())));
    } catch (IOException | RuntimeException e) {
      return Optional.empty(); // the page says what could not be seen
    }
  }

  @Override
  public JvmSample sample(LongSupplier nowMs) {
    long gcs = sum(collectors.stream().map(GarbageCollectorMXBean::getCollectionCount));
    OptionalLong allocated =
        countsAllocation
            ? OptionalLong.of(threads.getTotalThreadAllocatedBytes())
            : OptionalLong.empty();
    return new JvmSample(
        nowMs.getAsLong(),
        allocated,
        gcs,
        sum(collectors.stream().map(GarbageCollectorMXBean::getCollectionTime)),
        gcs == 0
            ? OptionalLong.empty()
            : OptionalLong.of(
                sum(heapPools.stream().map(pool -> pool.getCollectionUsage().getUsed()))),
        OptionalLong.empty(),
        compiler.stream().mapToLong(CompilationMXBean::getTotalCompilationTime).findFirst(),
        OptionalLong.empty(),
        OptionalLong.empty(),
        OptionalLong.empty());
  }

  private static long sum(Stream<Long> counts) {
    return counts.mapToLong(Long::longValue).sum();
  }

  @Override
  public long heapAfterGc() {
    memory.gc();
    return memory.getHeapMemoryUsage().getUsed();
  }

  @Override
  public List<String> flags() {
    return runtime.getInputArguments().stream().filter(flag -> flag.startsWith("-")).toList();
  }

  @Override
  public String classPath() {
    return runtime.getClassPath();
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
