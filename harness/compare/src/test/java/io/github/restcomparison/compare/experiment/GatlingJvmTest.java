package io.github.restcomparison.compare.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restcomparison.runner.settings.RunRequest;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintStream;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GatlingJvmTest {
  @TempDir private Path folder;
  private final List<String> live = new ArrayList<>();

  @Test
  void linesAreLoggedAndTheLastMessageIsReturned() throws IOException {
    String printed =
        "Gatling\n\nrest-comparison: one\nrest-comparison live: load 7 requests/s\nrest-comparison: two\nend";
    assertThat(copied(printed)).isEqualTo("two");
    assertThat(live).containsExactly("load 7 requests/s");
    assertThat(log())
        .containsExactly("Gatling", "", "rest-comparison: one", "rest-comparison: two", "end");
  }

  /** A user's simulation may print anything: the load generator's memory is not for it. */
  @Test
  void lineWithoutAnEndIsLoggedInParts() throws IOException {
    assertThat(copied("x".repeat(20_000) + "\nrest-comparison: one\n")).isEqualTo("one");
    assertThat(log())
        .containsExactly(
            "x".repeat(8_192), "x".repeat(8_192), "x".repeat(3_616), "rest-comparison: one");
  }

  private String copied(String printed) throws IOException {
    BufferedReader reader = new BufferedReader(new StringReader(printed));
    return GatlingJvm.copy(reader, folder.resolve("gatling.log"), live::add);
  }

  private List<String> log() throws IOException {
    return Files.readAllLines(folder.resolve("gatling.log"));
  }

  /** With a program in Gatling's place, in its own JVM. */
  @Test
  void readsTheProgressAndKeepsTheOutput() throws Exception {
    Path jar =
        gatling(
            """
            System.out.println("rest-comparison live: load 50 requests/s");
            System.out.println(new java.io.File(System.getProperty("runRequest")).getName());
            System.err.println("rest-comparison: the service did not start");
            System.exit(2);
            """);
    String last = new GatlingJvm(folder).run(Plans.request(folder), folder, live::add);
    assertThat(last).isEqualTo("the service did not start");
    assertThat(live).containsExactly("load 50 requests/s");
    assertThat(Files.readAllLines(folder.resolve("gatling.log")))
        .containsExactly(RunRequest.FILE, "rest-comparison: the service did not start");
    Path archive = folder.resolve("gatling/target/gatling.jsa");
    assertThat(archive).isNotEmptyFile();
    // a later build
    FileTime before = FileTime.from(Instant.now().minusSeconds(60));
    Files.setLastModifiedTime(archive, before);
    Files.setLastModifiedTime(jar, FileTime.from(Instant.now()));
    new GatlingJvm(folder).run(Plans.request(folder), folder, live::add);
    assertThat(Files.getLastModifiedTime(archive)).as("a new archive").isGreaterThan(before);
  }

  /** The reason was its last line, that the service responded as expected. */
  @Test
  void reasonOfAJvmThatIsKilledIsItsEnd() throws Exception {
    gatling(
        """
        System.out.println("rest-comparison: vertx-rest responds as expected");
        new ProcessBuilder("kill", "-KILL", "" + ProcessHandle.current().pid()).start().waitFor();
        Thread.sleep(60_000);
        """);
    assertThat(new GatlingJvm(folder).run(Plans.request(folder), folder, live::add))
        .isEqualTo(
            "Gatling's JVM ended with exit code 137 (killed by signal 9) after: vertx-rest responds"
                + " as expected (%s)",
            folder.resolve("gatling.log"));
  }

  @Test
  void reasonOfAJvmThatDoesNotStartIsItsEnd() throws Exception {
    gatling("System.exit(1);");
    assertThat(new GatlingJvm(folder).run(Plans.request(folder), folder, live::add))
        .isEqualTo("Gatling's JVM ended with exit code 1 (%s)", folder.resolve("gatling.log"));
  }

  /** Builds a project whose Gatling does something else; returns its jar. */
  private Path gatling(String main) throws IOException {
    Path classes = Files.createDirectories(folder.resolve("classes"));
    Path jar = Files.createDirectories(folder.resolve("gatling/target")).resolve(GatlingJvm.JAR);
    Files.writeString(folder.resolve("gatling/jvm.options"), "-Xmx32m\n-XX:+UseSerialGC\n");
    Files.writeString(folder.resolve("gatling/target/classpath.txt"), jar.toString());
    Path source =
        Files.writeString(
            folder.resolve("Gatling.java"),
            """
            package io.gatling.app;

            public class Gatling {
              public static void main(String[] args) throws Exception {
                %s
              }
            }
            """
                .formatted(main));
    assertThat(
            ToolProvider.getSystemJavaCompiler()
                .run(null, null, null, "-d", classes.toString(), source.toString()))
        .isZero();
    PrintStream out = System.out;
    assertThat(
            java.util.spi.ToolProvider.findFirst("jar")
                .orElseThrow()
                .run(out, out, "cf", jar.toString(), "-C", classes.toString(), "."))
        .isZero();
    return jar;
  }
}
