package io.github.restcomparison.compare.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** What a command would measure of the services that were built. Nothing needs a JVM of its own. */
class DryRunIT {
  @TempDir private Path folder;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "run",
        "sweep --users=10,100 --delay=10ms",
        "capacity",
        "memory --users=100",
        "startup",
        "study rest-2014"
      })
  void servicesAndTheirRequestAreNamed(String command) {
    Path out = folder.resolve("out");
    StringWriter printed = new StringWriter();
    CommandLine compare = Compare.commandLine();
    compare.setOut(new PrintWriter(printed, true)).setErr(new PrintWriter(printed, true));
    int code =
        compare.execute(
            Stream.concat(
                    Stream.of(command.split(" ")),
                    Stream.of("--out=" + out, "--dry-run", "--allow-concurrent"))
                .toArray(String[]::new));
    assertThat(code).as("%s", printed).isZero();
    assertThat(printed.toString())
        .contains("\njersey-sync", "  with     DELAY_MS=", "GET /myapp/myresource HTTP/1.1")
        .contains("-cp … 'io.github.restcomparison.jerseysync.Main'");
    assertThat(out).doesNotExist();
  }
}
