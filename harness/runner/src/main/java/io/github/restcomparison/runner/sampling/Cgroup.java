package io.github.restcomparison.runner.sampling;

import io.github.restcomparison.records.RunSamples.CgroupSample;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Reads the CPU time and memory of a container from its Linux control group, version 1 or 2. CPU is
 * the user and kernel time of all threads. Memory excludes inactive file pages, which the kernel
 * can reclaim at any time.
 */
public final class Cgroup {
  private static final Pattern USAGE = Pattern.compile("(?m)^usage_usec (\\d+)$");
  private static final Pattern INACTIVE = Pattern.compile("(?m)^(?:total_)?inactive_file (\\d+)$");

  private Cgroup() {}

  /** Returns what reads the group of a process; null if it has none of its own, or has ended. */
  public static Supplier<Optional<CgroupSample>> of(long pid) {
    try {
      String groups = Files.readString(Path.of("/proc", Long.toString(pid), "cgroup"));
      return of(groups, Path.of("/sys/fs/cgroup"));
    } catch (IOException e) {
      return null;
    }
  }

  static Supplier<Optional<CgroupSample>> of(String groups, Path hierarchies) {
    Optional<String> ofCpu = group(groups, "[^:]*\\bcpuacct\\b[^:]*");
    Optional<String> ofMemory = group(groups, "memory");
    if (ofCpu.isPresent() && ofMemory.isPresent()) {
      Path memory = hierarchies.resolve("memory" + ofMemory.get());
      return reader(
          hierarchies.resolve("cpuacct" + ofCpu.get()).resolve("cpuacct.usage"),
          memory.resolve("memory.usage_in_bytes"),
          memory.resolve("memory.stat"));
    }
    Path version2 = hierarchies.resolve(group(groups, "").orElse("/").substring(1));
    return reader(
        version2.resolve("cpu.stat"),
        version2.resolve("memory.current"),
        version2.resolve("memory.stat"));
  }

  private static Optional<String> group(String groups, String controllers) {
    Matcher line = Pattern.compile("(?m)^\\d+:" + controllers + ":(/.*)$").matcher(groups);
    return line.find() ? Optional.of(line.group(1)) : Optional.empty();
  }

  private static Supplier<Optional<CgroupSample>> reader(Path cpu, Path memory, Path statistics) {
    return Stream.of(cpu, memory, statistics).allMatch(Files::isReadable)
        ? () -> sample(cpu, memory, statistics)
        : null;
  }

  /**
   * Reads the files of a group.
   *
   * @param cpu with the CPU time: in µs under a key (version 2), or a number of ns (version 1)
   * @param memory with the bytes in use
   * @param statistics with the bytes of inactive file pages
   */
  private static Optional<CgroupSample> sample(Path cpu, Path memory, Path statistics) {
    try {
      long atMs = Clock.nowMs();
      String usage = Files.readString(cpu).strip();
      Matcher micros = USAGE.matcher(usage);
      Matcher inactive = INACTIVE.matcher(Files.readString(statistics));
      long used = Long.parseLong(Files.readString(memory).strip());
      return Optional.of(
          new CgroupSample(
              atMs,
              micros.find() ? Long.parseLong(micros.group(1)) : Long.parseLong(usage) / 1_000,
              inactive.find() ? used - Long.parseLong(inactive.group(1)) : used));
    } catch (IOException e) {
      return Optional.empty();
    }
  }
}
