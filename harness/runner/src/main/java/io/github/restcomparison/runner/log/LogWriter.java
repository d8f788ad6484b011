package io.github.restcomparison.runner.log;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.Closeable;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/** Writes records of a simulation.log as Gatling 3.15 does; see {@link LogReader}. */
final class LogWriter implements Closeable {
  private static final char LAST_OF_LATIN_1 = 255;

  private final DataOutputStream out;
  private final long runStartMs;
  private final UnaryOperator<String> hide;
  private final Map<String, String> hiddenStrings = new HashMap<>();
  private final Map<String, Integer> cachedStrings = new HashMap<>();

  /**
   * Begins after the run record.
   *
   * @param out is buffered
   * @param runStartMs of the run record, in ms since 1970
   * @param hide hides secrets in names and messages
   */
  LogWriter(OutputStream out, long runStartMs, UnaryOperator<String> hide) {
    this.hide = hide;
    this.out = new DataOutputStream(out);
    this.runStartMs = runStartMs;
  }

  @Override
  public void close() throws IOException {
    out.close();
  }

  /** Writes the record that a reader read last; strings get new numbers. */
  void write(LogReader record) throws IOException {
    out.writeByte(record.type().ordinal());
    switch (record.type()) {
      case REQUEST -> {
        groups(record.groups());
        cachedString(record.name());
        time(record.startMs());
        time(record.endMs());
        out.writeBoolean(record.flag());
        cachedString(record.message());
      }
      case USER -> {
        out.writeInt(record.number());
        out.writeBoolean(record.flag());
        time(record.startMs());
      }
      case GROUP -> {
        groups(record.groups());
        time(record.startMs());
        time(record.endMs());
        out.writeInt(record.number());
        out.writeBoolean(record.flag());
      }
      default -> {
        cachedString(record.message());
        time(record.startMs());
      }
    }
  }

  private void time(long atMs) throws IOException {
    out.writeInt((int) (atMs - runStartMs));
  }

  private void groups(List<String> names) throws IOException {
    out.writeInt(names.size());
    for (String name : names) {
      cachedString(name);
    }
  }

  private void cachedString(String shown) throws IOException {
    String text = hiddenStrings.computeIfAbsent(shown, hide);
    Integer index = cachedStrings.putIfAbsent(text, cachedStrings.size() + 1);
    if (index != null) {
      out.writeInt(-index);
      return;
    }
    out.writeInt(cachedStrings.size());
    if (text.isEmpty()) {
      out.writeInt(0);
      return;
    }
    boolean isLatin1 = text.chars().allMatch(each -> each <= LAST_OF_LATIN_1);
    byte[] bytes = isLatin1 ? text.getBytes(ISO_8859_1) : utf16(text);
    out.writeInt(bytes.length);
    out.write(bytes);
    out.writeByte(isLatin1 ? 0 : 1);
  }

  private static byte[] utf16(String text) {
    ByteBuffer bytes = ByteBuffer.allocate(Character.BYTES * text.length());
    bytes.order(ByteOrder.LITTLE_ENDIAN).asCharBuffer().put(text);
    return bytes.array();
  }
}
