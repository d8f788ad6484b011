package io.github.restcomparison.system.driver;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * Whether others left the CPUs to the tests, from {@code /proc}: what was used in all, the
 * hypervisor's share included, less what this JVM and its descendants used. For assertions about
 * how fast something is, which say nothing on a host that is busy with something else.
 */
public final class QuietHost {
  private static final Path ALL = Path.of("/proc/stat");

  /** The share of all CPUs' time that others may use. */
  private static final double LIMIT = 0.15;

  private final long used = used();
  private final long own = own();
  private final long all = all();

  private QuietHost() {}

  /** Looks from now on. */
  public static QuietHost watch() {
    return new QuietHost();
  }

  /** Skips the rest of the test, and says so, where others used more than 15 % since then. */
  public void assume(String what) {
    if (!Files.exists(ALL)) {
      return;
    }
    double others = Math.max(0, used() - used - (own() - own)) / (double) Math.max(1, all() - all);
    String reason =
        String.format(
            Locale.ROOT, "%s: others used %.0f %% of the CPUs meanwhile", what, 100 * others);
    if (others > LIMIT) {
      System.out.println("SKIPPED: " + reason);
    }
    assumeTrue(others <= LIMIT, reason);
  }

  /** In clock ticks, like all here. */
  private static long all() {
    return Arrays.stream(cpu()).limit(8).sum();
  }

  /** All but idle and waiting for a disk. */
  private static long used() {
    long[] cpu = cpu();
    return cpu.length == 0 ? 0 : all() - cpu[3] - cpu[4];
  }

  /** user, nice, system, idle, iowait, irq, softirq, steal, and guest, which is in user. */
  private static long[] cpu() {
    if (!Files.exists(ALL)) {
      return new long[0];
    }
    try (Stream<String> lines = Files.lines(ALL)) {
      String first = lines.findFirst().orElseThrow();
      return Arrays.stream(first.split(" +")).skip(1).mapToLong(Long::parseLong).toArray();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static long own() {
    ProcessHandle self = ProcessHandle.current();
    return Stream.concat(Stream.of(self), self.descendants()).mapToLong(QuietHost::ticks).sum();
  }

  /** utime, stime, and those of its children that have ended: fields 14 to 17 of proc(5). */
  private static long ticks(ProcessHandle process) {
    try {
      String stat = Files.readString(Path.of("/proc", Long.toString(process.pid()), "stat"));
      String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
      return Arrays.stream(fields, 11, 15).mapToLong(Long::parseLong).sum();
    } catch (IOException e) {
      return 0; // it has ended meanwhile
    }
  }
}
