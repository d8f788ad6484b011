package io.github.restcomparison.compare.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import io.github.restcomparison.records.service.Workload.UserSimulation;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Simulations of the user's own. */
class GatlingJvmTest {
  @TempDir private Path folder;

  /** A project has more sources than those of the simulation, which may need other libraries. */
  @Test
  void onlyWhatTheSimulationUsesIsCompiled() throws Exception {
    write("src/com/acme/Orders.java", "package com.acme; public class Orders { Cart cart; }");
    write("src/com/acme/Cart.java", "package com.acme; class Cart {}");
    write("src/com/acme/Other.java", "package com.acme; class Other extends missing.Library {}");
    String classPath = classPath("com.acme.Orders", "own.jar", folder.resolve("run"));
    Path compiled = folder.resolve("run/simulation-classes");
    assertThat(classPath.split(File.pathSeparator))
        .containsExactly("own.jar", folder.toString(), compiled.toString());
    assertThat(compiled.resolve("com/acme")).isDirectoryContaining("glob:**Orders.class");
    assertThat(compiled.resolve("com/acme")).isDirectoryContaining("glob:**Cart.class");
  }

  @Test
  void whatDoesNotCompileIsOneLine() throws Exception {
    write("Broken.java", "class Broken extends missing.Library {}");
    assertThatIOException()
        .isThrownBy(() -> classPath("Broken", "own.jar", folder.resolve("run")))
        .withMessageStartingWith("the simulation does not compile: ")
        .withMessageNotContaining("\n");
  }

  private String classPath(String name, String own, Path into) throws IOException {
    return GatlingJvm.classPath(new UserSimulation(name, folder.toString()), own, into);
  }

  private void write(String file, String text) throws IOException {
    Path path = folder.resolve(file);
    Files.createDirectories(path.getParent());
    Files.writeString(path, text);
  }
}
