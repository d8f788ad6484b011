package io.github.restcomparison.analysis.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restcomparison.analysis.Records;
import io.github.restcomparison.analysis.Records.Service;
import io.github.restcomparison.analysis.Report;
import io.github.restcomparison.analysis.page.TerminalStyle;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.node.ObjectNode;

class LightLoadTest {
  @TempDir private Path folder;

  private Comparison answering(Service service, double share) throws IOException {
    new Records(folder).valid(service, 1, share, 1);
    return Report.write(folder).comparison();
  }

  /** A twentieth of 1,970 requests/s, of 165 µs each: 0.01625 CPUs. */
  @Test
  void costOfServiceThatMostlySleepsIsSaidToBeThatOfItsRate() throws IOException {
    Comparison comparison = answering(Service.JERSEY_SYNC, 0.05);
    assertThat(comparison.findings())
        .singleElement()
        .asString()
        .contains("CPU per request holds at this rate alone", "CPUs in use: jersey-sync 0.016");
    assertThat(Report.write(folder).terminal(TerminalStyle.PLAIN))
        .contains("holds at this rate alone");
  }

  @Test
  void whatCompilersAndSamplingTookIsSaidBesideIt() throws IOException {
    new Records(folder)
        .write(
            Records.edited(
                Records.record(Service.JERSEY_SYNC, 1, 0.05, 1),
                json ->
                    ((ObjectNode) json.get("server")).put("jitAndSamplingMicrosPerRequest", 55)));
    assertThat(Report.write(folder).comparison().findings())
        .singleElement()
        .asString()
        .contains("jersey-sync 0.0163; of a request 55 µs are JIT compilers and sampling)");
  }

  @Test
  void costOfBusyServiceIsNot() throws IOException {
    assertThat(answering(Service.JERSEY_SYNC, 1).findings()).isEmpty();
  }
}
