package io.github.restcomparison.system.driver;

import io.github.restcomparison.contracttck.HttpAnswers;
import io.github.restcomparison.contracttck.HttpAnswers.Answer;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.nio.charset.StandardCharsets;

/** A client that sends what it is told to, over one connection, and never tries again. */
public final class RawClient implements AutoCloseable {
  private static final int PATIENCE_MS = 60_000;

  private final Socket socket;
  private final InputStream in;
  private final HttpAnswers answers;

  public RawClient(URI service) throws IOException {
    socket = new Socket(service.getHost(), service.getPort());
    socket.setTcpNoDelay(true);
    socket.setSoTimeout(PATIENCE_MS);
    in = new BufferedInputStream(socket.getInputStream());
    answers = new HttpAnswers(in);
  }

  public void send(String bytes) throws IOException {
    socket.getOutputStream().write(bytes.getBytes(StandardCharsets.ISO_8859_1));
  }

  public Answer answer() throws IOException {
    return answers.next(false);
  }

  /**
   * @param head whether the request was a HEAD, whose answer has no content
   */
  public Answer answer(boolean head) throws IOException {
    return answers.next(head);
  }

  public Answer get(String path) throws IOException {
    send("GET " + path + " HTTP/1.1\r\nHost: a\r\n\r\n");
    return answer();
  }

  /** Whether the service closes the connection within that time, without a word or after one. */
  public boolean isClosedWithin(int ms) throws IOException {
    socket.setSoTimeout(ms);
    try {
      while (in.read() >= 0) {
        // whatever it says first
      }
      return true;
    } catch (SocketTimeoutException e) {
      return false;
    } catch (IOException e) {
      return true;
    }
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
