package io.github.restcomparison.runner.service;

import io.github.restcomparison.records.RunSamples.CgroupSample;
import io.github.restcomparison.runner.host.Clock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
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
final class Cgroup {
  private static final Pattern USAGE = Pattern.compile("(?m)^usage_usec (\\d+)$");
  private static final Pattern INACTIVE = Pattern.compile("(?m)^(?:total_)?inactive_file (\\d+)$");

  private Cgroup() {}

  /**
   * Returns a reader of the group of a process; empty without a separate group, or after its end.
   */
  static Supplier<Optional<CgroupSample>> of(long pid) {
    return groups(pid).map(groups -> of(groups, Path.of("/sys/fs/cgroup"))).orElse(Optional::empty);
  }

  /** Returns the names of the groups of a process; empty if it has ended. */
  static Optional<String> groups(long pid) {
    try {
      return Optional.of(Files.readString(Path.of("/proc", Long.toString(pid), "cgroup")));
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  static Supplier<Optional<CgroupSample>> of(String groups, Path hierarchies) {
    Optional<Path> cpu = folder(groups, "[^:]*\\bcpuacct\\b[^:]*", hierarchies.resolve("cpuacct"));
    Optional<Path> memory = folder(groups, "memory", hierarchies.resolve("memory"));
    Path both = folder(groups, "", hierarchies).orElse(hierarchies);
    List<Path> files =
        cpu.isPresent() && memory.isPresent()
            ? List.of(
                cpu.get().resolve("cpuacct.usage"),
                memory.get().resolve("memory.usage_in_bytes"),
                memory.get().resolve("memory.stat"))
            : Stream.of("cpu.stat", "memory.current", "memory.stat").map(both::resolve).toList();
    return files.stream().allMatch(Files::isReadable)
        ? () -> sample(files.get(0), files.get(1), files.get(2))
        : Optional::empty;
  }

  private static Optional<Path> folder(String groups, String controllers, Path hierarchy) {
    Matcher line = Pattern.compile("(?m)^\\d+:" + controllers + ":/(.*)$").matcher(groups);
    return line.find() ? Optional.of(hierarchy.resolve(line.group(1))) : Optional.empty();
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
