package io.github.restcomparison.runner.sampling;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The CPU time of a process of this host, to the nanosecond: clock_gettime(3) on the clock that
 * clock_getcpuclockid(3) names. It includes threads that have ended. {@code /proc/PID/stat} counts
 * ticks of 10 ms, which at ten requests a second is as much as several of them cost.
 */
final class ProcessCpuClock {
  /** {@code struct timespec}: seconds, nanoseconds. */
  private static final MemoryLayout TIME = MemoryLayout.sequenceLayout(2, JAVA_LONG);

  private static final Optional<MethodHandle> CLOCK_OF = function("clock_getcpuclockid");
  private static final Optional<MethodHandle> TIME_OF = function("clock_gettime");

  private ProcessCpuClock() {}

  /**
   * CPU time of all threads of a process since it started, in ms; empty where it has ended, or
   * where the system has no such clocks.
   */
  static OptionalDouble ms(long pid) {
    if (CLOCK_OF.isEmpty() || TIME_OF.isEmpty()) {
      return OptionalDouble.empty();
    }
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment clock = arena.allocate(JAVA_INT);
      MemorySegment time = arena.allocate(TIME);
      boolean known =
          (int) CLOCK_OF.get().invokeExact((int) pid, clock) == 0
              && (int) TIME_OF.get().invokeExact(clock.get(JAVA_INT, 0), time) == 0;
      return known
          ? OptionalDouble.of(
              1e3 * time.getAtIndex(JAVA_LONG, 0) + time.getAtIndex(JAVA_LONG, 1) / 1e6)
          : OptionalDouble.empty();
    } catch (Throwable e) {
      throw new AssertionError("functions of C throw nothing", e);
    }
  }

  /** A function of the C library that takes an int and a pointer, and returns 0 on success. */
  @SuppressWarnings("restricted") // JVMs that sample are started with --enable-native-access
  private static Optional<MethodHandle> function(String name) {
    Linker linker = Linker.nativeLinker();
    return linker
        .defaultLookup()
        .find(name)
        .map(
            address ->
                linker.downcallHandle(address, FunctionDescriptor.of(JAVA_INT, JAVA_INT, ADDRESS)));
  }
}
