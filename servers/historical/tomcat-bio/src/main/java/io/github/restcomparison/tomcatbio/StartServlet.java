package io.github.restcomparison.tomcatbio;

import io.github.restcomparison.servicekit.Wait;
import io.github.restcomparison.servletsjavax.MyServlet;
import java.io.IOException;
import java.io.UncheckedIOException;
import javax.servlet.AsyncContext;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;

/**
 * Gives its worker back, and at once asks the container for a thread to wait on. That thread comes
 * out of the same pool: the request is asynchronous by name, and holds a worker all the same.
 */
final class StartServlet extends MyServlet {
  private static final long serialVersionUID = 1;

  private final transient Wait wait;

  StartServlet(Wait wait) {
    this.wait = wait;
  }

  @Override
  protected void respondAfterTheDelay(HttpServletRequest request, HttpServletResponse response) {
    AsyncContext context = request.startAsync();
    context.setTimeout(0);
    context.start(
        () -> {
          try {
            wait.block();
            respond(request, response);
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            interrupted(request, response);
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          } finally {
            context.complete();
          }
        });
  }
}
