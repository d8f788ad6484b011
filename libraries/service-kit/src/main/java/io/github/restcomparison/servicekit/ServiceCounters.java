package io.github.restcomparison.servicekit;

import com.sun.management.ThreadMXBean;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.util.List;

/**
 * What a service and its JVM have counted since they started. A call for each would cost more CPU
 * than ten requests a second do.
 *
 * @param requestsSeen requests that have reached the resource
 * @param inFlight requests in the resource now
 * @param timedRequests requests that have left the resource
 * @param timedMicros how long those were in it, together, in µs
 * @param allocated bytes, by all threads
 * @param gcMs ms in garbage collections
 * @param heapAfterGc bytes in use right after the last collection; 0 before the first
 * @param compilingMs ms of all JIT compiler threads; -1 if the JVM does not tell
 */
public record ServiceCounters(
    long requestsSeen,
    long inFlight,
    long timedRequests,
    long timedMicros,
    long allocated,
    long gcs,
    long gcMs,
    long heapAfterGc,
    long compilingMs) {

  private static final ThreadMXBean THREADS =
      ManagementFactory.getPlatformMXBean(ThreadMXBean.class);
  private static final List<GarbageCollectorMXBean> COLLECTORS =
      ManagementFactory.getGarbageCollectorMXBeans();
  private static final List<MemoryPoolMXBean> HEAP_POOLS =
      ManagementFactory.getMemoryPoolMXBeans().stream()
          .filter(pool -> pool.getType() == MemoryType.HEAP)
          .filter(MemoryPoolMXBean::isCollectionUsageThresholdSupported)
          .toList();

  /** Those of this JVM now. */
  static ServiceCounters of(RunningService service) {
    return new ServiceCounters(
        service.requests().seen(),
        service.requests().inFlight(),
        service.requests().timed(),
        service.requests().timedMicros(),
        THREADS.getTotalThreadAllocatedBytes(),
        COLLECTORS.stream().mapToLong(GarbageCollectorMXBean::getCollectionCount).sum(),
        COLLECTORS.stream().mapToLong(GarbageCollectorMXBean::getCollectionTime).sum(),
        HEAP_POOLS.stream().mapToLong(pool -> pool.getCollectionUsage().getUsed()).sum(),
        compilationTimeMs());
  }

  private static long compilationTimeMs() {
    var compiler = ManagementFactory.getCompilationMXBean();
    return compiler != null && compiler.isCompilationTimeMonitoringSupported()
        ? compiler.getTotalCompilationTime()
        : -1;
  }
}
