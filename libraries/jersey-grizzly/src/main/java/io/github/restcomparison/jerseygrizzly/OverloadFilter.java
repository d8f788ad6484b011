package io.github.restcomparison.jerseygrizzly;

import io.github.restcomparison.servicekit.Admission;
import io.github.restcomparison.servicekit.Endpoint;
import org.glassfish.grizzly.filterchain.BaseFilter;
import org.glassfish.grizzly.filterchain.FilterChainContext;
import org.glassfish.grizzly.filterchain.NextAction;
import org.glassfish.grizzly.http.HttpContent;
import org.glassfish.grizzly.http.HttpRequestPacket;
import org.glassfish.grizzly.http.HttpResponsePacket;
import org.glassfish.grizzly.http.util.HttpStatus;
import org.glassfish.grizzly.nio.transport.TCPNIOTransport;

/**
 * Answers {@code 503} on the selector's thread, without a worker: to every request while the
 * service drains, and to those for the resource while the workers' queue is full.
 */
final class OverloadFilter extends BaseFilter {
  private final Admission admission;
  private final TCPNIOTransport transport;

  OverloadFilter(Admission admission, TCPNIOTransport transport) {
    this.admission = admission;
    this.transport = transport;
  }

  @Override
  public NextAction handleRead(FilterChainContext context) {
    HttpContent content = context.getMessage();
    HttpRequestPacket request = (HttpRequestPacket) content.getHttpHeader();
    HttpResponsePacket response = request.getResponse();
    if (response.isCommitted() || !refused(request)) {
      return context.getInvokeAction();
    }
    admission.countRefusal();
    response.setStatus(HttpStatus.SERVICE_UNAVAILABLE_503);
    response.setHeader("Retry-After", Admission.RETRY_AFTER);
    response.setContentLength(0);
    context.write(HttpContent.builder(response).last(true).build());
    // Grizzly ends every connection that it answers 503 on.
    request.getProcessingState().getHttpContext().close();
    return context.getStopAction();
  }

  private boolean refused(HttpRequestPacket request) {
    if (admission.draining()) {
      return true;
    }
    return request.getRequestURI().equals(Endpoint.RESOURCE) && WorkerPool.isFull(transport);
  }
}
