package io.github.restcomparison.runner.service;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.restcomparison.records.service.ServiceSpec.Origin;
import io.github.restcomparison.runner.host.Owner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;

/** Which commands are given up before their time to start is over, and why. */
@EnabledOnOs(OS.LINUX)
@Timeout(120)
@ResourceLock("orphans")
class StartWatchTest {
  @TempDir private Path folder;
  private final Owner owner = new Owner();

  /** It was waited for until its limit: the service had ended before it was looked at. */
  @Test
  void serviceThatFailsAtItsFirstLineIsNotWaitedForInVain() throws Exception {
    Path service = folder.resolve("service.py");
    Files.writeString(service, "raise RuntimeError('no config')\n");
    String wrapped = "sleep 300 & python3 %s {port}; wait".formatted(service);
    givenUp(
        wrapped,
        12,
        "given up: python3[.\\d]* ended, but .*sleep.* run on; RuntimeError: no config \\(.*");
    String tiny = "sleep 300 & (echo Error: no config; exit 3); wait # {port}";
    givenUp(tiny, 12, "given up: .* ended, but .*sleep.* run on; Error: no config \\(.*");
  }

  /** A thread that is no daemon keeps many a JVM alive after its main thread has failed. */
  @Test
  void serviceThatPrintsAnErrorAndHangsIsNotWaitedForInVain() throws Exception {
    String tool = "basename /a; exec python3 -uc ";
    String script = "import time; print(\\\"ValueError: no key\\\"); time.sleep(99)";
    String idle = "given up after [4-9] s without activity; ValueError: no key \\(.*";
    givenUp(tool + "\"" + script + "\" # {port}", 12, idle);
    // Between two checks: the tool's end and the error are observed together.
    givenUp("basename /a; echo ValueError: no key; exec sleep 99 # {port}", 12, idle);
  }

  /** It waits for a database, without an error; or after an error, for less than a third. */
  @Test
  void serviceThatWaitsIsWaitedFor() throws Exception {
    String serves = "exec python3 -m http.server --bind 127.0.0.1 {port}";
    try (owner) {
      launch("echo waiting; sleep 5; " + serves, 12).start(owner);
    }
    try (Owner other = new Owner()) {
      launch("basename /a; echo Error: no database; sleep 5; " + serves, 30).start(other);
    }
  }

  @Test
  void addressThatIsNotThatOfTheClientIsNamed() throws Exception {
    Launch launch = launch("exec python3 -m http.server --bind 127.0.0.2 {port}", 9);
    try (owner) {
      assertThatThrownBy(() -> launch.start(owner))
          .hasMessageContaining(
              "it listens on 127.0.0.2:%d, not on 127.0.0.1:%d; ", launch.port(), launch.port());
    }
  }

  private void givenUp(String command, int seconds, String message) throws IOException {
    Launch launch = launch(command, seconds);
    try (Owner each = new Owner()) {
      assertThatThrownBy(() -> launch.start(each)).hasMessageMatching(message);
    }
  }

  private Launch launch(String command, int seconds) throws IOException {
    return LaunchTest.launch(new Origin.Command(command, Optional.empty()), seconds, folder);
  }
}
