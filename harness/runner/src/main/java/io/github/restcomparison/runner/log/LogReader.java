package io.github.restcomparison.runner.log;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_16LE;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.Charset;
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

  private static final int BUFFER_SIZE = 1 << 16;

  private final Path log;
  private final InputStream input;
  private final Visitor visitor;
  private final ByteBuffer field = ByteBuffer.allocate(LONGEST_FIELD + 1);
  private final List<String> cachedStrings = new ArrayList<>();
  private long at; // offset of the next field in the log
  private long recordStart;
  private long startMs; // all times of the log are relative to it
  private final List<String> scenarios = new ArrayList<>();

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

  private LogReader(Path log, InputStream input, Visitor visitor) {
    this.log = log;
    this.input = input;
    this.visitor = visitor;
  }

  /**
   * Reads a whole log. A log that was cut between two records looks complete: compare the number of
   * users and requests with the expected one.
   *
   * @throws DamagedLogException if the log is damaged, or not of Gatling 3.15
   * @throws IOException if it cannot be read
   */
  public static void read(Path log, Visitor visitor) throws IOException {
    if (!Files.isRegularFile(log)) {
      throw new DamagedLogException(log, Files.exists(log) ? "not a file" : "does not exist");
    }
    try (InputStream input = new BufferedInputStream(Files.newInputStream(log), BUFFER_SIZE)) {
      read(log, input, visitor);
    }
  }

  /** Returns when the run started, in ms since 1970. */
  static long read(Path log, InputStream input, Visitor visitor) throws IOException {
    LogReader reader = new LogReader(log, input, visitor);
    reader.header();
    while (reader.event()) {}
    return reader.startMs;
  }

  private void header() throws IOException {
    int type = nextType();
    if (type < 0) {
      throw new DamagedLogException(log, "empty");
    }
    if (type != RUN) {
      throw new DamagedLogException(log, "not a binary simulation.log: no run record at byte 0");
    }
    String version = string();
    if (!VERSION.matcher(version).matches()) {
      throw new DamagedLogException(log, "damaged at byte 1: no version of Gatling");
    }
    if (!version.startsWith(KNOWN_VERSION + ".")) {
      throw new DamagedLogException(
          log, "written by Gatling " + version + ", this reader knows " + KNOWN_VERSION);
    }
    string(); // the class of the simulation
    startMs = take(Long.BYTES).getLong(0);
    if (startMs < 0 || startMs > LATEST_START_MS) {
      throw damaged(Long.BYTES, "a start at " + startMs + " ms");
    }
    string(); // its description
    for (int left = count(); left > 0; left--) {
      scenarios.add(string());
    }
    for (int assertions = count(); assertions > 0; assertions--) {
      take(length());
    }
  }

  /** Returns the type of the next record; -1 at the end of the log. */
  private int nextType() throws IOException {
    recordStart = at;
    int type = input.read();
    at += type < 0 ? 0 : 1;
    return type;
  }

  /** Reads a record; returns false at the end of the log. */
  private boolean event() throws IOException {
    int type = nextType();
    switch (type) {
      case -1 -> {
        return false;
      }
      case REQUEST -> {
        skipGroupNames();
        String name = cachedString();
        long start = timeFrom(startMs);
        long end = timeFrom(start);
        boolean ok = flag();
        visitor.request(name, start, end, ok, cachedString());
      }
      case USER -> {
        int scenario = int32();
        if (scenario < 0 || scenario >= scenarios.size()) {
          throw damaged(
              Integer.BYTES, "refers to scenario " + scenario + " of " + scenarios.size());
        }
        boolean starts = flag();
        visitor.user(scenarios.get(scenario), starts, timeFrom(startMs));
      }
      case GROUP -> { // groups do not count, but later records may refer to the names in them
        skipGroupNames();
        timeFrom(timeFrom(startMs));
        int32(); // the sum of its response times
        flag();
      }
      case ERROR -> visitor.error(cachedString(), timeFrom(startMs));
      default -> throw damaged(Byte.BYTES, "unknown record type " + type);
    }
    return true;
  }

  private void skipGroupNames() throws IOException {
    for (int left = count(); left > 0; left--) {
      cachedString();
    }
  }

  /** Gatling's clock is monotonic, so that a time before {@code earliest} is damage. */
  private long timeFrom(long earliest) throws IOException {
    long time = startMs + int32();
    if (time < earliest) {
      throw damaged(
          Integer.BYTES, "a time " + (earliest - time) + " ms before the earliest possible");
    }
    return time;
  }

  private int int32() throws IOException {
    return take(Integer.BYTES).getInt(0);
  }

  private boolean flag() throws IOException {
    byte value = take(Byte.BYTES).get(0);
    if (value < 0 || value > 1) {
      throw damaged(Byte.BYTES, "neither true nor false but " + value);
    }
    return value == 1;
  }

  private int count() throws IOException {
    int count = int32();
    if (count < 0) {
      throw damaged(Integer.BYTES, "a count of " + count);
    }
    return count;
  }

  private int length() throws IOException {
    int length = int32();
    if (length < 0 || length > LONGEST_FIELD) {
      throw damaged(Integer.BYTES, "a field of " + length + " bytes");
    }
    return length;
  }

  private String string() throws IOException {
    int length = length();
    if (length == 0) {
      return "";
    }
    byte[] bytes = take(length + 1).array();
    return new String(bytes, 0, length, charset(bytes[length], length));
  }

  /** The byte after the characters is the JVM's coder of compact strings (JEP 254). */
  private Charset charset(byte coder, int length) throws DamagedLogException {
    if (coder == 0) {
      return ISO_8859_1;
    }
    if (coder != 1 || length % Character.BYTES != 0) {
      throw damaged(Byte.BYTES, length + " bytes of text in unknown encoding " + coder);
    }
    // In the byte order of the machine that wrote it: x86-64 and AArch64 are little-endian.
    return UTF_16LE;
  }

  /** A string that is written in full the first time, and as its number afterwards. */
  private String cachedString() throws IOException {
    int number = int32();
    int known = cachedStrings.size();
    if (number < 0 && number >= -known) {
      return cachedStrings.get(-number - 1);
    }
    if (number != known + 1) {
      throw damaged(Integer.BYTES, "refers to string " + number + " when " + known + " are known");
    }
    String string = string();
    cachedStrings.add(string);
    return string;
  }

  private ByteBuffer take(int bytes) throws IOException {
    int count = input.readNBytes(field.array(), 0, bytes);
    at += count;
    if (count < bytes) {
      throw new DamagedLogException(
          log, "truncated at byte " + at + ", within the record that starts at " + recordStart);
    }
    return field;
  }

  /** The damage is in the field of so many bytes that was read last. */
  private DamagedLogException damaged(int bytes, String what) {
    return new DamagedLogException(log, "damaged at byte " + (at - bytes) + ": " + what);
  }
}
