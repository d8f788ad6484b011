package io.github.restcomparison.system.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Against servers that do what each outcome is made of. */
class ExchangeTest {
  private static final String GOT_IT = "HTTP/1.1 200 OK\r\nContent-Length: 7\r\n\r\nGot it!";
  private static final String PROBED = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nOK";
  private static final String REFUSED = "HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n";

  @Test
  void answerAndAnAnswerToTheProbe() throws IOException {
    assertThat(outcome(GOT_IT, PROBED)).hasToString("200 open");
  }

  @Test
  void answerAndAClosedConnection() throws IOException {
    assertThat(outcome(REFUSED)).hasToString("400 closed");
  }

  @Test
  void closedWithoutAnAnswer() throws IOException {
    assertThat(outcome()).hasToString("closed");
  }

  @Test
  void twoAnswersWhereThereWasOneRequest() throws IOException {
    assertThat(outcome(GOT_IT + PROBED, PROBED)).hasToString("200 200 open");
  }

  @Test
  void whatIsNoAnswer() throws IOException {
    assertThat(outcome("Got it!\r\n")).hasToString("garbled");
  }

  @Test
  void silence() throws IOException {
    assertThat(outcome(Duration.ofMillis(400), GOT_IT, "")).hasToString("200 silent");
  }

  /** Each turn is what the server says to what it has just read; an empty one is no answer. */
  private static Outcome outcome(String... turns) throws IOException {
    return outcome(Duration.ofSeconds(20), turns);
  }

  private static Outcome outcome(Duration patience, String... turns) throws IOException {
    try (ServerSocket listening = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      Thread server = Thread.ofVirtual().start(() -> serve(listening, turns));
      Outcome outcome =
          Exchange.of(
              URI.create("http://127.0.0.1:" + listening.getLocalPort()),
              Row.of("id\t9112 2.2\twhat\t{get}{host}\\r\\n\t200 open"),
              patience);
      server.interrupt();
      return outcome;
    }
  }

  private static void serve(ServerSocket listening, String... turns) {
    try (Socket socket = listening.accept()) {
      InputStream in = socket.getInputStream();
      for (String turn : turns) {
        in.read(new byte[8_192]);
        if (turn.isEmpty()) {
          Thread.sleep(60_000);
        }
        socket.getOutputStream().write(turn.getBytes(StandardCharsets.US_ASCII));
      }
    } catch (IOException | InterruptedException e) {
      // The client has seen enough.
    }
  }
}
