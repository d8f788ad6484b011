package io.github.restcomparison.records.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StartCommandTest {
  @TempDir private Path experiment;

  @Test
  void isQuotedForAShell() throws Exception {
    assertThat(StartCommand.read(experiment)).isEmpty();
    assertThat(written("run", "--service", "a=java -jar a.jar {port}", "--expect", "body=it's"))
        .isEqualTo("./compare run --service 'a=java -jar a.jar {port}' --expect 'body=it'\\''s'");
  }

  /**
   * A shell has replaced the variable: only the name of the option shows that its value is a
   * secret.
   */
  @ParameterizedTest
  @CsvSource(
      delimiterString = " | ",
      quoteCharacter = '`',
      value = {
        "-H|Authorization: Bearer s3cret | -H|Authorization: ***",
        "-H|X-Api-Key:s3cret | -H|X-Api-Key:***",
        "-HAuthorization: Basic s3cret | -HAuthorization: ***",
        "--header=Cookie: a=s3cret; b=s3cret | --header=Cookie: ***",
        "--env|one:DB_PASSWORD=s3cret and more | --env|one:DB_PASSWORD=***",
        "--env=one:API_KEY=s3cret | --env=one:API_KEY=***",
        "--env|one:AWS_ACCESS_KEY=s3cret | --env|one:AWS_ACCESS_KEY=***",
        "--env|one:DB_PASS=s3cret | --env|one:DB_PASS=***",
        "--env|token-service:LEVEL=warn | --env|token-service:LEVEL=warn",
        "-H|Authorization: Bearer ${TOKEN} | -H|Authorization: Bearer ${TOKEN}",
        "-H|Authorization:${TOKEN} | -H|Authorization:${TOKEN}",
        "-H|Authorization: Bearer s3cret${TOKEN} | -H|Authorization: ***",
        "-H|Accept: text/plain | -H|Accept: text/plain",
        "--service|token-service=http://127.0.0.1:1 | --service|token-service=http://127.0.0.1:1",
        "--service=tokens=serve {port} | --service=tokens=serve {port}",
        "--service|a=serve --db-password=s3cret {port} | --service|a=serve --db-password=*** {port}",
        "--service|a=x -H 'Authorization: Bearer s3cret' {port} | --service|a=x -H 'Authorization: ***' {port}",
        "--get|/tokens?id=3 | --get|/tokens?id=3",
        "--get|/a?token=s3cret&b=c | --get|/a?token=***&b=c",
        "-d|name=a&password=s3cret | -d|name=a&password=***",
        "-d|{\"password\": \"s3cret \\\" word\", \"b\": 1} | -d|{\"password\": ***, \"b\": 1}",
        "-d|{\"token\":\"${TOKEN}\"} | -d|{\"token\":\"${TOKEN}\"}",
      })
  void onlySecretsAreReplaced(String arguments, String shown) throws Exception {
    List<String> words = List.of(arguments.strip().split("\\|"));
    List<String> expected = List.of(shown.strip().split("\\|"));
    StartCommand.write(experiment, words);
    assertThat(StartCommand.read(experiment))
        .contains(
            "./compare "
                + expected.stream().map(StartCommand::quoted).collect(Collectors.joining(" ")));
  }

  private String written(String... arguments) throws Exception {
    StartCommand.write(experiment, List.of(arguments));
    return StartCommand.read(experiment).orElseThrow();
  }
}
