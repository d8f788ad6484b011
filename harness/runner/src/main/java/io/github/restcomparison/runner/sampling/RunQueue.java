package io.github.restcomparison.runner.sampling;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalLong;

/**
 * How long the threads of a process were runnable and waited for a CPU, from the second figure of
 * {@code /proc/PID/task/TID/schedstat}, in ns. The counter of a thread disappears when the thread
 * ends, so the last value of each is kept, and the sum never decreases.
 */
final class RunQueue {
  private final Path tasks;
  private final Map<String, Long> last = new HashMap<>();
  private long ofEarlierThreads;

  /**
   * @param tasks the folder that contains a folder for each thread
   */
  RunQueue(Path tasks) {
    this.tasks = tasks;
  }

  /** The run queue time of a process of this host. */
  static RunQueue of(long pid) {
    return new RunQueue(Path.of("/proc", Long.toString(pid), "task"));
  }

  /** The sum of all threads so far, in ms; absent if the system does not count it. */
  OptionalLong waitedMs() {
    boolean counted = false;
    try (DirectoryStream<Path> threads = Files.newDirectoryStream(tasks)) {
      for (Path thread : threads) {
        counted |= add(thread);
      }
    } catch (IOException | DirectoryIteratorException e) {
      return OptionalLong.empty();
    }
    long sum = ofEarlierThreads + last.values().stream().mapToLong(Long::longValue).sum();
    return counted ? OptionalLong.of(sum / 1_000_000) : OptionalLong.empty();
  }

  /** Reads one thread; true if the kernel counts: one that does not reports zeros only. */
  private boolean add(Path thread) {
    long[] figures;
    try {
      String line = Files.readString(thread.resolve("schedstat")).strip();
      figures = Arrays.stream(line.split(" ")).mapToLong(Long::parseLong).toArray();
    } catch (IOException | NumberFormatException e) {
      return false; // the thread has ended meanwhile
    }
    if (figures.length < 2) {
      return false;
    }
    Long before = last.put(thread.getFileName().toString(), figures[1]);
    if (before != null && before > figures[1]) {
      ofEarlierThreads += before; // a new thread reuses the id of one that has ended
    }
    return Arrays.stream(figures).anyMatch(figure -> figure > 0);
  }
}
