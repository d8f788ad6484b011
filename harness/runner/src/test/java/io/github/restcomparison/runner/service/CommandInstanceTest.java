package io.github.restcomparison.runner.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import io.github.restcomparison.records.RunRecord.StartUp;
import io.github.restcomparison.records.service.Secrets;
import io.github.restcomparison.records.service.ServiceSpec;
import io.github.restcomparison.records.service.ServiceSpec.Lifetime;
import io.github.restcomparison.records.service.ServiceSpec.Origin;
import io.github.restcomparison.records.service.State;
import io.github.restcomparison.records.service.Workload;
import io.github.restcomparison.runner.host.Placement;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;

@EnabledOnOs(OS.LINUX)
@ResourceLock("orphans")
class CommandInstanceTest {
  private static final Duration LIMIT = Duration.ofSeconds(20);

  @TempDir private Path folder;

  @Test
  void outputIsLoggedWithoutSecrets() throws Exception {
    try (CommandInstance command = start("echo token is ${TOKEN}; exit 3", "TERM", 1)) {
      until(() -> command.exitCode().isPresent());
      assertThat(command.endReason(Duration.ZERO).orElseThrow())
          .contains("exit code 3 before it was ready: token is ${TOKEN} (");
      assertThat(command.exitCode()).isEqualTo(OptionalInt.of(3));
    }
    assertThat(log()).isEqualTo("token is ${TOKEN}\n");
  }

  /** A command has what it refers to; what only another service refers to is not inherited. */
  @Test
  void commandHasItsOwnSecretsOnly() throws Exception {
    ServiceSpec own =
        ServiceSpec.of(
            new Origin.Command("env; : ${OWN} {port}", Optional.empty()),
            Map.of("DIRECT", "${INDIRECT}"),
            Optional.empty());
    Workload workload =
        new Workload(List.of(), Optional.empty(), LIMIT, Workload.Tls.INSECURE, false, State.NONE);
    Map<String, String> values = Map.of("OWN", "planted-1", "INDIRECT", "planted-2");
    // A variable that this JVM has and the shell does not set again.
    String others = System.getenv().containsKey("LANG") ? "LANG" : "HOME";
    Secrets secrets = Secrets.of(own, workload, values, Set.of(others));
    Launch launch = Launch.of(own, secrets, Placement.ANYWHERE, folder.resolve("service.log"));
    try (CommandInstance command =
        new CommandInstance(launch, (Origin.Command) own.from(), "", Optional.empty())) {
      until(() -> command.exitCode().isPresent());
    }
    assertThat(log().lines())
        .contains("OWN=${OWN}", "DIRECT=${INDIRECT}")
        .noneMatch(line -> line.startsWith(others + "=") || line.startsWith("INDIRECT="));
    assertThat(Docker.words(launch, image(), "name"))
        .containsSequence("--env", "DIRECT")
        .doesNotContain("OWN", "INDIRECT");
  }

  private static Origin.Image image() {
    return new Origin.Image("app", OptionalInt.empty(), Optional.empty(), Optional.empty());
  }

  /** The reason must not suggest a failed start. */
  @Test
  void endOfAReadyServiceIsNotOneBeforeItWasReady() throws Exception {
    try (CommandInstance command = start("echo no memory; exit 9", "TERM", 1)) {
      command.startUp(new StartUp(1, Double.NaN, Double.NaN));
      assertThat(command.endReason(LIMIT).orElseThrow())
          .contains("exit code 9 after it was ready: no memory (");
    }
  }

  /** A service that ends has closed its connections some ms before. */
  @Test
  void endIsAwaited() throws Exception {
    try (CommandInstance command = start("sleep 0.3; exit 9", "TERM", 1)) {
      assertThat(command.endReason(Duration.ZERO)).isEmpty();
      assertThat(command.endReason(LIMIT).orElseThrow()).contains("exit code 9");
    }
  }

