package io.github.restcomparison.system.conformance;

import io.github.restcomparison.contracttck.HttpAnswers;
import io.github.restcomparison.contracttck.HttpAnswers.Answer;
import io.github.restcomparison.servicekit.Endpoint;
import io.github.restcomparison.system.conformance.Outcome.End;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Sends the bytes of one row over a connection of its own, and then a probe: a request that is
 * right. Whether the probe is answered, and as what, shows where the service thinks that the row's
 * request ended.
 */
final class Exchange {
  private static final Duration PATIENCE = Duration.ofSeconds(4);
  private static final int MORE_MS = 150;
  private static final String PROBE = "GET " + Endpoint.HEALTH + " HTTP/1.1\r\nHost: probe\r\n\r\n";

  private final Socket socket;
  private final int patienceMs;
  private final InputStream in;
  private final HttpAnswers answers;
  private final List<Integer> statuses = new ArrayList<>();

  private Exchange(Socket socket, int patienceMs) throws IOException {
    this.socket = socket;
    this.patienceMs = patienceMs;
    this.in = new BufferedInputStream(socket.getInputStream());
    this.answers = new HttpAnswers(in);
  }

  /**
   * What comes of a row.
   *
   * @throws IOException where no connection can be had
   */
  static Outcome of(URI service, Row row) throws IOException {
    return of(service, row, PATIENCE);
  }

  /**
   * @param patience the longest time that an answer may take before the service counts as silent
   */
  static Outcome of(URI service, Row row, Duration patience) throws IOException {
    int patienceMs = Math.toIntExact(patience.toMillis());
    try (Socket socket = new Socket()) {
      socket.connect(new InetSocketAddress(service.getHost(), service.getPort()), patienceMs);
      socket.setTcpNoDelay(true);
      Exchange exchange = new Exchange(socket, patienceMs);
      return new Outcome(exchange.statuses, exchange.run(row));
    }
  }

  private End run(Row row) {
    // On a thread of its own: a service may answer and close before it has read everything.
    Thread.ofVirtual().start(() -> send(row.bytes(), row.shut()));
    boolean bodiless = row.request().startsWith("HEAD ");
    try {
      while (await(statuses.isEmpty() || row.shut() ? patienceMs : MORE_MS)) {
        statuses.add(answers.next(bodiless).status());
        bodiless = false;
      }
      if (statuses.isEmpty() || row.shut()) {
        return End.SILENT;
      }
      send(PROBE, false);
      while (await(patienceMs)) {
        Answer answer = answers.next(false);
        if (answer.status() == 200 && answer.body().equals("OK")) {
          return End.OPEN;
        }
        statuses.add(answer.status());
      }
      return End.SILENT;
    } catch (HttpAnswers.NotHttp e) {
      return End.GARBLED;
    } catch (IOException e) {
      return End.CLOSED; // in order or by a reset: the client sees no answer in either
    }
  }

  /** Whether anything comes within that time. */
  private boolean await(int ms) throws IOException {
    socket.setSoTimeout(ms);
    in.mark(1);
    try {
      if (in.read() < 0) {
        throw new IOException("closed");
      }
      in.reset();
      socket.setSoTimeout(patienceMs);
      return true;
    } catch (SocketTimeoutException e) {
      return false;
    }
  }

  private void send(String bytes, boolean shut) {
    try {
      socket.getOutputStream().write(bytes.getBytes(StandardCharsets.ISO_8859_1));
      if (shut) {
        socket.shutdownOutput();
      }
    } catch (IOException e) {
      // The service has closed: what it said before is still read.
    }
  }
}
