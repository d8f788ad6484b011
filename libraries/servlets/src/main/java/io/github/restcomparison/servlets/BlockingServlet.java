package io.github.restcomparison.servlets;

import io.github.restcomparison.servicekit.Delay;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.InterruptedIOException;

/** Waits in its worker thread: while a request waits, that thread can do nothing else. */
public final class BlockingServlet extends MyServlet {
  private static final long serialVersionUID = 1;

  private final transient Delay delay;

  /** Waits for what {@code delay} says of each request. */
  public BlockingServlet(Delay delay) {
    this.delay = delay;
  }

  @Override
  protected void answerAfterTheDelay(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    try {
      Thread.sleep(delay.next());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("the server stops");
    }
    answer(response);
  }
}
