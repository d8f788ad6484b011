package io.github.restcomparison.runner.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class HostTest {

  /** One after the other, some two of 500 were the same: a service got one port twice. */
  @Test
  void freePortsAreAllDifferent() throws IOException {
    assertThat(Host.freePorts(500)).hasSize(500).doesNotHaveDuplicates();
  }

  /** 500 ports; a closed connection holds one for a second at most if the kernel reuses it. */
  @Test
  void tooFewPortsAreNamed() throws IOException {
    kernel("40000\t40499\n", "2\n");
    assertThat(Host.tooFewPorts(temp, 400, 0)).isEmpty();
    assertThat(Host.tooFewPorts(temp, 401, 0).orElseThrow())
        .isEqualTo(
            "401 users need 501 local ports, and the range of 40000 to 40499 has 500: widen it"
                + " (sysctl -w net.ipv4.ip_local_port_range='1024 65535')");
    assertThat(Host.tooFewPorts(temp, 100, 300)).isEmpty();
    assertThat(Host.tooFewPorts(temp, 100, 301).orElseThrow())
        .startsWith("100 users and 301 new connections/s need 501 local ports, and");
  }

  @Test
  void fileIsNamedWithWhatIsWrongWithIt() {
    Path missing = temp.resolve("no/such");
    assertThatThrownBy(() -> Files.createFile(missing))
        .satisfies(
            e ->
                assertThat(Host.message((Exception) e))
                    .isEqualTo(missing + ": no such file or folder"));
    assertThatThrownBy(() -> Files.createDirectories(Files.createFile(temp.resolve("file"))))
        .satisfies(
            e ->
                assertThat(Host.message((Exception) e))
                    .isEqualTo(temp.resolve("file") + ": exists, but is no folder"));
    assertThat(Host.message(new IllegalStateException("why"))).isEqualTo("why");
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void rangeOfThisHostIsRead() {
    assertThat(Host.tooFewPorts(1, 0)).isEmpty();
    assertThat(Host.tooFewPorts(65_536, 0).orElseThrow()).contains("65536 users need 65636 local");
  }

  /** 60 s long without that, as measured: 500 connections, and no more. */
  @Test
  void closedConnectionsHoldTheirPorts() throws IOException {
    kernel("40000\t40499\n", "0\n");
    assertThat(Host.tooFewPorts(temp, 40, 6)).isEmpty();
    assertThat(Host.tooFewPorts(temp, 41, 6).orElseThrow())
        .contains("41 users and 6 new connections/s need 501 local ports")
        .endsWith("; or reuse ports (sysctl -w net.ipv4.tcp_tw_reuse=1)");
  }

  @Test
  void portsAreNotJudgedIfTheKernelDoesNotTell() {
    assertThat(Host.tooFewPorts(temp.resolve("nothing"), 20_000, 1e6)).isEmpty();
  }

  private void kernel(String range, String reuse) throws IOException {
    Files.writeString(temp.resolve("ip_local_port_range"), range);
    Files.writeString(temp.resolve("tcp_tw_reuse"), reuse);
  }

  @Test
  void temporaryFolderMustBeWritable() throws IOException {
    assertThat(Host.noTemporaryFolder(temp)).isEmpty();
    assertThat(temp).isEmptyDirectory();
    Path missing = temp.resolve("missing");
    assertThat(Host.noTemporaryFolder(missing).orElseThrow())
        .isEqualTo("java.io.tmpdir %s: must be a folder that can be written to".formatted(missing));
    Path file = Files.writeString(temp.resolve("file"), "");
    assertThat(Host.noTemporaryFolder(file)).isPresent();
  }

  /** It may be that of another user, or a folder. */
  @Test
  void lockThatCannotBeUsedIsNamed() throws IOException {
    Path folder = Files.createDirectory(temp.resolve("lock"));
    assertThat(Host.take(folder, "--allow-concurrent").orElseThrow())
        .startsWith(folder + ": must be a file that can be written to (")
        .endsWith("; --allow-concurrent measures without it");
  }

  @TempDir private Path temp;

  /** Takes the host in a JVM of its own, says so, and holds it until its standard input ends. */
  public static final class Other {
    private Other() {}

    /** The argument is the lock file. */
    public static void main(String[] arguments) throws Exception {
      System.out.println(Host.take(Path.of(arguments[0]), "--other").orElse("taken"));
      System.in.read();
    }
  }

  private static Process other(Path file) throws IOException {
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-cp",
            System.getProperty("java.class.path"),
            Other.class.getName(),
            file.toString())
        .redirectError(ProcessBuilder.Redirect.INHERIT)
        .start();
  }

  /** Another user may have made it, in a folder that all may write to: the file was emptied. */
  @Test
  @DisabledOnOs(OS.WINDOWS)
  void lockIsNoLinkToAnotherFile() throws Exception {
    Path thesis = Files.writeString(temp.resolve("thesis.txt"), "years of work");
    Path missing = temp.resolve("missing");
    List<Path> locks =
        List.of(
            Files.createSymbolicLink(temp.resolve("link"), thesis),
            Files.createSymbolicLink(temp.resolve("dangling"), missing),
            Files.createLink(temp.resolve("hard"), thesis));
    for (Path lock : locks) {
      Process other = other(lock);
      try {
        assertThat(other.inputReader().readLine())
            .startsWith(lock + ": must be a file that can be written to (");
      } finally {
        other.destroyForcibly().waitFor();
      }
    }
    assertThat(thesis).hasContent("years of work");
    assertThat(missing).doesNotExist();
  }

  /** The kernel releases what a process holds that is killed. */
  @Test
  void hostHasOneMeasurementAtATimeAndIsFreeWhenThatIsKilled() throws Exception {
    Path file = temp.resolve("lock");
    Process other = other(file);
    try {
      assertThat(other.inputReader().readLine()).isEqualTo("taken");
      assertThat(Host.take(file, "--allow-concurrent").orElseThrow())
          .contains("(process %d)".formatted(other.pid()), "allow it with --allow-concurrent");
    } finally {
      other.destroyForcibly().waitFor();
    }
    assertThat(Host.take(file, "")).isEmpty();
    assertThat(Host.take(file, "")).as("a second time").isEmpty();
  }
}
