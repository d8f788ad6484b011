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
import java.util.regex.Pattern;

/**
 * The log of a command. It receives the bytes that the command prints, without its secrets. They
 * are not decoded into lines: this happens in the load generator, while it measures.
 *
 * @param secrets whose values are the bytes of UTF-8, each as a character of ISO 8859-1
 */
record OutputLog(Path file, Secrets secrets) {
  private static final int CHUNK = 1 << 16;
  private static final int MOST_SHOWN = 1_000;
  private static final Pattern STACK_TRACE =
      Pattern.compile("\\s*(at \\S+\\(.*|\\.{3} \\d+ (more|common frames omitted))\\s*");

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
   * Returns the last line that is neither blank nor of a stack trace, 1,000 characters of it at
   * most; empty if the last 64 KB have none.
   */
  String lastLine() {
    try (SeekableByteChannel channel = Files.newByteChannel(file)) {
      ByteBuffer end = ByteBuffer.allocate(CHUNK);
      channel.position(Math.max(0, channel.size() - CHUNK));
      while (end.hasRemaining() && channel.read(end) >= 0) {}
      String line =
          new String(end.array(), 0, end.position(), UTF_8)
              .lines()
              .filter(each -> !each.isBlank() && !STACK_TRACE.matcher(each).matches())
              .reduce("", (before, next) -> next)
              .strip();
      return line.length() > MOST_SHOWN ? line.substring(0, MOST_SHOWN) + "…" : line;
    } catch (IOException e) {
      return "";
    }
  }
}
