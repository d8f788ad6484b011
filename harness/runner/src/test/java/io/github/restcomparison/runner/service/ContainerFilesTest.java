package io.github.restcomparison.runner.service;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restcomparison.runner.host.CpuList;
import io.github.restcomparison.runner.host.Placement;
import io.github.restcomparison.runner.variants.Catalogue;
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

  @Test
  void flagsEqualThoseOfBareRunsExceptForTheHeap() throws IOException {
    String image = Files.readString(DOCKER.resolve("Dockerfile"));
    for (String flag : ServiceProcess.JVM_FLAGS) {
      assertThat(flag.startsWith("-Xm") || image.contains('"' + flag + '"')).as(flag).isTrue();
    }
    // Half of the 1 GiB below is the 512 MiB of -Xms and -Xmx.
    assertThat(image).contains("-XX:InitialRAMPercentage=50", "-XX:MaxRAMPercentage=50");
    assertThat(ServiceProcess.JVM_FLAGS).contains("-Xms512m", "-Xmx512m");
  }

  @Test
  void limitsOfARunEqualThoseOfTheComposeFile() throws Exception {
    String compose = Files.readString(DOCKER.resolve("compose.yml"));
    List<String> command =
        new DockerContainer("a")
            .command(
                Path.of("../.."),
                Catalogue.variant("vertx-rest"),
                Map.of("PORT", "0"),
                new Placement.Apart(CpuList.parse("0"), CpuList.parse("1")));
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

  /** Both compose files contain these services of the catalogue. */
  @Test
  void composeFileHasTheServices() throws IOException {
    for (String service :
        List.of("jersey-sync", "jersey-async", "vertx-rest", "tomcat", "jetty", "spring-boot")) {
      assertThat(Catalogue.variants()).anyMatch(variant -> variant.service().equals(service));
      for (String file : List.of("compose.yml", "compose.host.yml")) {
        assertThat(Files.readString(DOCKER.resolve(file))).contains("\n  " + service + ":\n");
      }
    }
  }

  @Test
  void versionEqualsThatOfTheBuild() throws IOException {
    Matcher version =
        Pattern.compile("<version>(.*)</version>")
            .matcher(Files.readString(Path.of("../../pom.xml")));
    assertThat(version.find()).isTrue();
    for (String file : List.of("Dockerfile", "gatling.Dockerfile")) {
      assertThat(Files.readString(DOCKER.resolve(file)))
          .contains("ARG VERSION=" + version.group(1) + "\n");
    }
  }
}
