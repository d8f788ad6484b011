package io.github.restcomparison.system.project;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/** The steps of {@code action.yml}, run by bash as GitHub's runner does. */
class ActionTest {
  private static final Path ACTION = Project.ROOT.resolve("action.yml");

  @TempDir private Path folder;

  @SuppressWarnings("unchecked")
  private static Map<String, Object> step() throws IOException {
    Map<String, Object> action =
        (Map<String, Object>)
            new Load(LoadSettings.builder().build()).loadFromString(Files.readString(ACTION));
    List<Map<String, Object>> steps =
        (List<Map<String, Object>>) ((Map<String, Object>) action.get("runs")).get("steps");
    return steps.stream().filter(step -> "compare".equals(step.get("id"))).findFirst().get();
  }

  /** A variable of each input arrives as one argument, whatever it contains. */
  @Test
  void inputsAreArgumentsOfCompare() throws Exception {
    Map<String, Object> step = step();
    assertThat((String) step.get("run")).doesNotContain("${{");
    Files.writeString(folder.resolve("compare"), "#!/bin/sh\nprintf '%s\\n' \"$@\"; exit 1\n");
    assertThat(folder.resolve("compare").toFile().setExecutable(true)).isTrue();
    Path output = folder.resolve("output");
    ProcessBuilder bash =
        new ProcessBuilder(
            "bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", (String) step.get("run"));
    bash.environment()
        .putAll(
            Map.of(
                "BEFORE", "java -jar 'a b.jar' {port}",
                "AFTER", "$(touch hostile)",
                "GET", "/x?a=1&b=2",
                "OPTIONS", "--ready /health\n--users 200\n",
                "TIME", "10m",
                "FAIL_IF_WORSE", "5",
                "RUNNER_TEMP", folder.toString(),
                "GITHUB_ACTION_PATH", folder.toString(),
                "GITHUB_OUTPUT", output.toString()));
    Process process = bash.directory(folder.toFile()).redirectErrorStream(true).start();
    try (InputStream out = process.getInputStream()) {
      List<String> arguments =
          new String(out.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
      String results = Files.readString(output).strip().replace("results=", "");
      assertThat(arguments)
          .containsExactly(
              "run",
              "--service",
              "before=java -jar 'a b.jar' {port}",
              "--service",
              "after=$(touch hostile)",
              "--get",
              "/x?a=1&b=2",
              "--baseline",
              "before",
              "--fail-if-worse",
              "5",
              "--for",
              "10m",
              "--out",
              results,
              "--junit",
              results + "/junit.xml",
              "--ready",
              "/health",
              "--users",
              "200");
      assertThat(process.waitFor()).isEqualTo(1);
      assertThat(Path.of(results)).as("another one for each use").isEmptyDirectory();
    }
    assertThat(folder.resolve("hostile")).doesNotExist();
  }
}
