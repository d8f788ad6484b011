package io.github.restcomparison.servlets;

import io.github.restcomparison.servicekit.Wait;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/** Waits in its worker thread: while a request waits, that thread can do nothing else. */
public final class BlockingServlet extends MyServlet {
  private static final long serialVersionUID = 1;

  private final transient Wait wait;

  /** Waits for what {@code wait} returns for each request. */
  public BlockingServlet(Wait wait) {
    this.wait = wait;
  }

  @Override
  protected void respondAfterTheDelay(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    try {
      wait.block();
      respond(request, response);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      interrupted(request, response);
    }
  }
}
