package io.github.restcomparison.servicekit;

import com.sun.management.ThreadMXBean;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.util.List;

/**
 * What a service and its JVM have counted since they started: all that is sampled, in one answer. A
 * call for each would cost more CPU than ten requests a second do.
 *
 * @param requestsSeen requests for the resource that have reached the service
 * @param inFlight how many of them wait at this moment
 * @param timedRequests how many were answered of which the service knows how long they were in it
 * @param timedMicros how long those were in the resource, together, in µs: from their arrival there
 *     to the end of their wait. What is beyond the wait that was asked for is the wait's lateness
 * @param allocated bytes, by all threads
 * @param gcs garbage collections
 * @param gcMs ms in garbage collections
 * @param heapAfterGc bytes of heap that were in use right after the last collection; 0 before the
 *     first
 * @param compilingMs ms in which the JIT compilers were active, those of all their threads summed;
 *     -1 where the JVM does not tell
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
