package io.github.restcomparison.compare.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restcomparison.compare.cli.CompareInProcess.Ended;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

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
    Ended ended =
        CompareInProcess.run(
            Stream.concat(
                    Stream.of(command.split(" ")),
                    Stream.of("--out=" + out, "--dry-run", "--allow-concurrent"))
                .toArray(String[]::new));
    assertThat(ended.exitCode()).as(ended.output()).isZero();
    assertThat(ended.output())
        .contains("\njersey-sync", "  with     DELAY_MS=", "GET /myapp/myresource HTTP/1.1")
        .contains("-cp … 'io.github.restcomparison.jerseysync.Main'");
    assertThat(out).doesNotExist();
  }
}
