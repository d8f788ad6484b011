package io.github.restcomparison.runner.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.restcomparison.records.service.ServiceSpec.Origin;
import io.github.restcomparison.runner.host.LocalPorts;
import io.github.restcomparison.runner.host.Owner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;

/**
 * Which commands are given up before their time to start is over, and why. Their time passes on a
 * clock of the test: a busy host makes no difference.
 */
@EnabledOnOs(OS.LINUX)
@ResourceLock("orphans")
class StartWatchTest {
  private static final Duration PATIENCE = Duration.ofMinutes(5);

  @TempDir private Path folder;
  private final Owner owner = new Owner();
  private final AtomicLong clock = new AtomicLong();
  private Launch launch;
  private CommandInstance command;

  @AfterEach
  void end() {
    owner.close();
  }

  @Test
  void wrapperWhoseServiceFailsIsGivenUp() throws Exception {
    start("sleep 300 & python3 -c \"%s; raise RuntimeError('no config')\" {port}; wait", 12);
    until(() -> runs("python3") && runs("sleep"));
    assertThat(after(1)).isEmpty();
    openGate();
    until(() -> !runs("python3") && log().contains("no config"));
    assertThat(givenUp())
        .matches(
            "given up: python3[.\\d]* ended, but .*sleep.* run on; RuntimeError: no config \\(.*");
  }

  /** It was waited for until its limit: the service had ended before it was looked at. */
  @Test
  void wrapperWhoseServiceFailsBeforeTheFirstCheckIsGivenUp() throws Exception {
    start("sleep 300 & (echo Error: no config; exit 3); wait # {port}", 12);
    until(() -> log().contains("no config") && runs("sleep") && command.processes().size() == 2);
    assertThat(givenUp())
        .matches("given up: .* ended, but .*sleep.* run on; Error: no config \\(.*");
  }

  /** A thread that is no daemon keeps many a JVM alive after its main thread has failed. */
  @Test
  void serviceThatPrintsAnErrorAndHangsIsGivenUp() throws Exception {
    String hangs = "import time; print('ValueError: no key', flush=True); time.sleep(99)";
    start("basename /a; exec python3 -c \"%s; " + hangs + "\" # {port}", 12);
    until(() -> runs("python3"));
    assertThat(after(1)).isEmpty();
    openGate();
    until(() -> log().contains("no key"));
    assertThat(givenUp()).matches("given up after 5 s without activity; ValueError: no key \\(.*");
  }

  /** The tool's end and the error are observed together. */
  @Test
  void serviceThatHangsBeforeTheFirstCheckIsGivenUp() throws Exception {
    start("basename /a; echo ValueError: no key; exec sleep 99 # {port}", 12);
    until(() -> runs("sleep"));
    assertThat(givenUp()).matches("given up after 5 s without activity; ValueError: no key \\(.*");
  }

  @Test
  void serviceThatWaitsWithoutAnErrorIsWaitedFor() throws Exception {
    start("echo waiting; exec sleep 99 # {port}", 12);
    until(() -> runs("sleep") && log().contains("waiting"));
    assertThat(after(1)).isEmpty();
    assertThat(after(11)).isEmpty();
  }

  /** It waits for a database for less than a third of its time. */
  @Test
  void serviceThatWaitsAfterAnErrorIsWaitedFor() throws Exception {
    start("basename /a; echo Error: no database; exec sleep 99 # {port}", 30);
    until(() -> runs("sleep") && log().contains("no database"));
    assertThat(after(1)).isEmpty();
    assertThat(after(9)).isEmpty();
  }

  /** One that waits for its database prints errors, and tries again. */
  @Test
  void serviceThatTriesAgainIsWaitedFor() throws Exception {
    start("while :; do echo Error: no database; sleep 0.02; done # {port}", 12);
    for (int i = 0; i < 5; i++) {
      int before = log().length();
      until(() -> log().length() > before);
      assertThat(after(5)).isEmpty();
    }
  }

  @Test
  void addressThatIsNotThatOfTheClientIsNamed() throws Exception {
    start("exec python3 -m http.server --bind 127.0.0.2 {port}", 12);
    int port = launch.port();
    until(() -> !ListeningSocket.withPort(port).isEmpty());
    assertThat(givenUp())
        .startsWith("given up: it listens on 127.0.0.2:" + port + ", not on 127.0.0.1:" + port);
  }

  @Test
  void fixedPortOfTheCommandIsNamed() throws Exception {
    int other = LocalPorts.free(1).getFirst();
    start("exec python3 -m http.server --bind 127.0.0.1 " + other + " # {port}", 12);
    until(() -> !ListeningSocket.withPort(other).isEmpty());
    assertThat(givenUp())
        .startsWith("given up: it listens on " + other + ", not on " + launch.port());
  }

  /** Starts a command with so many seconds to be ready; {@code %s} waits for {@link #openGate}. */
  private void start(String line, int seconds) throws IOException, InterruptedException {
    String waits =
        "import os, time; [time.sleep(0.01) for _ in iter(lambda: os.path.exists('%s'), True)]"
            .formatted(gate());
    Origin.Command origin = new Origin.Command(line.replace("%s", waits), Optional.empty());
    launch = LaunchTest.launch(origin, seconds, folder);
    command = owner.own(new CommandInstance(launch, origin, "", Optional.empty(), clock::get));
  }

  private Path gate() {
    return folder.resolve("gate");
  }

  private void openGate() throws IOException {
    Files.createFile(gate());
  }

  private static void until(Callable<Boolean> condition) {
    await().atMost(PATIENCE).pollInSameThread().until(condition);
  }

  private boolean runs(String program) {
    return command.processes().stream()
        .anyMatch(each -> each.info().command().orElse("").contains("/" + program));
  }

  private String log() throws IOException {
    return Files.readString(launch.log());
  }

  /** Returns why it is given up when its clock goes on by so many seconds. */
  private Optional<String> after(int seconds) {
    clock.addAndGet(Duration.ofSeconds(seconds).toNanos());
    return command.failureReason();
  }

  /** Returns why it is given up, a second after the last check at which it was not. */
  private String givenUp() {
    return await()
        .atMost(PATIENCE)
        .pollInSameThread()
        .until(() -> after(1), Optional::isPresent)
        .orElseThrow();
  }
}
