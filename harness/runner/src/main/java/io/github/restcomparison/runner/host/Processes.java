package io.github.restcomparison.runner.host;

import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import oshi.SystemInfo;
import oshi.software.os.InternetProtocolStats.TcpState;

/** The processes that belong to a service. */
@FunctionalInterface
public interface Processes {

  /** Returns those that run now. */
  List<ProcessHandle> running();

  /** A process with its descendants; none if it has ended. */
  static Processes treeOf(long pid) {
    return () ->
        ProcessHandle.of(pid).stream()
            .flatMap(first -> Stream.concat(Stream.of(first), first.descendants()))
            .toList();
  }

  /** Tells whether a process listens on a TCP port now; it does not see those of other users. */
  static Predicate<ProcessHandle> listeningOn(int port) {
    Set<Long> pids =
        new SystemInfo()
            .getOperatingSystem().getInternetProtocolStats().getConnections().stream()
                .filter(socket -> socket.getState() == TcpState.LISTEN)
                .filter(socket -> socket.getLocalPort() == port)
                .map(socket -> (long) socket.getowningProcessId())
                .collect(Collectors.toSet());
    return process -> pids.contains(process.pid());
  }
}