  /** 1,000 characters of a line without an end are shown; all of it is in the log. */
  @Test
  void lineWithoutAnEndIsShownInPart() throws Exception {
    String line = "head -c 300000 /dev/zero | tr '\\0' x; exit 3";
    try (CommandInstance command = start(line, "TERM", 1)) {
      until(() -> command.exitCode().isPresent());
      assertThat(command.endReason(Duration.ZERO).orElseThrow())
          .contains("before it was ready: " + "x".repeat(100))
          .hasSizeLessThan(1_500);
    }
    assertThat(log().strip()).isEqualTo("x".repeat(300_000));
  }

  /** A secret must not slip through where a long line is cut. */
  @Test
  void secretInALongLineIsHidden() throws Exception {
    String line = "i=0; while [ $i -lt 20000 ]; do printf '%s' \"x${TOKEN}\"; i=$((i + 1)); done";
    try (CommandInstance command = start(line, "TERM", 1)) {
      until(() -> command.exitCode().isPresent());
      assertThat(command.endReason(Duration.ZERO).orElseThrow()).doesNotContain("s3cret");
    }
    assertThat(log().strip()).isEqualTo("x${TOKEN}".repeat(20_000));
  }

  /** The load generator does not decode what a service prints. */
  @Test
  void bytesAreLoggedAsTheyAre() throws Exception {
    try (CommandInstance command = start("printf 'a\\377b\\r\\n\\nlast'; exit 3", "TERM", 1)) {
      until(() -> command.exitCode().isPresent());
      assertThat(command.endReason(Duration.ZERO).orElseThrow()).contains("b | last (");
    }
    assertThat(Files.readString(folder.resolve("service.log"), StandardCharsets.ISO_8859_1))
        .isEqualTo("a\u00ffb\r\n\nlast");
  }

  @Test
  void signalIsTheStatedOne() throws Exception {
    assumeThat(isInterruptIgnored()).as("a shell in the background ignores SIGINT").isFalse();
    CommandInstance command =
        start(
            "trap 'echo interrupted; exit 0' INT; echo up; while :; do sleep 0.1; done", "INT", 10);
    until(() -> log().contains("up"));
    command.close();
    assertThat(log()).contains("interrupted");
  }

  /** Children ignore the signals that this process ignores: proc(5). */
  private static boolean isInterruptIgnored() throws IOException {
    String ignored =
        Files.readAllLines(Path.of("/proc/self/status")).stream()
            .filter(line -> line.startsWith("SigIgn:"))
            .map(line -> line.substring("SigIgn:".length()).strip())
            .findFirst()
            .orElse("0");
    return (Long.parseUnsignedLong(ignored, 16) & 2) != 0; // signal 2 is bit 1
  }

  /** One ignores the signal, one has left its process group and its parent. */
  @Test
  void noProcessIsLeft() throws Exception {
    CommandInstance command =
        start(
            "trap '' TERM; setsid sh -c 'echo $$ > daemon; sleep 1000' & echo $$ > first; sleep 1000; sleep 1000",
            "TERM",
            1);
    ProcessHandle first = process("first");
    ProcessHandle daemon = process("daemon");
    command.close();
    until(() -> !runs(first) && !runs(daemon));
  }

  /** As {@code docker run} or {@code gradlew bootRun} do it; the command itself may end. */
  @Test
  void daemonsAreItsOwn() throws Exception {
    CommandInstance command =
        start("setsid -f sh -c 'echo $$ > daemon; sleep 1000'; exit 0", "TERM", 1);
    ProcessHandle daemon = process("daemon");
    until(() -> command.started(null).processes().get().isEmpty()); // nobody listens on its port
    assertThat(command.exitCode()).isEmpty();
    command.close();
    until(() -> !runs(daemon));
    assertThat(command.exitCode()).hasValue(0);
  }

