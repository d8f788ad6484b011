package io.github.restcomparison.helidonmp;

import io.helidon.microprofile.server.Server;

/** Helidon MP, whose CDI container finds the resource. */
public final class Main {
  private Main() {}

  /** Runs the service until SIGTERM. */
  public static void main(String... arguments) {
    Server.create().start();
  }
}
