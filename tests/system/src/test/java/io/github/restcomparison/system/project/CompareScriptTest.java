package io.github.restcomparison.system.project;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The script {@code compare} builds the project if a source has changed, with a JDK and a Maven
 * that only log.
 */
class CompareScriptTest {
  private static final String JAR = "harness/compare/target/compare.jar";
  private static final String CLUSTER_JAR = "harness/kubernetes/target/kubernetes.jar";
  private static final String STAMP = "harness/compare/target/built-for-compare";
  private static final String SOURCE = "gatling/src/main/java/A.java";

  @TempDir private Path folder;
  private Path project;
  private Path log;

  /** The project is below a folder {@code src}, as clones often are. */
  @BeforeEach
  void cloneProject() throws IOException {
    project = folder.resolve("src/a clone");
    log = folder.resolve("log");
    write("pom.xml", "<module>gatling</module>\n<module>harness/compare</module>\n");
    write("gatling/pom.xml", "");
    write(SOURCE, "");
    Files.copy(Project.ROOT.resolve("compare"), project.resolve("compare"));
    program("jdk/bin/java", "echo java >> '%s'".formatted(log));
    Files.writeString(folder.resolve("jdk/release"), "JAVA_VERSION=\"25.0.1\"\n");
    maven("");
  }

  @Test
  void projectIsBuiltOnceIfNothingChanges() throws Exception {
    assertThat(compare()).containsExactly("mvn", "java");
    assertThat(compare()).containsExactly("java");
  }

  @Test
  void resultsNextToTheSourcesAreNoSources() throws Exception {
    compare();
    write("results/1/plan.json", "");
    write("my-results/plan.json", "");
    write("my-service/src/main/java/B.java", "");
    assertThat(compare()).containsExactly("java");
  }

  @Test
  void changedSourcesAreBuilt() throws Exception {
    compare();
    write(SOURCE, "changed");
    assertThat(compare()).containsExactly("mvn", "java");
    write("gatling/pom.xml", "changed");
    assertThat(compare()).containsExactly("mvn", "java");
    write("pom.xml", Files.readString(project.resolve("pom.xml")));
    assertThat(compare()).containsExactly("mvn", "java");
    Files.delete(project.resolve(SOURCE));
    assertThat(compare()).containsExactly("mvn", "java");
    assertThat(compare()).containsExactly("java");
  }

  @Test
  void editDuringTheBuildIsBuiltNextTime() throws Exception {
    maven("sleep 0.1; echo edited > " + SOURCE);
    assertThat(compare()).containsExactly("mvn", "java");
    maven("");
    assertThat(compare()).containsExactly("mvn", "java");
    assertThat(compare()).containsExactly("java");
  }

  @Test
  void failedBuildIsRepeated() throws Exception {
    maven("exit 1");
    assertThat(compare()).containsExactly("mvn");
    maven("");
    assertThat(compare()).containsExactly("mvn", "java");
  }

  /** The zip has jars only: there is nothing to build, and perhaps no Maven. */
  @Test
  void zipIsNotBuilt() throws Exception {
    compare();
    for (String file : List.of("pom.xml", "gatling/pom.xml", SOURCE, STAMP)) {
      Files.delete(project.resolve(file));
    }
    write("results/1/plan.json", "");
    assertThat(compare()).containsExactly("java");
  }

  /** In another locale a JVM replaces the characters of its arguments. */
  @Test
  void jvmReadsUtf8InAnyLocale() throws Exception {
    program(
        "jdk/bin/java", "echo \"$LC_ALL, was '$REST_COMPARISON_LC_ALL'\" >> '%s'".formatted(log));
    compare();
    for (String locale : List.of("C", "de_DE", "")) {
      assertThat(compare(locale)).containsExactly("C.UTF-8, was '%s'".formatted(locale));
    }
  }

  private List<String> compare() throws Exception {
    return compare("");
  }

  /** Runs the script; returns the programs that it has started. */
  private List<String> compare(String locale) throws Exception {
    Files.deleteIfExists(log);
    ProcessBuilder builder =
        new ProcessBuilder("sh", project.resolve("compare").toString(), "list");
    builder.environment().put("JAVA_HOME", folder.resolve("jdk").toString());
    builder.environment().put("LC_ALL", locale);
    builder.environment().put("PATH", folder + ":" + System.getenv("PATH"));
    Path output = folder.resolve("output");
    builder.redirectErrorStream(true).redirectOutput(output.toFile()).start().waitFor();
    assertThat(log).as(Files.readString(output)).exists();
    return Files.readAllLines(log);
  }

  /** A Maven that makes what the script looks for, after it has run a command. */
  private void maven(String command) throws IOException {
    program(
        "mvn",
        """
        echo mvn >> '%s'
        %s
        mkdir -p gatling/target harness/compare/target/lib harness/kubernetes/target
        touch gatling/target/classpath.txt %s %s
        """
            .formatted(log, command, JAR, CLUSTER_JAR));
  }

  private void program(String name, String script) throws IOException {
    Path file = folder.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, "#!/bin/sh\n" + script);
    assertThat(file.toFile().setExecutable(true)).isTrue();
  }

  private void write(String file, String text) throws IOException {
    Path path = project.resolve(file);
    Files.createDirectories(path.getParent());
    Files.writeString(path, text);
  }
}
