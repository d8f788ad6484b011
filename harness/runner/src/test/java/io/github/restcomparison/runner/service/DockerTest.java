package io.github.restcomparison.runner.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import io.github.restcomparison.records.service.ServiceSpec.Origin;
import java.io.IOException;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The output of {@code docker inspect} for a container, with the used fields only. */
class DockerTest {
  private static JsonNode container(String address, String ports) {
    return new JsonMapper()
        .readTree(
            """
            {
              "State": {"Pid": 4711},
              "Config": {"ExposedPorts": {%s}},
              "NetworkSettings": {"Networks": {"bridge": {"IPAddress": "%s"}}}
            }
            """
                .formatted(ports, address));
  }

  private static Origin.Image image(OptionalInt port) {
    return new Origin.Image("app:1", port, Optional.empty(), Optional.empty());
  }

  @Test
  void portIsTheGivenOneOrTheOnlyOneThatTheImageExposes() throws IOException {
    JsonNode one = container("172.17.0.2", "\"8080/tcp\": {}");
    assertThat(Docker.address(one, image(OptionalInt.empty()))).contains("http://172.17.0.2:8080");
    assertThat(Docker.address(one, image(OptionalInt.of(9090)))).contains("http://172.17.0.2:9090");
  }

  @ParameterizedTest
  @CsvSource({
    "'', no port",
    "'\"53/udp\": {}', 53/udp",
    "'\"8080/tcp\": {}, \"9090/tcp\": {}', 8080/tcp 9090/tcp"
  })
  void portThatIsNotClearMustBeGiven(String ports, String exposed) throws IOException {
    JsonNode found = container("172.17.0.2", ports);
    assertThat(Docker.address(found, image(OptionalInt.of(80)))).contains("http://172.17.0.2:80");
    assertThatIOException()
        .isThrownBy(() -> Docker.address(found, image(OptionalInt.empty())))
        .withMessage("image app:1 exposes %s: state its port", exposed);
  }

  @Test
  void containerHasNoAddressUntilItRuns() throws IOException {
    Origin.Image image = image(OptionalInt.empty());
    assertThat(Docker.address(container("", "\"8080/tcp\": {}"), image)).isEmpty();
    assertThat(Docker.address(new JsonMapper().missingNode(), image)).isEmpty();
  }

  /** An engine in a virtual machine has the same process ids as this host. */
  @Test
  @EnabledOnOs(OS.LINUX)
  void processOfThisHostIsNoneOfAContainerElsewhere() {
    String here = "{\"Id\": \"%s\", \"State\": {\"Pid\": %d}}";
    long own = ProcessHandle.current().pid();
    JsonMapper json = new JsonMapper();
    assertThat(Docker.processes(json.readTree(here.formatted("c0ffee".repeat(10), own))).get())
        .isEmpty();
    String group = Cgroup.groups(own).orElseThrow().strip();
    String name = group.substring(group.lastIndexOf('/'));
    assertThat(Docker.processes(json.readTree(here.formatted(name, own))).get())
        .contains(ProcessHandle.current());
    assertThat(Docker.processes(json.missingNode()).get()).isEmpty();
  }
}
