package io.github.restcomparison.compare.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restcomparison.runner.settings.RunRequest;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** With a program in Gatling's place, in its own JVM. */
class GatlingJvmTest {
  @TempDir private Path project;

  @Test
  void readsTheProgressAndKeepsTheOutput() throws Exception {
    Path classes = Files.createDirectories(project.resolve("classes"));
    Path jar = Files.createDirectories(project.resolve("gatling/target")).resolve("gatling.jar");
    Files.writeString(project.resolve("gatling/jvm.options"), "-Xmx32m\n-XX:+UseSerialGC\n");
    Files.writeString(project.resolve("gatling/target/classpath.txt"), jar.toString());
    Path source =
        Files.writeString(
            project.resolve("Gatling.java"),
            """
            package io.gatling.app;

            public class Gatling {
              public static void main(String[] args) throws Exception {
                System.out.println("rest-comparison live: load 50 requests/s");
                System.out.println(new java.io.File(System.getProperty("runRequest")).getName());
                System.err.println("rest-comparison: the service did not start");
                System.exit(2);
              }
            }
            """);
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
    List<String> live = new ArrayList<>();
    String last = new GatlingJvm(project).run(Plans.request(project), project, live::add);
    assertThat(last).isEqualTo("the service did not start");
    assertThat(live).containsExactly("load 50 requests/s");
    assertThat(Files.readAllLines(project.resolve("gatling.log")))
        .containsExactly(RunRequest.FILE, "rest-comparison: the service did not start");
    assertThat(project.resolve("gatling/target/gatling.jsa")).as("archive").isNotEmptyFile();
  }
}
