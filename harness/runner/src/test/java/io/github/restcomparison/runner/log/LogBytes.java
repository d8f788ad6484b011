package io.github.restcomparison.runner.log;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.channels.Channels;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** Writes a simulation.log as Gatling 3.15 does, of a run that started in 1970. */
final class LogBytes {
  static final List<String> SCENARIOS = List.of(GatlingLog.SCENARIO, "other");

  private final DataOutputStream out;
  private final Map<String, Integer> cached = new HashMap<>();

  private interface Part {
    void write() throws IOException;
  }

  LogBytes(OutputStream to) {
    out = new DataOutputStream(to);
    write(
        () -> {
          out.writeByte(0);
          string("3.15.1");
          string("a.Simulation");
          out.writeLong(0);
          string("");
          out.writeInt(SCENARIOS.size());
          for (String scenario : SCENARIOS) {
            string(scenario);
          }
          out.writeInt(0);
        });
  }

  LogBytes user(String scenario, boolean starts, long atMs) {
    return write(
        () -> {
          out.writeByte(2);
          out.writeInt(SCENARIOS.indexOf(scenario));
          out.writeBoolean(starts);
          out.writeInt((int) atMs);
        });
  }

  LogBytes request(String name, long startMs, long endMs, boolean ok, String message) {
    return request(List.of(), name, startMs, endMs, ok, message);
  }

  LogBytes request(
      List<String> groups, String name, long startMs, long endMs, boolean ok, String message) {
    return write(
        () -> {
          out.writeByte(1);
          groups(groups);
          cached(name);
          out.writeInt((int) startMs);
          out.writeInt((int) endMs);
          out.writeBoolean(ok);
          cached(message);
        });
  }

  LogBytes group(List<String> names, long startMs, long endMs) {
    return write(
        () -> {
          out.writeByte(3);
          groups(names);
          out.writeInt((int) startMs);
          out.writeInt((int) endMs);
          out.writeInt((int) (endMs - startMs));
          out.writeBoolean(true);
        });
  }

  LogBytes error(String message, long atMs) {
    return write(
        () -> {
          out.writeByte(4);
          cached(message);
          out.writeInt((int) atMs);
        });
  }

  private LogBytes write(Part part) {
    try {
      part.write();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return this;
  }

  private void groups(List<String> names) throws IOException {
    out.writeInt(names.size());
    for (String name : names) {
      cached(name);
    }
  }

  private void cached(String text) throws IOException {
    Integer number = cached.get(text);
    if (number != null) {
      out.writeInt(-number);
    } else {
      cached.put(text, cached.size() + 1);
      out.writeInt(cached.size());
      string(text);
    }
  }

  private void string(String text) throws IOException {
    boolean isLatin1 = StandardCharsets.ISO_8859_1.newEncoder().canEncode(text);
    byte[] bytes =
        text.getBytes(isLatin1 ? StandardCharsets.ISO_8859_1 : StandardCharsets.UTF_16LE);
    out.writeInt(bytes.length);
    if (bytes.length > 0) {
      out.write(bytes);
      out.writeByte(isLatin1 ? 0 : 1);
    }
  }

  /** Opens bytes as the content of a file named x.log. */
  static LogReader open(byte[] bytes) throws IOException {
    return new LogReader(
        Path.of("x.log"), Channels.newChannel(new ByteArrayInputStream(bytes)), bytes.length);
  }

  /** Returns a log of some records. */
  static byte[] of(Consumer<LogBytes> records) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    records.accept(new LogBytes(bytes));
    return bytes.toByteArray();
  }
}
