package io.github.restcomparison.system.project;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restcomparison.runner.variants.Variant;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** All services can run beside one another: each has a default port of its own. */
class DefaultPortsTest {
  private static final Pattern README_PORT =
      Pattern.compile("curl -i http://127\\.0\\.0\\.1:(\\d+)/myapp/myresource");

  /** In Java, or in the properties of a runtime without the service-kit. */
  private static final String STOCK_PORT = "(?s).*(\"PORT\", \"|\\$\\{PORT:)%s[\"}].*";

  /** A service of the compose file, and the port on which it is published. */
  private static final Pattern PUBLISHED =
      Pattern.compile(
          "(?m)^  ([\\w-]+):.*\\n(?:(?:    .*)?\\n)*?    ports: \\[\".*:(\\d+):8080\"]");

  @Test
  void noTwoServicesHaveTheSame() throws IOException {
    Map<String, String> ports = defaultPorts();
    assertThat(ports)
        .hasSizeGreaterThanOrEqualTo(21)
        .containsEntry("jersey-sync", "8081")
        .containsEntry("servers/quarkus", "8101");
    assertThat(ports.values()).doesNotHaveDuplicates();
  }

  /** Compose also starts variants of these modules: on ports that no module has. */
  @Test
  void composePublishesModulesOnTheirPortsAndVariantsOnOthers() throws IOException {
    Map<String, String> all = new TreeMap<>();
    defaultPorts().forEach((module, port) -> all.put(module.replaceAll(".*/", ""), port));
    PUBLISHED
        .matcher(Project.text(Project.ROOT.resolve("docker/compose.yml")))
        .results()
        .forEach(
            service ->
                assertThat(all.merge(service.group(1), service.group(2), (own, published) -> own))
                    .as(service.group(1))
                    .isEqualTo(service.group(2)));
    assertThat(all).containsEntry("vertx-virtual", "8099");
    assertThat(all.values()).doesNotHaveDuplicates();
  }

  private static Map<String, String> defaultPorts() throws IOException {
    Map<String, String> ports = new TreeMap<>();
    Set<String> stock =
        Variant.services().stream()
            .filter(Variant::isStock)
            .map(Variant::module)
            .collect(Collectors.toSet());
    for (String module : Project.modules()) {
      String sources = Project.sources(module);
      boolean isStock = stock.contains(module);
      if (isStock
          || !module.startsWith("libraries/") && sources.contains("StartedServer serve()")) {
        String port = readmePort(module);
        if (isStock) {
          assertThat(sources).as(module).matches(STOCK_PORT.formatted(port));
        } else {
          assertThat(sources).as(module).contains("super(" + port);
        }
        ports.put(module, port);
      }
    }
    return ports;
  }

  /** Returns the port in the module's README, or in its row in that of the folder above. */
  private static String readmePort(String module) {
    Path folder = Project.ROOT.resolve(module);
    Path own = folder.resolve("README.md");
    Pattern row = Pattern.compile("(?m)^\\| %s \\| (\\d+) \\|".formatted(folder.getFileName()));
    List<String> ports =
        Files.exists(own)
            ? Project.matches(README_PORT, own)
            : Project.matches(row, folder.resolveSibling("README.md"));
    assertThat(ports).as("ports of %s in a README", module).hasSize(1);
    return ports.getFirst();
  }
}
