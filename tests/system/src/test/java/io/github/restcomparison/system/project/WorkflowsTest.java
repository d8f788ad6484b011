package io.github.restcomparison.system.project;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/** Workflows name all actions and images exactly; builds and tests have no token that writes. */
class WorkflowsTest {
  private static final Path GITHUB = Project.ROOT.resolve(".github");
  private static final Path RELEASE = Project.ROOT.resolve(".ci/release");
  private static final Path IMAGES = Project.ROOT.resolve("docker/images.env");
  private static final Pattern USES = Pattern.compile("uses: +(\\S+)");
  private static final Pattern IMAGE = Pattern.compile("(?m)^[A-Z_]*IMAGE=(.+)$");
  private static final Map<String, String> READS = Map.of("contents", "read");

  private static Stream<Path> workflows() throws IOException {
    try (Stream<Path> files = Files.list(GITHUB.resolve("workflows"))) {
      return files.sorted().toList().stream();
    }
  }

  @SuppressWarnings("unchecked")
  private static Map<String, Object> map(Object node) {
    return (Map<String, Object>) node;
  }

  @SuppressWarnings("unchecked")
  private static List<Map<String, Object>> list(Object node) {
    return (List<Map<String, Object>>) node;
  }

  private static Map<String, Object> yaml(Path file) {
    return map(new Load(LoadSettings.builder().build()).loadFromString(Project.text(file)));
  }

  private static Map<String, Object> job(Map<String, Object> workflow, String name) {
    return map(map(workflow.get("jobs")).get(name));
  }

  /** Returns the commands of a job, in their order. */
  private static List<String> commands(Map<String, Object> job) {
    return list(job.get("steps")).stream()
        .flatMap(step -> Optional.ofNullable((String) step.get("run")).stream())
        .toList();
  }

  @Test
  void actionsAreNamedByTheirCommit() throws IOException {
    List<Path> files = new ArrayList<>(workflows().toList());
    files.add(Project.ROOT.resolve("action.yml"));
    assertThat(files.stream().flatMap(file -> Project.matches(USES, file).stream()))
        .isNotEmpty()
        .allMatch(action -> action.matches("[\\w.-]+/[\\w./-]+@[0-9a-f]{40}"));
  }

  @ParameterizedTest
  @MethodSource("workflows")
  void nothingMayWriteButThePublicationOfARelease(Path workflow) {
    assertThat(yaml(workflow).get("permissions")).isEqualTo(READS);
    map(yaml(workflow).get("jobs"))
        .forEach(
            (name, job) -> {
              if (!name.equals("publish")) {
                assertThat(map(job).getOrDefault("permissions", READS)).as(name).isEqualTo(READS);
              }
            });
  }

  @Test
  void releaseIsVerifiedBeforeItIsBuiltAndBuiltBeforeAnythingMayWrite() {
    Map<String, Object> workflow = yaml(GITHUB.resolve("workflows/release.yml"));
    assertThat(commands(job(workflow, "build")))
        .containsExactly(".ci/run nightly", ".ci/release release \"$GITHUB_REF_NAME\"");
    Map<String, Object> publish = job(workflow, "publish");
    assertThat(publish.get("needs")).isEqualTo("build");
    assertThat(commands(publish)).singleElement().asString().startsWith("gh release create ");
    assertThat(list(publish.get("steps")))
        .as("it has the built files, and no sources to run")
        .noneMatch(step -> step.toString().contains("checkout"));
    assertThat(Project.text(Project.ROOT.resolve(".ci/run")))
        .contains("\nset -euo pipefail\n", "\nmvn -B -ntp verify ");
  }

  @Test
  void baseImagesOfAReleaseAreNamedByTheirDigest() {
    assertThat(Project.matches(IMAGE, IMAGES))
        .hasSize(3)
        .allMatch(image -> image.matches("[\\w./-]+:[\\w.-]+@sha256:[0-9a-f]{64}"));
    String script = Project.text(RELEASE).replaceAll("\\\\\\R", " ");
    assertThat(script).contains(". docker/images.env");
    List<String> builds = script.lines().filter(line -> line.contains("docker build ")).toList();
    assertThat(builds).hasSize(2);
    for (String build : builds) {
      String dockerfile = build.replaceAll(".* -f (\\S+) .*", "$1");
      Pattern argument = Pattern.compile("(?m)^ARG (\\w+IMAGE)=");
      assertThat(Project.matches(argument, Project.ROOT.resolve(dockerfile)))
          .isNotEmpty()
          .allMatch(image -> build.contains("--build-arg \"" + image + "=$"));
    }
  }

  /** They are what a publication measured; all others are kept up to date, majors included. */
  @Test
  void onlyHistoricalServersStayAsTheyAre() {
    Map<String, Object> maven =
        list(yaml(GITHUB.resolve("dependabot.yml")).get("updates")).stream()
            .filter(update -> update.get("package-ecosystem").equals("maven"))
            .findFirst()
            .orElseThrow();
    assertThat(maven.get("exclude-paths")).isEqualTo(List.of("servers/historical/**"));
    assertThat(maven).doesNotContainKey("ignore");
    List<String> historical =
        Project.modules().stream().filter(m -> m.startsWith("servers/historical/")).toList();
    assertThat(historical).hasSizeGreaterThanOrEqualTo(5);
    for (String module : historical) {
      Path pom = Project.ROOT.resolve(module).resolve("pom.xml");
      assertThat(Project.matches(Pattern.compile("<version>\\$\\{(.+?)}</version>"), pom))
          .as("versions of %s, by properties of its own", module)
          .filteredOn(property -> !property.equals("revision"))
          .isNotEmpty()
          .allMatch(
              property ->
                  Project.text(pom).matches("(?s).*<%1$s>\\d[^$<]*</%1$s>.*".formatted(property)));
    }
  }
}
