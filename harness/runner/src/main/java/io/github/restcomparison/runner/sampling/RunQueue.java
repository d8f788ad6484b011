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
 * How long the threads of a process had work and no CPU, as Linux counts it for each: the second
 * figure of {@code /proc/PID/task/TID/schedstat}, in ns. A thread that ends takes its count with
 * it, so the last that was seen of each is kept, and the sum never falls.
 */
final class RunQueue {
  private final Path tasks;
  private final Map<String, Long> last = new HashMap<>();
  private long ofEarlierThreads;

  /**
   * @param tasks the folder with a folder for each thread in it
   */
  RunQueue(Path tasks) {
    this.tasks = tasks;
  }

  static RunQueue of(long pid) {
    return new RunQueue(Path.of("/proc", Long.toString(pid), "task"));
  }

  /** The sum so far in ms; absent where the system does not count. */
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

  /** Says whether the system counts: a kernel that does not shows zeros alone. */
  private boolean add(Path thread) {
    long[] figures;
    try {
      String line = Files.readString(thread.resolve("schedstat")).strip();
      figures = Arrays.stream(line.split(" ")).mapToLong(Long::parseLong).toArray();
    } catch (IOException | NumberFormatException e) {
      return false; // it has ended in between
    }
    if (figures.length < 2) {
      return false;
    }
    Long before = last.put(thread.getFileName().toString(), figures[1]);
    if (before != null && before > figures[1]) {
      ofEarlierThreads += before; // a new thread has the id of one that has ended
    }
    return Arrays.stream(figures).anyMatch(figure -> figure > 0);
  }
}
