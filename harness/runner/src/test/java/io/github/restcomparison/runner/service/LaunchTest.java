package io.github.restcomparison.runner.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.github.restcomparison.records.service.Secrets;
import io.github.restcomparison.records.service.ServiceSpec;
import io.github.restcomparison.records.service.ServiceSpec.Lifetime;
import io.github.restcomparison.records.service.ServiceSpec.Origin;
import io.github.restcomparison.records.service.State.BeforeRun;
import io.github.restcomparison.runner.host.Owner;
import io.github.restcomparison.runner.host.Placement;
import java.io.File;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;

@EnabledOnOs(OS.LINUX)
@Timeout(120)
@ResourceLock("orphans")
class LaunchTest {
  private static final String ORDERS =
      "%s -XX:TieredStopAtLevel=1 -XX:+UseSerialGC %s {port} 4"
          .formatted(
              Path.of(System.getProperty("java.home"), "bin", "java"),
              Path.of("../../tests/system/src/test/services/Orders.java").toAbsolutePath());

  @TempDir private Path folder;
  private final Owner owner = new Owner();

  /** A wrapper that leaves the service behind, in a separate session, without its environment. */
  @Test
  void daemonIsSampledAndEnded() throws Exception {
    for (String way : new String[] {"setsid -f ", "setsid -f env -i "}) {
      List<ProcessHandle> own;
      try (Owner each = new Owner()) {
        RunningService started = launch(way + ORDERS + "; sleep 999", 60).start(each).observe(each);
        own = started.processes().get();
        assertThat(own).as(way).anyMatch(process -> commandLine(process).contains("Orders.java"));
        assertThat(started.probe()).as(way).isPresent();
      }
      assertThat(own).as(way).allMatch(process -> commandLine(process).isEmpty());
    }
  }

  /** As {@code mvn spring-boot:run} does it; the wrapper has used more CPU than the service. */
  @Test
  void jvmThatListensIsTheService() throws Exception {
    Path wrapper = folder.resolve("Wrapper.java");
    Files.writeString(
        wrapper,
        """
        void main(String[] command) throws Exception {
          Process service = new ProcessBuilder(command).inheritIO().start();
          while (cpu(service.toHandle()) + 1_000 > cpu(ProcessHandle.current())) {}
          Thread.sleep(1_000_000);
        }

        static long cpu(ProcessHandle process) {
          return process.info().totalCpuDuration().orElseThrow().toMillis();
        }
        """);
    String java = ORDERS.substring(0, ORDERS.indexOf(' '));
    RunningService started =
        launch("%s -Dwrapper=true %s %s".formatted(java, wrapper, ORDERS), 60)
            .start(owner)
            .observe(owner);
    try (owner) {
      assertThat(started.probe().orElseThrow().flags()).doesNotContain("-Dwrapper=true");
      assertThat(started.jvmSettings()).containsEntry("JVMs", "2");
    }
  }

  @Test
  void wrapperThatRunsOnWithoutItsServiceIsNotWaitedForInVain() throws Exception {
    String failing = "exec python3 -c \"raise SystemExit('no config')\"";
    String ends = "(sleep 300 & %s) ; exit 3 # {port}".formatted(failing);
    assertThatThrownBy(() -> launch(ends, 60).start(owner))
        .hasMessageMatching(
            "given up: its command ended with exit code 3, but sleep runs on; no config \\(.*");
    owner.close();
  }

  /** As a mock that the service needs; {@code sleep 1} waits until it listens. */
  @Test
  void processesOfBeforeRunRunUntilTheRunEnds() throws Exception {
    String server = "echo $$ > pid; exec sleep 1000";
    BeforeRun before =
        new BeforeRun(
            "(" + server.replace("$$", "$(sh -c 'echo $PPID')") + ") & sleep 0.5",
            Optional.of(folder.toString()),
            Duration.ofSeconds(20));
    RunningService left = launch("x {port}", 6).runToEnd(before, owner);
    assertThat(left.processes().get()).anyMatch(each -> commandLine(each).endsWith("sleep 1000"));
    owner.close();
    assertThat(left.processes().get()).isEmpty();
    Owner other = new Owner();
    BeforeRun done = new BeforeRun("true", Optional.empty(), Duration.ofSeconds(20));
    assertThat(launch("x {port}", 6).runToEnd(done, other)).isSameAs(RunningService.NONE);
    other.close();
  }

  @Test
  void failedRestartHasItsReason() throws Exception {
    Origin address =
        new Origin.Address(
            "http://127.0.0.1:1",
            Optional.of("echo out; echo no such unit >&2; exit 5"),
            Optional.empty(),
            Optional.empty());
    assertThatThrownBy(() -> launch(address, 1).start(owner))
        .hasMessageMatching("its restart ended with exit code 5: no such unit \\(.*service.log\\)");
    assertThat(folder.resolve("service.log")).content().contains("out", "no such unit");
  }

