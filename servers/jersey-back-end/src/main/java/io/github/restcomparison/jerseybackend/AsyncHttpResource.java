package io.github.restcomparison.jerseybackend;

import io.github.restcomparison.backend.BackEndOptions;
import jakarta.inject.Singleton;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.ServiceUnavailableException;
import jakarta.ws.rs.WebApplicationException;
import jakarta.ws.rs.container.AsyncResponse;
import jakarta.ws.rs.container.Suspended;
import jakarta.ws.rs.core.Response.Status;
import java.io.InterruptedIOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.hc.client5.http.async.AsyncExecRuntime;
import org.apache.hc.client5.http.async.methods.SimpleHttpResponse;
import org.apache.hc.client5.http.async.methods.SimpleRequestBuilder;
import org.apache.hc.client5.http.config.TlsConfig;
import org.apache.hc.client5.http.impl.async.CloseableHttpAsyncClient;
import org.apache.hc.client5.http.impl.async.HttpAsyncClients;
import org.apache.hc.client5.http.impl.nio.PoolingAsyncClientConnectionManagerBuilder;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.apache.hc.core5.concurrent.FutureCallback;
import org.apache.hc.core5.http2.HttpVersionPolicy;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.reactor.IOReactorConfig;

/**
 * Calls a back end with a client that does not block, and gives its worker thread back at once. The
 * client's I/O threads, a few for all requests, write the request and read the response; one of
 * them then resumes the response.
 */
@Path("myresource")
@Singleton
public final class AsyncHttpResource implements AutoCloseable {
  private static final String RUNTIME = "runtime";
  private static final Future<?> ENDED = CompletableFuture.completedFuture(null);

  private final BackEndOptions backEnd;
  private final CloseableHttpAsyncClient client;
  private final Deadlines deadlines = new Deadlines();
  private final int maxCalls;
  private final AtomicInteger calls = new AtomicInteger();

  AsyncHttpResource(BackEndOptions backEnd, int ioThreads) {
    this.backEnd = backEnd;
    this.client = client(backEnd, ioThreads);
    // The client's own queue has no limit.
    this.maxCalls = backEnd.connections() + backEnd.queue();
    client.start();
  }

  private static CloseableHttpAsyncClient client(BackEndOptions backEnd, int ioThreads) {
    return HttpAsyncClients.custom()
        .setConnectionManager(
            PoolingAsyncClientConnectionManagerBuilder.create()
                .setMaxConnTotal(backEnd.connections())
                .setMaxConnPerRoute(backEnd.connections())
                .setDefaultTlsConfig(
                    TlsConfig.custom().setVersionPolicy(HttpVersionPolicy.FORCE_HTTP_1).build())
                .setDefaultConnectionConfig(BlockingHttpResource.connection(backEnd))
                .build())
        .setIOReactorConfig(IOReactorConfig.custom().setIoThreadCount(ioThreads).build())
        .setDefaultRequestConfig(BlockingHttpResource.request(backEnd))
        .addExecInterceptorFirst(
            RUNTIME,
            (request, content, scope, chain, result) -> {
              scope.clientContext.setAttribute(RUNTIME, scope.execRuntime);
              chain.proceed(request, content, scope, result);
            })
        .disableAutomaticRetries()
        .disableCookieManagement()
        .disableContentCompression()
        .build();
  }

  /** Returns at once: no thread is held while the back end is called. */
  @GET
  @Produces("text/plain")
  public void get(@Suspended AsyncResponse response) {
    if (calls.incrementAndGet() > maxCalls) {
      calls.decrementAndGet();
      response.resume(new ServiceUnavailableException(1L));
      return;
    }
    Call call = new Call(response);
    HttpClientContext context = HttpClientContext.create();
    Future<?> sent = client.execute(SimpleRequestBuilder.get(backEnd.uri()).build(), context, call);
    call.endBy(deadlines.after(backEnd.timeout(), () -> end(sent, context)));
  }

  /**
   * Cancels a call, and closes its connection: the client forgets how to if the connection was
   * made, or lent, sooner than it notes what a cancellation is to end.
   */
  private static void end(Future<?> sent, HttpClientContext context) {
    sent.cancel(true);
    if (context.getAttribute(RUNTIME) instanceof AsyncExecRuntime runtime) {
      runtime.discardEndpoint();
    }
  }

  /** Resumes a request once the back end has responded, or has not. */
  private final class Call implements FutureCallback<SimpleHttpResponse> {
    private final AsyncResponse response;
    private final AtomicReference<Future<?>> deadline = new AtomicReference<>();

    private Call(AsyncResponse response) {
      this.response = response;
    }

    /** Cancels the deadline when the call ends, which it may have done already. */
    private void endBy(Future<?> time) {
      if (!deadline.compareAndSet(null, time)) {
        time.cancel(false);
      }
    }

    private void end(Object result) {
      calls.decrementAndGet();
      Future<?> time = deadline.getAndSet(ENDED);
      if (time != null) {
        time.cancel(false);
      }
      if (result instanceof Throwable failure) {
        response.resume(failure);
      } else {
        response.resume(result);
      }
    }

    @Override
    public void completed(SimpleHttpResponse completed) {
      end(
          completed.getCode() == 200
              ? completed.getBodyText()
              : new WebApplicationException(Status.BAD_GATEWAY));
    }

    @Override
    public void failed(Exception e) {
      end(
          e instanceof InterruptedIOException
              ? new ServiceUnavailableException(1L)
              : new WebApplicationException(Status.BAD_GATEWAY));
    }

    /** The deadline has cancelled it. */
    @Override
    public void cancelled() {
      end(new ServiceUnavailableException(1L));
    }
  }

  /** Closes without waiting: the stop has already waited for the calls in flight. */
  @Override
  public void close() {
    client.close(CloseMode.IMMEDIATE);
    deadlines.close();
  }
}
