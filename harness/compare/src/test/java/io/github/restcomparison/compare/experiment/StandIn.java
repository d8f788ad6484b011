package io.github.restcomparison.compare.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.tools.ToolProvider;

/** A program in Gatling's place, in a JVM of its own as well. */
final class StandIn {
  private StandIn() {}

  /**
   * Puts it into a folder that is then a project to {@link GatlingJvm}.
   *
   * @param main what it does with {@code Path request} and {@code String project}
   */
  static void forGatling(Path project, String main) throws IOException {
    Path classes = Files.createDirectories(project.resolve("gatling/target/test-classes"));
    Files.writeString(
        project.resolve("gatling/jvm.options"),
        "-Xmx32m\n-XX:+UseSerialGC\n-XX:TieredStopAtLevel=1\n");
    Files.writeString(project.resolve("gatling/target/classpath.txt"), classes.toString());
    Path source =
        Files.writeString(
            project.resolve("Gatling.java"),
            """
            package io.gatling.app;

            import java.nio.file.Files;
            import java.nio.file.Path;

            public class Gatling {
              public static void main(String[] args) throws Exception {
                Path request = Path.of(System.getProperty("runRequest"));
                String asked = Files.readString(request);
                Path project = Path.of(System.getProperty("project"));
            %s
              }
            }
            """
                .formatted(main.indent(4)));
    assertThat(
            ToolProvider.getSystemJavaCompiler()
                .run(null, null, null, "-d", classes.toString(), source.toString()))
        .isZero();
  }
}
