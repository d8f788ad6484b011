package io.github.restcomparison.runner.service;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.github.restcomparison.records.service.HidingStream;
import io.github.restcomparison.records.service.Secrets;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The log of a command. It receives the bytes that the command prints, without its secrets. They
 * are not decoded into lines: this happens in the load generator, while it measures.
 */
record OutputLog(Path file, Secrets secrets) {
  private static final int CHUNK = 1 << 16;
  private static final int MOST_SHOWN = 1_000;
  private static final int MOST_READ = 1 << 19;
  private static final String SEPARATOR = " | ";

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
    boolean isWritable = true;
    try (OutputStream shown = new HidingStream(log, secrets);
        output) {
      for (int read = output.read(chunk); read >= 0; read = output.read(chunk)) {
        try {
          if (isWritable) {
            shown.write(chunk, 0, read);
          }
        } catch (IOException e) {
          isWritable = false;
        }
      }
    } catch (IOException e) {
      // The pipe ends with the command.
    }
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
      String both = end > MOST_READ ? begin + "\n" + part(channel) : begin + part(channel);
      return secrets.hide(both); // what was taken since then, before it is cut
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
