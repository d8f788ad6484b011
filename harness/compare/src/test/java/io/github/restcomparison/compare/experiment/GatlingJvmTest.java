package io.github.restcomparison.compare.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GatlingJvmTest {
  @TempDir private Path folder;
  private final List<String> live = new ArrayList<>();

  @Test
  void linesAreLoggedAndTheLastMessageIsReturned() throws IOException {
    String printed =
        "Gatling\n\nrest-comparison: one\nrest-comparison live: load 7 requests/s\nrest-comparison: two\nend";
    assertThat(copied(printed)).isEqualTo("two");
    assertThat(live).containsExactly("load 7 requests/s");
    assertThat(log())
        .containsExactly("Gatling", "", "rest-comparison: one", "rest-comparison: two", "end");
  }

  /** A user's simulation may print anything: the load generator's memory is not for it. */
  @Test
  void lineWithoutAnEndIsLoggedInParts() throws IOException {
    assertThat(copied("x".repeat(20_000) + "\nrest-comparison: one\n")).isEqualTo("one");
    assertThat(log())
        .containsExactly(
            "x".repeat(8_192), "x".repeat(8_192), "x".repeat(3_616), "rest-comparison: one");
  }

  private String copied(String printed) throws IOException {
    BufferedReader reader = new BufferedReader(new StringReader(printed));
    return GatlingJvm.copy(reader, folder.resolve("gatling.log"), live::add);
  }

  private List<String> log() throws IOException {
    return Files.readAllLines(folder.resolve("gatling.log"));
  }
}
