package io.github.restcomparison.runner.log;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.channels.ReadableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads the binary simulation.log of Gatling 3.15, record by record. Gatling does not specify the
 * format: big-endian numbers, strings in the internal encoding of the JVM. A run record comes
 * first, then requests, users, groups and errors in the order of their events. The first byte of
 * each record is its type.
 *
 * <p>Memory grows with the number of different strings only, like Gatling's writer.
 */
final class LogReader implements Closeable {
  private static final String VERSION = "3.15";

  private static final int BUFFER_BYTES = 1 << 16;

  /** Gatling's own buffer, into which each string must fit, has 8 KiB by default. */
  private static final int LONGEST_STRING = 1 << 24;

  /** The type of a record; Gatling's number of it is the ordinal. */
  enum Type {
    RUN,
    REQUEST,
    USER,
    GROUP,
    ERROR
  }

  private static final Type[] TYPES = Type.values();

  /** A log that can be read more than once. */
  interface Source {
    /**
     * Opens it before the first record after the run record.
     *
     * @throws IOException if it cannot be read, or is not of Gatling 3.15
     */
    LogReader open() throws IOException;
  }

  private final Path file;
  private final ReadableByteChannel channel;
  private final long size;
  private final ByteBuffer buffer = ByteBuffer.allocate(BUFFER_BYTES).flip();
  private final List<String> scenarios = new ArrayList<>();
  private final List<String> cachedStrings = new ArrayList<>();
  private long bytesRead; // into the buffer
  private long recordStart;
  private boolean isOfKnownVersion;
  private long runStartMs; // all times of the log are relative to it

  // the record that was read last
  private Type type;
  private final List<String> groups = new ArrayList<>();
  private String name;
  private String message;
  private int number;
  private boolean flag;
  private long startMs;
  private long endMs;

  /**
   * Reads the run record.
   *
   * @param file names the log in messages
   * @param size of the log in bytes
   * @throws IOException if it cannot be read, or is not of Gatling 3.15
   */
  LogReader(Path file, ReadableByteChannel channel, long size) throws IOException {
    this.file = file;
    this.channel = channel;
    this.size = size;
    read(this::header);
  }

  /**
   * Opens a file of any size. One that was cut between two records looks complete: compare the
   * number of users and requests with the expected one.
   *
   * @throws IOException if it cannot be read, or is not of Gatling 3.15; the message is one line
   *     that names the file
   */
  static LogReader open(Path file) throws IOException {
    if (!Files.isRegularFile(file)) {
      throw new IOException(file + ": no such file");
    }
    FileChannel channel = FileChannel.open(file);
    try {
      return new LogReader(file, channel, channel.size());
    } catch (IOException | RuntimeException e) {
      channel.close();
      throw e;
    }
  }

  /**
   * Reads the next record.
   *
   * @return whether there was one
   * @throws IOException if it cannot be read or is damaged; the message is one line
   */
  boolean next() throws IOException {
    if (position() == size) {
      return false;
    }
    read(this::event);
    return true;
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }

  /** Returns how many bytes the records have that were read. */
  long position() {
    return bytesRead - buffer.remaining();
  }

  /** Returns the time that all times in the file are relative to, in ms since 1970. */
  long runStartMs() {
    return runStartMs;
  }

  Type type() {
    return type;
  }

  /** Returns the groups of a request, or the names of a group, from the outermost on. */
  List<String> groups() {
    return groups;
  }

  /** Returns the name of a request. */
  String name() {
    return name;
  }

  /** Returns why a request failed, empty if it did not; or the message of an error. */
  String message() {
    return message;
  }

  /** Returns the scenario of a user. */
  String scenario() {
    return scenarios.get(number);
  }

  /** Returns the number of a user's scenario, or the sum of a group's response times in ms. */
  int number() {
    return number;
  }

  /** Returns whether a request or group was successful, or whether a user starts. */
  boolean flag() {
    return flag;
  }

  /** Returns when it began, in ms since 1970; of a user or an error, when it was. */
  long startMs() {
    return startMs;
  }

  /** Returns when a request or a group ended, in ms since 1970. */
  long endMs() {
    return endMs;
  }

  private interface RecordReader {
    void read() throws IOException;
  }