  /** Neither its environment nor its parent tells whose it is, and it prints to no log. */
  @Test
  void daemonWithoutAnEnvironmentIsEnded() throws Exception {
    String daemon =
        "setsid -f env -i PATH=\"$PATH\" sh -c"
            + " \"trap '' TERM; echo \\$\\$ > daemon; sleep 1000; sleep 1000\" > /dev/null 2>&1; sleep 1000";
    CommandInstance closed = start(daemon, "TERM", 1);
    ProcessHandle first = process("daemon");
    assertThat(closed.processes()).contains(first);
    closed.close();
    until(() -> !runs(first));
    Files.delete(folder.resolve("daemon"));
    CommandInstance killed = start(daemon, "TERM", 1);
    ProcessHandle second = process("daemon");
    assertThat(killed.processes()).contains(second);
    try {
      killed.guard().getOutputStream().close(); // as if this JVM was killed
      until(() -> !runs(second));
    } finally {
      killed.close();
    }
  }

  /** Its limit is a time, not a number of looks at all processes. */
  @Test
  void commandThatIgnoresItsSignalIsEndedWithinItsLimit() throws Exception {
    CommandInstance command =
        start("trap '' TERM; echo $$ > first; while :; do sleep 0.1; done", "TERM", 3);
    ProcessHandle first = process("first");
    long start = System.nanoTime();
    command.close();
    assertThat(Duration.ofNanos(System.nanoTime() - start))
        .isBetween(Duration.ofMillis(2_900), Duration.ofSeconds(7));
    assertThat(runs(first)).isFalse();
  }

  /**
   * Simulates a kill of this JVM: the kernel closes the guard's standard input. The daemon is in a
   * separate session.
   */
  @Test
  void guardEndsEverything() throws Exception {
    CommandInstance command =
        start("trap '' TERM; setsid sh -c 'echo $$ > daemon; sleep 1000' & sleep 1000", "TERM", 1);
    ProcessHandle daemon = process("daemon");
    try {
      command.guard().getOutputStream().close();
      until(() -> command.exitCode().isPresent() && !runs(daemon));
      until(() -> Files.exists(folder.resolve("crash")));
    } finally {
      command.close();
    }
  }

  /** A kill of this JVM's group, by a terminal or a CI agent, does not reach the guard. */
  @Test
  void guardIsInASeparateGroup() throws Exception {
    CommandInstance command = start("sleep 1000", "TERM", 1);
    try {
      long guard = command.guard().pid();
      until(() -> group(guard) == guard);
    } finally {
      command.close();
    }
  }

  /** proc_pid_stat(5), from behind the name on: state, parent, group. */
  private static long group(long pid) throws IOException {
    String stat = Files.readString(Path.of("/proc/" + pid + "/stat"));
    return Long.parseLong(stat.substring(stat.lastIndexOf(')') + 2).split(" ")[2]);
  }

  private CommandInstance start(String line, String signal, int seconds) throws Exception {
    Origin.Command command = new Origin.Command(line + " # {port}", Optional.of(folder.toString()));
    Launch launch =
        Launch.of(
            ServiceSpec.of(
                command,
                Map.of(),
                new Lifetime(
                    Optional.empty(), Duration.ofSeconds(10), signal, Duration.ofSeconds(seconds))),
            new Secrets(Map.of("TOKEN", "s3cret")),
            Placement.ANYWHERE,
            folder.resolve("service.log"));
    return new CommandInstance(
        launch, command, "echo ended > " + folder.resolve("crash"), Optional.empty());
  }

  private ProcessHandle process(String file) {
    Path path = folder.resolve(file);
    until(() -> Files.exists(path) && !Files.readString(path).isBlank());
    try {
      return ProcessHandle.of(Long.parseLong(Files.readString(path).strip())).orElseThrow();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static void until(Callable<Boolean> condition) {
    await().atMost(LIMIT).pollInSameThread().until(condition);
  }

  /** A process that has ended stays in the table until its parent, or init, has waited for it. */
  private static boolean runs(ProcessHandle process) {
    try {
      String stat = Files.readString(Path.of("/proc", Long.toString(process.pid()), "stat"));
      return !stat.contains(") Z ");
    } catch (IOException e) {
      return false;
    }
  }

  private String log() throws IOException {
    return Files.readString(folder.resolve("service.log"));
  }
}
