package io.github.restcomparison.backend;

import io.github.restcomparison.servicekit.StartedServer;
import io.github.restcomparison.vertxserver.Responses;
import io.github.restcomparison.vertxserver.VertxService;
import io.vertx.core.Handler;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServerRequest;
import java.io.IOException;
import java.util.function.Function;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** A service on Vert.x core whose requests wait for a back end. */
public abstract class BackEndService extends VertxService {
  @Mixin protected final BackEndOptions backEnd = new BackEndOptions();

  @Option(names = "--threads", paramLabel = "event-loop|virtual")
  private String threads = "event-loop";

  /**
   * @param port the default of {@code --port}
   */
  protected BackEndService(int port) {
    super(port);
  }

  /**
   * Serves the responses of a back end.
   *
   * @param client makes the client, which all event loops share
   * @throws IOException if the server cannot start; nothing is left running then
   */
  protected final StartedServer asking(Function<Vertx, BackEndClient> client) throws IOException {
    boolean virtual = threads.equals("virtual");
    Function<Vertx, Handler<HttpServerRequest>> handler =
        vertx -> Responses.resource(new BackEndHandler(client.apply(vertx), virtual));
    return virtual
        ? onVirtualThreads(backEnd.timeout(), handler)
        : onEventLoops(backEnd.timeout(), handler);
  }
}