  private void read(RecordReader part) throws IOException {
    recordStart = position();
    try {
      part.read();
    } catch (RuntimeException e) {
      String problem =
          isOfKnownVersion
              ? "damaged in the record that starts at byte " + recordStart
              : "not a simulation.log of Gatling " + VERSION;
      throw new IOException(file + ": " + problem, e);
    }
  }

  private void header() throws IOException {
    check(readByte() == Type.RUN.ordinal());
    isOfKnownVersion = readString().startsWith(VERSION + ".");
    check(isOfKnownVersion);
    readString(); // the class of the simulation
    runStartMs = ahead(Long.BYTES).getLong();
    check(runStartMs >>> 48 == 0); // before the year 10889
    readString(); // its description
    for (int left = readCount(); left > 0; left--) {
      scenarios.add(readString());
    }
    for (int assertions = readCount(); assertions > 0; assertions--) {
      readBytes();
    }
  }

  private void event() throws IOException {
    int number = readByte();
    check(number > 0 && number < TYPES.length);
    type = TYPES[number];
    switch (type) {
      case REQUEST -> request();
      case USER -> {
        this.number = readInt();
        scenario(); // fails if there is none
        flag = readFlag();
        startMs = readTimeFrom(runStartMs);
      }
      case GROUP -> {
        readGroups();
        startMs = readTimeFrom(runStartMs);
        endMs = readTimeFrom(startMs);
        this.number = readInt();
        flag = readFlag();
      }
      default -> {
        message = readCachedString();
        startMs = readTimeFrom(runStartMs);
      }
    }
  }

  private void request() throws IOException {
    readGroups();
    name = readCachedString();
    startMs = readTimeFrom(runStartMs);
    endMs = readTimeFrom(startMs);
    flag = readFlag();
    message = readCachedString();
  }

  private void readGroups() throws IOException {
    groups.clear();
    for (int left = readCount(); left > 0; left--) {
      groups.add(readCachedString());
    }
  }

  /**
   * Reads a time; Gatling's clock is monotonic, so that a time before {@code earliest} is damage.
   */
  private long readTimeFrom(long earliest) throws IOException {
    long time = runStartMs + readInt();
    check(time >= earliest);
    return time;
  }

  /** Returns how many bytes or entries follow, each of which is a byte at least. */
  private int readCount() throws IOException {
    int count = readInt();
    check(count >= 0 && count <= size - position());
    return count;
  }

  private boolean readFlag() throws IOException {
    byte value = readByte();
    check(value == 0 || value == 1);
    return value == 1;
  }

  private String readString() throws IOException {
    byte[] text = readBytes();
    if (text.length == 0) {
      return "";
    }
    byte coder = readByte(); // of the JVM's compact strings (JEP 254)
    check(coder == 0 || coder == 1 && text.length % Character.BYTES == 0);
    // In the byte order of the machine that wrote it: x86-64 and AArch64 are little-endian.
    return coder == 0
        ? new String(text, ISO_8859_1)
        : ByteBuffer.wrap(text).order(ByteOrder.LITTLE_ENDIAN).asCharBuffer().toString();
  }

  /** Reads a string that is written in full the first time, and as its number afterwards. */
  private String readCachedString() throws IOException {
    int index = readInt();
    if (index < 0) {
      return cachedStrings.get(~index);
    }
    check(index == cachedStrings.size() + 1);
    cachedStrings.add(readString());
    return cachedStrings.getLast();
  }

  private byte readByte() throws IOException {
    return ahead(1).get();
  }

  private int readInt() throws IOException {
    return ahead(Integer.BYTES).getInt();
  }

  private byte[] readBytes() throws IOException {
    int length = readCount();
    check(length <= LONGEST_STRING);
    byte[] bytes = new byte[length];
    for (int at = 0; at < length; ) {
      int part = Math.min(length - at, BUFFER_BYTES);
      ahead(part).get(bytes, at, part);
      at += part;
    }
    return bytes;
  }

  /** Returns the buffer with at least some bytes in it. */
  private ByteBuffer ahead(int bytes) throws IOException {
    if (buffer.remaining() < bytes) {
      buffer.compact();
      int count = 0;
      while (buffer.position() < bytes && count >= 0) {
        count = channel.read(buffer);
        bytesRead += Math.max(0, count);
      }
      buffer.flip();
      check(buffer.remaining() >= bytes);
    }
    return buffer;
  }

  private static void check(boolean isValid) {
    if (!isValid) {
      throw new IllegalArgumentException("damaged");
    }
  }
}
