package io.github.restcomparison.runner.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A results folder with several runs of one minute. */
class ReportFolderTest {
  @TempDir private Path results;

  @BeforeEach
  void runs() throws IOException {
    for (String name :
        new String[] {
          "vertxrestsimulation-20261122034000000",
          "vertxrestsimulation-20261122034035209",
          "vertxrestsimulation-20261122034059000",
          "vertxrestsimulation-notes",
          "jerseysyncsimulation-20261122034035300"
        }) {
      Files.createDirectory(results.resolve(name));
    }
  }

  @Test
  void concurrentRunsOfOneSimulationHaveTheirOwnReports() throws IOException {
    Set<String> beforeFirst = GatlingLog.reports(results);
    Path first = report("vertxrestsimulation-20261122034100000");
    Set<String> beforeSecond = GatlingLog.reports(results);
    Path second = report("vertxrestsimulation-20261122034101000");
    assertThat(GatlingLog.reportFolder(results, "VertxRestSimulation", beforeFirst))
        .isEqualTo(first);
    assertThat(GatlingLog.reportFolder(results, "VertxRestSimulation", beforeSecond))
        .isEqualTo(second);
  }

  @Test
  void clockThatWasSetBackDoesNotMatter() throws IOException {
    Set<String> before = GatlingLog.reports(results);
    Path own = report("vertxrestsimulation-20261122033900000");
    assertThat(GatlingLog.reportFolder(results, "VertxRestSimulation", before)).isEqualTo(own);
  }

  /** A simulation of the user's may have any name of a class. */
  @ParameterizedTest
  @CsvSource({"Orders_Simulation, orders-simulation", "Load$Nightly, nightly", "A$b, a-b"})
  void nameIsAsGatlingWritesIt(String simulation, String written) throws IOException {
    Path own = report(written + "-20261122034100000");
    assertThat(GatlingLog.reportFolder(results, simulation, Set.of())).isEqualTo(own);
  }

  private Path report(String name) throws IOException {
    return Files.createDirectory(results.resolve(name));
  }

  @Test
  void missingFolderIsAnError() throws IOException {
    assertThatIOException()
        .isThrownBy(() -> GatlingLog.reportFolder(results, "JerseyAsyncSimulation", Set.of()))
        .withMessageContaining("no new report of JerseyAsyncSimulation in ");
    assertThat(GatlingLog.reports(results.resolve("missing"))).isEmpty();
  }
}
