package io.github.restcomparison.vertxjersey;

import io.github.restcomparison.servicekit.Endpoint;
import io.github.restcomparison.servicekit.RunningService;
import io.github.restcomparison.servicekit.ServiceMain;
import io.github.restcomparison.servicekit.Settings;
import java.io.IOException;

/** Jersey's annotations on the event loops of Vert.x 3: {@code @Suspended}, resumed by a timer. */
public final class Main {
  private Main() {}

  /** Runs the service until SIGTERM. */
  public static void main(String[] args) {
    ServiceMain.run("vertx-jersey", Main::start);
  }

  static RunningService start(Settings settings) throws IOException {
    Endpoint endpoint = Endpoint.onLoopback(settings, 8096);
    int eventLoops =
        settings.integer("EVENT_LOOPS", Runtime.getRuntime().availableProcessors(), 1, 256);
    return OldVertx.start(endpoint, eventLoops);
  }
}
