package io.github.restcomparison.runner.sampling;

import io.github.restcomparison.records.RunSamples.ProcessSample;
import io.github.restcomparison.runner.host.Clock;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.DoubleSupplier;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import oshi.SystemInfo;
import oshi.software.os.OSProcess;
import oshi.software.os.OperatingSystem;

/**
 * Samples the processes of a service together, and its threads: their time on a CPU, and the time
 * in which they were runnable and waited for one. Used by one thread at a time.
 */
final class ProcessTree {
  /**
   * The maximum of threads that are read, because a sample opens a file for each. The figures of a
   * service that has had more are missing from then on.
   */
  static final int MAX_THREADS = 2_000;

  /**
   * The beginnings of the names of a JVM's compiler threads, and of those that respond to a probe.
   */
  private static final List<String> JIT_AND_SAMPLING =
      List.of("C1 Compiler", "C2 Compiler", "RMI ", "JMX ", "Attach ");

  private static final Pattern KIB = Pattern.compile("(?m)^(\\w+): +(\\d+) kB$");

  private static final OperatingSystem SYSTEM = new SystemInfo().getOperatingSystem();

  private final Supplier<List<ProcessHandle>> processes;
  private final DoubleSupplier cpuMs;
  private Map<File, ThreadTime> threads = Map.of();
  private long waitedNanos;
  private long jitAndSamplingNanos;
  private boolean hasTooManyThreads;

  /** False for a kernel that does not count: it reports zeros only. */
  private boolean isCounted;

  /** Counters of a thread in ns, and whether it compiles or responds to a probe. */
  private record ThreadTime(boolean isJitOrSampling, long onCpu, long waited) {}

  /**
   * Prepares samples.
   *
   * @param processes returns the running ones
   * @param cpuMs returns the CPU time of all that have run, in ms; NaN if some of it is unknown
   */
  ProcessTree(Supplier<List<ProcessHandle>> processes, DoubleSupplier cpuMs) {
    this.processes = processes;
    this.cpuMs = cpuMs;
  }

  /** Returns the resources that all have used since they started; empty if all have ended. */
  Optional<ProcessSample> sample() {
    List<ProcessHandle> handles = processes.get();
    List<OSProcess> running =
        handles.stream()
            .map(each -> SYSTEM.getProcess((int) each.pid()))
            .filter(Objects::nonNull)
            .toList();
    if (running.isEmpty()) {
      return Optional.empty();
    }
    long atMs = Clock.nowMs();
    double usedMs = cpuMs.getAsDouble();
    readThreads(running.stream().map(each -> tasks(each.getProcessID())).toList());
    return Optional.of(
        new ProcessSample(
            atMs,
            usedMs,
            residentMemory(running),
            running.stream().mapToInt(OSProcess::getThreadCount).sum(),
            waitedMs(),
            jitAndSamplingMicros()));
  }

  private static long residentMemory(List<OSProcess> running) {
    try {
      List<String> all = new ArrayList<>();
      for (OSProcess each : running.size() > 1 ? running : List.<OSProcess>of()) {
        all.add(Files.readString(Path.of("/proc/" + each.getProcessID() + "/smaps_rollup")));
      }
      if (!all.isEmpty()) {
        return residentMemory(all);
      }
    } catch (IOException e) {
      // One has ended, or is of another user, or this is not Linux.
    }
    return running.stream().mapToLong(OSProcess::getResidentMemory).sum();
  }

  /**
   * Returns the resident memory of some processes together, in bytes. Shared memory counts once:
   * the memory that workers share with the process that they were forked from, and the code of all.
   *
   * @param all their {@code /proc/PID/smaps_rollup}: proc_pid_smaps(5)
   */
  static long residentMemory(Collection<String> all) {
    long own = 0;
    long mostShared = 0;
    for (String each : all) {
      Map<String, Long> kib = new HashMap<>();
      Matcher line = KIB.matcher(each);
      while (line.find()) {
        kib.put(line.group(1), Long.parseLong(line.group(2)));
      }
      long ofOne = kib.getOrDefault("Private_Clean", 0L) + kib.getOrDefault("Private_Dirty", 0L);
      own += ofOne;
      mostShared = Math.max(mostShared, kib.getOrDefault("Rss", 0L) - ofOne);
    }
    return 1_024 * (own + mostShared);
  }

  /** Returns the folder with a folder for each thread of a process. */
  static File tasks(long pid) {
    return new File("/proc/" + pid + "/task");
  }

  /**
   * Adds the growth of the counters of the threads in these folders, because the counters of a
   * thread disappear when it ends.
   */
  void readThreads(List<File> tasks) {
    if (hasTooManyThreads) {
      return;
    }
    List<File> all =
        tasks.stream().map(File::listFiles).filter(Objects::nonNull).flatMap(Stream::of).toList();
    hasTooManyThreads = all.size() > MAX_THREADS;
    Map<File, ThreadTime> now = new HashMap<>();
    for (File thread : hasTooManyThreads ? List.<File>of() : all) {
      try {
        now.put(thread, read(thread.toPath(), threads.get(thread)));
      } catch (IOException | RuntimeException e) {
        // The thread has ended meanwhile, or this is not Linux.
      }
    }
    threads = now;
  }

  private ThreadTime read(Path thread, ThreadTime before) throws IOException {
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
    return new ThreadTime(isJitOrSampling, onCpu, waited);
  }

  private static boolean isJitOrSampling(Path thread) throws IOException {
    String name = Files.readString(thread.resolve("comm"), StandardCharsets.ISO_8859_1);
    return JIT_AND_SAMPLING.stream().anyMatch(name::startsWith);
  }

  /** Returns the total wait of all threads for a CPU so far, in ms; NaN if it is not known. */
  double waitedMs() {
    return isCounted && !hasTooManyThreads ? waitedNanos / 1_000_000 : Double.NaN;
  }

  /**
   * Returns the CPU time so far of the threads of a JVM that compile, and that respond to our own
   * sampling over JMX, in µs; NaN if it is not known.
   */
  double jitAndSamplingMicros() {
    return isCounted && !hasTooManyThreads ? jitAndSamplingNanos / 1_000 : Double.NaN;
  }
}
