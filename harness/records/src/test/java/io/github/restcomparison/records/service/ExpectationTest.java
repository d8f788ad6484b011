package io.github.restcomparison.records.service;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restcomparison.records.service.Expectation.Body;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ExpectationTest {
  private static final Expectation ALL =
      new Expectation(
          Optional.of("201"),
          Map.of("Content-Type", "application/json"),
          new Body(
              Optional.of("{\"items\":[{\"id\":42}]}"),
              Optional.of("items"),
              Optional.of(Expectation.Regex.of("\"id\":\\d+}]")),
              Map.of("/items/0/id", "42")),
          Optional.of(Duration.ofMillis(10)),
          Optional.of(Duration.ofMillis(30)));

  @Test
  void correctResponseHasNoViolation() {
    assertThat(violation(ALL, 201, "application/json", "{\"items\":[{\"id\":42}]}", 20)).isEmpty();
  }

  /** The first violation is reported, without a time, which would differ in each response. */
  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '~',
      value = {
        "401, application/json, {}, 20, ~status 401, expected 201~",
        "201, text/plain, {}, 20, ~header Content-Type 'text/plain', expected 'application/json'~",
        "201, , {}, 20, ~header Content-Type is missing, expected 'application/json'~",
        "201, application/json, [], 20, ~body '[]', expected '{\"items\":[{\"id\":42}]}'~",
        "201, application/json, {\"items\":[{\"id\":42}]}, 5, took less than 10 ms",
        "201, application/json, {\"items\":[{\"id\":42}]}, 31, took more than 30 ms"
      })
  void firstViolationIsReported(int status, String type, String body, int ms, String wrong) {
    assertThat(violation(ALL, status, type, body, ms)).contains(wrong);
  }

  @ParameterizedTest
  @CsvSource({"200, 0", "204, 0", "299, 0", "199, 1", "300, 1", "500, 1"})
  void successIsAnyOf2xx(int status, int wrong) {
    Optional<String> said = violation(Expectation.SUCCESS, status, null, "", 20);
    assertThat(said.stream().count()).isEqualTo(wrong);
    said.ifPresent(line -> assertThat(line).isEqualTo("status %d, expected 2xx".formatted(status)));
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '~',
      value = {
        "<html>, ~body '<html>' is not JSON~",
        "{}, ~json /id is missing, expected '42'~",
        "~{\"id\":7}~, ~json /id '7', expected '42'~"
      })
  void jsonIsReadByPointer(String body, String wrong) {
    Expectation id =
        new Expectation(
            Optional.empty(),
            Map.of(),
            new Body(Optional.empty(), Optional.empty(), Optional.empty(), Map.of("/id", "42")),
            Optional.empty(),
            Optional.empty());
    assertThat(violation(id, 200, null, body, 20)).contains(wrong);
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '~',
      value = {
        "200, id 42, ''",
        "404, id 7, ''",
        "404, nothing, ~body 'nothing' does not match 'id \\d{1,3}'~",
        "202, id 42, ~status 202, expected 200,404~",
        "500, id 42, ~status 500, expected 200,404~"
      })
  void statusIsOneOfSeveralAndTheBodyMatchesSomewhere(int status, String body, String wrong) {
    Expectation expected =
        new Expectation(
            Optional.of("200,404"),
            Map.of(),
            new Body(
                Optional.empty(),
                Optional.empty(),
                Optional.of(Expectation.Regex.of("id \\d{1,3}")),
                Map.of()),
            Optional.empty(),
            Optional.empty());
    assertThat(violation(expected, status, null, body, 20).orElse("''")).isEqualTo(wrong);
  }

  @Test
  void bodyThatIsTooLongForAnExpressionIsWrong() {
    Expectation expected =
        new Expectation(
            Optional.empty(),
            Map.of(),
            new Body(
                Optional.empty(),
                Optional.empty(),
                Optional.of(Expectation.Regex.of("(a|b)*c")),
                Map.of()),
            Optional.empty(),
            Optional.empty());
    assertThat(violation(expected, 200, null, "a".repeat(1_000_000), 20).orElseThrow())
        .endsWith("…' is too long to be matched by '(a|b)*c'");
  }

  /** The beginning of a secret was shown if the text was cut within it. */
  @Test
  void secretIsHiddenBeforeATextIsCut() {
    String body = "x".repeat(75) + "planted-secret";
    assertThat(violation(ALL, 201, "application/json", body, 20).orElseThrow())
        .contains("x${A}")
        .doesNotContain("plan");
  }

  private static Optional<String> violation(
      Expectation expected, int status, String type, String body, int ms) {
    return expected.violation(
        new Expectation.Response(
            status,
            name -> name.equals("Content-Type") ? type : null,
            () -> body,
            Duration.ofMillis(ms)),
        UnaryOperator.identity(),
        text -> text.replace("planted-secret", "${A}"));
  }
}
