package io.github.restcomparison.runner.service;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HexFormat;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A TCP socket of Linux that listens; several processes may have it.
 *
 * @param inode identifies it
 */
record ListeningSocket(InetAddress address, int port, String inode) {
  private static final Path SELF = Path.of("/proc/self/net");
  private static final String LISTENS = "0A";

  /** Indexes of fields: proc_pid_net(5). */
  private static final int LOCAL = 1;

  private static final int STATE = 3;
  private static final int INODE = 9;

  /** Returns whether a client on this host that connects to 127.0.0.1 or ::1 reaches it. */
  boolean isReachedByLoopback() {
    String text = address.getHostAddress();
    return address.isAnyLocalAddress()
        || text.equals("127.0.0.1")
        || text.equals("0:0:0:0:0:0:0:1");
  }

  /** Returns its address and port; a star is any address. */
  @Override
  public String toString() {
    return (address.isAnyLocalAddress() ? "*" : address.getHostAddress()) + ":" + port;
  }

  /** Returns the sockets with a port in the network of this process, of any process. */
  static List<ListeningSocket> withPort(int port) {
    return readAll(SELF).stream().filter(each -> each.port == port).toList();
  }

  /** Returns the sockets of some processes, each in its own network. */
  static List<ListeningSocket> of(Collection<ProcessHandle> processes) {
    Set<ListeningSocket> found = new LinkedHashSet<>();
    for (ProcessHandle each : processes) {
      Set<String> inodes = inodes(each);
      readAll(Path.of("/proc", Long.toString(each.pid()), "net")).stream()
          .filter(socket -> inodes.contains(socket.inode))
          .forEach(found::add);
    }
    return List.copyOf(found);
  }

  /** Returns the processes that have a socket, without those whose files are not readable. */
  List<ProcessHandle> owners() {
    return ProcessHandle.allProcesses().filter(each -> inodes(each).contains(inode)).toList();
  }

  private static Set<String> inodes(ProcessHandle process) {
    Path folder = Path.of("/proc", Long.toString(process.pid()), "fd");
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .flatMap(CommandProcesses::linked)
          .filter(name -> name.startsWith("socket:["))
          .map(name -> name.substring("socket:[".length(), name.length() - 1))
          .collect(Collectors.toSet());
    } catch (IOException | UncheckedIOException e) {
      return Set.of(); // it has ended, or is of another user
    }
  }

  private static List<ListeningSocket> readAll(Path network) {
    List<ListeningSocket> all = new ArrayList<>();
    for (String table : List.of("tcp", "tcp6")) {
      try {
        for (String line : Files.readAllLines(network.resolve(table))) {
          String[] fields = line.strip().split("\\s+");
          if (fields.length > INODE && fields[STATE].equals(LISTENS)) {
            all.add(read(fields[LOCAL], fields[INODE]));
          }
        }
      } catch (IOException e) {
        // It has ended, or this is not Linux, or a kernel without IPv6.
      }
    }
    return all;
  }

  /**
   * Reads a socket.
   *
   * @param local such as {@code 0100007F:1F90}: the address in words of the host's byte order
   */
  static ListeningSocket read(String local, String inode) throws UnknownHostException {
    int colon = local.indexOf(':');
    byte[] bytes = HexFormat.of().parseHex(local.substring(0, colon));
    byte[] address = new byte[bytes.length];
    for (int i = 0; i < bytes.length; i++) {
      address[i] = bytes[i / 4 * 4 + 3 - i % 4];
    }
    int port = Integer.parseInt(local.substring(colon + 1), 16);
    return new ListeningSocket(InetAddress.getByAddress(address), port, inode);
  }
}
