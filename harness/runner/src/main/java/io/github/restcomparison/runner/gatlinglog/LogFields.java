package io.github.restcomparison.runner.gatlinglog;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_16LE;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import java.nio.charset.Charset;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads the fields of a simulation.log one after the other: big-endian numbers, and strings in the
 * internal encoding of Gatling's JVM.
 */
final class LogFields {

  /**
   * Gatling writes through one buffer of this many bytes, so that no field is longer. A greater
   * length is damage; it is rejected before memory is allocated for it.
   */
  private static final int LONGEST_FIELD = 8192;

  private static final int BUFFER_SIZE = 1 << 16;

  private final Path log;
  private final ReadableByteChannel channel;
  private final ByteBuffer buffer = ByteBuffer.allocate(BUFFER_SIZE).limit(0);
  private final List<String> cachedStrings = new ArrayList<>();
  private long bytesRead;
  private long recordStart;

  /**
   * @param log its path, for messages
   * @param channel its content
   */
  LogFields(Path log, ReadableByteChannel channel) {
    this.log = log;
    this.channel = channel;
  }

  /** Moves to the next record; false at the end of the log. */
  boolean nextRecord() throws IOException {
    recordStart = offset();
    return buffer.hasRemaining() || fill();
  }

  /** The offset of the next field in the log, in bytes. */
  long offset() {
    return bytesRead - buffer.remaining();
  }

  byte int8() throws IOException {
    require(Byte.BYTES);
    return buffer.get();
  }

  int int32() throws IOException {
    require(Integer.BYTES);
    return buffer.getInt();
  }

  long int64() throws IOException {
    require(Long.BYTES);
    return buffer.getLong();
  }

  boolean flag() throws IOException {
    byte value = int8();
    return switch (value) {
      case 0 -> false;
      case 1 -> true;
      default -> throw damaged(offset() - Byte.BYTES, "neither true nor false but " + value);
    };
  }

  /** The number of elements that follow, 0 or more. */
  int count() throws IOException {
    int count = int32();
    if (count < 0) {
      throw damaged(offset() - Integer.BYTES, "a count of " + count);
    }
    return count;
  }

  /** Skips bytes that are preceded by their length. */
  void skipBytes() throws IOException {
    int length = length();
    require(length);
    buffer.position(buffer.position() + length);
  }

  String string() throws IOException {
    int length = length();
    if (length == 0) {
      return "";
    }
    require(length + 1);
    int start = buffer.position();
    String string = new String(buffer.array(), start, length, charset(length));
    buffer.position(start + length + 1);
    return string;
  }

  /** A string that is written in full the first time, and as its number afterwards. */
  String cachedString() throws IOException {
    int number = int32();
    int known = cachedStrings.size();
    if (number < 0 && number >= -known) {
      return cachedStrings.get(-number - 1);
    }
    if (number != known + 1) {
      throw damaged(
          offset() - Integer.BYTES, "refers to string " + number + " when " + known + " are known");
    }
    String string = string();
    cachedStrings.add(string);
    return string;
  }

  SimulationLogException damaged(long at, String what) {
    return new SimulationLogException(log, "damaged at byte " + at + ": " + what);
  }

  private int length() throws IOException {
    int length = int32();
    if (length < 0 || length > LONGEST_FIELD) {
      throw damaged(offset() - Integer.BYTES, "a field of " + length + " bytes");
    }
    return length;
  }

  /** The byte after the characters is the JVM's coder of compact strings (JEP 254). */
  private Charset charset(int length) throws SimulationLogException {
    byte coder = buffer.get(buffer.position() + length);
    if (coder == 0) {
      return ISO_8859_1;
    }
    if (coder != 1 || length % Character.BYTES != 0) {
      throw damaged(offset() + length, length + " bytes of text in unknown encoding " + coder);
    }
    // In the byte order of the machine that wrote it: x86-64 and AArch64 are little-endian.
    return UTF_16LE;
  }

  private void require(int bytes) throws IOException {
    while (buffer.remaining() < bytes) {
      if (!fill()) {
        throw new SimulationLogException(
            log,
            "truncated at byte " + bytesRead + ", within the record that starts at " + recordStart);
      }
    }
  }

  private boolean fill() throws IOException {
    buffer.compact();
    int count = channel.read(buffer);
    buffer.flip();
    bytesRead += Math.max(count, 0);
    return count >= 0;
  }
}
