package io.github.restcomparison.runner.host;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.random.RandomGenerator;

/**
 * The TCP ports that the kernel gives to connections, and to sockets that listen on no port in
 * particular.
 *
 * @param first the lowest
 * @param last the highest
 * @param isReused whether the port of a connection that was closed first here is free after a
 *     second
 */
public record LocalPorts(int first, int last, boolean isReused) {
  /** The time for which Linux keeps the port of a connection that was closed first here. */
  private static final int TIME_WAIT_S = 60;

  /** Local ports for everything except the load. */
  private static final int OTHER_PORTS = 100;

  /** The minimum of free ports; many servers usually have lower ones. */
  private static final int LOWEST = 10_000;

  private static final int HIGHEST = 65_535;
  private static final int FEW = 1_000;

  /** Returns the ports of this host; empty if its kernel does not report them. */
  public static Optional<LocalPorts> read() {
    return of(Path.of("/proc/sys/net/ipv4"));
  }

  static Optional<LocalPorts> of(Path kernel) {
    try {
      String[] range = line(kernel.resolve("ip_local_port_range")).split("\\s+");
      boolean isReused = !line(kernel.resolve("tcp_tw_reuse")).equals("0");
      return Optional.of(
          new LocalPorts(Integer.parseInt(range[0]), Integer.parseInt(range[1]), isReused));
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /** The kernel shows such a file to the first read only, and readString reads one byte first. */
  private static String line(Path file) throws IOException {
    return Files.readAllLines(file).getFirst().strip();
  }

  /**
   * Checks whether this host has enough of them for the connections of the load to one address.
   *
   * @param newPerSecond the connections that are opened per second; 0 if users keep theirs
   * @return a message for the user if it has not; empty if it has, or that is unknown
   */
  public static Optional<String> shortage(int users, double newPerSecond) {
    return read().flatMap(ports -> ports.shortageInRange(users, newPerSecond));
  }

  Optional<String> shortageInRange(int users, double newPerSecond) {
    long closed = (long) Math.ceil(newPerSecond * (isReused ? 1 : TIME_WAIT_S));
    long needed = users + closed + OTHER_PORTS;
    String who =
        newPerSecond > 0
            ? "%d users and %.0f new connections/s".formatted(users, newPerSecond)
            : "%d users".formatted(users);
    String why =
        "%s need %d local ports, and the range of %d to %d has %d: widen it"
            + " (sysctl -w net.ipv4.ip_local_port_range='1024 65535')";
    String reuse =
        closed == 0 || isReused ? "" : "; or reuse ports (sysctl -w net.ipv4.tcp_tw_reuse=1)";
    int ports = last - first + 1;
    return ports < needed
        ? Optional.of(why.formatted(who, needed, first, last, ports) + reuse)
        : Optional.empty();
  }

  /**
   * Returns ports of the loopback interface, all different, on which nothing listened a moment ago.
   * A service takes seconds until it listens, in which the kernel may give its port to something
   * else: so they are outside of the kernel's range, if there are enough others.
   *
   * @throws IOException if there are too few
   */
  public static List<Integer> free(int number) throws IOException {
    return free(number, read());
  }

  static List<Integer> free(int number, Optional<LocalPorts> given) throws IOException {
    int below = given.map(each -> each.first - LOWEST).orElse(0);
    int above = given.map(each -> HIGHEST - each.last).orElse(0);
    int others = Math.max(below, above);
    int lowest = below >= above ? LOWEST : HIGHEST - above + 1;
    Set<Integer> free = new LinkedHashSet<>();
    for (int tries = 0; free.size() < number && tries < 100 * number; tries++) {
      int port = others < FEW ? 0 : lowest + RandomGenerator.getDefault().nextInt(others);
      try (ServerSocket listening = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
        free.add(listening.getLocalPort());
      } catch (IOException e) {
        // something listens there
      }
    }
    if (free.size() < number) {
      throw new IOException("this host has no free port for a service");
    }
    return List.copyOf(free);
  }
}
