package io.github.restcomparison.runner.service;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restcomparison.records.RunSamples.CgroupSample;
import io.github.restcomparison.runner.host.Clock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files of Linux 6.18 in both versions, cut to the lines that are read. */
class CgroupTest {
  private static final String VERSION_1 =
      "11:memory:/docker/0a1b\n5:cpuacct:/docker/0a1b\n4:cpu:/docker/0a1b\n0::/docker/0a1b\n";

  @TempDir private Path folder;

  @Test
  void version2() throws IOException {
    write("slice/cpu.stat", "usage_usec 1234567\nuser_usec 1000000\nsystem_usec 234567\n");
    write("slice/memory.current", "700000000\n");
    write("slice/memory.stat", "anon 500000000\ninactive_file 100000000\nactive_file 1\n");
    assertSampled("0::/slice\n", 1_234_567, 600_000_000);
  }

  @Test
  void version1() throws IOException {
    write("cpuacct/docker/0a1b/cpuacct.usage", "1234567890\n");
    write("memory/docker/0a1b/memory.usage_in_bytes", "700000000\n");
    write("memory/docker/0a1b/memory.stat", "cache 5\ntotal_inactive_file 100000000\n");
    assertSampled(VERSION_1, 1_234_567, 600_000_000);
  }

  /** If cpu and cpuacct are one hierarchy, as systemd mounts them. */
  @Test
  void version1OfSystemd() throws IOException {
    write("cpuacct/docker/0a1b/cpuacct.usage", "1000\n");
    write("memory/docker/0a1b/memory.usage_in_bytes", "1\n");
    write("memory/docker/0a1b/memory.stat", "cache 5\n");
    String membership = "3:cpu,cpuacct:/docker/0a1b\n2:name=systemd:/x\n1:memory:/docker/0a1b\n";
    assertSampled(membership, 1, 1);
  }

  @Test
  void processWithoutItsOwnGroupHasNone() {
    assertThat(Cgroup.of(VERSION_1, folder).get()).isEmpty();
    assertThat(Cgroup.of(1L << 40).get()).isEmpty();
  }

  private void assertSampled(String groups, long cpuMicros, double memory) {
    Supplier<Optional<CgroupSample>> group = Cgroup.of(groups, folder);
    CgroupSample sample = group.get().orElseThrow();
    assertThat(sample).isEqualTo(new CgroupSample(sample.atMs(), cpuMicros, memory));
    assertThat(sample.atMs()).isBetween(1L, Clock.nowMs());
  }

  private void write(String name, String content) throws IOException {
    Path file = folder.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, content);
  }
}
