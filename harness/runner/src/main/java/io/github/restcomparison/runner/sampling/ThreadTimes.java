package io.github.restcomparison.runner.sampling;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;

/**
 * What the threads of a process have taken, from {@code /proc/PID/task/TID/schedstat}: ns on a CPU,
 * and ns in which they were runnable and waited for one. The counters of a thread disappear when
 * the thread ends, so the last values of each are kept, and no sum ever decreases.
 */
final class ThreadTimes {
  /** How the names of a JVM's compiler threads begin, and of those that answer a probe. */
  private static final List<String> JIT_AND_SAMPLING =
      List.of("C1 Compiler", "C2 Compiler", "RMI ", "JMX ", "Attach ");

  private final Path tasks;
  private final Map<String, Taken> last = new HashMap<>();
  private final List<Taken> ofEarlierThreads = new ArrayList<>();
  private boolean isCounted;

  /**
   * A thread.
   *
   * @param isAside whether it compiles or answers a probe: no request causes what it does
   * @param onCpu ns
   * @param waited ns
   */
  private record Taken(boolean isAside, long onCpu, long waited) {
    long aside() {
      return isAside ? onCpu : 0;
    }
  }

  /**
   * @param tasks the folder that contains a folder for each thread
   */
  ThreadTimes(Path tasks) {
    this.tasks = tasks;
  }

  /** Those of a process of this host. */
  static ThreadTimes of(long pid) {
    return new ThreadTimes(Path.of("/proc", Long.toString(pid), "task"));
  }

  /** Looks at all threads that are there. */
  void read() {
    try (DirectoryStream<Path> threads = Files.newDirectoryStream(tasks)) {
      for (Path thread : threads) {
        read(thread);
      }
    } catch (IOException | DirectoryIteratorException e) {
      // The process has ended, or this is not Linux: what was read before stands.
    }
  }

  private void read(Path thread) {
    try {
      String line = Files.readString(thread.resolve("schedstat")).strip();
      long[] figures = Arrays.stream(line.split(" ")).mapToLong(Long::parseLong).toArray();
      if (figures.length >= 2) {
        add(thread, figures[0], figures[1]);
      }
    } catch (IOException | NumberFormatException e) {
      // The thread has ended meanwhile.
    }
  }

  private void add(Path thread, long onCpu, long waited) throws IOException {
    String id = thread.getFileName().toString();
    Taken before = last.get(id);
    boolean isKnown = before != null && onCpu >= before.onCpu && waited >= before.waited;
    Taken now = new Taken(isKnown ? before.isAside : isJitOrSampling(thread), onCpu, waited);
    if (before != null && !isKnown) {
      ofEarlierThreads.add(before); // a new thread reuses the id of one that has ended
    }
    last.put(id, now);
    isCounted |= onCpu > 0 || waited > 0; // a kernel that does not count reports zeros only
  }

  private static boolean isJitOrSampling(Path thread) throws IOException {
    String name = Files.readString(thread.resolve("comm"));
    return JIT_AND_SAMPLING.stream().anyMatch(name::startsWith);
  }

  /** How long all threads have waited for a CPU so far, in ms; absent if that is not counted. */
  OptionalLong waitedMs() {
    return sum(Taken::waited, 1_000_000);
  }

  /**
   * CPU time so far of those threads of a JVM that compile, and that answer our own sampling over
   * JMX, in µs; absent if that is not counted.
   */
  OptionalLong jitAndSamplingMicros() {
    return sum(Taken::aside, 1_000);
  }

  private OptionalLong sum(ToLongFunction<Taken> figure, long nanosPerUnit) {
    long nanos =
        Stream.concat(last.values().stream(), ofEarlierThreads.stream()).mapToLong(figure).sum();
    return isCounted ? OptionalLong.of(nanos / nanosPerUnit) : OptionalLong.empty();
  }
}
