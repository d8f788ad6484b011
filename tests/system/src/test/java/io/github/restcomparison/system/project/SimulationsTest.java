package io.github.restcomparison.system.project;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Gatling's plugin runs each simulation on its class path, of the main code, too. */
class SimulationsTest {
  private static final Pattern SIMULATION =
      Pattern.compile("(?<!abstract )class (\\w+) extends \\w*Simulation\\b");

  @Test
  void gatlingTestMeasuresTheThreeServices() throws IOException {
    String pom = Files.readString(Project.ROOT.resolve("gatling/pom.xml"));
    assertThat(simulations().filter(name -> !pom.contains("<exclude>**." + name + "<")))
        .containsExactlyInAnyOrder(
            "JerseySyncSimulation", "JerseyAsyncSimulation", "VertxRestSimulation");
  }

  private static Stream<String> simulations() throws IOException {
    try (Stream<Path> files = Files.walk(Project.ROOT.resolve("gatling/src"))) {
      List<Path> sources = files.filter(file -> file.toString().endsWith(".java")).toList();
      Stream.Builder<String> names = Stream.builder();
      for (Path source : sources) {
        Matcher simulation = SIMULATION.matcher(Files.readString(source));
        while (simulation.find()) {
          names.add(simulation.group(1));
        }
      }
      return names.build();
    }
  }
}
