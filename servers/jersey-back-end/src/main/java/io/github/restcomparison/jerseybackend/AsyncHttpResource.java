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
import org.apache.hc.client5.http.async.methods.SimpleHttpRequest;
import org.apache.hc.client5.http.async.methods.SimpleHttpResponse;
import org.apache.hc.client5.http.async.methods.SimpleRequestBuilder;
import org.apache.hc.client5.http.config.TlsConfig;
import org.apache.hc.client5.http.impl.async.CloseableHttpAsyncClient;
import org.apache.hc.client5.http.impl.async.HttpAsyncClients;
import org.apache.hc.client5.http.impl.nio.PoolingAsyncClientConnectionManagerBuilder;
import org.apache.hc.core5.concurrent.FutureCallback;
import org.apache.hc.core5.http2.HttpVersionPolicy;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.reactor.IOReactorConfig;

/**
 * Calls a back end with a client that does not block, and gives its worker thread back at once. The
 * client's I/O threads, a few for all requests, write the request and read the answer; one of them
 * then resumes the response.
 */
@Path("myresource")
@Singleton
public final class AsyncHttpResource implements AutoCloseable {
  private final BackEndOptions backEnd;
  private final CloseableHttpAsyncClient client;

  AsyncHttpResource(BackEndOptions backEnd, int ioThreads) {
    this.backEnd = backEnd;
    this.client = client(backEnd, ioThreads);
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
        .disableAutomaticRetries()
        .disableCookieManagement()
        .disableContentCompression()
        .build();
  }

  /** Returns at once: no thread is held while the back end is called. */
  @GET
  @Produces("text/plain")
  public void get(@Suspended AsyncResponse response) {
    SimpleHttpRequest question = SimpleRequestBuilder.get(backEnd.uri()).build();
    client.execute(question, new Answer(response));
  }

  /** Resumes a request once the back end has answered, or has not. */
  private record Answer(AsyncResponse response) implements FutureCallback<SimpleHttpResponse> {
    @Override
    public void completed(SimpleHttpResponse answer) {
      if (answer.getCode() == 200) {
        response.resume(answer.getBodyText());
      } else {
        response.resume(new WebApplicationException(Status.BAD_GATEWAY));
      }
    }

    @Override
    public void failed(Exception e) {
      response.resume(
          e instanceof InterruptedIOException
              ? new ServiceUnavailableException(1L)
              : new WebApplicationException(Status.BAD_GATEWAY));
    }

    @Override
    public void cancelled() {
      response.resume(new ServiceUnavailableException(1L));
    }
  }

  @Override
  public void close() {
    client.close(CloseMode.GRACEFUL);
  }
}
