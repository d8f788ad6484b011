package io.github.restcomparison.runner.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.restcomparison.records.service.Secrets;
import io.github.restcomparison.records.service.ServiceSpec;
import io.github.restcomparison.records.service.ServiceSpec.Origin;
import io.github.restcomparison.runner.host.Owner;
import io.github.restcomparison.runner.host.Placement;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;

/** Services that hide some of their processes, as public servers do. */
@EnabledOnOs(OS.LINUX)
@ResourceLock("orphans")
class CommandProcessesTest {
  /** On a busy host they get little CPU time. */
  private static final Duration PATIENCE = Duration.ofMinutes(5);

  /** Listens; a child responds, with a sibling that only uses CPU. */
  private static final String SERVER =
      """
      import os, signal, socket, sys, time
      port, mode = int(sys.argv[1]), sys.argv[2]

      def burn(seconds):
          end = time.process_time() + seconds
          while time.process_time() < end: pass

      def listen():
          it = socket.socket()
          it.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
          it.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
          it.bind(('127.0.0.1', port))
          it.listen(50)
          return it

      def serve(it):
          while True:
              client, _ = it.accept()
              client.recv(9999)
              client.sendall(b'HTTP/1.1 200 OK\\r\\nContent-Length: 0\\r\\nConnection: close\\r\\n\\r\\n')
              client.close()

      def detach():
          if os.fork(): os._exit(0)
          os.setsid()
          if os.fork(): os._exit(0)

      def clear():
          fields = open('/proc/self/stat').read().rsplit(')', 1)[1].split()
          begin, end = int(fields[47]), int(fields[48])
          with open('/proc/self/mem', 'r+b', 0) as memory:
              memory.seek(begin)
              memory.write(b'\\0' * (end - begin))

      if 'daemon' in mode:
          detach()
      if 'cleared' in mode:
          clear()
      if 'reuse' in mode:  # each worker detaches, and has a socket of its own
          for _ in range(3):
              if not os.fork():
                  detach()
                  it = listen()
                  burn(0.3)
                  serve(it)
          time.sleep(999)
      it = listen()
      if 'ignores' in mode:
          signal.signal(signal.SIGCHLD, signal.SIG_IGN)
          if not os.fork():
              serve(it)
          while True:
              if not os.fork():
                  burn(0.01)
                  time.sleep(0.3)
                  os._exit(0)
              time.sleep(0.2)
      for _ in range(3):  # workers that were forked before
          if not os.fork():
              burn(0.3)
              serve(it)
      if 'short' in mode:  # an orphan that ends
          if not os.fork():
              detach()
              burn(0.5)
              os._exit(0)
      time.sleep(999)
      """;

  @TempDir private Path folder;
  private final Owner owner = new Owner();

  @AfterEach
  void noProcessRemains() {
    owner.close();
    assertThat(ProcessHandle.allProcesses())
        .noneMatch(
            each ->
                each.info().commandLine().orElse("").contains(folder.resolve("s.py").toString()));
  }

  @Test
  void workersOfADaemonThatClearedItsEnvironmentAreSeen() throws Exception {
    RunningService started = start("setsid -f env -i ", "daemon,cleared");
    assertThat(servers(started)).hasSize(4);
    assertThat(awaitedMs(started, ms -> ms >= 900)).isBetween(900.0, 3_000.0);
  }

  /** All but one were missing: the wrapper does not run any more, and each has its own socket. */
  @Test
  void allListenersOfAPortAreSeen() throws Exception {
    RunningService started = start("env -i ", "reuse,cleared");
    assertThat(awaitedMs(started, ms -> ms >= 900)).isBetween(900.0, 3_000.0);
    assertThat(servers(started)).hasSize(4);
  }

  /** Only this JVM waits for it: its CPU time counts for the service, not for the generator. */
  @Test
  void orphanThatHasEndedKeepsItsCpuTime() throws Exception {
    RunningService started = start("exec ", "short");
    assertThat(awaitedMs(started, ms -> ms >= 1_400)).isBetween(1_400.0, 4_000.0);
    await()
        .atMost(PATIENCE)
        .pollInSameThread()
        .untilAsserted(() -> assertThat(servers(started)).hasSize(4));
    assertThat(started.cpuMs()).isBetween(1_400.0, 4_000.0);
  }

  /** The kernel adds the time of such children to no process. */
  @Test
  void cpuTimeIsUnknownIfTheKernelDropsThatOfChildren() throws Exception {
    RunningService started = start("exec ", "ignores");
    assertThat(awaitedMs(started, ms -> ms.isNaN())).isNaN();
  }

  private static List<String> servers(RunningService service) {
    return service.processes().get().stream()
        .map(each -> each.info().commandLine().orElse(""))
        .filter(line -> line.contains("s.py") && !line.contains("sh -c"))
        .toList();
  }

  private static double awaitedMs(RunningService service, Predicate<Double> condition) {
    return await()
        .atMost(PATIENCE)
        .pollInSameThread()
        .until(
            () -> {
              service.processes().get();
              return service.cpuMs();
            },
            condition);
  }

  private RunningService start(String prefix, String mode) throws Exception {
    Path server = Files.writeString(folder.resolve("s.py"), SERVER);
    String line =
        "%s$(command -v python3) %s {port} %s > /dev/null 2>&1".formatted(prefix, server, mode);
    String command = prefix.contains("setsid") ? line + "; sleep 999" : line;
    Launch launch =
        Launch.of(
            ServiceSpec.of(
                new Origin.Command(command, Optional.empty()), Map.of(), Optional.empty()),
            Secrets.NONE,
            Placement.ANYWHERE,
            folder.resolve("service.log"));
    return launch.start(owner).observe(owner);
  }
}
