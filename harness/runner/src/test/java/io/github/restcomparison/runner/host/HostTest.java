package io.github.restcomparison.runner.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class HostTest {

  @Test
  void fileIsNamedWithItsProblem() {
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
                    .isEqualTo(temp.resolve("file") + ": exists and is not a folder"));
    assertThat(Host.message(new IllegalStateException("why"))).isEqualTo("why");
  }

  @Test
  void temporaryFolderMustBeWritable() throws IOException {
    assertThat(Host.temporaryFolderProblem(temp)).isEmpty();
    assertThat(temp).isEmptyDirectory();
    Path missing = temp.resolve("missing");
    assertThat(Host.temporaryFolderProblem(missing).orElseThrow())
        .isEqualTo("java.io.tmpdir %s: must be a writable folder".formatted(missing));
    Path file = Files.writeString(temp.resolve("file"), "");
    assertThat(Host.temporaryFolderProblem(file)).isPresent();
  }

  /** It may be that of another user, or a folder. */
  @Test
  void lockThatCannotBeUsedIsNamed() throws IOException {
    Path folder = Files.createDirectory(temp.resolve("lock"));
    assertThat(Host.lock(folder, "--allow-concurrent").orElseThrow())
        .startsWith(folder + ": must be a writable file (")
        .endsWith("; --allow-concurrent measures without the lock");
  }

  @TempDir private Path temp;

  /**
   * Locks the host in a separate JVM, reports it, and keeps the lock until its standard input ends.
   */
  public static final class Other {
    private Other() {}

    /** The argument is the lock file. */
    public static void main(String[] arguments) throws Exception {
      System.out.println(Host.lock(Path.of(arguments[0]), "--other").orElse("taken"));
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
        assertThat(other.inputReader().readLine()).startsWith(lock + ": must be a writable file (");
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
      assertThat(Host.lock(file, "--allow-concurrent").orElseThrow())
          .contains("(process %d)".formatted(other.pid()), "allow it with --allow-concurrent");
    } finally {
      other.destroyForcibly().waitFor();
    }
    assertThat(Host.lock(file, "")).isEmpty();
    assertThat(Host.lock(file, "")).as("a second time").isEmpty();
  }
}
