package io.github.restcomparison.compare.options;

import io.github.restcomparison.records.plan.ExperimentPlan;
import io.github.restcomparison.runner.host.Placement;
import java.util.Optional;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Who asks how often; what is not given is null, for a resumed experiment knows it. */
public final class LoadOptions {
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

  @Mixin private HostOptions host;

  /** Whether anybody has said who asks. */
  boolean areUsersGiven() {
    return users != null || requests != null;
  }

  public int users(int otherwise) {
    return within("--users", users == null ? otherwise : users, 1, 20_000);
  }

  public int requests(int otherwise) {
    return within("--requests", requests == null ? otherwise : requests, 1, 1_000_000);
  }

  public boolean allowConcurrent() {
    return host.allowConcurrent();
  }

  public Placement placement(Optional<ExperimentPlan> before) {
    return host.placement(before);
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
