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
    Optional<Placement.Apart> partition = CpuPartition.ofThisHost();
    boolean wanted = pin != null ? pin : partition.filter(HostOptions::areWorthIt).isPresent();
    if (wanted && partition.isEmpty()) {
      throw new UsageException("--pin: requires Linux, taskset and two CPUs");
    }
    return wanted ? partition.get() : new Placement.Anywhere();
  }

  /**
   * Where the processes of a plan are held.
   *
   * @throws UsageException if it was made on another host
   */
  public Placement placement(ExperimentPlan plan) {
    if (plan.setup().cluster().isPresent()) {
      return new Placement.Anywhere();
    }
    Placement anywhere = new Placement.Anywhere();
    Placement there =
        plan.setup().pinning().equals(anywhere.toString())
            ? anywhere
            : CpuPartition.ofThisHost().<Placement>map(each -> each).orElse(anywhere);
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
