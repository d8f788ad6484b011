package io.github.restcomparison.records.service;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ExpectationTest {
  private static final Duration TOOK = Duration.ofMillis(20);
  private static final Expectation ALL =
      new Expectation(
          OptionalInt.of(201),
          Map.of("Content-Type", "application/json"),
          Optional.of("{\"items\":[{\"id\":42}]}"),
          Optional.of("items"),
          Map.of("/items/0/id", "42"),
          Optional.of(Duration.ofMillis(10)),
          Optional.of(Duration.ofMillis(30)));

  @Test
  void rightAnswerHasNothingWrong() {
    assertThat(violations(ALL, 201, "application/json", "{\"items\":[{\"id\":42}]}", TOOK))
        .isEmpty();
  }

  @Test
  void eachPartIsChecked() {
    assertThat(violations(ALL, 200, "text/plain", "[]", Duration.ofMillis(5)))
        .containsExactly(
            "status is 200, expected 201",
            "header Content-Type is 'text/plain', expected 'application/json'",
            "body is '[]', expected '{\"items\":[{\"id\":42}]}'",
            "body '[]' does not contain 'items'",
            "json /items/0/id is 'absent', expected '42'",
            "it took 5 ms, expected at least 10 ms");
    assertThat(
            violations(
                ALL, 201, "application/json", "{\"items\":[{\"id\":42}]}", Duration.ofMillis(31)))
        .containsExactly("it took 31 ms, expected at most 30 ms");
  }

  @ParameterizedTest
  @CsvSource({"200, 0", "204, 0", "299, 0", "199, 1", "300, 1", "500, 1"})
  void successIsAnyOf2xx(int status, int wrong) {
    assertThat(violations(Expectation.SUCCESS, status, "", "", TOOK)).hasSize(wrong);
  }

  @Test
  void whatIsNoJsonIsSaidToBeNone() {
    assertThat(ALL.jsonViolation("<html>")).contains("body '<html>' is no JSON");
  }

  private static List<String> violations(
      Expectation expected, int status, String type, String body, Duration took) {
    return expected.violations(
        status,
        name -> name.equals("Content-Type") ? Optional.of(type) : Optional.empty(),
        body,
        took);
  }
}
