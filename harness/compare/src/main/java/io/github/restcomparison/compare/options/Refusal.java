package io.github.restcomparison.compare.options;

import io.github.restcomparison.compare.experiment.ExperimentFolder;
import io.github.restcomparison.compare.experiment.ExperimentRefused;
import io.github.restcomparison.records.plan.ExperimentPlan;
import io.github.restcomparison.runner.host.Host;
import io.github.restcomparison.runner.host.HostLock;
import io.github.restcomparison.runner.host.ParentProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/** What keeps an experiment from beginning: said in one line, before anything is started. */
public final class Refusal {
  private Refusal() {}

  /**
   * Takes this host for the process.
   *
   * @param connections that each user may have at once
   * @throws ParameterException where it lacks open files, or is measured by somebody else
   */
  public static void unlessReady(
      int users, int connections, boolean allowConcurrent, CommandLine command) throws IOException {
    refuse(Host.tooFewFiles(users, connections), command);
    if (!allowConcurrent) {
      Optional<ParentProcess> other =
          HostLock.ofThisHost().take(ParentProcess.of(ProcessHandle.current()));
      refuse(
          other.map(
              parent ->
                  ("another measurement runs on this host (process %d): two at once measure one"
                          + " another. Wait for it, or --allow-concurrent")
                      .formatted(parent.pid())),
          command);
    }
  }

  public static ExperimentFolder open(
      Path path, ExperimentPlan plan, boolean resume, CommandLine command) throws IOException {
    try {
      return ExperimentFolder.open(path, plan, resume);
    } catch (ExperimentRefused e) {
      throw new ParameterException(command, e.getMessage(), e);
    }
  }

  private static void refuse(Optional<String> reason, CommandLine command) {
    reason.ifPresent(
        why -> {
          throw new ParameterException(command, why);
        });
  }
}
