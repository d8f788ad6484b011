package io.github.restcomparison.jerseybackend;

import io.github.restcomparison.backend.BackEndOptions;
import jakarta.inject.Singleton;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.ServiceUnavailableException;
import jakarta.ws.rs.WebApplicationException;
import jakarta.ws.rs.core.Response.Status;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.concurrent.Future;
import org.apache.hc.client5.http.classic.methods.HttpGet;
import org.apache.hc.client5.http.config.ConnectionConfig;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManagerBuilder;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.io.entity.EntityUtils;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.util.Timeout;

/**
 * Calls a back end with a client that blocks: the worker thread itself writes the request to a
 * connection of the pool, and sleeps until the response is there.
 */
@Path("myresource")
@Singleton
public final class BlockingHttpResource implements AutoCloseable {
  private final BackEndOptions backEnd;
  private final CloseableHttpClient client;
  private final Deadlines deadlines = new Deadlines();

  BlockingHttpResource(BackEndOptions backEnd) {
    this.backEnd = backEnd;
    this.client = client(backEnd);
  }

  private static CloseableHttpClient client(BackEndOptions backEnd) {
    return HttpClients.custom()
        .setConnectionManager(
            PoolingHttpClientConnectionManagerBuilder.create()
                .setMaxConnTotal(backEnd.connections())
                .setMaxConnPerRoute(backEnd.connections())
                .setDefaultConnectionConfig(connection(backEnd))
                .build())
        .setDefaultRequestConfig(request(backEnd))
        .disableAutomaticRetries()
        .disableCookieManagement()
        .disableContentCompression()
        .build();
  }

  /** The settings of a connection, the same for a client that blocks and one that does not. */
  static ConnectionConfig connection(BackEndOptions backEnd) {
    return ConnectionConfig.custom().setConnectTimeout(Timeout.of(backEnd.timeout())).build();
  }

  /** The settings of a request, likewise the same. */
  static RequestConfig request(BackEndOptions backEnd) {
    return RequestConfig.custom()
        .setConnectionRequestTimeout(Timeout.of(backEnd.timeout()))
        // Sent, too, where there is no TLS.
        .setProtocolUpgradeEnabled(false)
        .build();
  }

  /**
   * Blocks until the back end has responded.
   *
   * @throws ServiceUnavailableException if that takes longer than the time-out
   * @throws WebApplicationException with 502, if it cannot be reached, or responds with an error
   */
  @GET
  @Produces("text/plain")
  public String get() {
    HttpGet question = new HttpGet(backEnd.uri());
    Future<?> deadline = deadlines.after(backEnd.timeout(), question::cancel);
    try {
      return client.execute(question, BlockingHttpResource::body);
    } catch (IOException e) {
      if (question.isCancelled() || e instanceof InterruptedIOException) {
        throw new ServiceUnavailableException(1L, e);
      }
      throw new WebApplicationException(e, Status.BAD_GATEWAY);
    } finally {
      deadline.cancel(false);
    }
  }

  private static String body(ClassicHttpResponse response) throws IOException, HttpException {
    String body = EntityUtils.toString(response.getEntity());
    if (response.getCode() != 200) {
      throw new IOException("the back end responded " + response.getCode());
    }
    return body;
  }

  @Override
  public void close() {
    client.close(CloseMode.IMMEDIATE);
    deadlines.close();
  }
}
