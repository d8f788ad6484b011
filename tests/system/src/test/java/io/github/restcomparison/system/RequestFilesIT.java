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
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.Executors;
import java.util.zip.GZIPOutputStream;
import javax.net.ssl.SSLParameters;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Requests that need files: what is sent, and what is shown to a service that asks for it. */
class RequestFilesIT {
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
    try {
      RunRecord run = run("--file=" + file);
      assertThat(run.figures().latencyByRequest()).containsOnlyKeys("POST /raw", "POST /form");
    } finally {
      server.stop(0);
    }
  }

  /** The certificate is its own authority, as of the server so of its users. */
  @Tag("full")
  @Test
  void certificateIsShownToAServerThatAsksForIt() throws Exception {
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
    HttpsServer server =
        HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setHttpsConfigurator(
        new HttpsConfigurator(tls.context()) {
          @Override
          public void configure(HttpsParameters parameters) {
            SSLParameters asking = getSSLContext().getDefaultSSLParameters();
            asking.setNeedClientAuth(true);
            parameters.setSSLParameters(asking);
          }
        });
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    server.createContext(
        "/",
        exchange -> {
          exchange.sendResponseHeaders(204, -1);
          exchange.close();
        });
    server.start();
    try {
      run(
          "--service=one=https://127.0.0.1:" + server.getAddress().getPort(),
          "--get=/",
          "--cert=" + certificate,
          "--key=" + key,
          "--cacert=" + certificate,
          "--users=2",
          "--duration=6s",
          "--warm-up=1s");
    } finally {
      server.stop(0);
    }
  }

  /** One round, of which no response is wrong; a busy host may make it invalid all the same. */
  private RunRecord run(String... arguments) throws Exception {
    Path out = folder.resolve("out");
    List<String> command = new ArrayList<>(List.of("run", "--out=" + out, "--rounds=1"));
    command.addAll(List.of("--control=none", "--no-calibrate"));
    command.addAll(List.of(arguments));
    try (CompareProcess compare = CompareProcess.start(folder, command.toArray(String[]::new))) {
      compare.exitCode();
      RunRecord run = RecordsOf.oneRound(out).get("one");
      assertThat(run.load().map(load -> load.counts().ok()))
          .as(compare.output())
          .hasValueSatisfying(ok -> assertThat(ok).isPositive());
      assertThat(run.load().orElseThrow().counts().ko()).as(compare.output()).isZero();
      return run;
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
