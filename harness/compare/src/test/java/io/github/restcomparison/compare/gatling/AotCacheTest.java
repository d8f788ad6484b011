package io.github.restcomparison.compare.gatling;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** With a program in Gatling's place that says where its class came from. */
class AotCacheTest {
  @TempDir private Path folder;
  private Path classes;
  private Path flags;

  @BeforeEach
  void program() throws IOException {
    classes = Files.createDirectories(folder.resolve("classes"));
    flags = Files.writeString(folder.resolve("jvm.options"), "-Xmx32m\n");
    Path source =
        Files.writeString(
            folder.resolve("Main.java"),
            """
            public class Main {
              public static void main(String[] args) {
                System.out.println("main");
              }
            }
            """);
    assertThat(
            ToolProvider.getSystemJavaCompiler()
                .run(null, null, null, "-d", classes.toString(), source.toString()))
        .isZero();
  }

  @Test
  void classesOfADirectoryComeFromTheCache() throws Exception {
    AotCache cache = cache();
    assertThat(cache.isMade()).isFalse();
    assertThat(java(cache.without())).contains("Main source: file:");
    java(cache.make());
    assertThat(cache.isMade()).isTrue();
    assertThat(java(cache.use())).contains("Main source: shared objects file");
  }

  /** What is no cache is passed over without a word. */
  @Test
  void cacheThatDoesNotFitIsIgnored() throws Exception {
    AotCache cache = cache();
    cache.make();
    Files.writeString(cache.folder().resolve("gatling.aot"), "damaged");
    assertThat(java(cache.use())).contains("Main source: ", "main").doesNotContain("warning");
  }

  @Test
  void otherClassesOrFlagsHaveAnotherCache() throws Exception {
    Path first = cache().folder();
    assertThat(cache().folder()).isEqualTo(first);
    Files.setLastModifiedTime(classes.resolve("Main.class"), FileTime.fromMillis(1));
    Path second = cache().folder();
    Files.writeString(flags, "-Xmx33m\n");
    assertThat(List.of(first, second, cache().folder())).doesNotHaveDuplicates();
  }

  private AotCache cache() throws IOException {
    return AotCache.of(List.of(classes), flags, folder.resolve("aot"));
  }

  private static String java(List<String> options) throws Exception {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-Xmx32m", "-Xlog:class+load"));
    command.addAll(options);
    command.add("Main");
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes());
    assertThat(process.waitFor()).as(said).isZero();
    return said;
  }
}
