package io.github.restcomparison.system.project;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restcomparison.compare.experiment.GatlingJvm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code harness/distribution/assemble} lays out the folder of the zip. */
class AssembleTest {
  private static final List<String> MODULES =
      List.of("gatling", "jersey-sync", "jersey-async", "vertx-rest", "servers/jersey-vertx");

  @TempDir private Path folder;

  @Test
  void pathsMayHaveSpaces() throws Exception {
    Path project = folder.resolve("a project");
    for (String file : List.of("compare", "LICENSE", "README.md", "CHANGELOG.md")) {
      write(project.resolve(file), "");
    }
    write(project.resolve("gatling/jvm.options"), "");
    write(project.resolve("harness/compare/target/compare.jar"), "");
    write(project.resolve("harness/compare/target/lib/both.jar"), "");
    write(project.resolve("harness/kubernetes/target/kubernetes.jar"), "");
    Path own = folder.resolve("a repository/own.jar");
    Path both = folder.resolve("a repository/both.jar");
    write(own, "");
    write(both, "");
    write(project.resolve("gatling/target/" + GatlingJvm.JAR), "");
    for (String module : MODULES) {
      write(project.resolve(module + "/target/classes/A.class"), "");
      write(project.resolve(module + "/target/classpath.txt"), own + ":" + both + "\n");
    }
    Path zip = folder.resolve("the zip");

    Process assemble =
        new ProcessBuilder(
                "sh",
                Project.ROOT.resolve("harness/distribution/assemble").toString(),
                project.toString(),
                zip.toString())
            .redirectErrorStream(true)
            .start();
    String output = new String(assemble.getInputStream().readAllBytes());

    assertThat(assemble.waitFor()).as(output).isZero();
    assertThat(zip.resolve("vertx-rest/target/classpath.txt"))
        .hasContent("lib/own.jar:harness/compare/target/lib/both.jar");
    assertThat(zip.resolve("vertx-rest/target/classes/A.class")).exists();
    assertThat(zip.resolve("gatling/target/" + GatlingJvm.JAR)).exists();
    assertThat(zip.resolve("harness/kubernetes/target/kubernetes.jar")).exists();
    assertThat(zip.resolve("lib/own.jar")).exists();
    assertThat(zip.resolve("lib/both.jar")).doesNotExist();
  }

  private static void write(Path file, String text) throws IOException {
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }
}
