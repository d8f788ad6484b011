package io.github.restcomparison.jerseygrizzly;

import io.github.restcomparison.servicekit.Endpoint;
import io.github.restcomparison.servicekit.Metrics;
import io.github.restcomparison.servicekit.Requests;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Executor;
import org.glassfish.grizzly.Connection;
import org.glassfish.grizzly.http.Method;
import org.glassfish.grizzly.http.Note;
import org.glassfish.grizzly.http.server.HttpHandler;
import org.glassfish.grizzly.http.server.HttpServerFilter;
import org.glassfish.grizzly.http.server.HttpServerProbe;
import org.glassfish.grizzly.http.server.Request;
import org.glassfish.grizzly.http.server.RequestExecutorProvider;
import org.glassfish.grizzly.http.server.Response;
import org.glassfish.grizzly.http.util.HttpStatus;
import org.glassfish.jersey.grizzly2.httpserver.GrizzlyHttpContainer;
import org.glassfish.jersey.server.ContainerFactory;
import org.glassfish.jersey.server.ResourceConfig;

/**
 * The handler between Grizzly and Jersey: admits requests and counts them. A request that is
 * admitted goes to Jersey on a worker; health, metrics and refusals need none, so that they are
 * served immediately while all workers block.
 */
final class ServiceHandler extends HttpHandler {
  private static final Note<Requests.Admitted> ADMITTED = Request.createNote("admitted");

  private final GrizzlyHttpContainer jersey;
  private final Requests requests;
  private final Metrics metrics;

  private final RequestExecutorProvider executors =
      new RequestExecutorProvider.WorkerThreadProvider() {
        @Override
        public Executor getExecutor(Request request) {
          return request.getNote(ADMITTED) == null
              ? isForMetrics(request) ? Thread::startVirtualThread : null
              : super.getExecutor(request);
        }
      };

  ServiceHandler(ResourceConfig application, Requests requests, Metrics metrics) {
    this.jersey = ContainerFactory.createContainer(GrizzlyHttpContainer.class, application);
    this.requests = requests;
    this.metrics = metrics;
  }

  /** The probe for the read of a request, on a selector's thread, and for its end. */
  HttpServerProbe probe() {
    return new HttpServerProbe.Adapter() {
      @Override
      @SuppressWarnings("rawtypes") // as the probe has it
      public void onRequestReceiveEvent(HttpServerFilter filter, Connection from, Request request) {
        // Grizzly recycles requests with their notes.
        request.removeNote(ADMITTED);
        if (!isAboutTheService(request)) {
          requests.enter().ifPresent(admitted -> request.setNote(ADMITTED, admitted));
        }
      }

      @Override
      @SuppressWarnings("rawtypes")
      public void onRequestCompleteEvent(
          HttpServerFilter filter, Connection to, Response response) {
        Requests.Admitted admitted = response.getRequest().removeNote(ADMITTED);
        if (admitted != null) {
          admitted.end();
        }
      }
    };
  }

  @Override
  public RequestExecutorProvider getRequestExecutorProvider() {
    return executors;
  }

  /** Runs on a worker if the request was admitted, else on the selector's thread. */
  @Override
  public void service(Request request, Response response) throws IOException {
    Requests.Admitted admitted = request.getNote(ADMITTED);
    if (admitted != null) {
      admitted.begin();
      jersey.service(request, response);
    } else if (requests.draining() || !isAboutTheService(request)) {
      response.setStatus(HttpStatus.SERVICE_UNAVAILABLE_503);
      response.setHeader("Retry-After", Requests.RETRY_AFTER);
    } else if (isForMetrics(request) && !metrics.isOn()) {
      response.setStatus(HttpStatus.NOT_FOUND_404);
    } else if (request.getMethod() != Method.GET && request.getMethod() != Method.HEAD) {
      boolean asksFor = request.getMethod() == Method.OPTIONS;
      response.setStatus(asksFor ? HttpStatus.OK_200 : HttpStatus.METHOD_NOT_ALLOWED_405);
      response.setHeader("Allow", "GET,HEAD,OPTIONS");
    } else if (isForMetrics(request)) {
      text(response, Metrics.MEDIA_TYPE, metrics.scrape());
    } else {
      text(response, "text/plain", "OK");
    }
  }

  private static void text(Response response, String mediaType, String body) throws IOException {
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    response.setContentType(mediaType);
    response.setContentLength(bytes.length);
    response.getOutputStream().write(bytes);
  }

  private static boolean isAboutTheService(Request request) {
    return request.getRequestURI().equals(Endpoint.HEALTH) || isForMetrics(request);
  }

  private static boolean isForMetrics(Request request) {
    return request.getRequestURI().equals(Endpoint.METRICS);
  }

  @Override
  public void start() {
    jersey.start();
  }

  @Override
  public void destroy() {
    jersey.destroy();
  }
}
