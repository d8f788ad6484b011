package io.github.restcomparison.runner.service;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.github.restcomparison.records.service.Secrets;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.TreeMap;

/**
 * The log of a command. It receives the bytes that the command prints, without its secrets. They
 * are not decoded into lines: this happens in the load generator, while it measures.
 *
 * @param secrets whose values are the bytes of UTF-8, each as a character of ISO 8859-1
 */
record OutputLog(Path file, Secrets secrets) {
  private static final int CHUNK = 1 << 16;
  private static final int MOST_SHOWN = 1_000;
  private static final int MOST_READ = 1 << 19;
  private static final String SEPARATOR = " | ";

  /** Returns a log in a file, without these secrets. */
  static OutputLog of(Path file, Secrets secrets) {
    TreeMap<String, String> bytes = new TreeMap<>(secrets.values());
    bytes.replaceAll((name, value) -> new String(value.getBytes(UTF_8), ISO_8859_1));
    return new OutputLog(file, new Secrets(bytes));
  }

  /** Creates the file, and its folder. */
  OutputStream open() throws IOException {
    Files.createDirectories(file.toAbsolutePath().getParent());
    return Files.newOutputStream(file);
  }

  /**
   * Copies until the output ends. A command blocks on a full pipe: if the log cannot be written any
   * more, the rest is read all the same.
   */
  void copy(InputStream output, OutputStream log) {
    byte[] chunk = new byte[CHUNK];
    String held = "";
    boolean isWritable = true;
    try (log;
        output) {
      for (int read = output.read(chunk); read >= 0; read = output.read(chunk)) {
        if (!isWritable) {
          continue;
        }
        try {
          if (secrets.values().isEmpty()) {
            log.write(chunk, 0, read);
          } else {
            String text = held + new String(chunk, 0, read, ISO_8859_1);
            int end = decided(text);
            held = text.substring(end);
            log.write(secrets.hide(text.substring(0, end)).getBytes(ISO_8859_1));
          }
        } catch (IOException e) {
          isWritable = false;
        }
      }
      log.write(secrets.hide(held).getBytes(ISO_8859_1));
    } catch (IOException e) {
      // The pipe ends with the command.
    }
  }

  /** Returns the length of the part of a text in which no secret begins that ends behind it. */
  private int decided(String text) {
    int end = text.length();
    for (String secret : secrets.values().values()) {
      int begin = Math.max(0, text.length() - secret.length() + 1);
      while (begin < end && !secret.startsWith(text.substring(begin))) {
        begin++;
      }
      end = Math.min(end, begin);
    }
    boolean isCut = true;
    while (isCut) {
      isCut = false;
      for (String secret : secrets.values().values()) {
        int begin = text.lastIndexOf(secret, end - 1);
        if (begin >= 0 && begin + secret.length() > end && !secret.isEmpty()) {
          end = begin;
          isCut = true;
        }
      }
    }
    return end;
  }

  /**
   * Returns the lines that say why the command failed, in one line of 1,000 characters at most:
   * those that look like an error, else the last ten. Empty if it printed nothing. Of a long log,
   * its first and its last 512 KiB are read.
   */
  String cause() {
    String errors = errors();
    if (!errors.isEmpty()) {
      return errors;
    }
    String ending = String.join(SEPARATOR, ErrorLines.ending(parts()));
    int excess = ending.length() - MOST_SHOWN;
    return excess > 0 ? "…" + ending.substring(excess) : ending;
  }

  /** Returns those lines only that look like an error; empty if none does. */
  String errors() {
    String errors = String.join(SEPARATOR, ErrorLines.errors(parts()));
    return errors.length() > MOST_SHOWN ? errors.substring(0, MOST_SHOWN) + "…" : errors;
  }

  /** Returns how many bytes were printed until now; 0 if that is not known. */
  long size() {
    try {
      return Files.size(file);
    } catch (IOException e) {
      return 0;
    }
  }

  private String parts() {
    try (SeekableByteChannel channel = Files.newByteChannel(file)) {
      String begin = part(channel);
      long end = Math.max(channel.position(), channel.size() - MOST_READ);
      channel.position(end);
      return end > MOST_READ ? begin + "\n" + part(channel) : begin + part(channel);
    } catch (IOException e) {
      return "";
    }
  }

  private static String part(SeekableByteChannel channel) throws IOException {
    ByteBuffer part = ByteBuffer.allocate(MOST_READ);
    while (part.hasRemaining() && channel.read(part) >= 0) {}
    return new String(part.array(), 0, part.position(), UTF_8);
  }
}
