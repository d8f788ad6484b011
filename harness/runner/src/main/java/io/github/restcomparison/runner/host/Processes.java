package io.github.restcomparison.runner.host;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

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

  /**
   * Tells whether a process listens on a TCP port now, from {@code /proc}: proc_pid_net(5). It does
   * not see processes of other users, and none on other systems than Linux.
   */
  static Predicate<ProcessHandle> listeningOn(int port) {
    Set<String> sockets =
        Stream.of("/proc/net/tcp", "/proc/net/tcp6")
            .flatMap(Processes::lines)
            .map(line -> line.strip().split(" +"))
            .filter(fields -> fields.length > 9 && fields[3].equals("0A")) // TCP_LISTEN
            .filter(fields -> fields[1].endsWith(":%04X".formatted(port)))
            .map(fields -> "socket:[" + fields[9] + "]")
            .collect(Collectors.toSet());
    return process -> {
      File[] files = new File("/proc/" + process.pid() + "/fd").listFiles();
      return files != null && Stream.of(files).anyMatch(file -> sockets.contains(target(file)));
    };
  }

  private static Stream<String> lines(String table) {
    try {
      return Files.readAllLines(Path.of(table)).stream();
    } catch (IOException e) {
      return Stream.of();
    }
  }

  private static String target(File link) {
    try {
      return Files.readSymbolicLink(link.toPath()).toString();
    } catch (IOException e) {
      return ""; // closed meanwhile
    }
  }
}
