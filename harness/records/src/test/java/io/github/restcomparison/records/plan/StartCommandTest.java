package io.github.restcomparison.records.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StartCommandTest {
  @TempDir private Path experiment;

  @Test
  void isWhatAShellTakes() throws Exception {
    assertThat(StartCommand.in(experiment)).isEmpty();
    assertThat(written("run", "--service", "a=java -jar a.jar {port}", "--expect", "body=it's"))
        .isEqualTo("./compare run --service 'a=java -jar a.jar {port}' --expect 'body=it'\\''s'");
  }

  /** A shell has filled it in, so that nobody can tell where it came from but by its name. */
  @ParameterizedTest
  @CsvSource({
    "Authorization: Bearer s3cret, Authorization:***",
    "X-Api-Key:s3cret, X-Api-Key:***",
    "one:DB_PASSWORD=s3cret, one:DB_PASSWORD=***",
    "one:API_KEY=s3cret, one:API_KEY=***",
    "one:AWS_ACCESS_KEY=s3cret, one:AWS_ACCESS_KEY=***",
    "one:DB_PASS=s3cret, one:DB_PASS=***",
    "Authorization: Bearer ${TOKEN}, Authorization:***",
    "Authorization:${TOKEN}, Authorization:${TOKEN}",
    "Accept: text/plain, Accept: text/plain",
  })
  void secretsAreLeftOut(String argument, String shown) throws Exception {
    assertThat(written("run", "-H", argument).replace("'", ""))
        .isEqualTo("./compare run -H " + shown);
  }

  private String written(String... arguments) throws Exception {
    StartCommand.write(experiment, List.of(arguments));
    return StartCommand.in(experiment).orElseThrow();
  }
}
