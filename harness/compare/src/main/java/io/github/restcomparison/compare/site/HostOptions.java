package io.github.restcomparison.compare.site;

import io.github.restcomparison.compare.experiment.UsageException;
import io.github.restcomparison.records.plan.ExperimentPlan;
import io.github.restcomparison.runner.host.Host;
import io.github.restcomparison.runner.host.Placement;
import java.io.IOException;
import java.util.Optional;
import picocli.CommandLine.Option;

/** How this host is shared between services, load generator and others. */
public final class HostOptions {
  /** See docs/decisions/0006-placement.md. */
  private static final int CPUS_WORTH_IT = 2;

  @Option(
      names = "--pin",
      negatable = true,
      description =
          "Hold services to one half of the CPUs and the load generator to the other; --no-pin lets"
              + " both run on all (default: pin on Linux with four or more CPUs; a JVM on one CPU"
              + " is not what anybody runs).")
  private Boolean pin;

  @Option(
      names = "--allow-concurrent",
      description =
          "Measure although another measurement runs on this host, without waiting for a quiet"
              + " host or repeating disturbed rounds.")
  private boolean allowConcurrent;

  /** Whether another measurement may run on this host. */
  public boolean allowConcurrent() {
    return allowConcurrent;
  }

  /** Where processes are held to CPUs, as asked for or by default. */
  public Placement placement() {
    Placement apart = Placement.ofThisHost();
    boolean wanted = pin != null ? pin : apart.service().size() >= CPUS_WORTH_IT;
    if (wanted && apart.equals(Placement.ANYWHERE)) {
      throw new UsageException("--pin: requires Linux, taskset and two CPUs");
    }
    return wanted ? apart : Placement.ANYWHERE;
  }

  /**
   * Where the processes of a plan are held.
   *
   * @throws UsageException if it was made on another host
   */
  public Placement placement(ExperimentPlan plan) {
    if (plan.setup().cluster().isPresent()) {
      return Placement.ANYWHERE;
    }
    boolean isPinned = !plan.setup().pinning().equals(Placement.ANYWHERE.toString());
    Placement there = isPinned ? Placement.ofThisHost() : Placement.ANYWHERE;
    if (!there.toString().equals(plan.setup().pinning())
        || !plan.setup().host().equals(Host.name())) {
      throw new UsageException(
          "the plan is of another host: %s, pinning %s"
              .formatted(plan.setup().host(), plan.setup().pinning()));
    }
    return there;
  }

  /**
   * Takes this host for the process.
   *
   * @param connections that each user may have at once
   * @throws UsageException where it lacks open files, or is measured by somebody else
   */
  public void take(int users, int connections) throws IOException {
    refuse(Host.tooFewFiles(users, connections));
    if (!allowConcurrent) {
      refuse(Host.take("--allow-concurrent"));
    }
  }

  private void refuse(Optional<String> reason) {
    reason.ifPresent(
        why -> {
          throw new UsageException(why);
        });
  }
}
