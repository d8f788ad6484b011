package io.github.restcomparison.records.service;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/**
 * Passes on what is printed, without secrets. Bytes are not decoded: it runs in the load generator,
 * while it measures. Held back is only what may be the beginning of a secret.
 */
public final class HidingStream extends FilterOutputStream {
  private final HiddenValues hidden;
  private String held = "";

  /** Passes on to a stream, in UTF-8. */
  public HidingStream(OutputStream out, Secrets secrets) {
    super(out);
    hidden = secrets.hidden();
  }

  /**
   * Replaces a file by one without secrets, if values were taken since it was written.
   *
   * @throws IOException if it cannot be read or written; it is as it was then
   */
  public static void rewrite(Path file, Secrets secrets) throws IOException {
    if (!secrets.hasTaken() || !Files.exists(file)) {
      return;
    }
    Path rest = file.resolveSibling(file.getFileName() + ".tmp");
    try (InputStream in = Files.newInputStream(file);
        OutputStream out = new HidingStream(Files.newOutputStream(rest), secrets)) {
      in.transferTo(out);
    }
    Files.move(rest, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }

  @Override
  public synchronized void write(int one) throws IOException {
    write(new byte[] {(byte) one}, 0, 1);
  }

  @Override
  public synchronized void write(byte[] bytes, int from, int length) throws IOException {
    if (hidden.isEmpty()) {
      out.write(bytes, from, length);
      return;
    }
    String text = held + new String(bytes, from, length, ISO_8859_1);
    int end = hidden.decided(text);
    held = text.substring(end);
    pass(text.substring(0, end));
  }

  /** Passes on the rest, too. */
  @Override
  public synchronized void close() throws IOException {
    try {
      pass(held);
      held = "";
    } finally {
      super.close();
    }
  }

  private void pass(String text) throws IOException {
    out.write(hidden.hide(text).getBytes(ISO_8859_1));
  }
}
