package io.github.restcomparison.jboss;

import io.github.restcomparison.servicekit.Endpoint;
import io.github.restcomparison.servicekit.RunningService;
import io.github.restcomparison.servicekit.ServiceMain;
import io.github.restcomparison.servicekit.Settings;
import java.io.IOException;

/** A blocking servlet on WildFly, in this JVM, behind Apache httpd in processes of its own. */
public final class Main {
  private Main() {}

  /** Runs the service until SIGTERM. */
  public static void main(String[] args) {
    ServiceMain.run("jboss", Main::start);
  }

  static RunningService start(Settings settings) throws IOException {
    return JBossBehindApache.start(
        Endpoint.of(settings, 8097), settings.integer("WORKERS", 200, 1, 20_000));
  }
}
