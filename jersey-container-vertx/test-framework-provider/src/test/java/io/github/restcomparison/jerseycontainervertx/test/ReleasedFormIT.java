package io.github.restcomparison.jerseycontainervertx.test;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.DataInputStream;
import java.io.File;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The jars and POMs as they are published. */
@Tag("nightly")
class ReleasedFormIT {
  private static final String CONTAINER = "jersey-container-vertx";
  private static final String PROVIDER = "jersey-test-framework-provider-vertx";
  private static final String VERSION = System.getProperty("version");
  private static final Map<String, Path> TARGETS =
      Map.of(CONTAINER, Path.of("../container/target"), PROVIDER, Path.of("target"));
  private static final int JAVA_21 = 65;

  private static Path jar(String artifact) {
    return TARGETS.get(artifact).resolve(artifact + ".jar");
  }

  @ParameterizedTest
  @ValueSource(strings = {CONTAINER, PROVIDER})
  void jarHasALicenceAndAModuleNameAndRunsOnJava21(String artifact) throws IOException {
    try (JarFile jar = new JarFile(jar(artifact).toFile())) {
      assertThat(jar.getManifest().getMainAttributes().getValue("Automatic-Module-Name"))
          .startsWith("io.github.restcomparison.jerseycontainervertx");
      assertThat(jar.getEntry("META-INF/LICENSE")).isNotNull();
      assertThat(jar.getEntry("META-INF/NOTICE")).isNotNull();
      for (JarEntry entry : jar.stream().filter(e -> e.getName().endsWith(".class")).toList()) {
        try (DataInputStream in = new DataInputStream(jar.getInputStream(entry))) {
          in.readInt();
          in.readUnsignedShort();
          assertThat(in.readUnsignedShort()).as(entry.getName()).isLessThanOrEqualTo(JAVA_21);
        }
      }
    }
  }

  @Test
  void containerHasNothingForTests() throws IOException {
    try (JarFile jar = new JarFile(jar(CONTAINER).toFile())) {
      assertThat(jar.stream().map(JarEntry::getName))
          .noneMatch(name -> name.contains("jersey.test") || name.contains("/test/"));
    }
  }

  @Test
  void projectOutsideTheRepositoryPassesItsTests(@TempDir Path folder) throws Exception {
    Path repository = folder.resolve("repository/io/github/restcomparison");
    for (String artifact : List.of(CONTAINER, PROVIDER)) {
      Path pom = file(repository, artifact, ".pom");
      Files.createDirectories(pom.getParent());
      Files.copy(TARGETS.get(artifact).resolve(".flattened-pom.xml"), pom);
      Files.copy(jar(artifact), file(repository, artifact, ".jar"));
    }
    Files.writeString(
        folder.resolve("settings.xml"),
        """
        <settings>
          <mirrors>
            <mirror>
              <id>what-the-project-was-built-from</id>
              <mirrorOf>*</mirrorOf>
              <url>%s</url>
            </mirror>
          </mirrors>
        </settings>
        """
            .formatted(Path.of(System.getProperty("local.repository")).toUri()));
    copy(Path.of("src/it/sample"), folder.resolve("sample"));
    Path log = folder.resolve("log.txt");
    Process maven =
        new ProcessBuilder(command(folder))
            .directory(folder.resolve("sample").toFile())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();
    try {
      assertThat(maven.waitFor(10, TimeUnit.MINUTES)).as(Files.readString(log)).isTrue();
    } finally {
      maven.destroyForcibly();
    }
    assertThat(Files.readString(log)).contains("Tests run: 4, Failures: 0", "BUILD SUCCESS");
  }

  private static Path file(Path repository, String artifact, String suffix) {
    return repository
        .resolve(artifact)
        .resolve(VERSION)
        .resolve("%s-%s%s".formatted(artifact, VERSION, suffix));
  }

  private static List<String> command(Path folder) {
    String maven = System.getProperty("maven.home");
    Stream<String> launch =
        Stream.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:TieredStopAtLevel=1",
            "-XX:+UseSerialGC",
            "-cp",
            maven + File.separator + "boot" + File.separator + "*",
            "-Dclassworlds.conf=" + Path.of(maven, "bin", "m2.conf"),
            "-Dmaven.home=" + maven,
            "-Dmaven.multiModuleProjectDirectory=" + folder.resolve("sample"),
            "-Dmaven.repo.local=" + folder.resolve("repository"),
            "org.codehaus.plexus.classworlds.launcher.Launcher",
            "-B",
            "-ntp",
            "-s",
            folder.resolve("settings.xml").toString(),
            "test");
    Stream<String> versions =
        Stream.of(
                "version",
                "junit.version",
                "compiler.version",
                "resources.version",
                "surefire.version")
            .map(name -> "-D%s=%s".formatted(name, System.getProperty(name)));
    return Stream.concat(launch, versions).toList();
  }

  private static void copy(Path from, Path to) throws IOException {
    Files.walkFileTree(
        from,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes)
              throws IOException {
            Files.createDirectories(to.resolve(from.relativize(folder)));
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            Files.copy(file, to.resolve(from.relativize(file)));
            return FileVisitResult.CONTINUE;
          }
        });
  }
}
