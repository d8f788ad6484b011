package io.github.restcomparison.vertxrest;

import io.github.restcomparison.servicekit.BackEnd;
import io.github.restcomparison.servicekit.ServiceMain;
import io.github.restcomparison.vertxserver.HttpBackEndClient;

/** Vert.x core: a few event loops, and a timer for each request that waits. */
public final class Main {
  static final VertxRest SERVICE = new VertxRest(8083, BackEnd.HTTP, HttpBackEndClient::new);

  private Main() {}

  /** Runs the service until SIGTERM. */
  public static void main(String[] args) {
    ServiceMain.run("vertx-rest", SERVICE::start);
  }
}
