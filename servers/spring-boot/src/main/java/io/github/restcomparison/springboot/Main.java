package io.github.restcomparison.springboot;

import io.github.restcomparison.servicekit.Endpoint;
import io.github.restcomparison.servicekit.Limits;
import io.github.restcomparison.servicekit.RunningService;
import io.github.restcomparison.servicekit.ServiceMain;
import io.github.restcomparison.servicekit.Settings;
import io.github.restcomparison.servicekit.Workers;
import java.io.IOException;

/** Spring MVC, blocking: {@code WORKERS} threads wait, or a virtual thread for each request. */
public final class Main {
  private Main() {}

  /** Runs the service until SIGTERM. */
  public static void main(String[] args) {
    ServiceMain.run("spring-boot", Main::start);
  }

  static RunningService start(Settings settings) throws IOException {
    return SpringServer.start(
        Endpoint.of(settings, 8095), Limits.of(settings), Workers.of(settings));
  }
}
