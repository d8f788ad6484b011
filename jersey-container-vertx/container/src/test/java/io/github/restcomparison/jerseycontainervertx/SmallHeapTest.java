package io.github.restcomparison.jerseycontainervertx;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Much more than 64 MiB of heap hold, up and down, and a thousand listeners. */
@Tag("nightly")
class SmallHeapTest {
  /** {@code -Dlarge=1073741824 -Dlisteners=2000} makes it more of both. */
  private static final long LARGE = Long.getLong("large", 300_000_000);

  private static final int LISTENERS = Integer.getInteger("listeners", 1_000);

  private static Process service;
  private static URI uri;
  private static final HttpClient CLIENT =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  @BeforeAll
  static void start() throws IOException {
    service =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin/java").toString(),
                "-Xmx64m",
                "-XX:TieredStopAtLevel=1",
                "-XX:+ExitOnOutOfMemoryError",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                SmallHeapService.class.getName())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    uri = URI.create(service.inputReader().readLine());
  }

  @AfterAll
  static void stop() throws Exception {
    CLIENT.close();
    service.getOutputStream().close();
    try {
      assertThat(service.waitFor(10, TimeUnit.SECONDS)).isTrue();
      assertThat(service.exitValue()).isZero();
    } finally {
      service.destroyForcibly();
    }
  }

  private static HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(uri.resolve(path)).timeout(Duration.ofMinutes(1));
  }

  /** What is sent, without being held. */
  private static final class Zeroes extends InputStream {
    private long left = LARGE;

    @Override
    public int read() {
      return left-- > 0 ? 0 : -1;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) {
      int read = (int) Math.min(left, length);
      left -= read;
      return read == 0 ? -1 : read;
    }
  }

  @Test
  void largeRequestIsReadAsItComes() throws Exception {
    HttpRequest upload =
        request("large/count").POST(HttpRequest.BodyPublishers.ofInputStream(Zeroes::new)).build();
    assertThat(CLIENT.send(upload, HttpResponse.BodyHandlers.ofString()).body())
        .isEqualTo(Long.toString(LARGE));
  }

  @Test
  void largeResponseIsWrittenAsItIsRead() throws Exception {
    InputStream body =
        CLIENT
            .send(
                request("large/zeroes?bytes=" + LARGE).build(),
                HttpResponse.BodyHandlers.ofInputStream())
            .body();
    assertThat(body.transferTo(OutputStream.nullOutputStream())).isEqualTo(LARGE);
  }

  @Test
  void allListenersGetABroadcast() throws Exception {
    List<Socket> listeners = new ArrayList<>();
    try {
      for (int i = 0; i < LISTENERS; i++) {
        Socket socket = new Socket(uri.getHost(), uri.getPort());
        listeners.add(socket);
        socket.setSoTimeout(20_000);
        socket
            .getOutputStream()
            .write(
                "GET /large/events HTTP/1.1\r\nHost: a\r\n\r\n"
                    .getBytes(StandardCharsets.US_ASCII));
        hears(socket, "data: welcome");
      }
      HttpRequest broadcast =
          request("large/broadcast").POST(HttpRequest.BodyPublishers.noBody()).build();
      assertThat(CLIENT.send(broadcast, HttpResponse.BodyHandlers.ofString()).body())
          .isEqualTo("sent");
      for (Socket listener : listeners) {
        hears(listener, "data: to all");
      }
    } finally {
      for (Socket listener : listeners) {
        listener.close();
      }
    }
  }

  private static void hears(Socket listener, String event) throws IOException {
    StringBuilder heard = new StringBuilder();
    byte[] bytes = new byte[1_024];
    while (heard.indexOf(event) < 0) {
      int read = listener.getInputStream().read(bytes);
      assertThat(read).isPositive();
      heard.append(new String(bytes, 0, read, StandardCharsets.UTF_8));
    }
  }
}
