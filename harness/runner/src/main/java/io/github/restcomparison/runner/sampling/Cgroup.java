package io.github.restcomparison.runner.sampling;

import io.github.restcomparison.records.RunSamples.CgroupSample;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalLong;
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
public record Cgroup(Path cpu, Path memory, Path statistics) {
  private static final Pattern USAGE = Pattern.compile("(?m)^usage_usec (\\d+)$");
  private static final Pattern INACTIVE = Pattern.compile("(?m)^(?:total_)?inactive_file (\\d+)$");
  private static final Path HIERARCHIES = Path.of("/sys/fs/cgroup");

  /**
   * Finds the control group of a process.
   *
   * @throws IOException if the process has none of its own, or has ended
   */
  public static Cgroup of(long pid) throws IOException {
    return of(Path.of("/proc", Long.toString(pid), "cgroup"), HIERARCHIES);
  }

  /** The same, where there is one. */
  public static Optional<Cgroup> find(long pid) {
    try {
      return Optional.of(of(pid));
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  static Cgroup of(Path membership, Path hierarchies) throws IOException {
    String groups = Files.readString(membership);
    Optional<String> cpu = group(groups, "[^:]*\\bcpuacct\\b[^:]*");
    Optional<String> memory = group(groups, "memory");
    Cgroup cgroup =
        cpu.isPresent() && memory.isPresent()
            ? new Cgroup(
                hierarchies.resolve("cpuacct" + cpu.get()).resolve("cpuacct.usage"),
                hierarchies.resolve("memory" + memory.get()).resolve("memory.usage_in_bytes"),
                hierarchies.resolve("memory" + memory.get()).resolve("memory.stat"))
            : ofVersion2(hierarchies.resolve(group(groups, "").orElse("/").substring(1)));
    if (!Stream.of(cgroup.cpu, cgroup.memory, cgroup.statistics).allMatch(Files::isReadable)) {
      throw new IOException("no CPU and memory of its own are accounted to " + membership);
    }
    return cgroup;
  }

  private static Cgroup ofVersion2(Path group) {
    return new Cgroup(
        group.resolve("cpu.stat"), group.resolve("memory.current"), group.resolve("memory.stat"));
  }

  private static Optional<String> group(String groups, String controllers) {
    Matcher line = Pattern.compile("(?m)^\\d+:" + controllers + ":(/.*)$").matcher(groups);
    return line.find() ? Optional.of(line.group(1)) : Optional.empty();
  }

  /**
   * Reads the current values.
   *
   * @param atMs the time of the sample, in ms since 1970
   * @throws IOException if the container has ended
   */
  CgroupSample sample(long atMs) throws IOException {
    String usage = Files.readString(cpu).strip();
    Matcher micros = USAGE.matcher(usage);
    long cpuMicros =
        micros.find() ? Long.parseLong(micros.group(1)) : Long.parseLong(usage) / 1_000;
    Matcher inactive = INACTIVE.matcher(Files.readString(statistics));
    long used = Long.parseLong(Files.readString(memory).strip());
    return new CgroupSample(
        atMs,
        cpuMicros,
        OptionalLong.of(inactive.find() ? used - Long.parseLong(inactive.group(1)) : used));
  }
}
