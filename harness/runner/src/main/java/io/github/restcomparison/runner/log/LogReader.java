package io.github.restcomparison.runner.log;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_16LE;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads the binary simulation.log of Gatling 3.15, record by record. Gatling does not specify the
 * format: big-endian numbers, strings in the internal encoding of the JVM. A run record comes
 * first, then requests, users, groups and errors in the order of their events. The first byte of
 * each record is its type.
 */
final class LogReader {
  private static final String VERSION = "3.15";

  private final ByteBuffer bytes;
  private final GatlingLog log;
  private final List<String> scenarios = new ArrayList<>();
  private final List<String> cachedStrings = new ArrayList<>();
  private boolean isOfKnownVersion;
  private int recordStart;
  private long startMs; // all times of the log are relative to it

  private LogReader(ByteBuffer bytes, GatlingLog log) {
    this.bytes = bytes;
    this.log = log;
  }

  /**
   * Adds a file to a log. One that was cut between two records looks complete: compare the number
   * of users and requests with the expected one.
   *
   * @throws IOException if it cannot be read, is damaged, or is not of Gatling 3.15; the message is
   *     one line that names the file
   */
  static void read(Path file, GatlingLog log) throws IOException {
    if (!Files.isRegularFile(file)) {
      throw new IOException(file + ": no such file");
    }
    try (FileChannel channel = FileChannel.open(file)) {
      read(file, channel.map(MapMode.READ_ONLY, 0, channel.size()), log);
    }
  }

  static void read(Path file, ByteBuffer bytes, GatlingLog log) throws IOException {
    LogReader reader = new LogReader(bytes, log);
    try {
      reader.header();
      while (bytes.hasRemaining()) {
        reader.event();
      }
    } catch (RuntimeException e) {
      String problem =
          reader.isOfKnownVersion
              ? "damaged in the record that starts at byte " + reader.recordStart
              : "not a simulation.log of Gatling " + VERSION;
      throw new IOException(file + ": " + problem, e);
    }
  }

  private void header() {
    check(bytes.get() == 0);
    isOfKnownVersion = string().startsWith(VERSION + ".");
    check(isOfKnownVersion);
    string(); // the class of the simulation
    startMs = bytes.getLong();
    check(startMs >>> 48 == 0); // before the year 10889
    string(); // its description
    for (int left = number(); left > 0; left--) {
      scenarios.add(string());
    }
    for (int assertions = number(); assertions > 0; assertions--) {
      bytes.get(new byte[number()]);
    }
  }

  private void event() {
    recordStart = bytes.position();
    switch (bytes.get()) {
      case 1 -> {
        skipGroupNames();
        String name = cachedString();
        long start = timeFrom(startMs);
        log.request(name, start, timeFrom(start), flag(), cachedString());
      }
      case 2 -> log.user(scenarios.get(bytes.getInt()), flag(), timeFrom(startMs));
      case 3 -> { // groups do not count, but later records may refer to the names in them
        skipGroupNames();
        timeFrom(timeFrom(startMs));
        bytes.getInt(); // the sum of its response times
        flag(); // whether all of its requests were answered
      }
      case 4 -> {
        log.notBuilt(cachedString());
        timeFrom(startMs);
      }
      default -> check(false);
    }
  }

  private void skipGroupNames() {
    for (int left = number(); left > 0; left--) {
      cachedString();
    }
  }

  /** Gatling's clock is monotonic, so that a time before {@code earliest} is damage. */
  private long timeFrom(long earliest) {
    long time = startMs + bytes.getInt();
    check(time >= earliest);
    return time;
  }

  /** Returns how many bytes or entries follow, each of which is a byte at least. */
  private int number() {
    int number = bytes.getInt();
    check(number >= 0 && number <= bytes.remaining());
    return number;
  }

  private boolean flag() {
    byte flag = bytes.get();
    check(flag == 0 || flag == 1);
    return flag == 1;
  }

  private String string() {
    byte[] text = new byte[number()];
    if (text.length == 0) {
      return "";
    }
    bytes.get(text);
    byte coder = bytes.get(); // of the JVM's compact strings (JEP 254)
    check(coder == 0 || coder == 1 && text.length % Character.BYTES == 0);
    // In the byte order of the machine that wrote it: x86-64 and AArch64 are little-endian.
    return new String(text, coder == 0 ? ISO_8859_1 : UTF_16LE);
  }

  /** A string that is written in full the first time, and as its number afterwards. */
  private String cachedString() {
    int number = bytes.getInt();
    if (number < 0) {
      return cachedStrings.get(~number);
    }
    check(number == cachedStrings.size() + 1);
    cachedStrings.add(string());
    return cachedStrings.getLast();
  }

  private static void check(boolean isValid) {
    if (!isValid) {
      throw new IllegalArgumentException("damaged");
    }
  }
}
