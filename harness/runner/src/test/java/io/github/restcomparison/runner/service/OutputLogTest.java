package io.github.restcomparison.runner.service;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restcomparison.records.service.Secrets;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OutputLogTest {
  @TempDir private Path folder;

  /** Output arrives in parts of any size; a part may end within a secret, or within two of them. */
  @Test
  void secretsAreHiddenWhereverAPartEnds() {
    Secrets secrets =
        new Secrets(
            Map.of("A", "abcdef", "LONGER", "abcdefgh", "B", "zzyzzyzz", "UMLAUT", "schlüssel"));
    String text = "xabcdefabcdefghabczzyzzyzzyzzschlüssel\nabc";
    String hidden = secrets.hide(text);
    assertThat(hidden).isEqualTo("x${A}${LONGER}abc${B}${UMLAUT}\nabc");
    for (int size = 1; size <= text.length() + 1; size++) {
      assertThat(copied(text, size, secrets)).as("parts of %d bytes", size).isEqualTo(hidden);
    }
  }

  /** It may be a prompt, after which nothing is printed for long. */
  @Test
  void onlyPossibleSecretsAreDelayed() {
    OutputLog log = new OutputLog(folder.resolve("log"), new Secrets(Map.of("A", "abcdef")));
    ByteArrayOutputStream written = new ByteArrayOutputStream();
    ByteArrayInputStream prompt = new ByteArrayInputStream("ready? ab".getBytes());
    log.copy(
        new InputStream() {
          @Override
          public int read() {
            throw new UnsupportedOperationException();
          }

          @Override
          public int read(byte[] bytes, int from, int length) {
            int read = prompt.read(bytes, from, length);
            if (read < 0) {
              assertThat(written).hasToString("ready? ");
            }
            return read;
          }
        },
        written);
    assertThat(written).hasToString("ready? ab");
  }

  /** A command would block on a full pipe. */
  @Test
  void outputIsReadIfTheLogCannotBeWritten() {
    ByteArrayInputStream output = new ByteArrayInputStream(new byte[1 << 20]);
    OutputStream full =
        new OutputStream() {
          @Override
          public void write(int any) throws IOException {
            throw new IOException("No space left on device");
          }
        };
    new OutputLog(folder.resolve("log"), Secrets.NONE).copy(output, full);
    assertThat(output.available()).isZero();
  }

  /** Trackers have reports of logs of 1 GB, and of a progress bar that is one line. */
  @Test
  void causeIsReadFromTheEndsOfALongLog() throws IOException {
    assertThat(cause("")).isEmpty();
    assertThat(cause("10 %\r20 %\r")).isEqualTo("10 % | 20 %");
    String error = "java.lang.IllegalStateException: no database";
    assertThat(cause(error + "\n" + "retrying\n".repeat(200_000))).isEqualTo(error);
    assertThat(cause("started\n".repeat(200_000) + error)).isEqualTo(error);
    assertThat(cause("x".repeat(3_000_000))).hasSizeLessThan(1_100);
    assertThat(cause("line\n".repeat(200_000))).isEqualTo("line" + " | line".repeat(9));
  }

  private String cause(String text) throws IOException {
    return new OutputLog(Files.writeString(folder.resolve("log"), text), Secrets.NONE).cause();
  }

  private String copied(String text, int size, Secrets secrets) {
    ByteArrayOutputStream written = new ByteArrayOutputStream();
    InputStream parts =
        new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)) {
          @Override
          public synchronized int read(byte[] bytes, int from, int length) {
            return super.read(bytes, from, Math.min(size, length));
          }
        };
    new OutputLog(folder.resolve("log"), secrets).copy(parts, written);
    return written.toString(StandardCharsets.UTF_8);
  }
}
