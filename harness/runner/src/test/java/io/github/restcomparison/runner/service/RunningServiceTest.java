package io.github.restcomparison.runner.service;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunningServiceTest {
  private static final Path ROOT = Path.of("/");

  @TempDir private Path folder;

  /** {@code java -cp a.jar Main}: the class path is one jar, and nothing requires a manifest. */
  @Test
  void jarWithoutAManifestIsItsOnlyLibrary() throws Exception {
    Path jar = folder.resolve("a.jar");
    new JarOutputStream(Files.newOutputStream(jar)).close();
    assertThat(RunningService.libraries(jar.toString(), ROOT)).containsExactly("a.jar");
  }

  @Test
  void manifestNamesTheOtherLibraries() throws Exception {
    assertThat(RunningService.libraries(jarOf("lib/c.jar  lib/b.jar classes/\n").toString(), ROOT))
        .containsExactly("a.jar", "b.jar", "c.jar");
    assertThat(RunningService.libraries(jarOf(null).toString(), ROOT)).containsExactly("a.jar");
  }

  @Test
  void fileThatIsNotAJarIsItsOnlyLibrary() throws Exception {
    Path text = Files.writeString(folder.resolve("a.jar"), "no jar");
    assertThat(RunningService.libraries(text.toString(), ROOT)).containsExactly("a.jar");
  }

  @Test
  void classPathOfSeveralIsSorted() {
    assertThat(RunningService.libraries("/x/c.jar:/x/classes:/x/b.jar", ROOT))
        .containsExactly("b.jar", "c.jar");
  }

  private Path jarOf(String classPath) throws IOException {
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    if (classPath != null) {
      manifest.getMainAttributes().put(Attributes.Name.CLASS_PATH, classPath.strip());
    }
    Path jar = folder.resolve("a.jar");
    new JarOutputStream(Files.newOutputStream(jar), manifest).close();
    return jar;
  }
}
