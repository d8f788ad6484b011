package io.github.restcomparison.analysis.diff;

import static io.github.restcomparison.analysis.Records.Service.JERSEY_SYNC;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.restcomparison.analysis.Records;
import io.github.restcomparison.analysis.page.TerminalPage;
import io.github.restcomparison.analysis.page.TerminalStyle;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.node.ObjectNode;

/** Two experiments in which one setting or fact of the host differs. */
class DiffConditionsTest {
  @TempDir private Path folder;
  private Records before;
  private Records after;

  @BeforeEach
  void folders() {
    before = new Records(folder.resolve("monday"));
    after = new Records(folder.resolve("tuesday"));
  }

  @ParameterizedTest
  @CsvSource({
    "settings, users, 500, users: 500 before",
    "settings, delay, 50ms, delay: 50ms before",
    "settings, wait, uniform, wait: uniform before",
    "settings, think, 300ms, think: 300ms before",
    "settings, rampUp, 5s, ramp up: 5s before",
    "settings, protocol, http2, protocol: http2 before",
    "settings, warmUp, 5s, warm up: 5s before",
    "settings, workers, 400, jersey-sync workers: 400 before",
    "environment, cpu, 8086, cpu: 8086 before",
    "environment, cpus, 64, cpus: 64 before",
    "environment, memory, 640, memory: 0.0 GiB before",
    "environment, pinning, by hand, pinning: by hand before",
    "environment, gatling, 1.0, gatling: 1.0 before",
  })
  void otherConditionsAreNotComparable(String part, String field, String value, String line)
      throws IOException {
    changed(part, field, value);
    assertThat(diff().differences()).singleElement().asString().startsWith(line);
  }

  @ParameterizedTest
  @CsvSource({
    "environment, jdk, JDK 24, jdk: JDK 24 before",
    "service, backlog, 5, jersey-sync backlog: 5 before",
  })
  void changesUnderTestAreListed(String part, String field, String value, String line)
      throws IOException {
    changed(part, field, value);
    assertThat(diff().differences()).isEmpty();
    assertThat(diff().changes()).singleElement().asString().startsWith(line);
    assertThat(TerminalPage.render(DiffPage.of(diff()), TerminalStyle.PLAIN))
        .contains("changed: " + line);
  }

  /** A kernel keeps some of it for itself, now more and now less. */
  @Test
  void memoryThatKernelsKeepIsNoDifference() throws IOException {
    changed("environment", "memory", "25277015738"); // 0.002 % more
    assertThat(diff().differences()).isEmpty();
    changed("environment", "memory", "25782040412"); // 2 % more
    assertThat(diff().differences()).singleElement().asString().startsWith("memory: 24.0 GiB");
  }

  private void changed(String part, String field, String value) throws IOException {
    for (int round = 1; round <= 6; round++) {
      after.valid(JERSEY_SYNC, round, 1, 1);
      before.write(
          Records.edited(
              Records.record(JERSEY_SYNC, round, 1, 1),
              json -> {
                ObjectNode node = (ObjectNode) json.get(part);
                if (value.matches("\\d+") && !field.equals("cpu") && !part.equals("service")) {
                  node.put(field, Long.parseLong(value));
                } else {
                  node.put(field, value);
                }
              }));
    }
  }

  private Diff diff() throws IOException {
    return Diff.of(before.comparison(), after.comparison());
  }
}
