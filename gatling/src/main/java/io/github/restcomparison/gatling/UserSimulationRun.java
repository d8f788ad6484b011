package io.github.restcomparison.gatling;

import io.github.restcomparison.records.service.UserSimulation;

/**
 * A run whose load is a simulation of the user's own. Gatling makes an instance of it only once the
 * service is ready, so that it finds the address in the system property {@code baseUrl}.
 */
public final class UserSimulationRun {
  private static final String BASE_URL = "baseUrl";
  private static final int ASSERTION_FAILED = 2;

  private UserSimulationRun() {}

  /** Called by {@code compare}, with {@code -DrunRequest}. */
  public static void main(String[] args) {
    GatlingRun run = GatlingRun.ofVariant();
    UserSimulation simulation = run.simulation().orElseThrow();
    run.begin();
    run.checked();
    System.setProperty(BASE_URL, run.url());
    int code =
        gatling("--simulation", simulation.className(), "--results-folder", "" + run.results());
    if (code != 0 && code != ASSERTION_FAILED) {
      run.refuse("Gatling ended %s with code %d".formatted(simulation.className(), code));
    }
    run.end(simulation.simpleName(), "");
    System.exit(0);
  }

  /**
   * What {@code Gatling.main} does, but for the end of this JVM. It is Scala's, which the compiler
   * cannot read without a warning.
   *
   * @return its exit code
   */
  private static int gatling(String... arguments) {
    try {
      Class<?> type = Class.forName("io.gatling.app.Gatling$");
      Object gatling = type.getField("MODULE$").get(null);
      return (int) type.getMethod("fromArgs", String[].class).invoke(gatling, (Object) arguments);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("Gatling could not be run", e);
    }
  }
}
