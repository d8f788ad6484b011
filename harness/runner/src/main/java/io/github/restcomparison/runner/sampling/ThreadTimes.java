package io.github.restcomparison.runner.sampling;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What the threads of a service have taken, from {@code /proc/PID/task/TID/schedstat}: ns on a CPU,
 * and ns in which they were runnable and waited for one. The counters of a thread disappear when
 * the thread ends, so each reading adds what they have grown by.
 *
 * <p>A reading opens a file for each thread, so a service that has had more than {@value #MOST} is
 * read no more: its figures are absent from then on.
 */
final class ThreadTimes {
  static final int MOST = 2_000;

  /** How the names of a JVM's compiler threads begin, and of those that answer a probe. */
  private static final List<String> JIT_AND_SAMPLING =
      List.of("C1 Compiler", "C2 Compiler", "RMI ", "JMX ", "Attach ");

  private Map<Path, Taken> last = Map.of();
  private long waitedNanos;
  private long jitAndSamplingNanos;
  private boolean hasTooMany;

  /** A kernel that does not count reports zeros only. */
  private boolean isCounted;

  /** Counters of a thread in ns, and whether it compiles or answers a probe. */
  private record Taken(boolean isJitOrSampling, long onCpu, long waited) {}

  /** Returns the folder with a folder for each thread of a process. */
  static Path tasks(long pid) {
    return Path.of("/proc", Long.toString(pid), "task");
  }

  /** Reads the counters of all threads in these folders. */
  void read(List<Path> tasks) {
    List<Path> threads = new ArrayList<>();
    for (Path folder : hasTooMany ? List.<Path>of() : tasks) {
      String[] ids = folder.toFile().list();
      for (String id : ids == null ? new String[0] : ids) {
        threads.add(folder.resolve(id));
      }
    }
    hasTooMany |= threads.size() > MOST;
    if (hasTooMany) {
      return;
    }
    Map<Path, Taken> now = new HashMap<>();
    for (Path thread : threads) {
      try {
        now.put(thread, read(thread, last.get(thread)));
      } catch (IOException | RuntimeException e) {
        // The thread has ended meanwhile, or this is not Linux.
      }
    }
    last = now;
  }

  private Taken read(Path thread, Taken before) throws IOException {
    String[] counters = Files.readString(thread.resolve("schedstat")).split(" ");
    long onCpu = Long.parseLong(counters[0]);
    long waited = Long.parseLong(counters[1]);
    // A new thread may have the id of one that has ended.
    boolean isSame = before != null && onCpu >= before.onCpu && waited >= before.waited;
    boolean isJitOrSampling = isSame ? before.isJitOrSampling : isJitOrSampling(thread);
    waitedNanos += isSame ? waited - before.waited : waited;
    if (isJitOrSampling) {
      jitAndSamplingNanos += isSame ? onCpu - before.onCpu : onCpu;
    }
    isCounted |= onCpu > 0 || waited > 0;
    return new Taken(isJitOrSampling, onCpu, waited);
  }

  private static boolean isJitOrSampling(Path thread) throws IOException {
    String name = Files.readString(thread.resolve("comm"));
    return JIT_AND_SAMPLING.stream().anyMatch(name::startsWith);
  }

  /** How long all threads have waited for a CPU so far, in ms; NaN if that is not known. */
  double waitedMs() {
    return known(waitedNanos / 1_000_000);
  }

  /**
   * CPU time so far of those threads of a JVM that compile, and that answer our own sampling over
   * JMX, in µs; NaN if that is not known.
   */
  double jitAndSamplingMicros() {
    return known(jitAndSamplingNanos / 1_000);
  }

  private double known(long figure) {
    return isCounted && !hasTooMany ? figure : Double.NaN;
  }
}
