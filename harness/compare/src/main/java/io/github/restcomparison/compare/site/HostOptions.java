package io.github.restcomparison.compare.site;

import io.github.restcomparison.compare.experiment.UsageException;
import io.github.restcomparison.records.plan.ExperimentPlan;
import io.github.restcomparison.runner.host.CpuPartition;
import io.github.restcomparison.runner.host.Host;
import io.github.restcomparison.runner.host.HostLock;
import io.github.restcomparison.runner.host.ParentProcess;
import io.github.restcomparison.runner.host.Placement;
import java.io.IOException;
import java.util.Optional;
import picocli.CommandLine.Option;

/** How this host is shared between services, load generator and others. */
public final class HostOptions {
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
      description = "Measure although another measurement runs on this host.")
  private boolean allowConcurrent;

  /** Whether another measurement may run on this host. */
  public boolean allowConcurrent() {
    return allowConcurrent;
  }

  /** Where processes are held, as asked for, or as the plan before has it, or by default. */
  public Placement placement(Optional<ExperimentPlan> before) {
    Optional<Placement.Apart> partition = CpuPartition.ofThisHost();
    boolean wanted =
        pin != null
            ? pin
            : before
                .map(plan -> !plan.setup().pinning().equals("none"))
                .orElse(partition.filter(HostOptions::areWorthIt).isPresent());
    if (wanted && partition.isEmpty()) {
      throw new UsageException(
          "--pin: processes cannot be held to CPUs here; it takes Linux, taskset and two CPUs");
    }
    return wanted ? partition.get() : new Placement.Anywhere();
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
      refuse(
          HostLock.ofThisHost()
              .take(ParentProcess.of(ProcessHandle.current()))
              .map(
                  other ->
                      ("another measurement runs on this host (process %d): two at once measure one"
                              + " another. Wait for it, or --allow-concurrent")
                          .formatted(other.pid())));
    }
  }

  private void refuse(Optional<String> reason) {
    reason.ifPresent(
        why -> {
          throw new UsageException(why);
        });
  }

  /** See docs/decisions/0006-placement.md. */
  private static boolean areWorthIt(Placement.Apart partition) {
    return partition.service().cpus().size() >= 2;
  }
}
