package io.github.restcomparison.runner.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ExportedOptionsTest {
  private static final Map<String, String> EXPORTED =
      Map.of("JAVA_TOOL_OPTIONS", "-Da=b", "_JAVA_OPTIONS", "-Xmx200m", "NODE_OPTIONS", "--x");

  @Test
  void generatorGetsNoneAndAServiceAll() {
    Map<String, String> environment = new HashMap<>(EXPORTED);
    ExportedOptions.setAside(environment);
    assertThat(environment)
        .doesNotContainKeys("JAVA_TOOL_OPTIONS", "_JAVA_OPTIONS")
        .containsEntry("NODE_OPTIONS", "--x");
    assertThat(ExportedOptions.recorded(environment)).isEqualTo(EXPORTED);
    ExportedOptions.putBack(environment);
    assertThat(environment).isEqualTo(EXPORTED);
  }

  @Test
  void secretIsNotRecorded() {
    String flags = "-Xmx1g -Djavax.net.ssl.trustStorePassword=changeit -Da=b -Dapi.token=${T}";
    assertThat(ExportedOptions.recorded(Map.of("JAVA_TOOL_OPTIONS", flags)))
        .containsOnlyKeys("JAVA_TOOL_OPTIONS")
        .containsValue(flags.replace("changeit", "***"));
    assertThat(ExportedOptions.recorded(Map.of("HOME", "/"))).isEmpty();
  }
}
