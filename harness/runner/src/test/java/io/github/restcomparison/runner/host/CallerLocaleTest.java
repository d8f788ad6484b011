package io.github.restcomparison.runner.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CallerLocaleTest {
  @ParameterizedTest
  @CsvSource({
    "LC_ALL=C.UTF-8 REST_COMPARISON_LC_ALL=C, LC_ALL=C",
    "LC_ALL=C.UTF-8 REST_COMPARISON_LC_ALL=, ''",
    "LC_ALL=de_DE LANG=C, LC_ALL=de_DE LANG=C",
  })
  void serviceHasTheLocaleOfTheCaller(String given, String restored) {
    Map<String, String> environment = variables(given);
    CallerLocale.restore(environment);
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
