package io.github.restcomparison.servicekit;

import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.lang.management.CompilationMXBean;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.util.List;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import javax.management.MBeanServerConnection;

/**
 * The counters of a JVM since it started.
 *
 * @param allocated bytes, by all threads; -1 if unknown, as before Java 21
 * @param gcMs ms in garbage collections
 * @param heapAfterGc bytes in use right after the last collection; 0 before the first
 * @param compilingMs ms of all JIT compiler threads; -1 if unknown
 */
public record JvmCounters(long allocated, long gcs, long gcMs, long heapAfterGc, long compilingMs) {

  /**
   * Returns a reader of the counters of a JVM.
   *
   * @throws IOException if the JVM has ended
   */
  public static Supplier<JvmCounters> of(MBeanServerConnection jvm) throws IOException {
    ThreadMXBean threads = ManagementFactory.getPlatformMXBean(jvm, ThreadMXBean.class);
    CompilationMXBean compiler = ManagementFactory.getPlatformMXBean(jvm, CompilationMXBean.class);
    List<GarbageCollectorMXBean> collectors =
        ManagementFactory.getPlatformMXBeans(jvm, GarbageCollectorMXBean.class);
    List<MemoryPoolMXBean> heapPools =
        ManagementFactory.getPlatformMXBeans(jvm, MemoryPoolMXBean.class).stream()
            .filter(pool -> pool.getType() == MemoryType.HEAP)
            .filter(pool -> pool.getCollectionUsage() != null)
            .toList();
    return () ->
        new JvmCounters(
            counter(threads::getTotalThreadAllocatedBytes),
            collectors.stream().mapToLong(GarbageCollectorMXBean::getCollectionCount).sum(),
            collectors.stream().mapToLong(GarbageCollectorMXBean::getCollectionTime).sum(),
            heapPools.stream().mapToLong(pool -> pool.getCollectionUsage().getUsed()).sum(),
            counter(() -> compiler.getTotalCompilationTime()));
  }

  private static long counter(LongSupplier counter) {
    try {
      return counter.getAsLong();
    } catch (RuntimeException e) {
      return -1;
    }
  }
}
