package io.github.restcomparison.micronaut;

import io.micronaut.runtime.Micronaut;

/** Micronaut, whose annotation processor has found the controller. */
public final class Main {
  private Main() {}

  /** Runs the service until SIGTERM. */
  public static void main(String... arguments) {
    Micronaut.run(Main.class, arguments);
  }
}
