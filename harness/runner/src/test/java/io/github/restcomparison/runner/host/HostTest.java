package io.github.restcomparison.runner.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HostTest {

  /** One after the other, some two of 500 were the same: a service got one port twice. */
  @Test
  void freePortsAreAllDifferent() throws IOException {
    assertThat(Host.freePorts(500)).hasSize(500).doesNotHaveDuplicates();
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

  /** The kernel releases what a process holds that is killed. */
  @Test
  void hostHasOneMeasurementAtATimeAndIsFreeWhenThatIsKilled() throws Exception {
    Path file = temp.resolve("lock");
    Process other =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                Other.class.getName(),
                file.toString())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
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
