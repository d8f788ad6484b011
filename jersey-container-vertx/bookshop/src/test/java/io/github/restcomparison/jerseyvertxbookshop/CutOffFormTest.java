package io.github.restcomparison.jerseyvertxbookshop;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** A form whose client leaves: Jersey's parser writes its parts to files, and removes them late. */
class CutOffFormTest {
  /** The part has 1,000,000 bytes of 2,000,000. */
  private static final String HEAD =
      """
      POST /api/books/9780141439587/cover HTTP/1.1
      Host: localhost
      Content-Length: 2000000
      Content-Type: multipart/form-data; boundary=line

      --line
      Content-Disposition: form-data; name="file"; filename="emma.png"

      """
          .replace("\n", "\r\n");

  private static Set<Path> parts() throws IOException {
    try (Stream<Path> files = Files.list(Path.of(System.getProperty("java.io.tmpdir")))) {
      return files
          .filter(each -> each.getFileName().toString().matches("MIME.*\\.tmp"))
          .collect(Collectors.toSet());
    }
  }

  @Test
  void filesAreRemovedBehindTheNextGarbageCollection() throws Exception {
    Set<Path> before = parts();
    try (Bookshop shop = new Bookshop(0)) {
      Set<Path> written = new HashSet<>();
      try (Socket client = new Socket("localhost", shop.port())) {
        client.getOutputStream().write(HEAD.getBytes(StandardCharsets.US_ASCII));
        client.getOutputStream().write(new byte[1_000_000]);
        long end = System.nanoTime() + Duration.ofSeconds(30).toNanos();
        while (written.isEmpty() && System.nanoTime() < end) {
          Thread.sleep(20);
          written.addAll(parts());
          written.removeAll(before);
        }
      }
      assertThat(written).isNotEmpty();
      long end = System.nanoTime() + Duration.ofSeconds(30).toNanos();
      while (written.stream().anyMatch(Files::exists) && System.nanoTime() < end) {
        System.gc();
        Thread.sleep(100);
      }
      assertThat(written).noneMatch(Files::exists);
    }
  }
}
