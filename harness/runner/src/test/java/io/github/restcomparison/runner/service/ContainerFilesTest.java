package io.github.restcomparison.runner.service;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restcomparison.records.plan.ServiceRuntime;
import io.github.restcomparison.records.service.Secrets;
import io.github.restcomparison.records.service.ServiceSpec.Origin;
import io.github.restcomparison.runner.host.Placement;
import io.github.restcomparison.runner.variants.Variant;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The Dockerfiles and compose files repeat settings of bare runs; this test keeps them equal. */
class ContainerFilesTest {
  private static final Path DOCKER = Path.of("../../docker");
  private static final List<String> SERVICES =
      List.of(
          "jersey-sync",
          "jersey-async",
          "vertx-rest",
          "jersey-vertx",
          "jersey-virtual",
          "vertx-virtual",
          "tomcat",
          "jetty",
          "spring-boot");
  private static final Pattern BASE_IMAGE = Pattern.compile("ARG (?:BUILD|RUN)_IMAGE=(\\S+)\n");

  @Test
  void flagsEqualThoseOfBareRunsExceptForTheHeap() throws IOException {
    String image = Files.readString(DOCKER.resolve("Dockerfile"));
    for (String flag : Variant.JVM_FLAGS) {
      assertThat(flag.startsWith("-Xm") || image.contains('"' + flag + '"')).as(flag).isTrue();
    }
    // Half of the 1 GiB below is the 512 MiB of -Xms and -Xmx.
    assertThat(image).contains("-XX:InitialRAMPercentage=50", "-XX:MaxRAMPercentage=50");
    assertThat(Variant.JVM_FLAGS).contains("-Xms512m", "-Xmx512m");
  }

  @Test
  void limitsOfARunEqualThoseOfTheComposeFile() throws Exception {
    String compose = Files.readString(DOCKER.resolve("compose.yml"));
    Launch launch =
        Launch.of(
            Variant.named("vertx-rest").spec(Path.of("../.."), Map.of(), ServiceRuntime.DOCKER),
            Secrets.NONE,
            new Placement(List.of(0), List.of(1)),
            Path.of("service.log"));
    List<String> command = Docker.words(launch, (Origin.Image) launch.spec().from(), "a");
    assertThat(command)
        .containsSequence("--memory", "1g", "--memory-swap", "1g")
        .containsSequence("--pids-limit", "32768", "--ulimit", "nofile=20000:20000")
        .containsSequence("--read-only", "--tmpfs", "/tmp", "--cap-drop", "ALL")
        .containsSequence("--security-opt", "no-new-privileges")
        .containsSequence("--cpuset-cpus", "0")
        .containsSequence("--env", "PORT")
        .endsWith("rest-comparison/vertx-rest");
    assertThat(compose)
        .contains("mem_limit: 1g", "memswap_limit: 1g", "pids_limit: 32768", "nofile: 20000")
        .contains("read_only: true", "tmpfs: /tmp", "cap_drop: [ALL]")
        .contains("security_opt: [\"no-new-privileges:true\"]");
  }

  /** {@code docker compose up} works at the root, with the services of the file in docker. */
  @Test
  void fileAtTheRootIncludesTheOneInDocker() throws IOException {
    String root = Files.readString(Path.of("../../compose.yaml"));
    assertThat(root).contains("name: rest-comparison\n", "include:\n  - docker/compose.yml\n");
    assertThat(Files.readString(DOCKER.resolve("compose.yml"))).contains("name: rest-comparison\n");
  }

  /** Both compose files contain these variants of the catalogue. */
  @Test
  void composeFilesHaveTheServices() throws IOException {
    for (String service : SERVICES) {
      assertThat(Variant.services()).anyMatch(variant -> variant.name().startsWith(service));
      for (String file : List.of("compose.yml", "compose.host.yml")) {
        String content = Files.readString(DOCKER.resolve(file));
        assertThat(content).containsPattern("\n  " + service + ":( &" + service + ")?\n");
        assertThat(content).contains(" " + service + "=http://");
      }
    }
  }

  @Test
  void virtualThreadsAreSetAsInTheCatalogue() throws IOException {
    String compose = Files.readString(DOCKER.resolve("compose.yml"));
    for (String name : List.of("jersey-virtual", "vertx-virtual")) {
      Variant variant = Variant.named(name);
      String setting = variant.settings().toString().replace("{", "").replace("=", ": ");
      assertThat(compose)
          .contains(
              "\n  %s:\n    <<: *%s\n    profiles: [virtual]\n".formatted(name, variant.service()))
          .contains("environment: {<<: *environment, " + setting);
    }
  }

  @Test
  void everySettingIsPassedOn() throws IOException {
    String compose = Files.readString(DOCKER.resolve("compose.yml"));
    for (String service : SERVICES) {
      String module =
          Variant.services().stream()
              .filter(variant -> variant.name().startsWith(service))
              .findFirst()
              .orElseThrow()
              .module();
      assertThat(Variant.settings(module)).as(service).isNotEmpty();
      for (String setting : Variant.settings(module)) {
        assertThat(compose).contains("\n    %s: ${%s:-}\n".formatted(setting, setting));
      }
    }
    assertThat(compose).contains("\n    WAIT: ${WAIT:-}\n");
  }

  /** The tag stays readable; the digest identifies the image. */
  @Test
  void baseImagesArePinned() throws IOException {
    String pinned = Files.readString(DOCKER.resolve("images.env"));
    for (String file : List.of("Dockerfile", "gatling.Dockerfile", "compare.Dockerfile")) {
      String content = Files.readString(DOCKER.resolve(file));
      Matcher image = BASE_IMAGE.matcher(content);
      while (image.find()) {
        assertThat(pinned)
            .as(file)
            .containsPattern("=" + Pattern.quote(image.group(1)) + "@sha256:[0-9a-f]{64}\n");
      }
      assertThat(content.lines().filter(line -> line.startsWith("FROM ")))
          .allMatch(line -> line.matches("FROM \\$\\{(BUILD|RUN)_IMAGE}( AS build)?"));
    }
  }

  @Test
  void nothingRunsAsRoot() throws IOException {
    for (String file : List.of("Dockerfile", "gatling.Dockerfile", "compare.Dockerfile")) {
      assertThat(Files.readString(DOCKER.resolve(file))).contains("\nUSER 10001:10001\n");
    }
    assertThat(Files.readString(DOCKER.resolve("compose.yml")))
        .contains("user: \"10001:10001\"", "user: \"${REPORTS_USER:-10001:10001}\"")
        .doesNotContain("cap_add");
  }
}
