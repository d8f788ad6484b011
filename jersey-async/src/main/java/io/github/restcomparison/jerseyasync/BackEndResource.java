package io.github.restcomparison.jerseyasync;

import io.github.restcomparison.servicekit.BackEnd;
import io.github.restcomparison.servicekit.RequestCount;
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
import org.apache.hc.client5.http.config.ConnectionConfig;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.client5.http.config.TlsConfig;
import org.apache.hc.client5.http.impl.async.CloseableHttpAsyncClient;
import org.apache.hc.client5.http.impl.async.HttpAsyncClients;
import org.apache.hc.client5.http.impl.nio.PoolingAsyncClientConnectionManagerBuilder;
import org.apache.hc.core5.concurrent.FutureCallback;
import org.apache.hc.core5.http2.HttpVersionPolicy;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.reactor.IOReactorConfig;
import org.apache.hc.core5.util.Timeout;

/**
 * Asks a back end with a client that does not block, and gives its worker thread back at once. The
 * client's I/O threads, few of them for all requests, write the question and read the answer; one
 * of them then resumes the request.
 */
@Path("myresource")
@Singleton
public final class BackEndResource implements AutoCloseable {
  private final BackEnd backEnd;
  private final CloseableHttpAsyncClient client;
  private final RequestCount requests = new RequestCount();

  BackEndResource(BackEnd backEnd, int ioThreads) {
    this.backEnd = backEnd;
    this.client = client(backEnd, ioThreads);
    client.start();
  }

  private static CloseableHttpAsyncClient client(BackEnd backEnd, int ioThreads) {
    Timeout timeout = Timeout.of(backEnd.timeout());
    return HttpAsyncClients.custom()
        .setConnectionManager(
            PoolingAsyncClientConnectionManagerBuilder.create()
                .setMaxConnTotal(backEnd.connections())
                .setMaxConnPerRoute(backEnd.connections())
                .setDefaultTlsConfig(
                    TlsConfig.custom().setVersionPolicy(HttpVersionPolicy.FORCE_HTTP_1).build())
                .setDefaultConnectionConfig(
                    ConnectionConfig.custom()
                        .setConnectTimeout(timeout)
                        .setSocketTimeout(timeout)
                        .build())
                .build())
        .setIOReactorConfig(IOReactorConfig.custom().setIoThreadCount(ioThreads).build())
        .setDefaultRequestConfig(
            RequestConfig.custom()
                .setConnectionRequestTimeout(timeout)
                .setResponseTimeout(timeout)
                .build())
        .disableAutomaticRetries()
        .disableCookieManagement()
        .build();
  }

  /** Returns at once: no thread is held while the back end is asked. */
  @GET
  @Produces("text/plain")
  public void get(@Suspended AsyncResponse response) {
    SimpleHttpRequest question = SimpleRequestBuilder.get(backEnd.uri()).build();
    client.execute(question, new Answer(response, requests.arrived()));
  }

  /** What becomes of one request once the back end has answered, or has not. */
  private final class Answer implements FutureCallback<SimpleHttpResponse> {
    private final AsyncResponse response;
    private final long arrived;

    private Answer(AsyncResponse response, long arrived) {
      this.response = response;
      this.arrived = arrived;
    }

    @Override
    public void completed(SimpleHttpResponse answer) {
      resume(
          answer.getCode() == 200
              ? answer.getBodyText()
              : new WebApplicationException(Status.BAD_GATEWAY));
    }

    @Override
    public void failed(Exception e) {
      resume(
          e instanceof InterruptedIOException
              ? new ServiceUnavailableException(1L)
              : new WebApplicationException(Status.BAD_GATEWAY));
    }

    @Override
    public void cancelled() {
      resume(new ServiceUnavailableException(1L));
    }

    private void resume(Object answer) {
      requests.answered(arrived);
      if (answer instanceof Throwable error) {
        response.resume(error);
      } else {
        response.resume(answer);
      }
    }
  }

  RequestCount requests() {
    return requests;
  }

  @Override
  public void close() {
    client.close(CloseMode.IMMEDIATE);
  }
}
