package io.github.restcomparison.jerseycontainervertx;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Modifier;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What the artifact promises to its users. */
class ApiTest {
  private static List<Class<?>> classes() throws Exception {
    URI location =
        VertxHttpContainer.class.getProtectionDomain().getCodeSource().getLocation().toURI();
    String folder = VertxHttpContainer.class.getPackageName().replace('.', '/');
    List<Class<?>> classes = new ArrayList<>();
    try (Stream<Path> files = Files.list(Path.of(location).resolve(folder))) {
      for (String file : files.map(path -> path.getFileName().toString()).toList()) {
        if (file.endsWith(".class") && !file.contains("$")) {
          String name = file.substring(0, file.lastIndexOf('.'));
          classes.add(Class.forName(VertxHttpContainer.class.getPackageName() + "." + name));
        }
      }
    }
    return classes;
  }

  /** All others are only the container's own. */
  @Test
  void eightTypesArePublic() throws Exception {
    assertThat(classes())
        .hasSizeGreaterThan(20)
        .filteredOn(type -> Modifier.isPublic(type.getModifiers()))
        .extracting(Class::getSimpleName)
        .containsExactlyInAnyOrder(
            "Blocking",
            "NonBlocking",
            "VertxContainerProperties",
            "VertxHttpContainer",
            "VertxHttpContainerProvider",
            "VertxHttpServer",
            "VertxHttpServerFactory",
            "VertxWebServerProvider");
  }
}
