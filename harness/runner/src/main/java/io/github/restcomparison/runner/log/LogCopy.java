package io.github.restcomparison.runner.log;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.BufferedOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/**
 * A copy of a simulation.log without the requests of the warm-up, which are no part of the measured
 * load, and without secrets. Records are written as Gatling 3.15 does: see {@link LogReader}.
 */
public final class LogCopy {
  private static final int BUFFER_BYTES = 1 << 16;
  private static final char LAST_OF_LATIN_1 = 255;

  private final DataOutputStream out;
  private final long runStartMs;
  private final UnaryOperator<String> hide;
  private final Map<String, String> hiddenStrings = new HashMap<>();
  private final Map<String, Integer> cachedStrings = new HashMap<>();

  private LogCopy(OutputStream out, long runStartMs, UnaryOperator<String> hide) {
    this.hide = hide;
    this.out = new DataOutputStream(out);
    this.runStartMs = runStartMs;
  }

  /**
   * Replaces a log by its copy without the requests of {@link GatlingLog#warmUpNames}, successful,
   * failed and not built ones, so that neither the figures nor Gatling's report contain them. All
   * other records stay. The log is replaced only once the copy is complete; it must not be open for
   * writing.
   *
   * @param hide hides secrets in the names and messages of the other records
   * @throws IOException if the log cannot be read or written, is damaged, or is not of Gatling
   *     3.15; the message is one line, and the log stays as it was
   */
  public static void replace(Path log, UnaryOperator<String> hide) throws IOException {
    Path rest = log.resolveSibling(log.getFileName() + ".tmp");
    try {
      copyRest(log, rest, hide);
      Files.move(rest, log, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } finally {
      Files.deleteIfExists(rest);
    }
  }

  private static void copyRest(Path log, Path rest, UnaryOperator<String> hide) throws IOException {
    try (LogReader reader = LogReader.open(log);
        OutputStream out = new BufferedOutputStream(Files.newOutputStream(rest), BUFFER_BYTES)) {
      LogCopy copy = new LogCopy(out, reader.runStartMs(), hide);
      try (InputStream runRecord = Files.newInputStream(log)) {
        out.write(runRecord.readNBytes(Math.toIntExact(reader.position())));
      }
      while (reader.next()) {
        if (!isWarmUp(reader)) {
          copy.write(reader);
        }
      }
    }
  }

  /** Gatling's message on a request that it could not build begins with the request's name. */
  private static boolean isWarmUp(LogReader record) {
    return switch (record.type()) {
      case REQUEST -> record.name().startsWith(GatlingLog.WARM_UP);
      case ERROR -> record.message().startsWith(GatlingLog.WARM_UP);
      default -> false;
    };
  }

  /** Writes the record that a reader read last; strings get new numbers. */
  private void write(LogReader record) throws IOException {
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
