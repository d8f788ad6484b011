package io.github.restcomparison.runner.sampling;

import io.github.restcomparison.records.RunSamples.CgroupSample;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Reads the CPU time and memory of a container from its Linux control group, version 1 or 2. CPU is
 * the user and kernel time of all threads. Memory excludes inactive file pages, which the kernel
 * can reclaim at any time.
 *
 * @param cpu the file with the CPU time: in µs under a key (version 2), or a number of ns (version
 *     1)
 * @param memory the file with the bytes in use
 * @param statistics the file with the bytes of inactive file pages
 */
public record Cgroup(Path cpu, Path memory, Path statistics) implements SampledService.Whole {
  private static final Pattern USAGE = Pattern.compile("(?m)^usage_usec (\\d+)$");
  private static final Pattern INACTIVE = Pattern.compile("(?m)^(?:total_)?inactive_file (\\d+)$");

  /** Returns the control group of a process; null if it has none of its own, or has ended. */
  public static Cgroup of(long pid) {
    try {
      String groups = Files.readString(Path.of("/proc", Long.toString(pid), "cgroup"));
      return of(groups, Path.of("/sys/fs/cgroup"));
    } catch (IOException e) {
      return null;
    }
  }

  static Cgroup of(String groups, Path hierarchies) {
    String cpu = group(groups, "[^:]*\\bcpuacct\\b[^:]*");
    String memory = group(groups, "memory");
    Path cpuFolder = hierarchies.resolve("cpuacct" + cpu);
    Path memoryFolder = hierarchies.resolve("memory" + memory);
    String both = group(groups, "");
    Path version2 = hierarchies.resolve(both == null ? "" : both.substring(1));
    Cgroup cgroup =
        cpu != null && memory != null
            ? new Cgroup(
                cpuFolder.resolve("cpuacct.usage"),
                memoryFolder.resolve("memory.usage_in_bytes"),
                memoryFolder.resolve("memory.stat"))
            : new Cgroup(
                version2.resolve("cpu.stat"),
                version2.resolve("memory.current"),
                version2.resolve("memory.stat"));
    return Stream.of(cgroup.cpu, cgroup.memory, cgroup.statistics).allMatch(Files::isReadable)
        ? cgroup
        : null;
  }

  private static String group(String groups, String controllers) {
    Matcher line = Pattern.compile("(?m)^\\d+:" + controllers + ":(/.*)$").matcher(groups);
    return line.find() ? line.group(1) : null;
  }

  @Override
  public Optional<CgroupSample> sample(LongSupplier nowMs) throws IOException {
    long atMs = nowMs.getAsLong();
    String usage = Files.readString(cpu).strip();
    Matcher micros = USAGE.matcher(usage);
    Matcher inactive = INACTIVE.matcher(Files.readString(statistics));
    long used = Long.parseLong(Files.readString(memory).strip());
    return Optional.of(
        new CgroupSample(
            atMs,
            micros.find() ? Long.parseLong(micros.group(1)) : Long.parseLong(usage) / 1_000,
            inactive.find() ? used - Long.parseLong(inactive.group(1)) : used));
  }
}
