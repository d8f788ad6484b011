package io.github.restcomparison.runner.host;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Finds out who listens on a TCP port of this host, from {@code /proc}.
 *
 * @param sockets the links of the listening sockets, as {@code /proc/PID/fd} has them
 */
public record Listeners(Set<String> sockets) {
  /** TCP_LISTEN in the column of states, by proc_pid_net(5). */
  private static final String LISTENS = "0A";

  /** Those of a port; none if nothing listens there, or this is not Linux. */
  public static Listeners on(int port) {
    String suffix = ":%04X".formatted(port);
    return new Listeners(
        Stream.of("tcp", "tcp6")
            .flatMap(Listeners::lines)
            .map(line -> line.strip().split(" +"))
            .filter(fields -> fields.length > 9)
            .filter(fields -> fields[1].endsWith(suffix) && fields[3].equals(LISTENS))
            .map(fields -> "socket:[" + fields[9] + "]")
            .collect(Collectors.toSet()));
  }

  private static Stream<String> lines(String table) {
    try {
      return Files.readAllLines(Path.of("/proc/net", table)).stream();
    } catch (IOException e) {
      return Stream.of();
    }
  }

  /** Whether a process has one of the sockets; those of other users are not seen. */
  public boolean include(ProcessHandle process) {
    Path files = Path.of("/proc", Long.toString(process.pid()), "fd");
    try (DirectoryStream<Path> all = Files.newDirectoryStream(files)) {
      for (Path file : all) {
        if (isOneOf(file)) {
          return true;
        }
      }
    } catch (IOException | DirectoryIteratorException e) {
      // It has ended, or is another user's.
    }
    return false;
  }

  private boolean isOneOf(Path file) {
    try {
      return sockets.contains(Files.readSymbolicLink(file).toString());
    } catch (IOException e) {
      return false; // closed meanwhile
    }
  }
}
