package io.github.restcomparison.comparison.command;

import io.github.restcomparison.comparison.record.ExperimentPlan;
import io.github.restcomparison.comparison.run.Halves;
import io.github.restcomparison.comparison.run.Placement;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Who asks how often, and where; what is not given is null, for a resumed experiment knows it. */
final class LoadOptions {
  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec;

  @Option(
      names = "--users",
      paramLabel = "N",
      description = "Users who all start at once, 1 to 20000 (default: 1000).")
  private Integer users;

  @Option(
      names = "--requests",
      paramLabel = "N",
      description = "Requests of each user, one after the other, 1 to 1000000 (default: 100).")
  private Integer requests;

  @Option(
      names = "--pin",
      negatable = true,
      description =
          "Hold services to one half of the CPUs and the load generator to the other; --no-pin lets"
              + " both run on all (default: pin on Linux with four or more CPUs; a JVM on one CPU is"
              + " not what anybody runs).")
  private Boolean pin;

  @Option(
      names = "--allow-concurrent",
      description = "Measure although another measurement runs on this host.")
  private boolean allowConcurrent;

  /** Whether anybody has said who asks. */
  boolean areUsersGiven() {
    return users != null || requests != null;
  }

  int users(int otherwise) {
    return within("--users", users == null ? otherwise : users, 1, 20_000);
  }

  int requests(int otherwise) {
    return within("--requests", requests == null ? otherwise : requests, 1, 1_000_000);
  }

  boolean allowConcurrent() {
    return allowConcurrent;
  }

  /** Where processes are held, as asked for, or as the plan before has it, or by default. */
  Placement placement(Optional<ExperimentPlan> before) {
    Optional<Placement.Apart> halves = Halves.ofThisHost();
    boolean wanted =
        pin != null
            ? pin
            : before
                .map(plan -> !plan.pinning().equals("none"))
                .orElse(halves.filter(LoadOptions::areWorthIt).isPresent());
    if (wanted && halves.isEmpty()) {
      throw new ParameterException(
          spec.commandLine(),
          "--pin: processes cannot be held to CPUs here; it takes Linux, taskset and two CPUs");
    }
    return wanted ? halves.get() : new Placement.Anywhere();
  }

  /** See docs/decisions/0006-placement.md. */
  private static boolean areWorthIt(Placement.Apart halves) {
    return halves.service().cpus().size() >= 2;
  }

  int within(String option, int value, int min, int max) {
    if (value < min || value > max) {
      throw new ParameterException(
          spec.commandLine(),
          "%s is %d: it may be a whole number from %d to %d".formatted(option, value, min, max));
    }
    return value;
  }
}
