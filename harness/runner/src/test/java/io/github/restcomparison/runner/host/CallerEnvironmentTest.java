package io.github.restcomparison.runner.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CallerEnvironmentTest {
  private static final Map<String, String> EXPORTED =
      Map.of("JAVA_TOOL_OPTIONS", "-Da=b", "_JAVA_OPTIONS", "-Xmx200m", "NODE_OPTIONS", "--x");

  @Test
  void generatorGetsNoneAndAServiceAll() {
    Map<String, String> environment = new HashMap<>(EXPORTED);
    CallerEnvironment.hideJvmOptions(environment);
    assertThat(environment)
        .doesNotContainKeys("JAVA_TOOL_OPTIONS", "_JAVA_OPTIONS")
        .containsEntry("NODE_OPTIONS", "--x");
    assertThat(CallerEnvironment.recordedOptions(environment)).isEqualTo(EXPORTED);
    CallerEnvironment.restore(environment);
    assertThat(environment).isEqualTo(EXPORTED);
  }

  @Test
  void secretIsNotRecorded() {
    String flags = "-Xmx1g -Djavax.net.ssl.trustStorePassword=changeit -Da=b -Dapi.token=${T}";
    assertThat(CallerEnvironment.recordedOptions(Map.of("JAVA_TOOL_OPTIONS", flags)))
        .containsOnlyKeys("JAVA_TOOL_OPTIONS")
        .containsValue(flags.replace("changeit", "***"));
    assertThat(CallerEnvironment.recordedOptions(Map.of("HOME", "/"))).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "LC_ALL=C.UTF-8 REST_COMPARISON_LC_ALL=C, LC_ALL=C",
    "LC_ALL=C.UTF-8 REST_COMPARISON_LC_ALL=, ''",
    "LC_ALL=de_DE LANG=C, LC_ALL=de_DE LANG=C",
  })
  void serviceHasTheLocaleOfTheCaller(String given, String restored) {
    Map<String, String> environment = variables(given);
    CallerEnvironment.restoreLocale(environment);
    assertThat(environment).isEqualTo(variables(restored));
  }

  private static Map<String, String> variables(String text) {
    Map<String, String> variables = new HashMap<>();
    for (String each : text.split(" ")) {
      if (!each.isEmpty()) {
        variables.put(each.split("=")[0], each.substring(each.indexOf('=') + 1));
      }
    }
    return variables;
  }
}