  /** It ran in the folder of compare. */
  @Test
  void restartRunsInItsDirectory() throws Exception {
    Path own = Files.createDirectories(folder.resolve("it's here"));
    Files.writeString(own.resolve("x.sh"), "echo in $(basename \"$PWD\"); exit 5\n");
    Origin address =
        new Origin.Address(
            "http://127.0.0.1:1",
            Optional.of("sh ./x.sh"),
            Optional.of(own.toString()),
            Optional.empty());
    assertThatThrownBy(() -> launch(address, 1).start(owner))
        .hasMessageStartingWith("its restart ended with exit code 5: in it's here (");
  }

  /** The record, the page and the line of the run have its name, too. */
  @Test
  void secretIsHiddenInTheOutput() throws Exception {
    Secrets secrets = new Secrets(Map.of("MODE", "virtual"));
    Launch launch =
        Launch.of(
            ServiceSpec.of(
                new Origin.Command("echo mode virtual of {port}; exit 1", Optional.empty()),
                Map.of(),
                Optional.empty()),
            secrets,
            Placement.ANYWHERE,
            folder.resolve("service.log"));
    assertThatThrownBy(() -> launch.start(owner))
        .hasMessageMatching("it ended .*: mode \\$\\{MODE} of \\d+ \\(.*");
  }

  /**
   * The JVM is killed while it starts the command: the guard's input ends before its first line.
   */
  @Test
  void guardEndsACommandThatStartsAsItsJvmEnds() throws Exception {
    String mark = "mark-" + ProcessHandle.current().pid();
    Process guard =
        new ProcessBuilder(
                "sh", "-c", CommandInstance.guardScript(), "guard", mark, "TERM", "5", "")
            .redirectInput(Redirect.from(new File("/dev/null")))
            .start();
    ProcessBuilder late = new ProcessBuilder("sh", "-c", "sleep 0.3; exec sleep 300");
    late.environment().put("REST_COMPARISON_LAUNCH", mark);
    Thread.sleep(200);
    Process command = late.start();
    assertThat(command.waitFor(20, TimeUnit.SECONDS)).isTrue();
    assertThat(guard.waitFor(20, TimeUnit.SECONDS)).isTrue();
  }

  /** A command that leaves a container behind, such as {@code docker run -d}. */
  @Test
  void guardKillsTheContainerOfACommandIfItsJvmCannot() throws Exception {
    Path docker =
        Files.writeString(
            folder.resolve("docker"),
            """
            #!/bin/sh
            case $* in
              "ps --quiet --filter publish=4711") echo c0ffee ;;
              *) echo "$*" >> "$0.calls" ;;
            esac
            """);
    assertThat(docker.toFile().setExecutable(true)).isTrue();
    ProcessBuilder builder =
        new ProcessBuilder(
            "sh",
            "-c",
            CommandInstance.guardScript(),
            "guard",
            "a",
            "TERM",
            "1",
            Docker.killLine(4711));
    builder.environment().merge("PATH", folder + ":", (path, first) -> first + path);
    Process guard = builder.redirectInput(Redirect.from(new File("/dev/null"))).start();
    assertThat(guard.waitFor(20, TimeUnit.SECONDS)).isTrue();
    assertThat(folder.resolve("docker.calls")).hasContent("kill c0ffee");
  }

  /** Simulates Ctrl-C while a service starts. */
  @Test
  void ownerEndsAStartingService() throws Exception {
    // Unique, because other tests may run on this host.
    String sleep = "sleep 27182" + ProcessHandle.current().pid();
    CountDownLatch begun = new CountDownLatch(1);
    Thread waits =
        Thread.ofVirtual()
            .start(
                () -> {
                  begun.countDown();
                  try {
                    launch(sleep + " # {port}", 60).start(owner);
                  } catch (IOException | InterruptedException e) {
                    // It has been ended.
                  }
                });
    begun.await();
    await()
        .atMost(Duration.ofSeconds(60))
        .until(
            () -> ProcessHandle.allProcesses().anyMatch(one -> commandLine(one).contains(sleep)));
    owner.close();
    waits.join();
    assertThat(ProcessHandle.allProcesses()).noneMatch(each -> commandLine(each).contains(sleep));
  }

  private static String commandLine(ProcessHandle process) {
    return process.info().commandLine().orElse("");
  }

  private Launch launch(String command, int seconds) throws IOException {
    return launch(new Origin.Command(command, Optional.empty()), seconds);
  }

  private Launch launch(Origin from, int seconds) throws IOException {
    return launch(from, seconds, folder);
  }

  /** Returns a launch with so many seconds to start, whose log is in a folder. */
  static Launch launch(Origin from, int seconds, Path folder) throws IOException {
    return Launch.of(
        ServiceSpec.of(
            from,
            Map.of(),
            new Lifetime(
                Optional.empty(), Duration.ofSeconds(seconds), "TERM", Duration.ofSeconds(5))),
        Secrets.NONE,
        Placement.ANYWHERE,
        folder.resolve("service.log"));
  }
}
