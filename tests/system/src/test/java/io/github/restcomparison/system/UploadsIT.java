package io.github.restcomparison.system;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.github.restcomparison.records.RunRecord;
import io.github.restcomparison.system.driver.CompareProcess;
import io.github.restcomparison.system.driver.RecordsOf;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.Executors;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Requests that send files, to a service that checks them. */
class UploadsIT {
  @TempDir private Path folder;

  /** 20 MB as a body, as a part of a form, and a compressed response: each time byte for byte. */
  @Tag("full")
  @Test
  void filesArriveByteForByte() throws Exception {
    byte[] photo = new byte[20_000_000];
    new Random(5).nextBytes(photo);
    Files.write(folder.resolve("photo.png"), photo);
    Files.writeString(
        folder.resolve("compare.yaml"),
        """
        services: {one: {url: "%s"}}
        requests:
          - {path: /raw, bodyFile: photo.png, expect: {body: "true image/png"},
             headers: {Content-Type: image/png, Accept-Encoding: gzip}}
          - {path: /form, form: ["title=a b", "photo=@photo.png;type=image/png"],
             expect: {matches: "^true multipart/form-data; ?boundary="}}
        load: {users: 2, duration: 6s, warmUp: 1s}
        """);
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    server.createContext("/", exchange -> answerWhetherAllOf(photo, exchange));
    server.start();
    Path file = folder.resolve("compare.yaml");
    String url = "http://127.0.0.1:" + server.getAddress().getPort();
    Files.writeString(file, Files.readString(file).formatted(url));
    Path out = folder.resolve("out");
    try (CompareProcess compare =
        CompareProcess.start(
            folder,
            "run",
            "--out=" + out,
            "--rounds=1",
            "--control=none",
            "--no-calibrate",
            "--file=" + file)) {
      compare.exitCode();
      RunRecord run = RecordsOf.oneRound(out).get("one");
      RunRecord.Load load = run.load().orElseThrow();
      assertThat(run.figures().latencyByRequest()).containsOnlyKeys("POST /raw", "POST /form");
      assertThat(load.counts().ko()).as(load.counts().toString()).isZero();
    } finally {
      server.stop(0);
    }
  }

  /** A form has its file behind a blank line, and before the last boundary. */
  private static void answerWhetherAllOf(byte[] photo, HttpExchange exchange) throws IOException {
    byte[] body = exchange.getRequestBody().readAllBytes();
    int from = 0;
    if (exchange.getRequestURI().getPath().equals("/form")) {
      String text = new String(body, StandardCharsets.ISO_8859_1);
      int part = text.indexOf("name=\"photo\"; filename=\"photo.png\"");
      from = part < 0 ? body.length : text.indexOf("\r\n\r\n", part) + 4;
    }
    int to = Math.min(body.length, from + photo.length);
    boolean isWhole =
        Arrays.equals(photo, Arrays.copyOfRange(body, from, to)) && (from > 0 || to == body.length);
    String type = exchange.getRequestHeaders().getFirst("Content-Type");
    ByteArrayOutputStream answer = new ByteArrayOutputStream();
    boolean isCompressed = exchange.getRequestHeaders().containsKey("Accept-Encoding");
    if (isCompressed) {
      exchange.getResponseHeaders().set("Content-Encoding", "gzip");
    }
    try (OutputStream out = isCompressed ? new GZIPOutputStream(answer) : answer) {
      out.write((isWhole + " " + type).getBytes(StandardCharsets.UTF_8));
    }
    exchange.sendResponseHeaders(200, answer.size());
    exchange.getResponseBody().write(answer.toByteArray());
    exchange.close();
  }
}
