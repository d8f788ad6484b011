package io.github.restcomparison.system;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsParameters;
import com.sun.net.httpserver.HttpsServer;
import io.github.restcomparison.records.RunRecord;
import io.github.restcomparison.records.service.Workload.Tls;
import io.github.restcomparison.runner.host.Cmd;
import io.github.restcomparison.runner.service.ClientTls;
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
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.LockSupport;
import java.util.zip.GZIPOutputStream;
import javax.net.ssl.SSLParameters;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Requests that need files: what is sent, and what is shown to a service that asks for it. */
@Tag("full")
@Order(4)
class RequestFilesIT {
  @TempDir private Path folder;

  /**
   * 5 MB as a body, as a part of a form, and a compressed response: each time byte for byte; and a
   * response that does not wait for 20 MB, which is noted. One service asks for a certificate,
   * which is its own authority, as of the server so of its users.
   */
  @Test
  void filesArriveByteForByteAndACertificateIsShown() throws Exception {
    byte[] photo = new byte[5_000_000];
    new Random(5).nextBytes(photo);
    Files.write(folder.resolve("photo.png"), photo);
    Files.write(folder.resolve("large.bin"), new byte[20_000_000]);
    Path file = folder.resolve("compare.yaml");
    Path out = folder.resolve("out");
    HttpServer plain = HttpServer.create(loopback(), 0);
    HttpsServer tls = askingForACertificate();
    // Of 30 drawn requests, one kind is missing in 1 of 60,000 runs, however slow the host is.
    try {
      for (HttpServer server : List.of(plain, tls)) {
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/", exchange -> respondWhetherAllOf(photo, exchange));
        server.createContext("/unread", RequestFilesIT::respondBeforeReading);
        server.start();
      }
      Files.writeString(
          file,
          """
          services:
            plain: {url: "http://127.0.0.1:%d"}
            tls: {url: "https://127.0.0.1:%d"}
          cert: own.pem
          key: own.key
          cacert: own.pem
          requests:
            - {path: /raw, bodyFile: photo.png, expect: {body: "true image/png"},
               headers: {Content-Type: image/png, Accept-Encoding: gzip}}
            - {path: /form, form: ["title=a b", "photo=@photo.png;type=image/png"],
               expect: {matches: "^true multipart/form-data; ?boundary="}}
            - {path: /unread, bodyFile: large.bin, expect: {body: unread}}
          load: {users: 2, requests: 15, think: 3ms, warmUp: 0s}
          """
              .formatted(plain.getAddress().getPort(), tls.getAddress().getPort()));
      try (CompareProcess compare =
          CompareProcess.start(
              folder, "run", "--file=" + file, "--out=" + out, "--rounds=1", "--control=none")) {
        compare.exitCode(); // a busy host may make a run invalid
        Map<String, RunRecord> runs = RecordsOf.oneRound(out);
        assertThat(runs).as(compare.output()).containsOnlyKeys("plain", "tls");
        for (RunRecord run : runs.values()) {
          assertThat(run.load()).as(compare.output()).isPresent();
          assertThat(run.load().orElseThrow().counts().ok()).isPositive();
          assertThat(run.load().orElseThrow().counts().ko()).as(compare.output()).isZero();
          assertThat(run.figures().latencyByRequest())
              .containsOnlyKeys("POST /raw", "POST /form", "POST /unread");
          assertThat(run.judgement().notes())
              .anyMatch(
                  note -> note.endsWith("responses arrived before the request body had been sent"));
        }
      }
    } finally {
      plain.stop(0);
      tls.stop(0);
    }
  }

  private static InetSocketAddress loopback() {
    return new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
  }

  private HttpsServer askingForACertificate() throws Exception {
    Path key = folder.resolve("own.key");
    Path certificate = folder.resolve("own.pem");
    Cmd.of(
            ("openssl req -x509 -nodes -newkey rsa:2048 -days 2 -subj /CN=own"
                    + " -addext subjectAltName=IP:127.0.0.1 -keyout %s -out %s")
                .formatted(key, certificate)
                .split(" "))
        .output();
    Optional<String> file = Optional.of(certificate.toString());
    ClientTls tls = new ClientTls(new Tls(false, file, Optional.of(key.toString()), file));
    HttpsServer server = HttpsServer.create(loopback(), 0);
    server.setHttpsConfigurator(
        new HttpsConfigurator(tls.context()) {
          @Override
          public void configure(HttpsParameters parameters) {
            SSLParameters asking = getSSLContext().getDefaultSSLParameters();
            asking.setNeedClientAuth(true);
            parameters.setSSLParameters(asking);
          }
        });
    return server;
  }

  /** The rest is more than the buffers between client and server hold. */
  private static void respondBeforeReading(HttpExchange exchange) throws IOException {
    byte[] response = "unread".getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(200, response.length);
    exchange.getResponseBody().write(response);
    exchange.getResponseBody().flush();
    LockSupport.parkNanos(Duration.ofMillis(50).toNanos());
    exchange.getRequestBody().readAllBytes();
    exchange.close();
  }

  /** A form has its file behind a blank line, and before the last boundary. */
  private static void respondWhetherAllOf(byte[] photo, HttpExchange exchange) throws IOException {
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
    ByteArrayOutputStream response = new ByteArrayOutputStream();
    boolean isCompressed = exchange.getRequestHeaders().containsKey("Accept-Encoding");
    if (isCompressed) {
      exchange.getResponseHeaders().set("Content-Encoding", "gzip");
    }
    try (OutputStream out = isCompressed ? new GZIPOutputStream(response) : response) {
      out.write((isWhole + " " + type).getBytes(StandardCharsets.UTF_8));
    }
    exchange.sendResponseHeaders(200, response.size());
    exchange.getResponseBody().write(response.toByteArray());
    exchange.close();
  }
}
