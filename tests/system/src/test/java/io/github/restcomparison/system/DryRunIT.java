package io.github.restcomparison.system;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restcomparison.system.driver.CompareProcess;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a command would measure of the services that were built. */
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
  void servicesAndTheirRequestAreNamed(String command) throws Exception {
    Path out = folder.resolve("out");
    String[] arguments =
        Stream.concat(Stream.of(command.split(" ")), Stream.of("--out=" + out, "--dry-run"))
            .toArray(String[]::new);
    try (CompareProcess compare = CompareProcess.start(folder, arguments)) {
      assertThat(compare.exitCode()).as(compare.output()).isZero();
      assertThat(compare.output())
          .contains("\njersey-sync", "  with     DELAY_MS=", "GET /myapp/myresource HTTP/1.1")
          .contains("-cp … 'io.github.restcomparison.jerseysync.Main'");
      assertThat(out).doesNotExist();
    }
  }
}
