package io.github.restcomparison.system.project;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** All services can run beside one another: each has a default port of its own. */
class DefaultPortsTest {
  private static final Pattern README_PORT =
      Pattern.compile("curl -i http://127\\.0\\.0\\.1:(\\d+)/myapp/myresource");

  @Test
  void noTwoServicesHaveTheSame() throws IOException {
    Map<String, String> ports = new TreeMap<>();
    for (String module : Project.modules()) {
      String sources = Project.sources(module);
      if (!module.startsWith("libraries/") && sources.contains("StartedServer serve()")) {
        assertThat(Project.matches(README_PORT, Project.ROOT.resolve(module + "/README.md")))
            .as("ports in %s/README.md", module)
            .singleElement()
            .satisfies(port -> assertThat(sources).as(module).contains("super(" + port))
            .satisfies(port -> ports.put(module, port));
      }
    }
    assertThat(ports).hasSizeGreaterThanOrEqualTo(12).containsEntry("jersey-sync", "8081");
    assertThat(ports.values()).doesNotHaveDuplicates();
  }
}
