package io.github.restcomparison.vertxrest;

import io.github.restcomparison.servicekit.BackEnd;
import io.github.restcomparison.servicekit.RunningService;
import io.github.restcomparison.servicekit.ServiceMain;
import io.github.restcomparison.servicekit.Settings;
import io.github.restcomparison.vertxserver.HttpBackEndClient;
import java.io.IOException;

/** Vert.x core: a few event loops, and a timer for each request that waits. */
public final class Main {
  private static final VertxRest SERVICE =
      new VertxRest(8083, BackEnd.HTTP, HttpBackEndClient::new);

  private Main() {}

  /** Runs the service until SIGTERM. */
  public static void main(String[] args) {
    ServiceMain.run("vertx-rest", Main::start);
  }

  static RunningService start(Settings settings) throws IOException {
    return SERVICE.start(settings);
  }
}
