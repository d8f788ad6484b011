package io.github.restcomparison.servlets;

import io.github.restcomparison.servicekit.Endpoint;
import io.github.restcomparison.servicekit.Requests;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * The common part of the servlets: the response, the count, and the methods that they refuse. A
 * request that is dispatched back into it has waited, and gets its response.
 */
public abstract class MyServlet extends HttpServlet {
  private static final long serialVersionUID = 1;
  private static final byte[] BODY = Endpoint.BODY.getBytes(StandardCharsets.US_ASCII);
  private static final String ADMITTED = Requests.Admitted.class.getName();

  private final transient Requests requests = new Requests();

  @Override
  protected final void doGet(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    if (request.getDispatcherType() == DispatcherType.ASYNC) {
      respond(request, response);
      return;
    }
    Optional<Requests.Admitted> admitted = requests.enter();
    if (admitted.isEmpty()) {
      unavailable(response);
      return;
    }
    admitted.get().begin();
    request.setAttribute(ADMITTED, admitted.get());
    respondAfterTheDelay(request, response);
  }

  /** Called on a worker thread, which is free again when this returns. */
  protected abstract void respondAfterTheDelay(
      HttpServletRequest request, HttpServletResponse response) throws IOException;

  /** The right response; the length is known, so that it is not sent in chunks. */
  protected final void respond(ServletRequest request, ServletResponse response)
      throws IOException {
    end(request);
    response.setContentType("text/plain");
    response.setContentLength(BODY.length);
    response.getOutputStream().write(BODY);
  }

  /** The response to a request whose wait was interrupted: the server stops. */
  protected final void interrupted(ServletRequest request, ServletResponse response) {
    end(request);
    unavailable((HttpServletResponse) response);
  }

  private static void end(ServletRequest request) {
    ((Requests.Admitted) request.getAttribute(ADMITTED)).end();
  }

  private static void unavailable(HttpServletResponse response) {
    response.setStatus(HttpServletResponse.SC_SERVICE_UNAVAILABLE);
    response.setHeader("Retry-After", Requests.RETRY_AFTER);
    response.setContentLength(0);
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

  /** Returns the requests that have reached it. */
  public final Requests requests() {
    return requests;
  }
}
