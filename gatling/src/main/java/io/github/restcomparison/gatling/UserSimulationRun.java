package io.github.restcomparison.gatling;

import io.github.restcomparison.records.service.Workload.UserSimulation;

/**
 * A run whose load is a simulation of the user's own. Gatling makes an instance of it only once the
 * service is ready, so that it finds the address in the system property {@code baseUrl}.
 */
public final class UserSimulationRun {
  private static final int ASSERTION_FAILED = 2;

  private UserSimulationRun() {}

  /** Called by {@code compare}, with {@code -DrunRequest}. */
  public static void main(String[] args) throws ReflectiveOperationException {
    GatlingRun run = GatlingRun.ofVariant();
    UserSimulation simulation = run.workload().simulation().orElseThrow();
    run.begin();
    run.checked();
    System.setProperty("baseUrl", run.url());
    String[] arguments = {
      "--simulation",
      simulation.className(),
      "--results-folder",
      run.request.place().results().toString()
    };
    // What Gatling.main does without ending this JVM; it is Scala's, which javac warns about.
    Class<?> type = Class.forName("io.gatling.app.Gatling$");
    Object gatling = type.getField("MODULE$").get(null);
    int code = (int) type.getMethod("fromArgs", String[].class).invoke(gatling, (Object) arguments);
    if (code != 0 && code != ASSERTION_FAILED) {
      run.refuse("Gatling ended %s with code %d".formatted(simulation.className(), code));
    }
    // Gatling names its folder by the class without its package.
    run.end(simulation.className().replaceFirst(".*\\.", ""));
    System.exit(0);
  }
}
