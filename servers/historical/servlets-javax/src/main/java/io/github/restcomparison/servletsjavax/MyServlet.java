package io.github.restcomparison.servletsjavax;

import io.github.restcomparison.servicekit.Endpoint;
import io.github.restcomparison.servicekit.RequestCount;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;

/**
 * What the servlets have in common: the answer, the count, and the methods that they refuse. A
 * request that is dispatched back into it has waited, and is answered.
 */
public abstract class MyServlet extends HttpServlet {
  private static final long serialVersionUID = 1;
  private static final byte[] BODY = Endpoint.BODY.getBytes(StandardCharsets.US_ASCII);

  private final transient RequestCount requests = new RequestCount();

  @Override
  protected final void doGet(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    if (hasWaited(request)) {
      answer(response);
      return;
    }
    requests.arrived();
    answerAfterTheDelay(request, response);
  }

  /** Whether a request comes for the second time; in most models none does. */
  protected boolean hasWaited(HttpServletRequest request) {
    return false;
  }

  /** Called on a worker thread, which is free again when this returns. */
  protected abstract void answerAfterTheDelay(
      HttpServletRequest request, HttpServletResponse response) throws IOException;

  /** The right answer; the length is known, so that it is not sent in chunks. */
  protected final void answer(HttpServletResponse response) throws IOException {
    requests.answered();
    response.setContentType("text/plain");
    response.setContentLength(BODY.length);
    response.getOutputStream().write(BODY);
  }

  @Override
  protected final void doPost(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    response.setHeader("Allow", "GET, HEAD, OPTIONS");
    response.sendError(HttpServletResponse.SC_METHOD_NOT_ALLOWED);
  }

  /** A servlet would send the request back, with whatever secrets it carries. */
  @Override
  protected final void doTrace(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    doPost(request, response);
  }

  /** Those that have reached it. */
  public final RequestCount requests() {
    return requests;
  }
}
