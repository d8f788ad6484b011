package io.github.restcomparison.runner.log;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_16LE;

import java.io.IOException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Reads the binary simulation.log of Gatling 3.15, record by record. Gatling does not specify the
 * format: big-endian numbers, strings in the internal encoding of the JVM. A run record comes
 * first, then requests, users, groups and errors in the order of their events. The first byte of
 * each record is its type.
 */
public final class LogReader {
  private static final byte RUN = 0;
  private static final byte REQUEST = 1;
  private static final byte USER = 2;
  private static final byte GROUP = 3;
  private static final byte ERROR = 4;

  private static final Pattern VERSION = Pattern.compile("[0-9A-Za-z.+-]{1,40}");
  private static final String KNOWN_VERSION = "3.15";

  /** The end of the year 9999. A later start is damage, and sums with it might overflow. */
  private static final long LATEST_START_MS = 253_402_300_799_999L;

  /** Gatling writes through a buffer of this many bytes. A longer field is damage. */
  private static final int LONGEST_FIELD = 8192;

  private final Path file;
  private final ByteBuffer log;
  private final Visitor visitor;
  private final List<String> scenarios = new ArrayList<>();
  private final List<String> cachedStrings = new ArrayList<>();
  private int recordStart;
  private long startMs; // all times of the log are relative to it

  /** A log that cannot be read; the one-line message names the file and the problem. */
  public static final class DamagedLogException extends IOException {
    private static final long serialVersionUID = 1L;

    DamagedLogException(Path log, String problem) {
      super(log + ": " + problem);
    }
  }

  /** Receives the records in the order of the log. Times are in ms since 1970. */
  public interface Visitor {
    /**
     * A request that was answered or failed. Gatling does not log silent requests.
     *
     * @param name without the names of its groups
     * @param endMs not before the start
     * @param ok whether all checks passed
     * @param message why it failed, at most 200 characters; empty if it did not
     */
    void request(String name, long startMs, long endMs, boolean ok, String message);

    /** A virtual user that starts or ends. */
    void user(String scenario, boolean starts, long atMs);

    /** A request that Gatling could not build; it is not among the requests. */
    default void error(String message, long atMs) {}
  }

  private LogReader(Path file, ByteBuffer log, Visitor visitor) {
    this.file = file;
    this.log = log;
    this.visitor = visitor;
  }

  /**
   * Reads a whole log. A log that was cut between two records looks complete: compare the number of
   * users and requests with the expected one.
   *
   * @throws DamagedLogException if the log is damaged, longer than 2 GiB, or not of Gatling 3.15
   * @throws IOException if it cannot be read
   */
  public static void read(Path file, Visitor visitor) throws IOException {
    if (!Files.isRegularFile(file)) {
      throw new DamagedLogException(file, Files.exists(file) ? "not a file" : "does not exist");
    }
    try (FileChannel channel = FileChannel.open(file)) {
      if (channel.size() > Integer.MAX_VALUE) {
        throw new DamagedLogException(file, "longer than 2 GiB");
      }
      read(file, channel.map(MapMode.READ_ONLY, 0, channel.size()), visitor);
    }
  }

  /** Returns when the run started, in ms since 1970. */
  static long read(Path file, ByteBuffer log, Visitor visitor) throws DamagedLogException {
    LogReader reader = new LogReader(file, log, visitor);
    try {
      reader.header();
      while (log.hasRemaining()) {
        reader.event();
      }
      return reader.startMs;
    } catch (BufferUnderflowException e) {
      String problem = "truncated at byte %d, within the record that starts at %d";
      throw new DamagedLogException(file, problem.formatted(log.limit(), reader.recordStart));
    }
  }

  private void header() throws DamagedLogException {
    if (!log.hasRemaining()) {
      throw new DamagedLogException(file, "empty");
    }
    if (log.get() != RUN) {
      throw new DamagedLogException(file, "not a binary simulation.log: no run record at byte 0");
    }
    String version = string();
    check(VERSION.matcher(version).matches());
    if (!version.startsWith(KNOWN_VERSION + ".")) {
      throw new DamagedLogException(
          file, "written by Gatling " + version + ", this reader knows " + KNOWN_VERSION);
    }
    string(); // the class of the simulation
    startMs = log.getLong();
    check(startMs >= 0 && startMs <= LATEST_START_MS);
    string(); // its description
    for (int left = number(Integer.MAX_VALUE); left > 0; left--) {
      scenarios.add(string());
    }
    for (int assertions = number(Integer.MAX_VALUE); assertions > 0; assertions--) {
      log.get(new byte[number(LONGEST_FIELD)]);
    }
  }

  private void event() throws DamagedLogException {
    recordStart = log.position();
    switch (log.get()) {
      case REQUEST -> {
        skipGroupNames();
        String name = cachedString();
        long start = timeFrom(startMs);
        visitor.request(name, start, timeFrom(start), flag(), cachedString());
      }
      case USER -> {
        int scenario = number(scenarios.size() - 1);
        visitor.user(scenarios.get(scenario), flag(), timeFrom(startMs));
      }
      case GROUP -> { // groups do not count, but later records may refer to the names in them
        skipGroupNames();
        timeFrom(timeFrom(startMs));
        log.getInt(); // the sum of its response times
        flag(); // whether all of its requests were answered
      }
      case ERROR -> visitor.error(cachedString(), timeFrom(startMs));
      default -> check(false);
    }
  }

  private void skipGroupNames() throws DamagedLogException {
    for (int left = number(Integer.MAX_VALUE); left > 0; left--) {
      cachedString();
    }
  }

  /** Gatling's clock is monotonic, so that a time before {@code earliest} is damage. */
  private long timeFrom(long earliest) throws DamagedLogException {
    long time = startMs + log.getInt();
    check(time >= earliest);
    return time;
  }

  /** Returns a number from 0 to {@code most}. */
  private int number(int most) throws DamagedLogException {
    int number = log.getInt();
    check(number >= 0 && number <= most);
    return number;
  }

  private boolean flag() throws DamagedLogException {
    byte flag = log.get();
    check(flag == 0 || flag == 1);
    return flag == 1;
  }

  private String string() throws DamagedLogException {
    byte[] text = new byte[number(LONGEST_FIELD)];
    if (text.length == 0) {
      return "";
    }
    log.get(text);
    byte coder = log.get(); // of the JVM's compact strings (JEP 254)
    check(coder == 0 || coder == 1 && text.length % Character.BYTES == 0);
    // In the byte order of the machine that wrote it: x86-64 and AArch64 are little-endian.
    return new String(text, coder == 0 ? ISO_8859_1 : UTF_16LE);
  }

  /** A string that is written in full the first time, and as its number afterwards. */
  private String cachedString() throws DamagedLogException {
    int number = log.getInt();
    int known = cachedStrings.size();
    if (number < 0 && number >= -known) {
      return cachedStrings.get(-number - 1);
    }
    check(number == known + 1);
    String string = string();
    cachedStrings.add(string);
    return string;
  }

  private void check(boolean isValid) throws DamagedLogException {
    if (!isValid) {
      throw new DamagedLogException(
          file, "damaged within the record that starts at byte " + recordStart);
    }
  }
}
